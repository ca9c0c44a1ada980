import { type Day, daysBetween } from '#shared/date.ts'
import { hasIncome } from '#shared/kayit/rules.ts'
import type { Kurus } from '#shared/money.ts'
import {
  dueDay,
  type PaymentKind,
  type PaymentMethod,
  type RecordMoney,
  signedAmount,
  sumOfEntries,
} from '#shared/payment/rules.ts'

/** Money that a customer owes since a day, in kuruş above 0. */
export type Debt = { day: Day; rest_kurus: Kurus }

/**
 * The parts of a customer's balance: debts, and the money that the shop took without a debt (on account, more than a
 * record's total, or for a record that was cancelled or deleted since).
 */
export type CustomerMoney = { debts: readonly Debt[]; credit_kurus: Kurus }

/** Returns what the customer owes in kuruş, below 0 where the shop owes the customer. */
export const balanceOf = ({ debts, credit_kurus }: CustomerMoney): Kurus => sumOf(debts) - credit_kurus

const sumOf = (debts: readonly Debt[]): Kurus => debts.reduce((sum, { rest_kurus }) => sum + rest_kurus, 0)

/** Returns the rests of the debts after the credit has paid the oldest ones first. */
export function openDebts<D extends Debt>(debts: readonly D[], credit_kurus: Kurus): D[] {
  let credit = credit_kurus
  const oldestFirst = debts.toSorted((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)))
  return oldestFirst.flatMap((debt) => {
    const rest_kurus = Math.max(debt.rest_kurus - Math.max(credit, 0), 0)
    credit -= debt.rest_kurus
    return rest_kurus === 0 ? [] : [{ ...debt, rest_kurus }]
  })
}

/** The last day of each age but the last one, in days since the record became due. */
export const AGE_LIMITS = [30, 60, 90] as const
/** Debts in kuruş by age: up to 30, 60 and 90 days, and older. */
export type Ages = [Kurus, Kurus, Kurus, Kurus]

/** Returns the place of a debt's age in `Ages`; a debt of a later day is new. */
export function ageOf(day: Day, today: Day): 0 | 1 | 2 | 3 {
  const days = daysBetween(day, today)
  const place = AGE_LIMITS.findIndex((limit) => days <= limit)
  return place === -1 ? 3 : (place as 0 | 1 | 2)
}

/**
 * Returns what a customer owes by age. The sum is the balance, or 0 where the customer owes nothing. A credit below 0,
 * more money given back than taken, is a debt of today.
 */
export function agesOf({ debts, credit_kurus }: CustomerMoney, today: Day): Ages {
  const ages: Ages = [Math.max(0 - credit_kurus, 0), 0, 0, 0]
  for (const { day, rest_kurus } of openDebts(debts, credit_kurus)) ages[ageOf(day, today)] += rest_kurus
  return ages
}

/**
 * Returns what a customer owed when the accounts started, in kuruş. Payments since then for records of before
 * (`paid_kurus`) were owed at the start, also without an opening balance.
 */
export function openingDebt(opening_kurus: Kurus, paid_kurus: Kurus): Kurus {
  if (paid_kurus <= 0) return opening_kurus + paid_kurus
  return Math.max(opening_kurus, 0, paid_kurus) + Math.min(opening_kurus, 0)
}

/** A record as an account sees it. */
export type AccountRecord = RecordMoney & {
  id: number
  plate: string
  is_deleted: boolean
}

/** An entry of a record (`kayit_id`) or on account. */
export type AccountEntry = {
  id: number
  day: Day
  kind: PaymentKind
  method: PaymentMethod
  amount_kurus: Kurus
  note: string
  kayit_id: number | null
  reverses: number | null
}

/** A line of an account before its balance, in kuruş: `debit_kurus` raises the debt, `credit_kurus` lowers it. */
export type AccountLine<Entry extends AccountEntry> =
  | (Movement & { kind: 'opening' })
  | (Movement & { kind: 'record'; record: AccountRecord })
  | EntryLine<Entry>

type Movement = { day: Day; debit_kurus: Kurus; credit_kurus: Kurus }
type EntryLine<Entry> = Movement & { kind: 'entry'; entry: Entry; record: AccountRecord | undefined }

