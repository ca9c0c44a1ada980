import { type Kysely, sql } from 'kysely'

/** Lets a request see and store only the intakes and deliveries of its own shop. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['intake', 'delivery']) {
    await sql`alter table ${sql.table(table)} enable row level security`.execute(db)
    await sql`create policy shop on ${sql.table(table)} using (
      shop_id = nullif(current_setting('oto.shop', true), '')::bigint)`.execute(db)
  }
}
