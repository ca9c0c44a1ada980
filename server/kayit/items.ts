import type { Kysely, Selectable } from 'kysely'

import type { UserCtx } from '#server/platform/core/context.ts'
import { compiledOwn } from '#server/platform/core/own-rows.ts'
import { compiled } from '#server/platform/db/compiled.ts'
import type { DB } from '#server/platform/db/schema.ts'
import type { Islem, IslemInput, SavedKayit } from '#shared/kayit/schema.ts'

import { type IslemLine, islemRow } from './derived.ts'

type NewRow = ReturnType<typeof islemRow> & { id?: number }
const STORED = [
  'id',
  'position',
  'islem_adi',
  'islem_adi_upper',
  'islem_adet',
  'fiyat_kurus',
  'kind',
] as const
/** An item to store; an id that is not a stored item's makes a new one. */
type Sent = IslemLine & Pick<IslemInput, 'id'>
export type ItemRow = Pick<Selectable<DB['islem']>, (typeof STORED)[number]>

/** Returns the rows of a record's items, unordered. */
export const itemsOf = compiledOwn((db, { shop, id }: { shop: number; id: number }) =>
  db.selectFrom('islem').where('shop_id', '=', shop).where('kayit_id', '=', id).select(STORED),
)

/** The changes of a save to a record's items; `rows` has all items afterwards, new ones with the id 0. */
export type ItemPlan = {
  kayitId: number
  rows: ItemRow[]
  unchanged: ItemRow[]
  removed: number[]
  /** Not every engine can insert rows with given ids and rows with generated ids in one statement. */
  changed: NewRow[]
  added: NewRow[]
}

/**
 * Decides what becomes of a record's items when the list is sent (decisions: legacy paths): an item with an id of this
 * record keeps it, any other is added as new, and a missing one is deleted. Without a list all stay.
 */
export function planItems(
  kayit: { shop_id: number; id: number },
  stored: readonly ItemRow[],
  sent: readonly Sent[] | undefined,
): ItemPlan {
  const kayitId = kayit.id
  if (sent === undefined)
    return { kayitId, rows: [...stored], unchanged: [...stored], removed: [], changed: [], added: [] }
  const free = new Set(stored.map(({ id }) => id))
  // The first item that names an id of the record gets it; all others have no id.
  const rows = sent.map((item, position): NewRow => {
    const row = islemRow(kayit, item, position)
    return free.delete(item.id) ? { ...row, id: item.id } : row
  })
  const byId = new Map(rows.map((row) => [row.id, row]))
  // Most items are usually unchanged, so they are not written again.
  const unchanged = stored.filter((row) => STORED.every((name) => byId.get(row.id)?.[name] === row[name]))
  const unchangedIds = new Set(unchanged.map(({ id }) => id))
  return {
    kayitId,
    rows: rows.map((row) => ({ ...row, id: row.id ?? 0 })),
    unchanged,
    removed: stored.map(({ id }) => id).filter((id) => !unchangedIds.has(id)),
    changed: rows.filter(({ id }) => id !== undefined && !unchangedIds.has(id)),
    added: rows.filter(({ id }) => id === undefined),
  }
}

/** Sends the changes of a plan in one round trip; returns the items. The caller holds the lock on the record's row. */
export async function writeItems(ctx: UserCtx, plan: ItemPlan): Promise<Islem[]> {
  const { kayitId, removed, unchanged } = plan
  const [, changed, added] = await Promise.all([
    removed.length > 0 && deleteRows(ctx, { kayitId, ids: removed }),
    insertRows(ctx.db, plan.changed),
    insertRows(ctx.db, plan.added),
  ])
  return [...unchanged, ...changed, ...added].sort((a, b) => a.position - b.position).map(shownItem)
}

/** Returns an item as the page gets it, which marks only discounts. */
export const shownItem = ({ id, islem_adi, islem_adet, fiyat_kurus, kind }: Shown): PricedItem => ({
  id,
  islem_adi,
  islem_adet,
  fiyat_kurus,
  ...(kind === 'discount' && { kind }),
})
/** An item with its price, before the answer is redacted. */
type PricedItem = Required<Omit<Islem, 'kind'>> & Pick<Islem, 'kind'>
type Shown = Pick<ItemRow, 'id' | 'islem_adi' | 'islem_adet' | 'fiyat_kurus' | 'kind'>

/**
 * Returns the items of a record in their order, each with the key of the sent item at its position. If a repeated save
 * was followed by another (`isUnchanged` false), items that were new then get no key, because another item may be at
 * their position now.
 */
export function savedItems(
  islemler: readonly Islem[],
  sent: readonly IslemInput[] = [],
  { isUnchanged }: { isUnchanged: boolean } = { isUnchanged: true },
): SavedKayit['islemler'] {
  // When several items name one id, the first of them has it.
  const named = new Map(sent.toReversed().map((item) => [item.id, item]))
  return islemler.map((islem, index) => {
    const key = (isUnchanged ? sent[index] : named.get(islem.id))?.key
    return { ...islem, ...(key !== undefined && { key }) }
  })
}

const deleteRows = compiledOwn(
  (db, { shop, kayitId, ids }: { shop: number; kayitId: number; ids: number[] }) =>
    db
      .deleteFrom('islem')
      .where('shop_id', '=', shop)
      .where('kayit_id', '=', kayitId)
      .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids)))),
)

/** Stores new items, or items with the ids that they had; returns their rows. */
const insertRows = async (db: Kysely<DB>, rows: NewRow[]): Promise<ItemRow[]> =>
  rows.length === 0 ? [] : insertQuery(db, rows)

const insertQuery = compiled((db, rows: NewRow[]) => db.insertInto('islem').values(rows).returning(STORED))
