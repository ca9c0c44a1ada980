import { type Kysely, sql } from 'kysely'

/**
 * Rewrites the functions that change the change log as its owner, so that Citus can run them on the node of the shop,
 * their first parameter: it refuses parameters in SQL functions, and rows that two roles change in one transaction.
 * `forget_actor` with one parameter stays for instances of an earlier version; a later migration drops it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  const change = sql.id(rows[0]?.name ?? 'public', 'change')
  await sql`create or replace function remove_changes(erased bigint, most integer) returns integer
    language plpgsql security definer set search_path from current as $$
      declare removed integer;
      begin
        perform from users where id = erased and erased_at is not null and shop_id is null;
        if not found then return 0; end if;
        delete from change where user_id = erased and id in (
          select id from change where user_id = erased limit most);
        get diagnostics removed = row_count;
        return removed;
      end $$`.execute(db)
  await sql`create function forget_actor(shop bigint, erased bigint) returns integer
    language plpgsql security definer set search_path from current as $$
      declare
        acted integer;
        named integer;
      begin
        perform from users where id = erased and erased_at is not null;
        if not found then return 0; end if;
        update change set actor_name = 'Silinmiş kullanıcı'
          where user_id = shop and actor_id = erased and (noun <> 'user' or target_id is distinct from erased);
        get diagnostics acted = row_count;
        update change set title = 'Silinmiş kullanıcı', detail = '{}',
            actor_name = case when actor_id = erased then 'Silinmiş kullanıcı' else actor_name end
          where user_id = shop and noun = 'user' and target_id = erased;
        get diagnostics named = row_count;
        return acted + named;
      end $$`.execute(db)
  await sql`create or replace function erase_changes(shop bigint, ids bigint[]) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        if shop = coalesce(nullif(current_setting('oto.shop', true), '')::bigint, shop) then
          update ${change} set title = '', detail = '{}' where user_id = shop and id = any(ids);
        end if;
      end $$`.execute(db)
}
