import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'

/**
 * What a restore does with the rows that it finds: records would be lost, so they refuse it. Registers are proof that
 * the law asks for, so they are kept and joined with those of the backup. A first start and its administrator make the
 * others, or they follow from records. A table that is not here has records.
 */
const KINDS: Readonly<Record<keyof DB, 'records' | 'register' | 'replaced'>> = {
  kayit: 'records',
  islem: 'records',
  belge: 'records',
  expense: 'records',
  vehicle: 'records',
  customer: 'records',
  feedback: 'records',
  logo: 'records',
  item_price: 'records',
  item_package: 'records',
  erasure: 'register',
  erasure_register: 'register',
  data_request: 'register',
  change: 'register',
  consents: 'register',
  consent_texts: 'register',
  // Counted apart: more than one user refuses a restore.
  users: 'replaced',
  shops: 'replaced',
  second_factors: 'replaced',
  recovery_codes: 'replaced',
  sessions: 'replaced',
  reset_links: 'replaced',
  login_attempts: 'replaced',
  known_places: 'replaced',
  new_login: 'replaced',
  access_change: 'replaced',
  passkey: 'replaced',
  passkey_challenge: 'replaced',
  idempotency_keys: 'replaced',
  shop_usage: 'replaced',
  item_memory: 'replaced',
  day_totals: 'replaced',
  operation_totals: 'replaced',
  status_totals: 'replaced',
  make_totals: 'replaced',
}

/** Every table that this program knows. */
export const TABLES = Object.keys(KINDS)

export const hasRecords = (table: string): boolean =>
  !Object.hasOwn(KINDS, table) || KINDS[table as keyof DB] === 'records'

/** Returns whether one of the tables that may have records has a row. */
export async function hasRows(db: Kysely<DB>, tables: readonly string[]): Promise<boolean> {
  for (const table of tables.filter(hasRecords))
    if ((await sql`select 1 as found from ${sql.table(table)} limit 1`.execute(db)).rows.length > 0)
      return true
  return false
}

/** Returns whether only rows of a first start, and registers, are stored. */
export async function isUnused(db: Kysely<DB>, tables: readonly string[] = TABLES): Promise<boolean> {
  if (await hasRows(db, tables)) return false
  // An erased member of staff leaves an empty row.
  const users = db.selectFrom('users').where('erased_at', 'is', null).select('id').limit(2)
  return (await users.execute()).length < 2
}
