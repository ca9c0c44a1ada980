import type { Kysely } from 'kysely'

/** Adds an operation's income to its quantity of the month: summing the items of a year took 50 ms. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('operation_totals')
    .addColumn('gelir_kurus', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
}
