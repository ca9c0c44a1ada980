import { type Kysely, sql } from 'kysely'

/** Allows only known methods; rows from before have none, so there is nothing to validate. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table expense add constraint expense_method_ck
    check (method in ('cash', 'card', 'transfer', 'deferred')) not valid`.execute(db)
}
