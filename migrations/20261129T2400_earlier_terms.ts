import type { Kysely } from 'kysely'

/** Lets a shop remember the terms that it has replaced, for forms that were signed without a connection. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  db.schema
    .alterTable('shops')
    .addColumn('earlier_terms', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
