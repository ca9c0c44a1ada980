import type { ChangeDetail, FieldChange, ItemChanges, ItemLine } from './schema.ts'

/** Returns the fields of `names` that differ, in their order. */
export function fieldChanges<Name extends string>(
  names: readonly Name[],
  before: Readonly<Record<Name, FieldChange['before']>>,
  after: Readonly<Partial<Record<Name, FieldChange['after'] | undefined>>>,
): FieldChange[] {
  return names.flatMap((name) => {
    const now = after[name]
    return now === undefined || now === before[name] ? [] : [{ name, before: before[name], after: now }]
  })
}

type PricedLine = Required<ItemLine>
export type ChangedItem = PricedLine & { id: number; position: number }

const line = ({ islem_adi, islem_adet, fiyat_kurus }: PricedLine): PricedLine => ({
  islem_adi,
  islem_adet,
  fiyat_kurus,
})
const textOf = (item: PricedLine) => JSON.stringify(Object.values(line(item)))

/**
 * Compares the items of a record before and after a change by their ids. An integrator sends items without ids, so
 * equal items without a partner count as unchanged.
 */
export function itemChanges(before: readonly ChangedItem[], after: readonly ChangedItem[]): ItemChanges {
  const byPosition = (items: readonly ChangedItem[]) => items.toSorted((a, b) => a.position - b.position)
  const old = new Map(before.map((item) => [item.id, item]))
  const ids = new Set(after.map(({ id }) => id))
  const gone = Map.groupBy(
    byPosition(before).filter(({ id }) => !ids.has(id)),
    textOf,
  )
  const isNew = (item: ChangedItem) => !old.has(item.id) && gone.get(textOf(item))?.shift() === undefined
  const added = byPosition(after).filter(isNew)
  const changed = byPosition(after).flatMap((item) => {
    const was = old.get(item.id)
    return was === undefined || textOf(was) === textOf(item) ? [] : [{ before: line(was), after: line(item) }]
  })
  return { added: added.map(line), removed: byPosition([...gone.values()].flat()).map(line), changed }
}

export const isNothing = ({ added, removed, changed }: ItemChanges) =>
  added.length + removed.length + changed.length === 0

const unpriced = ({ islem_adi, islem_adet }: ItemLine): ItemLine => ({ islem_adi, islem_adet })
const isPriced = ({ name }: FieldChange) => name.endsWith('_kurus')

/** Returns a change without its prices, for a user without that right. An item with only a new price is left out. */
export function detailWithoutPrices({ fields, items, ...rest }: ChangeDetail): ChangeDetail {
  const shown = fields?.filter((field) => !isPriced(field)) ?? []
  const left = items && {
    added: items.added.map(unpriced),
    removed: items.removed.map(unpriced),
    changed: items.changed
      .map(({ before, after }) => ({ before: unpriced(before), after: unpriced(after) }))
      .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after)),
  }
  return {
    ...rest,
    ...(shown.length > 0 && { fields: shown }),
    ...(left !== undefined && !isNothing(left) && { items: left }),
  }
}
/** The name of an erased user in the change log. */
export const ERASED_USER_NAME = 'Silinmiş kullanıcı'
