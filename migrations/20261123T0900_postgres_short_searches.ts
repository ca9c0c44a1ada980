import { type Kysely, sql } from 'kysely'

/** Columns for searches of one or two letters. Their pairs of letters are indexed as words of a trigram index. */
const TEXTS = {
  kayit: ['ara_ad', 'ara_arac', 'ara_yalin'],
  vehicle: ['ara_ad', 'ara_arac'],
  customer: ['ara_ad', 'ara_yalin'],
}

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, columns] of Object.entries(TEXTS)) {
    const pairs = columns.map(
      (column) => sql`(regexp_replace(' ' || ${sql.ref(column)}, '(.)', '\\1 \\1', 'g')) gin_trgm_ops`,
    )
    await sql`create index ${sql.ref(`${table}_ikili`)} on ${sql.table(table)} using gin (user_id, ${sql.join(pairs)})`.execute(
      db,
    )
  }
  // An expression has no statistics before it is analysed, so the planner would guess.
  await sql`analyze kayit, vehicle, customer`.execute(db)
}
