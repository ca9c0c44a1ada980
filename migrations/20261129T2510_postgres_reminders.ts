import { type Kysely, sql } from 'kysely'

/**
 * Lets a request see and store only the reminders of its own shop. The index holds the waiting ones; those with kilometres
 * are all read, because their day is computed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reminder
    add constraint reminder_title_ck check ((cause = 'other') = (title_key <> '')),
    add constraint reminder_due_ck check (cause = 'warranty' or due_day is not null or due_km is not null),
    add constraint reminder_kind_ck check (car_kind in ('private', 'motorcycle', 'tractor', 'commercial'))`.execute(
    db,
  )
  await sql`create index reminder_waiting on reminder (shop_id, due_day) where state = 'open'`.execute(db)
  await sql`alter table reminder enable row level security`.execute(db)
  await sql`create policy shop on reminder using (
    shop_id = nullif(current_setting('oto.shop', true), '')::bigint)`.execute(db)
}
