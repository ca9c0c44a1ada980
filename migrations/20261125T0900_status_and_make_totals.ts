import { type Kysely, sql } from 'kysely'

/**
 * Creates counts of a shop's months by status and their income by make, updated like the other totals: list sizes
 * summed every day of the shop, and the income by make read every record of the period.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('status_totals')
    .addColumn('user_id', 'bigint', (column) => column.notNull())
    .addColumn('ay', 'date', (column) => column.notNull())
    .addColumn('durum', 'text', (column) => column.notNull())
    .addColumn('adet', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('status_totals_pk', ['user_id', 'ay', 'durum'])
    .addForeignKeyConstraint('status_totals_user_fk', ['user_id'], 'users', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .addCheckConstraint('status_totals_ay_ck', sql`ay >= '1900-01-01' and ay < '2201-01-01'`)
    .execute()

  await db.schema
    .createTable('make_totals')
    .addColumn('user_id', 'bigint', (column) => column.notNull())
    .addColumn('ay', 'date', (column) => column.notNull())
    .addColumn('arac_marka', 'text', (column) => column.notNull())
    .addColumn('adet', 'bigint', (column) => column.notNull())
    .addColumn('gelir_kurus', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('make_totals_pk', ['user_id', 'ay', 'arac_marka'])
    .addForeignKeyConstraint('make_totals_user_fk', ['user_id'], 'users', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .addCheckConstraint('make_totals_ay_ck', sql`ay >= '1900-01-01' and ay < '2201-01-01'`)
    .execute()
}
