import type { Difference, FieldRule, Sides } from '#client/forms/merge.ts'
import { fieldProblems } from '#client/forms/problems.ts'
import { isolated } from '#shared/bidi.ts'
import { EMPTY_DASH } from '#shared/date.ts'
import { isDiscount, withDiscountLast } from '#shared/kayit/discount.ts'
import { discountable, discountOf, excessRefusal } from '#shared/kayit/discount-rules.ts'
import { type Islem, islemInput } from '#shared/kayit/schema.ts'
import { formatTL, grossPrice, type Kurus, netUnitPrice, toKurus } from '#shared/money.ts'
import type { Decimal } from '#shared/money-parse.ts'

/** Work item on the screen; it is stored with the whole record, and `id` is 0 until then. */
export interface IslemRow extends Required<Omit<Islem, 'kind'>>, Pick<Islem, 'kind'> {
  /** Key that identifies the row while it is on the screen; a save returns it with the stored item. */
  key: string
  /** Price of the row before edits: typing its shown net price again means exactly this price. */
  ilk_kurus: Kurus
  /** Set if the user sees no prices: none is sent, and the stored one stays. */
  isUnpriced?: true
}

/** Returns the rows of a stored record; after a save with the keys that were sent. */
export const toIslemRows = (islemler: readonly (Islem & { key?: string | undefined })[]): IslemRow[] =>
  islemler.map(({ key, fiyat_kurus, ...islem }) => ({
    ...islem,
    key: key ?? `islem-${islem.id}`,
    ...rowPrices(fiyat_kurus),
  }))

/** Returns the prices of a row, or zeros and a mark against sending them if the user may not see its price. */
export const rowPrices = (kurus: Kurus | undefined) => ({
  fiyat_kurus: kurus ?? 0,
  ilk_kurus: kurus ?? 0,
  ...(kurus === undefined && { isUnpriced: true as const }),
})

/** Returns the item as it is sent to the server. */
export const toIslem = ({ id, key, islem_adi, islem_adet, fiyat_kurus, isUnpriced, kind }: IslemRow) => ({
  id,
  key,
  islem_adi,
  islem_adet,
  ...(isUnpriced !== true && { fiyat_kurus }),
  ...(kind && { kind }),
})

/** Returns the list with one row changed; the others keep their identity, so that they do not render again. */
export const replaceRow = (rows: readonly IslemRow[], changed: IslemRow): IslemRow[] =>
  rows.map((row) => (row.key === changed.key ? changed : row))

/** Returns the list with further rows, and the discount last. */
export const addRows = (rows: readonly IslemRow[], added: readonly IslemRow[]): IslemRow[] =>
  withDiscountLast([...rows, ...added])

/**
 * Returns a row with a price typed with or without VAT; retyping the shown net price restores the exact gross price. A
 * discount is below 0, whether its minus is typed or not.
 */
export function withPrice(row: IslemRow, amount: Decimal | null, kdvDahil: boolean): IslemRow {
  const { isUnpriced: _, ...priced } = row
  const sign = isDiscount(row) ? -1 : 1
  const typed = amount && sign < 0 && amount.digits < 0n ? { ...amount, digits: -amount.digits } : amount
  const isFirst = !kdvDahil && typed !== null && isKurus(typed, sign * netUnitPrice(row.ilk_kurus))
  return { ...priced, fiyat_kurus: isFirst ? row.ilk_kurus : sign * toGrossPrice(typed, kdvDahil) + 0 }
}

/**
 * Returns the gross price of a typed amount. An invalid or negative one is 0 (specification §5); one too large for a
 * number stays far above the limit, which `rowProblems` reports.
 */
export function toGrossPrice(amount: Decimal | null, kdvDahil: boolean): Kurus {
  if (amount === null || amount.digits < 0n) return 0
  return grossPrice(amount, { kdvDahil }) ?? Number.MAX_SAFE_INTEGER
}

function isKurus(amount: Decimal, kurus: Kurus): boolean {
  return amount.digits * 100n === BigInt(kurus) * 10n ** BigInt(amount.scale) && toKurus(amount) === kurus
}

export type RowField = 'islem_adi' | 'islem_adet' | 'fiyat_kurus'
export type RowProblems = Partial<Record<RowField, string>>

const checked = new WeakMap<IslemRow, RowProblems>()

/** Returns the problems of a row by the server's schema, cached per row object. */
export function rowProblems(row: IslemRow): RowProblems {
  const known = checked.get(row)
  if (known !== undefined) return known
  const found = fieldProblems(islemInput, toIslem(row))
  const problems: RowProblems = Object.fromEntries(found.map(({ names: [name], message }) => [name, message]))
  checked.set(row, problems)
  return problems
}

/** Returns the name of the discount's field and its message if it exceeds the sum of the other rows. */
export function findExcess(
  rows: readonly IslemRow[],
): { name: `islemler.${string}`; message: string } | null {
  const index = rows.findIndex((row) => isDiscount(row) && row.isUnpriced !== true)
  const message = index === -1 ? null : excessRefusal(discountOf(rows), discountable(rows) ?? Infinity)
  return message === null ? null : { name: `islemler.${index}.fiyat_kurus`, message }
}

const COMPARED = ['islem_adi', 'islem_adet', 'fiyat_kurus'] as const

/** Returns whether two rows have the same name, quantity and price. */
const isSameRow = (a: IslemRow, b: IslemRow) => COMPARED.every((name) => a[name] === b[name])

/** Returns whether two lists hold the same items in the same order. */
function isSameList(a: readonly IslemRow[], b: readonly IslemRow[]): boolean {
  const isSame = (row: IslemRow, other: IslemRow | undefined) =>
    row === other || (other !== undefined && row.id === other.id && isSameRow(row, other))
  return a.length === b.length && a.every((row, i) => isSame(row, b[i]))
}

/** Both sides of a merge can have added a discount, of which a record has one. */
const identity = (row: IslemRow) => (isDiscount(row) ? 'discount' : row.id > 0 ? row.id : row.key)
const byIdentity = (rows: readonly IslemRow[]) => new Map(rows.map((row) => [identity(row), row]))

/**
 * Merges the other user's list with my changes, and my new items at the end. An item that one side deleted and the
 * other changed stays: losing work is worse than deleting twice. Items stored meanwhile get their ids.
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
  return addRows(
    kept,
    added.map((row) => ({ ...row, id: 0 })),
  )
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

const itemText = ({ islem_adi, islem_adet, fiyat_kurus, isUnpriced }: IslemRow) =>
  `${isolated(islem_adi)}, ${islem_adet} ${isUnpriced === true ? 'adet' : `× ${formatTL(fiyat_kurus)}`}`

/** Rule of the items, which are one field of the record's form. */
export const ITEMS_RULE: FieldRule<IslemRow[]> = {
  label: 'İşlemler',
  isSame: isSameList,
  merge: mergeRows,
  differences: rowDifferences,
}

/** Returns whether a value read from a draft is a list of rows. */
export const areIslemRows = (rows: readonly IslemRow[]): boolean =>
  rows.every(({ key, islem_adi, id, islem_adet, fiyat_kurus, ilk_kurus }) => {
    const numbers = [id, islem_adet, fiyat_kurus, ilk_kurus]
    return typeof key === 'string' && typeof islem_adi === 'string' && numbers.every(Number.isSafeInteger)
  })
