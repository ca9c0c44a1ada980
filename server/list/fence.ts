import type { Kysely, SelectQueryBuilder } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'

export type ListTable = 'kayit' | 'vehicle' | 'customer'

export type ListRows<T extends ListTable> = SelectQueryBuilder<DB, T, object>

/** Returns the rows behind OFFSET 0, which has PostgreSQL carry them out as they are and test later conditions on them. */
export const optimizationFence = <T extends ListTable>(
  db: Kysely<DB>,
  table: T,
  rows: ListRows<T>,
): ListRows<T> => db.selectFrom(rows.selectAll(table).offset(0).as(table))