type Account<Entry> = {
  /** The first day of the shop's accounts. */
  start: Day
  /** The opening balance as it was entered. */
  opening_kurus: Kurus
  records: readonly AccountRecord[]
  entries: readonly Entry[]
}

/**
 * Returns the lines of a customer's account in their order: the opening balance, records on the day on which they
 * became due, payments and refunds. Advances for a record that is not due are no line before it is; entries of before
 * the start, and records due before it, belong to the opening balance.
 */
export function accountLines<Entry extends AccountEntry>({
  start,
  opening_kurus,
  records,
  entries,
}: Account<Entry>): AccountLine<Entry>[] {
  const byId = new Map(records.map((record) => [record.id, record]))
  const recordLines = records.flatMap((record): AccountLine<Entry>[] => {
    const due = record.is_deleted ? null : dueDay(record)
    return due === null || due < start || record.toplam_kurus === 0
      ? []
      : [{ kind: 'record', day: due, ...movementOf(record.toplam_kurus), record }]
  })
  const entryLines = entries.flatMap((entry): EntryLine<Entry>[] => {
    const record = byId.get(entry.kayit_id ?? 0)
    const day = accountDay(entry, record, start)
    return day === null ? [] : [{ kind: 'entry', day, ...movementOf(0 - signedAmount(entry)), entry, record }]
  })
  const paidBefore = entryLines.filter(({ record }) => record !== undefined && isBefore(record, start))
  const opening = openingDebt(opening_kurus, sumOfEntries(paidBefore.map(({ entry }) => entry)))
  const lines = [...recordLines, ...entryLines].sort((one, other) =>
    one.day === other.day ? 0 : one.day < other.day ? -1 : 1,
  )
  return opening === 0 ? lines : [{ kind: 'opening', day: start, ...movementOf(opening) }, ...lines]
}

/** Returns a change of the debt as a debit, or below 0 as a credit. */
const movementOf = (kurus: Kurus) => ({
  debit_kurus: Math.max(kurus, 0),
  credit_kurus: Math.max(0 - kurus, 0),
})

/** Returns whether a record was due before the accounts started. */
function isBefore(record: AccountRecord, start: Day): boolean {
  const due = record.is_deleted ? null : dueDay(record)
  return due !== null && due < start
}

/** Returns the day on which an entry counts in its customer's account; `null` while it does not. */
function accountDay(entry: AccountEntry, record: AccountRecord | undefined, start: Day): Day | null {
  if (record === undefined) return entry.day < start ? null : entry.day
  // The money of a cancelled or deleted record is the customer's.
  if (record.is_deleted || !hasIncome(record)) return laterOf(entry.day, start)
  const due = dueDay(record)
  if (due === null) return null
  if (due >= start) return laterOf(entry.day, due)
  return entry.day < start ? null : entry.day
}

const laterOf = (one: Day, other: Day): Day => (one > other ? one : other)

/** The parts of a statement's line that a cancellation needs. */
type CancellableLine = {
  debit_kurus: Kurus
  credit_kurus: Kurus
  balance_kurus: Kurus
  entry: { id: number; reverses: number | null } | null
}

/**
 * Returns the lines that the customer's file has: without an entry and its cancellation that both stand in it, because
 * they are a mistake of the shop. The balances after the lines between the two leave the entry out.
 */
export function withoutCancelledPairs<Line extends CancellableLine>(
  lines: readonly Line[],
  carried_kurus: Kurus,
): Line[] {
  const shown = new Set(lines.flatMap(({ entry }) => entry?.id ?? []))
  const undone = new Set(
    lines.flatMap(({ entry }) =>
      entry?.reverses != null && shown.has(entry.reverses) ? [entry.id, entry.reverses] : [],
    ),
  )
  let balance_kurus = carried_kurus
  return lines
    .filter(({ entry }) => entry === null || !undone.has(entry.id))
    .map((line) => {
      balance_kurus += line.debit_kurus - line.credit_kurus
      return { ...line, balance_kurus }
    })
}

/** Returns a record's work in few words: its first item, and how many follow. */
export const workOf = ([first = '', ...others]: readonly string[]): string =>
  others.length === 0 ? first : `${first} (+${others.length})`
