import type { ColumnType, Generated } from 'kysely'

import type { ExpenseMethod } from '#shared/expense/rules.ts'
import type { VatRate } from '#shared/expense/vat.ts'

import type { Day, Versioned } from './schema-records.ts'

/** A shop's expenses that repeat. */
export interface RepetitionTables {
  /** An expense that repeats each month; a deleted one has ended. */
  expense_repetition: Versioned & {
    title: string
    amount_kurus: number
    method: ExpenseMethod | null
    category: Generated<string>
    vat_rate: VatRate | null
    note: Generated<string>
    /** The day on which it is due, 1–31; in a shorter month it is due on the last day. */
    day_of_month: number
    /** The first month, as its first day. */
    first_month: Day
    /** Whether it is stored by itself on its day; else it is proposed. */
    is_automatic: boolean
  }

  /** A month of a repetition that is done. */
  expense_repetition_month: {
    shop_id: number
    repetition_id: number
    /** The first day of the month. */
    month: Day
    /** The stored expense, which may be purged since; `null` for a skipped month. */
    expense_id: number | null
    created_at: ColumnType<Date, Date, never>
  }
}
