import { type Kysely, sql } from 'kysely'

/**
 * Lets a request see and store only the links of its own shop, and lets an erasure of a user also forget the name in the
 * links that the user made.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table share enable row level security`.execute(db)
  await sql`create policy shop on share using (
    shop_id = nullif(current_setting('oto.shop', true), '')::bigint)`.execute(db)
  await sql`create or replace function forget_actor(shop bigint, erased bigint) returns integer
    language plpgsql security definer set search_path from current as $$
      declare
        acted integer;
        named integer;
      begin
        perform from users where id = erased and erased_at is not null;
        if not found then return 0; end if;
        update payment set actor_name = 'Silinmiş kullanıcı' where shop_id = shop and actor_id = erased;
        update day_end set actor_name = 'Silinmiş kullanıcı' where shop_id = shop and actor_id = erased;
        update share set actor_name = 'Silinmiş kullanıcı' where shop_id = shop and actor_id = erased;
        update change set actor_name = 'Silinmiş kullanıcı'
          where shop_id = shop and actor_id = erased and (noun <> 'user' or target_id is distinct from erased);
        get diagnostics acted = row_count;
        update change set title = 'Silinmiş kullanıcı', detail = '{}',
            actor_name = case when actor_id = erased then 'Silinmiş kullanıcı' else actor_name end
          where shop_id = shop and noun = 'user' and target_id = erased;
        get diagnostics named = row_count;
        return acted + named;
      end $$`.execute(db)
}
