import type { ColumnType } from 'kysely'

/** A calendar day, 'YYYY-MM-DD'. */
export type Day = string
/** Set by the database when absent. */
export type CreatedAt = ColumnType<Date, Date | undefined, never>
