import { type Kysely, sql } from 'kysely'

/** Tables of shops, with the names of their foreign keys to `users`. */
const KEYS: readonly (readonly [table: string, key: string])[] = [
  ['change', 'change_user_fk'],
  ['customer', 'customer_user_fk'],
  ['data_request', 'data_request_user_fk'],
  ['day_totals', 'day_totals_user_fk'],
  ['erasure', 'erasure_user_fk'],
  ['expense', 'expense_user_fk'],
  ['feedback', 'feedback_user_fk'],
  ['idempotency_keys', 'idempotency_keys_user_id_fkey'],
  ['item_memory', 'item_memory_user_fk'],
  ['item_package', 'item_package_user_fk'],
  ['item_price', 'item_price_user_fk'],
  ['kayit', 'kayit_user_fk'],
  ['logo', 'logo_user_id_fkey'],
  ['make_totals', 'make_totals_user_fk'],
  ['month_totals', 'month_totals_user_fk'],
  ['operation_totals', 'operation_totals_user_fk'],
  ['shop_usage', 'shop_usage_user_id_fkey'],
  ['status_totals', 'status_totals_user_fk'],
  ['vehicle', 'vehicle_user_fk'],
]

/**
 * Points the rows of shops and persons to their shop. This is a separate step, because a Citus cluster distributes a
 * new table at the end of a step, and other tables can reference it only then. pg-mem cannot exchange these keys.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, key] of KEYS) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(key)}`.execute(db)
    await pointToShop(db, table)
  }
  await pointToShop(db, 'users')
  await sql`create or replace function remove_changes(erased bigint, most integer) returns integer
    language plpgsql security definer set search_path from current as $$
      declare removed integer;
      begin
        perform from users where id = erased and erased_at is not null and role = 'owner';
        if not found then return 0; end if;
        delete from change where shop_id = erased and id in (
          select id from change where shop_id = erased limit most);
        get diagnostics removed = row_count;
        return removed;
      end $$`.execute(db)
}

const pointToShop = (db: Kysely<unknown>, table: string) =>
  db.schema
    .alterTable(table)
    .addForeignKeyConstraint(`${table}_shop_fk`, ['shop_id'], 'shops', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute()
