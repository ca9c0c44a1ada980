import type { ColumnType, Generated } from 'kysely'

import type { AccountTables } from './schema-accounts.ts'
import type { IntakeTables } from './schema-intake.ts'
import type { Day, ShopRow, RecordTables } from './schema-records.ts'
import type { ReminderTables } from './schema-reminders.ts'
import type { RepetitionTables } from './schema-repetitions.ts'
import type { MailTables } from './schema-mail.ts'
import type { ShareTables } from './schema-shares.ts'

/** The shop and the month of totals; `month` is the first day of the month. */
interface Month {
  shop_id: number
  month: Day
}

export interface DB
  extends
    AccountTables,
    RecordTables,
    RepetitionTables,
    ShareTables,
    MailTables,
    IntakeTables,
    ReminderTables {
  /** Totals of a day and status, updated in the records' transaction; a row that counts nothing is removed. */
  day_totals: Month & {
    day: Day
    durum: string
    count: number
    /** The number of records with a total above 0. */
    priced_count: number
    toplam_kurus: number
  }

  /**
   * A shop's records by month and status. The row without a status is the lock of the month's totals, has its expenses, and
   * is never removed.
   */
  status_totals: Month & {
    durum: string
    count: number
    toplam_kurus: number
    spent_kurus: number
  }

  /** Sums of a shop's records by month and make, as it is written. */
  make_totals: Month & {
    arac_marka: string
    count: number
    /** Without cancelled records. */
    gelir_kurus: number
  }

  /** How often an operation occurs in a shop's records of a month, and its income; updated like those of days. */
  operation_totals: Month & {
    islem_adi_upper: string
    /** Turkish sort key of the name. */
    name_sort_key: string
    /** The sum of the quantities. */
    count: number
    /** The sum of quantity × price, without cancelled records. */
    gelir_kurus: number
  }

  /** A caller's key for one change, and its result, so that a retry changes nothing twice. */
  idempotency_keys: {
    shop_id: number
    key: string
    operation: string
    target_id: number | null
    target_version: Generated<number | null>
    /** HMAC-SHA-256 of the input, without passwords, with the text of the key as its secret. */
    request_sha256: Generated<string | null>
    /** The response to an integrator's call, as JSON. */
    answer: Generated<string | null>
    created_at: ColumnType<Date, Date, never>
  }

  /** A change that a user made in a shop; rows are only added, and removed when they are old (decision 31). */
  change: ShopRow & {
    at: ColumnType<Date, Date, never>
    /** The id of the user who made it, 0 for a customer with a link, and the name at that time. */
    actor_id: number
    actor_name: string
    channel: 'page' | 'legacy' | 'job' | 'link'
    /** The kind and id of the changed thing; some have no id (shared/change/schema.ts). */
    noun: string
    target_id: number | null
    /**
     * The customer whom the texts name; `null` if unknown, as in rows of older versions. `other_customer_id` is the
     * customer named before, or the other one of a merge, and 0 for a person without a customer's row.
     */
    customer_id: number | null
    other_customer_id: number | null
    /** The car of an exported file, or the other car of a merge. */
    vehicle_id: number | null
    verb: string
    /** The name of the changed thing at that time. */
    title: Generated<string>
    /** JSON (shared/change/schema.ts). */
    detail: Generated<string>
  }

  /** An erasure of personal data, kept as evidence (by-law on erasure, art. 7/3); it has none of the erased texts. */
  erasure: ShopRow & {
    at: ColumnType<Date, Date, never>
    /** The user's id and name at that time; `null` and '' for the retention job. */
    actor_id: number | null
    actor_name: string
    /** `null` if old data of several customers was erased together. */
    customer_id: number | null
    reason: 'request' | 'ended' | 'retention'
    /** JSON (shared/personal-data/schema.ts). */
    counts: string
  }

  /** A customer's request under law 6698, art. 11. */
  data_request: ShopRow & {
    received_on: Day
    kind: 'information' | 'correction' | 'erasure' | 'other'
    note: string
    /** The customer, if the shop named one; an erasure of the customer empties the note. */
    customer_id: number | null
    answered_on: Day | null
    version: Generated<number>
    created_at: ColumnType<Date, Date, never>
  }
}
