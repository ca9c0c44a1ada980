import { type Kysely, sql } from 'kysely'

/** Creates an index for the default order of the expenses: by their shown day, the newest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index expense_shown on expense (user_id, (coalesce(spread_date, spend_date)) desc, id)
    where deleted_at is null`.execute(db)
}
