import { type Islem, islemInput } from '#shared/kayit/schema.ts'
import { type Decimal, type Kurus, grossPrice, netUnitPrice, parseDecimal, toKurus } from '#shared/money.ts'

/** A work item on the screen, not stored before the whole record is saved. */
export interface IslemRow {
  /** The same for as long as the row is on the screen. */
  key: string
  /** 0 while the server does not know it. */
  id: number
  islem_adi: string
  islem_adet: number
  /** VAT-inclusive unit price. */
  fiyat_kurus: Kurus
  /** The price that the row came with: whoever types its shown net again means that very price. */
  ilk_kurus: Kurus
}

/** What the add area holds; `fiyat` is exact and without a decision about VAT, `null` while it is empty. */
export interface NewLine {
  islem_adi: string
  islem_adet: number
  fiyat: Decimal | null
}

export const EMPTY_LINE: NewLine = { islem_adi: '', islem_adet: 1, fiyat: null }

export const isEmptyLine = (line: NewLine) =>
  line.islem_adi.trim() === '' && line.islem_adet === 1 && line.fiyat === null

export type IslemAction =
  | { type: 'add'; row: IslemRow }
  | { type: 'rename'; key: string; islem_adi: string }
  | { type: 'quantity'; key: string; islem_adet: number }
  | { type: 'netPrice'; key: string; amount: Decimal | null }
  | { type: 'remove'; key: string }
  /** The whole list anew: a loaded record, a draft, two people's changes put together. */
  | { type: 'replace'; change: (rows: IslemRow[]) => IslemRow[] }

/** The work items of the form; rows that an action does not touch stay the same objects. */
export function islemRows(rows: IslemRow[], action: IslemAction): IslemRow[] {
  switch (action.type) {
    case 'add':
      return [...rows, action.row]
    case 'rename':
      return withRow(rows, action.key, (row) => ({ ...row, islem_adi: action.islem_adi }))
    case 'quantity':
      return withRow(rows, action.key, (row) => ({ ...row, islem_adet: action.islem_adet }))
    case 'netPrice':
      return withRow(rows, action.key, (row) => ({ ...row, fiyat_kurus: priceFromNet(row, action.amount) }))
    case 'remove':
      return rows.filter(({ key }) => key !== action.key)
    case 'replace':
      break
  }
  return action.change(rows)
}

function withRow(rows: IslemRow[], key: string, change: (row: IslemRow) => IslemRow): IslemRow[] {
  return rows.map((row) => (row.key === key ? change(row) : row))
}

/** The rows of a loaded record. */
export function rowsOf(islemler: readonly Islem[]): IslemRow[] {
  return islemler.map((islem) => ({ ...islem, key: `islem-${islem.id}`, ilk_kurus: islem.fiyat_kurus }))
}

/** A line that was typed but not yet added, as the item that a save makes of it; `null` for one without a name. */
export const pendingRow = (line: NewLine, options: { key: string; kdvDahil: boolean }): IslemRow | null =>
  line.islem_adi.trim() === '' ? null : rowOfLine(line, options)

/** The row that the add area makes of its line. */
export function rowOfLine(line: NewLine, { key, kdvDahil }: { key: string; kdvDahil: boolean }): IslemRow {
  const fiyat_kurus = storedPrice(line.fiyat, kdvDahil)
  const { islem_adi, islem_adet } = line
  return { key, id: 0, islem_adi: islem_adi.trim(), islem_adet, fiyat_kurus, ilk_kurus: fiyat_kurus }
}

/**
 * The VAT-inclusive price of a typed amount. What is none, or negative, counts as 0 (specification §5); beyond
 * all numbers it stays far over the limit, which `rowProblems` then names.
 */
export function storedPrice(amount: Decimal | null, kdvDahil: boolean): Kurus {
  if (amount === null || amount.digits < 0n) return 0
  return grossPrice(amount, { kdvDahil }) ?? Number.MAX_SAFE_INTEGER
}

/** A row's price is typed without VAT; the shown net of a price that nobody changed leads back to it exactly. */
function priceFromNet(row: IslemRow, amount: Decimal | null): Kurus {
  return amount !== null && isKurus(amount, netUnitPrice(row.ilk_kurus))
    ? row.ilk_kurus
    : storedPrice(amount, false)
}

function isKurus(amount: Decimal, kurus: Kurus): boolean {
  return amount.digits * 100n === BigInt(kurus) * 10n ** BigInt(amount.scale) && toKurus(amount) === kurus
}

/** A quantity as a person types it: floored and at least 1 (specification §5), '1.250' is 1250. */
export function quantityFrom(text: string): number {
  const decimal = parseDecimal(text, 'form')
  if (decimal === null) return 1
  const whole = decimal.digits / 10n ** BigInt(decimal.scale)
  return whole < 1n ? 1 : Math.min(Number(whole), Number.MAX_SAFE_INTEGER)
}

/** The item as it is sent. */
export function islemOf({ id, islem_adi, islem_adet, fiyat_kurus }: IslemRow): Islem {
  return { id, islem_adi, islem_adet, fiyat_kurus }
}

export type RowField = 'islem_adi' | 'islem_adet' | 'fiyat_kurus'
export type RowProblems = Partial<Record<RowField, string>>

const NO_PROBLEMS: RowProblems = {}
const checked = new WeakMap<IslemRow, RowProblems>()

/** What the server would refuse in a row, by the schema that it asks too. Each row object is checked once. */
export function rowProblems(row: IslemRow): RowProblems {
  const known = checked.get(row)
  if (known !== undefined) return known
  const { error } = islemInput.safeParse(islemOf(row))
  const found: RowProblems = {}
  for (const { path, message } of error?.issues ?? []) found[path[0] as RowField] ??= message
  const problems = error === undefined ? NO_PROBLEMS : found
  checked.set(row, problems)
  return problems
}

const COMPARED = ['islem_adi', 'islem_adet', 'fiyat_kurus'] as const

/** Whether two rows say the same, whatever their keys. */
export const isSameRow = (a: IslemRow, b: IslemRow) => COMPARED.every((name) => a[name] === b[name])

/** Whether two lists hold the same items in the same order. */
export function isSameList(a: readonly IslemRow[], b: readonly IslemRow[]): boolean {
  return a.length === b.length && a.every((row, i) => row === b[i] || hasSameItem(row, b[i]))
}

function hasSameItem(row: IslemRow, other: IslemRow | undefined): boolean {
  return other !== undefined && row.id === other.id && isSameRow(row, other)
}
