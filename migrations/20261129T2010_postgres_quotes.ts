import { type Kysely, sql } from 'kysely'

/**
 * Lets a request see and store only the quotes of its own shop, lets a link show a quote as it was sent, and lets the
 * log name the customer's link as the place of a change. The new checks allow more, so no stored row is read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['quote', 'quote_answer']) {
    await sql`alter table ${sql.table(table)} enable row level security`.execute(db)
    await sql`create policy shop on ${sql.table(table)} using (
      shop_id = nullif(current_setting('oto.shop', true), '')::bigint)`.execute(db)
  }
  for (const check of ['share_kind_ck', 'share_content_ck'])
    await sql`alter table share drop constraint ${sql.id(check)}`.execute(db)
  await sql`alter table share
    add constraint share_kind_ck check (
      kind in ('record', 'quote') and kayit_id is not null and vehicle_id is null and customer_id is null
      or kind = 'vehicle' and kayit_id is null and vehicle_id is not null and customer_id is null
      or kind = 'statement' and kayit_id is null and vehicle_id is null and customer_id is not null) not valid,
    add constraint share_content_ck check (
      (kind in ('statement', 'quote')) = (content is not null) and (content is null) = (content_hash is null)
      and (kind = 'quote') = (quote_version is not null) and octet_length(content) <= 262144) not valid`.execute(
    db,
  )
  // The planner keeps samples of a column in its statistics, also after an erasure has emptied the table.
  await sql`alter table share alter column content set statistics 0`.execute(db)
  for (const column of ['recipient', 'body'])
    await sql`alter table mail alter column ${sql.id(column)} set statistics 0`.execute(db)
  for (const column of ['name', 'address', 'user_agent', 'content'])
    await sql`alter table quote_answer alter column ${sql.id(column)} set statistics 0`.execute(db)
  await sql`alter table change drop constraint change_channel_ck`.execute(db)
  await sql`alter table change add constraint change_channel_ck
    check (channel in ('page', 'legacy', 'job', 'link')) not valid`.execute(db)
}
