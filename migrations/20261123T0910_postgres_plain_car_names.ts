import { type Kysely, sql } from 'kysely'

/** Makes and models are searched without Turkish marks: as the application folds them now, of what is stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update vehicle set
    ara_ad = regexp_replace(normalize(replace(ara_ad, 'ı', 'i'), NFD), ${'[\u0300-\u036f]'}, '', 'g')
    where ara_ad <> regexp_replace(normalize(replace(ara_ad, 'ı', 'i'), NFD), ${'[\u0300-\u036f]'}, '', 'g')`.execute(
    db,
  )
}
