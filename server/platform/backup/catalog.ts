import { type Kysely, sql } from 'kysely'

import { foreignKeysOf } from '#server/platform/db/distribute/plan.ts'
import { oneRow } from '#server/platform/db/one-row.ts'
import type { DB } from '#server/platform/db/schema.ts'

export type StoredTable = { name: string; columns: string[] }

/** A sequence; `last` is the last number that it gave, `null` if it gave none. */
export type StoredSequence = { name: string; last: number | null }

/** Returns our tables with their stored columns, each after the tables that it references. Throws on a circle. */
export async function storedTables(db: Kysely<DB>): Promise<StoredTable[]> {
  const { rows: tables } = await sql<StoredTable>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and c.relname not in ('kysely_migration', 'kysely_migration_lock')
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`.execute(db)
  const references = (await foreignKeysOf(db)).filter(({ table, to }) => table !== to)
  const sorted = new Map<string, StoredTable>()
  while (sorted.size < tables.length) {
    const next = tables.filter(
      ({ name }) =>
        !sorted.has(name) && references.every(({ table, to }) => table !== name || sorted.has(to)),
    )
    if (next.length === 0) throw new Error('Tables reference each other in a circle.')
    for (const table of next) sorted.set(table.name, table)
  }
  return [...sorted.values()]
}

/** Returns the sequences that number the rows of a table, with the largest number in use; `null` without a row. */
export async function rowNumbers(db: Kysely<DB>): Promise<{ name: string; largest: number | null }[]> {
  const { rows } = await sql<{ name: string; table: string; column: string }>`
    select s.relname as name, t.relname as "table", a.attname as "column"
    from pg_class s
      join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.oid
        and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
      join pg_class t on t.oid = d.refobjid
      join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
    where s.relkind = 'S' and s.relnamespace = current_schema()::regnamespace`.execute(db)
  const found = []
  for (const { name, table, column } of rows) {
    const largest = sql<{ largest: number | null }>`
      select max(${sql.ref(column)}) as largest from ${sql.table(table)}`
    found.push({ name, ...(await oneRow(largest, db)) })
  }
  return found
}

export async function storedSequences(db: Kysely<DB>): Promise<StoredSequence[]> {
  const { rows } = await sql<StoredSequence>`
    select sequencename as name, last_value as last from pg_sequences
    where schemaname = current_schema() order by sequencename`.execute(db)
  return rows
}

/**
 * The kind of each table for a restore. Records refuse it, because they would be lost. Registers are legal evidence,
 * so they are joined with the backup's. Derived rows and a first start's are replaced. An unlisted table has records.
 */
const KINDS: Readonly<Record<keyof DB, 'records' | 'register' | 'replaced'>> = {
  kayit: 'records',
  islem: 'records',
  belge: 'records',
  expense: 'records',
  expense_repetition: 'records',
  expense_repetition_month: 'records',
  share: 'records',
  mail: 'records',
  intake: 'records',
  delivery: 'records',
  reminder: 'records',
  quote: 'records',
  quote_answer: 'records',
  payment: 'records',
  cash_expense: 'records',
  day_end: 'records',
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
  // `isUnused` counts the users: more than one refuses a restore.
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

export const TABLES = Object.keys(KINDS)

/** Returns whether the table has records of shops; a table that this version does not know counts as one. */
export const isRecordTable = (table: string): boolean =>
  !Object.hasOwn(KINDS, table) || KINDS[table as keyof DB] === 'records'

export async function hasRecordRows(db: Kysely<DB>, tables: readonly string[]): Promise<boolean> {
  for (const table of tables.filter(isRecordTable))
    if ((await sql`select 1 as found from ${sql.table(table)} limit 1`.execute(db)).rows.length > 0)
      return true
  return false
}

/** Returns whether only registers and the rows of a first start are stored. */
export async function isUnused(db: Kysely<DB>, tables: readonly string[] = TABLES): Promise<boolean> {
  if (await hasRecordRows(db, tables)) return false
  // An erased member of staff leaves an empty row.
  const users = db.selectFrom('users').where('erased_at', 'is', null).select('id').limit(2)
  return (await users.execute()).length < 2
}
