import { type Kysely, sql } from 'kysely'

/** Checks the warranty of a delivery. The columns are new, so no stored row has to be read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table delivery
    add constraint delivery_warranty_months_check check (warranty_months between 1 and 120) not valid,
    add constraint delivery_warranty_km_check check (warranty_km between 1 and 999999) not valid`.execute(db)
}
