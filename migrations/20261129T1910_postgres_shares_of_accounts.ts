import { type Kysely, sql } from 'kysely'

/** Ties a link to the one thing that it shows, with which it goes, and bounds the stored text. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table share
    add constraint share_kind_ck check (
      kind = 'record' and kayit_id is not null and vehicle_id is null and customer_id is null
      or kind = 'vehicle' and kayit_id is null and vehicle_id is not null and customer_id is null
      or kind = 'statement' and kayit_id is null and vehicle_id is null and customer_id is not null),
    add constraint share_content_ck check (
      (kind = 'statement') = (content is not null) and (content is null) = (content_hash is null)
      and octet_length(content) <= 262144),
    add constraint share_vehicle_fk foreign key (shop_id, vehicle_id) references vehicle (shop_id, id)
      on delete cascade,
    add constraint share_customer_fk foreign key (shop_id, customer_id) references customer (shop_id, id)
      on delete cascade`.execute(db)
}
