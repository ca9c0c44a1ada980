import { type Kysely, sql } from 'kysely'

/**
 * Separates the token of a known browser from its place: every login gives the browser a new token, which must not
 * reset the failures counted under the place.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('known_places').addColumn('token_hash', 'bytea').execute()
  const { rows } = await sql<{ place: string }>`
    select distinct place from known_places where place like 'browser:%'`.execute(db)
  for (const { place } of rows) {
    const hash = Buffer.from(place.slice('browser:'.length), 'hex')
    await sql`update known_places set token_hash = ${hash} where place = ${place}`.execute(db)
  }
  await db.schema.createIndex('known_places_token').on('known_places').column('token_hash').execute()
  // No statement looks up a place without its user any more.
  await db.schema.dropIndex('known_places_place').execute()
}
