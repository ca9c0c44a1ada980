import { type Kysely, sql } from 'kysely'

/**
 * Versions up to 26 November 2026 stored the text of a caller's key, or its hash without a mark, and a hash of the input
 * that could be guessed. All keys get the form of today (idempotency.ts), so that nothing looks for another. The hash of
 * the input goes: a call that is repeated across this update counts as another input.
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
