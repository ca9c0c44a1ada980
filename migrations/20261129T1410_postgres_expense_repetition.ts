import { type Kysely, sql } from 'kysely'

/**
 * Lets a request see and store only the repetitions of its own shop. A cash expense is never stored by itself, because
 * the drawer would be counted without it. The table is new, so there is nothing to validate.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['expense_repetition', 'expense_repetition_month']) {
    await sql`alter table ${sql.table(table)} enable row level security`.execute(db)
    await sql`create policy shop on ${sql.table(table)} using (
      shop_id = nullif(current_setting('oto.shop', true), '')::bigint)`.execute(db)
  }
  await sql`alter table expense_repetition
    add constraint expense_repetition_method_ck
      check (method in ('cash', 'card', 'transfer', 'deferred')) not valid,
    add constraint expense_repetition_vat_ck check (vat_rate in (0, 1, 10, 20)) not valid,
    add constraint expense_repetition_automatic_ck
      check (not is_automatic or method is distinct from 'cash') not valid`.execute(db)
}
