import { type Kysely, sql } from 'kysely'

/**
 * Converts all idempotency keys to the present form (idempotency.ts): earlier versions stored the text of a key, or its
 * hash without a mark, and a guessable hash of the input. That hash is dropped, so a call repeated across this update
 * counts as another input.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into idempotency_keys
      (shop_id, operation, key, request_sha256, target_id, target_version, answer, created_at)
    select distinct on (shop_id, operation, stored) shop_id, operation, stored, null, target_id, target_version, answer,
      created_at
    from (
      select idempotency_keys.*, 'sha256§' || case when key ~ '^[0-9a-f]{64}$' then key
        else encode(sha256(convert_to(key, 'UTF8')), 'hex') end as stored
      from idempotency_keys where key not like 'sha256§%') as former
    order by shop_id, operation, stored, created_at desc
    on conflict do nothing`.execute(db)
  await sql`delete from idempotency_keys where key not like 'sha256§%'`.execute(db)
}
