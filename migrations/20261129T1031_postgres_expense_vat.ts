import { type Kysely, sql } from 'kysely'

/** Allows only the rates of the law; rows from before have none, so there is nothing to validate. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table expense add constraint expense_vat_ck
    check (vat_rate in (0, 1, 10, 20)) not valid`.execute(db)
}
