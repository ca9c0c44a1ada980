import { type Kysely, sql } from 'kysely'

/**
 * Lets every link name the customer for whom it was made, so that the next owner's visits and another customer's record
 * are not shown to that customer. Older links to a car's history name none and end.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table share drop constraint share_kind_ck`.execute(db)
  await sql`alter table share
    add constraint share_kind_ck check (
      kind in ('record', 'quote') and kayit_id is not null and vehicle_id is null
      or kind = 'vehicle' and kayit_id is null and vehicle_id is not null
      or kind = 'statement' and kayit_id is null and vehicle_id is null and customer_id is not null) not valid`.execute(
    db,
  )
  await sql`update share set revoked_at = now() where kind = 'vehicle' and revoked_at is null`.execute(db)
}
