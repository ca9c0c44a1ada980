import { type Kysely, sql } from 'kysely'

/**
 * Looks up every third trigram of a search term, and its last one, instead of all overlapping ones: each is a list to
 * read. The condition on the text itself decides the matches.
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
