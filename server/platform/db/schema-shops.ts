import type { ColumnType, Generated } from 'kysely'

import type { Day } from './schema-columns.ts'

/** A tenant. Its id is its owner's. */
export interface ShopsTable {
  id: number
  company_name: Generated<string>
  company_tel: Generated<string>
  company_adress: Generated<string>
  output_format: Generated<string>
  license_type: Generated<string>
  license_end_date: Generated<Day | null>
  /** Whether prices are typed with VAT; `null`: as last on the device. */
  prices_with_vat: Generated<boolean | null>
  /** After how many minutes without use a page's session ends; `null`: never. */
  idle_minutes: Generated<number | null>
  /** The shop keeps its change log for so many months. */
  change_months: Generated<number>
  /** After so many years without a visit customers lose their personal data; `null`: never. */
  anonymise_years: Generated<number | null>
  /** Set when the owner's account is closed: nobody of the shop can log in any more. */
  closed_at: Generated<Date | null>
  /** The time of the suspension, and the reason that the shop reads. */
  suspended_at: Generated<Date | null>
  suspended_reason: Generated<string>
  /** The version of the functions that computed the shop's derived columns (server/commands/jobs/rebuild.ts). */
  derived_version: Generated<number>
}

/** What a shop stores, as the job last counted it. */
export interface ShopUsageTable {
  shop_id: number
  /** Its records that are not deleted. */
  kayit_sayisi: number
  logo_bytes: number
  belge_bytes: number
  counted_at: Date
}

/** That a shop or a user was erased, without anything that tells who it was; kept for three years. */
export interface ErasureRegisterTable {
  id: Generated<number>
  at: ColumnType<Date, Date, never>
  kind: 'shop' | 'user'
  /** The id of the erased user, of a shop its owner's. */
  subject_id: number
  by_user: number
  /** Removed rows by table. */
  counts: ColumnType<Record<string, number>, string, never>
  reason: string
}

/** A text that users were shown before they were let in, word for word; never changed. */
export interface ConsentTextsTable {
  version: string
  sha256: string
  body: string
  created_at: ColumnType<Date, Date, never>
}

/** What was agreed to, when, in which version: stored as evidence (KVKK art. 10). */
export interface ConsentsTable {
  id: Generated<number>
  user_id: number
  text_version: string
  text_sha256: string
  action: 'accepted' | 'cancelled'
  created_at: ColumnType<Date, Date, never>
}
