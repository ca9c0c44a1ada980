import { type Kysely, sql } from 'kysely'

/**
 * One index for all searches of records, instead of two: one, two and three letters in a row of names, car numbers and
 * phones, as hashes that the shop is part of. So a search reads what its own shop has, however short and however many
 * other shops there are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A phone is searched from four digits on.
  await sql`create function search_grams(shop bigint, name text, car text, phone text) returns bigint[]
    language sql immutable strict parallel safe cost 1000 as $$
      select array(
        select hashtextextended(text.kind || substr(text.value, start, length), shop)
        from (values ('name', name, 1), ('car', car, 1), ('phone', phone, 3)) as text (kind, value, shortest),
          generate_series(text.shortest, 3) as length,
          generate_series(1, length(text.value) - length + 1) as start)
    $$`.execute(db)
  await sql`create function search_keys(shop bigint, kind text, needle text) returns bigint[]
    language sql immutable strict parallel safe as $$
      select array(
        select hashtextextended(kind || substr(needle, start, 3), shop)
        from generate_series(1, greatest(length(needle) - 2, least(length(needle), 1))) as start)
    $$`.execute(db)
  // A name for @>, which not every engine of the tests has; PostgreSQL replaces it by its text.
  await sql`create function may_contain(grams bigint[], keys bigint[]) returns boolean
    language sql immutable parallel safe as 'select grams @> keys'`.execute(db)
  // Every search reads the list of pending entries: a quarter of a megabyte of it takes 0.2 ms.
  await sql`create index kayit_harfler on kayit using gin (search_grams(user_id, ara_yalin, ara_arac, ara_tel))
    with (gin_pending_list_limit = 256)`.execute(db)
  // No statistics: the searches do not rely on estimates, and computing them would take seconds of each ANALYZE.
  await sql`alter index kayit_harfler alter column 1 set statistics 0`.execute(db)
  for (const replaced of ['kayit_ara', 'kayit_ikili']) await sql`drop index ${sql.ref(replaced)}`.execute(db)
}
