import { type Kysely, sql } from 'kysely'

/**
 * Adds the policies of both tables, and a function by which the requests' role, which may not update the change log,
 * empties whole rows of its own shop. Texts of rows that no longer exist are emptied now; later removals do it
 * themselves.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['erasure', 'data_request']) {
    await sql`alter table ${sql.table(table)} enable row level security`.execute(db)
    await sql`create policy shop on ${sql.table(table)} using (
      user_id = nullif(current_setting('oto.shop', true), '')::bigint)`.execute(db)
  }
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  const change = sql.id(rows[0]?.name ?? 'public', 'change')
  // The name includes the schema, so that a temporary table of the caller cannot take its place.
  await sql`create function erase_changes(shop bigint, ids bigint[]) returns void
    language sql security definer set search_path = pg_catalog, pg_temp as $$
      update ${change} set title = '', detail = '{}'
      where user_id = shop and id = any(ids)
        and user_id = coalesce(nullif(current_setting('oto.shop', true), '')::bigint, shop)
    $$`.execute(db)
  for (const noun of ['kayit', 'customer', 'vehicle'])
    await sql`update change set title = '', detail = '{}'
      where noun = ${sql.lit(noun)} and (title <> '' or detail <> '{}') and not exists (
        select from ${sql.table(noun)} as thing
        where thing.user_id = change.user_id and thing.id = change.target_id)`.execute(db)
}
