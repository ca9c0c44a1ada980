import { type Kysely, sql } from 'kysely'

/**
 * Removes the columns that only a recount read from the indexes of records by day and items by record: every save wrote
 * them again, and a changed price or quantity added entries to an index that does not sort by either.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index kayit_gun on kayit (user_id, gun, id) where deleted_at is null`.execute(db)
  await sql`create index islem_kayit on islem (user_id, kayit_id, sira)`.execute(db)
  for (const replaced of ['kayit_gun_figures', 'islem_figures'])
    await sql`drop index ${sql.ref(replaced)}`.execute(db)
}
