import { type Kysely, sql } from 'kysely'

/**
 * Adds the policy of the change log: administrators write into the log of the shop whose account they change. A BRIN
 * index finds the old rows of all shops, because rows are stored in the order of time; the trash gets indexes by shop.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index change_old on change using brin (at)`.execute(db)
  await sql`alter table change enable row level security`.execute(db)
  await sql`create policy shop on change using (
    user_id = nullif(current_setting('oto.shop', true), '')::bigint
    or current_setting('oto.administration', true) = 'on')`.execute(db)
  for (const table of ['kayit', 'expense', 'item_price', 'item_package'])
    await sql`create index ${sql.id(`${table}_trash`)} on ${sql.table(table)} (user_id, deleted_at, id)
      where deleted_at is not null`.execute(db)
}
