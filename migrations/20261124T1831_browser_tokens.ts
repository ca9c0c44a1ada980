import { type Kysely, sql } from 'kysely'

/**
 * The token of a known browser beside its place, which had been named by it: every login gives the browser a new token,
 * and the failures that are counted under the place must not begin anew with it.
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
  // No statement looks for a place without its user any more.
  await db.schema.dropIndex('known_places_place').execute()
}
