import { type Kysely, sql } from 'kysely'

/** Removes the Turkish marks from the stored search texts of makes and models, as the application now does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update vehicle set
    ara_ad = regexp_replace(normalize(replace(ara_ad, 'ı', 'i'), NFD), ${'[\u0300-\u036f]'}, '', 'g')
    where ara_ad <> regexp_replace(normalize(replace(ara_ad, 'ı', 'i'), NFD), ${'[\u0300-\u036f]'}, '', 'g')`.execute(
    db,
  )
}
