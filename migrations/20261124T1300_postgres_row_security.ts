import { type Kysely, sql } from 'kysely'

/** Tables whose rows administrators see beside the shop: `user_id` is a shop that wrote to them or has a logo. */
const FOR_ADMINISTRATORS = ['feedback', 'logo']
const FOR_THE_SHOP = [
  'kayit',
  'islem',
  'belge',
  'vehicle',
  'customer',
  'expense',
  'month_totals',
  'day_totals',
  'operation_totals',
  'item_memory',
  'item_price',
  'item_package',
  'idempotency_keys',
]

/**
 * Limits a role that neither owns the tables nor bypasses row-level security to the rows of the shop that its
 * transaction names, in addition to the owner in every WHERE (decision 27). Without a name it finds no rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // `current_setting` is stable, not volatile: PostgreSQL computes it once for each statement and compares it with the
  // statement's own owner.
  const shop = sql`user_id = nullif(current_setting('oto.shop', true), '')::bigint`
  const administration = sql`current_setting('oto.administration', true) = 'on'`
  const guard = async (table: string, condition: typeof shop) => {
    await sql`alter table ${sql.table(table)} enable row level security`.execute(db)
    await sql`create policy shop on ${sql.table(table)} using (${condition})`.execute(db)
  }
  for (const table of FOR_THE_SHOP) await guard(table, shop)
  for (const table of FOR_ADMINISTRATORS) await guard(table, sql`${shop} or ${administration}`)
}
