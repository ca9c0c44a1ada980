import type { ColumnType, Generated } from 'kysely'

/** A calendar day, 'YYYY-MM-DD'. */
export type Day = string
/** Set by the database when absent. */
export type CreatedAt = ColumnType<Date, Date | undefined, never>

/** A row of a shop, numbered within the installation. */
export interface ShopRow {
  shop_id: number
  id: Generated<number>
}

/** A row that users change: each change raises its version, and a deleted row stays for a while. */
export interface Versioned extends ShopRow {
  version: Generated<number>
  created_at: CreatedAt
  updated_at: ColumnType<Date, Date | undefined, Date>
  deleted_at: Generated<Date | null>
}
