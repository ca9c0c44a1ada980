import { type Kysely, sql } from 'kysely'

/**
 * Creates two functions that change the change log for an erasure. They run as the tables' owner, because the requests'
 * role may only add rows, and only for a user whose erasure has begun.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table shop_usage enable row level security`.execute(db)
  await sql`create policy shop on shop_usage using (
    user_id = nullif(current_setting('oto.shop', true), '')::bigint
    or current_setting('oto.administration', true) = 'on')`.execute(db)
  // Removes at most `most` rows of an erased shop's log.
  await sql`create function remove_changes(erased bigint, most integer) returns integer
    language sql security definer set search_path from current as $$
      with gone as (
        delete from change where user_id = erased and id in (
          select id from change where user_id = erased
            and exists (select from users where users.id = erased and erased_at is not null and shop_id is null)
          limit most)
        returning 1)
      select count(*)::integer from gone $$`.execute(db)
  // Keeps the actions of an erased user, without the name.
  await sql`create function forget_actor(erased bigint) returns integer
    language sql security definer set search_path from current as $$
      with known as (select 1 from users where users.id = erased and erased_at is not null),
      acted as (
        update change set actor_name = 'Silinmiş kullanıcı'
        where actor_id = erased and (noun <> 'user' or target_id is distinct from erased)
          and exists (select from known) returning 1),
      named as (
        update change set title = 'Silinmiş kullanıcı', detail = '{}',
          actor_name = case when actor_id = erased then 'Silinmiş kullanıcı' else actor_name end
        where noun = 'user' and target_id = erased and exists (select from known) returning 1)
      select ((select count(*) from acted) + (select count(*) from named))::integer $$`.execute(db)
}
