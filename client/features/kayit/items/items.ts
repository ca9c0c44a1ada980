import type { Difference, FieldRule, Sides } from '#client/forms/merge.ts'
import { fieldProblems } from '#client/forms/problems.ts'
import { EMPTY_DASH } from '#shared/date.ts'
import { type Islem, islemInput } from '#shared/kayit/schema.ts'
import { type Decimal, formatTL, type Kurus, netUnitPrice, toKurus } from '#shared/money.ts'

import { storedPrice } from './new-line.ts'

/** A work item on the screen, not stored before the whole record is saved; `id` is 0 until then. */
export interface IslemRow extends Islem {
  /** The same for as long as the row is on the screen; the server returns it with what it has stored. */
  key: string
  /** The price that the row came with: whoever types its shown net again means that very price. */
  ilk_kurus: Kurus
}

/** The rows of a record as it is stored; after a save with the keys that were sent. */
export const rowsOf = (islemler: readonly (Islem & { key?: string | undefined })[]): IslemRow[] =>
  islemler.map(({ key, ...islem }) => ({
    ...islem,
    key: key ?? `islem-${islem.id}`,
    ilk_kurus: islem.fiyat_kurus,
  }))

/** The item as it is sent. */
export const islemOf = ({ id, key, islem_adi, islem_adet, fiyat_kurus }: IslemRow) => ({
  id,
  key,
  islem_adi,
  islem_adet,
  fiyat_kurus,
})

/** The list with one row changed; the others stay the same objects, so that they are not drawn again. */
export const withRow = (rows: readonly IslemRow[], changed: IslemRow): IslemRow[] =>
  rows.map((row) => (row.key === changed.key ? changed : row))

/** A row whose price was typed without VAT; the shown net of a price that nobody changed leads back to it exactly. */
export function withNetPrice(row: IslemRow, amount: Decimal | null): IslemRow {
  const isFirst = amount !== null && isKurus(amount, netUnitPrice(row.ilk_kurus))
  return { ...row, fiyat_kurus: isFirst ? row.ilk_kurus : storedPrice(amount, false) }
}

function isKurus(amount: Decimal, kurus: Kurus): boolean {
  return amount.digits * 100n === BigInt(kurus) * 10n ** BigInt(amount.scale) && toKurus(amount) === kurus
}

export type RowField = 'islem_adi' | 'islem_adet' | 'fiyat_kurus'
export type RowProblems = Partial<Record<RowField, string>>

const checked = new WeakMap<IslemRow, RowProblems>()

/** What the server would refuse in a row, by the schema that it asks too. Each row object is checked once. */
export function rowProblems(row: IslemRow): RowProblems {
  const known = checked.get(row)
  if (known !== undefined) return known
  const found = fieldProblems(islemInput, islemOf(row))
  const problems: RowProblems = Object.fromEntries(found.map(({ names: [name], message }) => [name, message]))
  checked.set(row, problems)
  return problems
}

const COMPARED = ['islem_adi', 'islem_adet', 'fiyat_kurus'] as const

/** Whether two rows say the same, whatever their keys. */
const isSameRow = (a: IslemRow, b: IslemRow) => COMPARED.every((name) => a[name] === b[name])

/** Whether two lists hold the same items in the same order. */
function isSameList(a: readonly IslemRow[], b: readonly IslemRow[]): boolean {
  const isSame = (row: IslemRow, other: IslemRow | undefined) =>
    row === other || (other !== undefined && row.id === other.id && isSameRow(row, other))
  return a.length === b.length && a.every((row, i) => isSame(row, b[i]))
}

const identity = ({ id, key }: IslemRow) => (id > 0 ? id : key)
const byIdentity = (rows: readonly IslemRow[]) => new Map(rows.map((row) => [identity(row), row]))

/**
 * Their order, with my changes in it and my new items at the end. An item that one side deleted and the other
 * changed stays: losing work is worse than deleting it once more. Items that are stored by now get their ids.
 */
function mergeRows({ theirs, ...sides }: Sides<IslemRow[]>): IslemRow[] {
  const ids = new Map(theirs.map(({ key, id }) => [key, id]))
  const known = (rows: IslemRow[]) =>
    rows.map((row) => ({ ...row, id: row.id > 0 ? row.id : (ids.get(row.key) ?? 0) }))
  const mine = known(sides.mine)
  const [before, my, their] = [byIdentity(known(sides.base)), byIdentity(mine), byIdentity(theirs)]
  const kept = theirs.flatMap((row) => {
    const [old, own] = [before.get(identity(row)), my.get(identity(row))]
    if (own !== undefined) return [mergeRow({ base: old ?? row, mine: own, theirs: row })]
    return old !== undefined && isSameRow(old, row) ? [] : [row]
  })
  const added = mine.filter((row) => {
    const old = before.get(identity(row))
    return !their.has(identity(row)) && (old === undefined || !isSameRow(old, row))
  })
  return [...kept, ...added.map((row) => ({ ...row, id: 0 }))]
}

function mergeRow({ base, mine, theirs }: Sides<IslemRow>): IslemRow {
  const typed = COMPARED.filter((name) => mine[name] !== base[name])
  return { ...theirs, key: mine.key, ...Object.fromEntries(typed.map((name) => [name, mine[name]])) }
}

function rowDifferences(theirs: IslemRow[], mine: IslemRow[]): Difference[] {
  const [then, now] = [byIdentity(theirs), byIdentity(mine)]
  const changed = mine.flatMap((row) => {
    const old = then.get(identity(row))
    if (old !== undefined && isSameRow(old, row)) return []
    return [{ label: 'İşlem', theirs: old === undefined ? EMPTY_DASH : itemText(old), mine: itemText(row) }]
  })
  const deleted = theirs
    .filter((row) => !now.has(identity(row)))
    .map((row) => ({ label: 'İşlem', theirs: itemText(row), mine: 'silindi' }))
  return [...changed, ...deleted]
}

const itemText = ({ islem_adi, islem_adet, fiyat_kurus }: IslemRow) =>
  `${islem_adi}, ${islem_adet} × ${formatTL(fiyat_kurus)}`

/** The items are one field of the record's form. */
export const ITEMS_RULE: FieldRule<IslemRow[]> = {
  label: 'İşlemler',
  isSame: isSameList,
  merge: mergeRows,
  differences: rowDifferences,
}

/** Whether what was kept on this device is a list of rows. */
export const areRows = (rows: readonly IslemRow[]): boolean =>
  rows.every(({ key, islem_adi, id, islem_adet, fiyat_kurus, ilk_kurus }) => {
    const numbers = [id, islem_adet, fiyat_kurus, ilk_kurus]
    return typeof key === 'string' && typeof islem_adi === 'string' && numbers.every(Number.isSafeInteger)
  })
