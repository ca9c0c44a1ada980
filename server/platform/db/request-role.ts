import { type Kysely, sql } from 'kysely'

import { StartupError } from '#server/platform/lib/startup-error.ts'

import { changeNodesInSequence, isDistributed, trustSearches } from '#server/platform/db/distribute/plan.ts'
import { lockMigrations } from './migrate.ts'
import { oneRow } from './one-row.ts'
import { RESERVED_TABLES } from './reserved-ids.ts'
import type { DB } from './schema.ts'

/** The role that serves requests in the embedded server: no superuser, owner of nothing. */
export const REQUEST_ROLE = 'oto_requests'

type RoleOptions = {
  /** The password for a server that is reached over the loopback. */
  password?: string | undefined
  /** Whether the role is under row-level security. */
  isGuarded: boolean
}

/** Creates the missing role, or corrects its row-level security. `db` is a superuser's. */
export async function createRequestRole(db: Kysely<DB>, { password, isGuarded }: RoleOptions): Promise<void> {
  const role = sql.id(REQUEST_ROLE)
  const { rows } = await sql<{ isGuarded: boolean }>`
    select not rolbypassrls as "isGuarded" from pg_roles where rolname = ${REQUEST_ROLE}`.execute(db)
  const guard = sql.raw(isGuarded ? 'nobypassrls' : 'bypassrls')
  const login = password === undefined ? sql`` : sql`password ${sql.lit(password)}`
  if (rows[0] === undefined) await sql`create role ${role} login ${guard} ${login}`.execute(db)
  else if (rows[0].isGuarded !== isGuarded) await sql`alter role ${role} ${guard}`.execute(db)
}

/**
 * Lets the role use all tables under their policies, and searches use indexes there. `db` is the owner's. Returns the
 * statements that a superuser must run for the searches, else `null`. Without missing grants nothing is written.
 */
export async function allowRequests(db: Kysely<DB>, role: string): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    await lockMigrations(trx)
    return allowRequestsWithin(trx, role)
  })
}

/** Does the same within a transaction that holds the lock of the migrations. */
export async function allowRequestsWithin(trx: Kysely<DB>, role: string): Promise<string | null> {
  if (await isDistributed(trx)) await changeNodesInSequence(trx)
  await grantTables(trx, role)
  return trustSearches(trx)
}

/** Returns the roles, besides the owner, that may use the tables. */
export async function findRequestRoles(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{
    role: string
  }>`select grantee as role from information_schema.role_table_grants
    where table_schema = current_schema() and table_name = 'kayit' and privilege_type = 'INSERT'
      and grantee not in (current_user, 'PUBLIC')`.execute(db)
  return rows.map(({ role }) => role)
}

const RIGHTS = ['select', 'insert', 'update', 'delete'] as const
/** Tables to which requests only add rows. */
const APPEND_ONLY = [
  'cash_expense',
  'change',
  'consent_texts',
  'day_end',
  'erasure_register',
  'payment',
  'quote_answer',
]
/** The columns that requests may still change there: the links, and the texts that an erasure empties. */
const CHANGEABLE = {
  payment: ['kayit_id', 'customer_id', 'note'],
  quote_answer: ['name', 'address', 'user_agent', 'content'],
}
/** Returns the rights of a table; requests only read the migrations. */
const rightsOf = (table: string) =>
  RIGHTS.slice(0, table.startsWith('kysely') ? 1 : APPEND_ONLY.includes(table) ? 2 : RIGHTS.length)

async function grantTables(trx: Kysely<DB>, role: string): Promise<void> {
  const { rows } = await sql<{ name: string; granted: string[] }>`
    select relname as name, array(select name from unnest(${[...RIGHTS]}::text[]) as name
      where has_table_privilege(${role}, pg_class.oid, name)) as granted
    from pg_class where relkind = 'r' and relnamespace = current_schema()::text::regnamespace`.execute(trx)
  const usage = await sql<{ schema: string }>`select current_schema() as schema
    where not has_schema_privilege(${role}, current_schema(), 'usage')`.execute(trx)
  for (const { schema } of usage.rows)
    await sql`grant usage on schema ${sql.id(schema)} to ${sql.id(role)}`.execute(trx)
  for (const { name, granted } of rows) {
    const missing = rightsOf(name).filter((right) => !granted.includes(right))
    if (missing.length === 0) continue
    await sql`grant ${sql.raw(missing.join(', '))} on ${sql.table(name)} to ${sql.id(role)}`.execute(trx)
  }
  for (const [table, columns] of Object.entries(CHANGEABLE)) {
    const { missing } = await oneRow(
      sql<{ missing: string[] }>`select array(select name from unnest(${columns}::text[]) as name
        where not has_column_privilege(${role}, ${table}, name, 'update')) as missing`,
      trx,
    )
    if (missing.length === 0) continue
    const names = sql.join(missing.map((name) => sql.ref(name)))
    await sql`grant update (${names}) on ${sql.table(table)} to ${sql.id(role)}`.execute(trx)
  }
  // Only reserving an id needs this grant, inserting a row does not. The names are quoted already.
  const sequences = await sql<{ name: string }>`select pg_get_serial_sequence(t, 'id') as name
    from unnest(${[...RESERVED_TABLES]}::text[]) as t
    where not has_sequence_privilege(${role}, pg_get_serial_sequence(t, 'id'), 'usage')`.execute(trx)
  for (const { name } of sequences.rows)
    await sql`grant usage on sequence ${sql.raw(name)} to ${sql.id(role)}`.execute(trx)
}

/** Returns the requests' role. Throws a StartupError unless the policies of the owner's tables apply to it. */
export async function checkRequestRole(requests: Kysely<DB>, owner: Kysely<DB>): Promise<string> {
  const own = sql<{ role: string; bypasses: boolean }>`
    select current_user as role, rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user`
  const { role, bypasses } = await oneRow(own, requests)
  const membership = sql<{ isMember: boolean }>`
    select pg_has_role(${role}, current_user, 'usage') as "isMember"`
  const { isMember } = await oneRow(membership, owner)
  if ((await oneRow(SERVER_DATABASE, requests)).database !== (await oneRow(SERVER_DATABASE, owner)).database)
    throw new StartupError('DATABASE_REQUEST_URL: DATABASE_URL ile aynı veritabanını göstermeli.')
  if (bypasses || isMember)
    throw new StartupError(
      'DATABASE_REQUEST_URL: kullanıcı süper kullanıcı, BYPASSRLS ya da tabloların sahibi olmamalı.',
    )
  return role
}

const SERVER_DATABASE = sql<{ database: string }>`
  select (select oid from pg_database where datname = current_database()) || ' ' || pg_postmaster_start_time()
    as database`
