import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'

const text = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo('')
const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0)

/** Adds the columns that the lists of cars and customers search, sort and sum, and the target of a merge. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The rows are rebuilt with these columns when the housekeeping links the records again.
  await sql`update kayit set vehicle_id = null, customer_id = null
    where vehicle_id is not null or customer_id is not null`.execute(db)
  for (const name of ['vehicle', 'customer']) {
    await sql`delete from ${sql.table(name)}`.execute(db)
    const columns = { ara_ad: text, name_sira: text, visits: zero, total_kurus: zero }
    for (const [column, rule] of Object.entries(columns))
      await db.schema
        .alterTable(name)
        .addColumn(column, typeOf[column] ?? 'text', rule)
        .execute()
    await db.schema.alterTable(name).addColumn('last_day', 'date').execute()
    await db.schema.alterTable(name).addColumn('merged_into', 'bigint').execute()
    await db.schema
      .alterTable(name)
      .addForeignKeyConstraint(`${name}_merged_fk`, ['user_id', 'merged_into'], name, ['user_id', 'id'])
      .execute()
  }
  for (const column of ['ara_arac', 'plate_sira'])
    await db.schema.alterTable('vehicle').addColumn(column, 'text', text).execute()
  for (const column of ['ara_no', 'ara_yalin'])
    await db.schema.alterTable('customer').addColumn(column, 'text', text).execute()
}

const typeOf: Readonly<Record<string, 'integer' | 'bigint'>> = { visits: 'integer', total_kurus: 'bigint' }
