import { type Kysely, sql } from 'kysely'

/**
 * A search asks the indexes of letters for the three letters from which a needle is put together, not for every three in
 * a row of it: each is a list that is read. The text itself decides what is found.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create or replace function search_keys(shop bigint, kind text, needle text) returns bigint[]
    language sql immutable strict parallel safe as $$
      select array(
        select hashtextextended(kind || substr(needle, start, 3), shop)
        from (
          select generate_series(1, last, 3) as start
          from (values (greatest(length(needle) - 2, least(length(needle), 1)))) as ends (last)
          union
          select last from (values (greatest(length(needle) - 2, least(length(needle), 1)))) as ends (last) where last > 0
        ) as parts)
    $$`.execute(db)
}
