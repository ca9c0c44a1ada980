import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'

/** Columns that move from `users` to `shops`, because they describe the shop and not the person. */
export const OF_SHOP = [
  'company_name',
  'company_tel',
  'company_adress',
  'output_format',
  'license_type',
  'license_end_date',
  'prices_with_vat',
  'idle_minutes',
  'change_months',
  'anonymise_years',
  'suspended_at',
  'suspended_reason',
  'derived_version',
] as const

const text = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo('')

/** Gives each shop its own row, under the id of its owner. Rows of `users` are persons, each of one shop. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createShops(db)
  const columns = sql.join(OF_SHOP.map((name) => sql.ref(name)))
  await sql`insert into shops (id, closed_at, ${columns})
    select id, deleted_at, ${columns} from users where shop_id is null`.execute(db)
  for (const name of ['idle_minutes', 'license_end', 'output_format', 'retention', 'staff'])
    await db.schema.alterTable('users').dropConstraint(`users_${name}_ck`).execute()
  await db.schema.alterTable('users').dropConstraint('users_shop_fk').execute()
  await sql`update users set shop_id = id, role = 'owner' where shop_id is null`.execute(db)
  for (const column of ['shop_id', 'role'])
    await db.schema
      .alterTable('users')
      .alterColumn(column, (change) => change.setNotNull())
      .execute()
  await db.schema
    .alterTable('users')
    .addCheckConstraint(
      'users_role_ck',
      sql`(role = 'owner' and id = shop_id)
        or (role in ('desk', 'mechanic') and id <> shop_id and auth = 0
          and (role = 'desk' or not sees_figures))`,
    )
    .execute()
  for (const column of OF_SHOP) await db.schema.alterTable('users').dropColumn(column).execute()
}

async function createShops(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('shops')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('company_name', 'text', text)
    .addColumn('company_tel', 'text', text)
    .addColumn('company_adress', 'text', text)
    .addColumn('output_format', 'text', (column) => column.notNull().defaultTo('PDF'))
    .addColumn('license_type', 'text', text)
    .addColumn('license_end_date', 'date')
    .addColumn('prices_with_vat', 'boolean')
    .addColumn('idle_minutes', 'integer')
    .addColumn('change_months', 'integer', (column) => column.notNull().defaultTo(24))
    .addColumn('anonymise_years', 'integer')
    .addColumn('closed_at', 'timestamptz')
    .addColumn('suspended_at', 'timestamptz')
    .addColumn('suspended_reason', 'text', text)
    .addColumn('derived_version', 'smallint', (column) => column.notNull().defaultTo(0))
    .addCheckConstraint('shops_output_format_ck', sql`output_format in ('PDF', 'XLSX', 'CSV')`)
    .addCheckConstraint(
      'shops_license_end_ck',
      sql`license_end_date >= '1900-01-01' and license_end_date < '2201-01-01'`,
    )
    .addCheckConstraint('shops_idle_minutes_ck', sql`idle_minutes is null or idle_minutes in (15, 30, 60)`)
    .addCheckConstraint(
      'shops_retention_ck',
      sql`change_months in (6, 12, 24, 36, 60, 120)
        and (anonymise_years is null or anonymise_years in (5, 10))`,
    )
    .execute()
}
