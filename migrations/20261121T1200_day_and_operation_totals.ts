import { type Kysely, sql } from 'kysely'

/**
 * Creates sums of a shop's days by status, and of its months by operation, updated like the month totals: a month's
 * statistics would otherwise read all of its records and items.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('day_totals')
    .addColumn('user_id', 'bigint', (column) => column.notNull())
    .addColumn('ay', 'date', (column) => column.notNull())
    .addColumn('gun', 'date', (column) => column.notNull())
    .addColumn('durum', 'text', (column) => column.notNull())
    .addColumn('adet', 'bigint', (column) => column.notNull())
    .addColumn('tutarli_adet', 'bigint', (column) => column.notNull())
    .addColumn('toplam_kurus', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('day_totals_pk', ['user_id', 'ay', 'gun', 'durum'])
    .addForeignKeyConstraint('day_totals_user_fk', ['user_id'], 'users', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .addCheckConstraint('day_totals_ay_ck', sql`ay >= '1900-01-01' and gun >= ay and gun < '2201-01-01'`)
    .execute()

  await db.schema
    .createTable('operation_totals')
    .addColumn('user_id', 'bigint', (column) => column.notNull())
    .addColumn('ay', 'date', (column) => column.notNull())
    .addColumn('islem_adi_upper', 'text', (column) => column.notNull())
    .addColumn('islem_sira', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('adet', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('operation_totals_pk', ['user_id', 'ay', 'islem_adi_upper'])
    .addForeignKeyConstraint('operation_totals_user_fk', ['user_id'], 'users', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .addCheckConstraint('operation_totals_ay_ck', sql`ay >= '1900-01-01' and ay < '2201-01-01'`)
    .execute()
}
