import type { ColumnType, Generated } from 'kysely'

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
