import { type Kysely, sql } from 'kysely'

/** Lets a request see and store only the e-mails of its own shop. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mail enable row level security`.execute(db)
  await sql`create policy shop on mail using (
    shop_id = nullif(current_setting('oto.shop', true), '')::bigint)`.execute(db)
}
