import { type Kysely, sql } from 'kysely'

/**
 * Creates sums of a shop's months, updated in the transaction that changes a record or an expense: all-time figures
 * would otherwise read every row. Expenses get a sort key for their titles ('' until it is computed).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('month_totals')
    .addColumn('user_id', 'bigint', (column) => column.notNull())
    .addColumn('ay', 'date', (column) => column.notNull())
    .addColumn('kayit_sayisi', 'bigint', (column) => column.notNull())
    .addColumn('gelir_kurus', 'bigint', (column) => column.notNull())
    .addColumn('gider_kurus', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('month_totals_pk', ['user_id', 'ay'])
    .addForeignKeyConstraint('month_totals_user_fk', ['user_id'], 'users', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .addCheckConstraint('month_totals_ay_ck', sql`ay >= '1900-01-01' and ay < '2201-01-01'`)
    .addCheckConstraint(
      'month_totals_sums_ck',
      sql`kayit_sayisi >= 0 and gelir_kurus >= 0 and gider_kurus >= 0`,
    )
    .execute()

  await db.schema
    .alterTable('expense')
    .addColumn('title_sira', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
