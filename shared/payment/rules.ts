import type { Day } from '#shared/date.ts'
import { hasIncome, isCompleted, recordDay } from '#shared/kayit/rules.ts'
import type { Kurus } from '#shared/money.ts'

export const PAYMENT_KINDS = ['payment', 'refund'] as const
/** Money that the shop took, or gave back. The reversal of an entry has the other kind. */
export type PaymentKind = (typeof PAYMENT_KINDS)[number]

/** Cash, card, bank transfer, cheque, or anything else. */
export const PAYMENT_METHODS = ['cash', 'card', 'transfer', 'cheque', 'other'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

type Entry = { kind: PaymentKind; amount_kurus: Kurus }

/** Returns the amount in kuruş as the till counts it: a refund is below 0. */
export const signedAmount = ({ kind, amount_kurus }: Entry): Kurus =>
  kind === 'payment' ? amount_kurus : -amount_kurus

/** Returns the sum of entries in kuruş: payments less refunds. */
export const sumOfEntries = (entries: readonly Entry[]): Kurus =>
  entries.reduce((sum, entry) => sum + signedAmount(entry), 0)

export const oppositeKind = (kind: PaymentKind): PaymentKind => (kind === 'payment' ? 'refund' : 'payment')

type DatedRecord = {
  durum: string
  cikis_tarihi: Day | null
  giris_tarihi: Day | null
  kayit_tarihi: Day
}

/**
 * Returns the day on which the customer came to owe the record's total: its exit date, or the record's day if it is
 * completed without one. `null` while the car is in the shop, and for a cancelled record.
 */
export function dueDay(record: DatedRecord): Day | null {
  if (!hasIncome(record)) return null
  return record.cikis_tarihi ?? (isCompleted(record) ? recordDay(record) : null)
}

/** A record with its dates, its status and its money in kuruş. */
export type RecordMoney = DatedRecord & { toplam_kurus: Kurus; paid_kurus: Kurus }

/**
 * Returns the rest of a record in kuruş, its total without its payments, below 0 where the shop owes the customer; `null` where no screen
 * speaks of a debt: before the shop has set its `start`, and for a record that became due before that day. A cancelled
 * record owes nothing, so its payments are the customer's.
 */
export function restOf(record: RecordMoney, start: Day | null): Kurus | null {
  if (start === null) return null
  const { toplam_kurus, paid_kurus } = record
  if (!hasIncome(record)) return paid_kurus === 0 ? null : 0 - paid_kurus
  const due = dueDay(record)
  return due !== null && due < start ? null : toplam_kurus - paid_kurus
}

/** Returns what the customer owes for a due record in kuruş; 0 where nothing is owed. */
export const debtOf = (record: RecordMoney, start: Day | null): Kurus =>
  dueDay(record) === null ? 0 : Math.max(restOf(record, start) ?? 0, 0)

/** Returns the sum in kuruş that customers owe for due records, and the number of these records. */
export function owedFor(
  records: readonly RecordMoney[],
  start: Day | null,
): { owed_kurus: Kurus; owed_count: number } {
  const owed = records.map((record) => debtOf(record, start)).filter((rest) => rest > 0)
  return { owed_kurus: owed.reduce((sum, rest) => sum + rest, 0), owed_count: owed.length }
}
