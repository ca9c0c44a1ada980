import { randomBytes } from 'node:crypto'

import { Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { DataType, newDb } from 'pg-mem'
import { afterAll, inject } from 'vitest'

import { migrations } from '#migrations/index.ts'
import { type Limits, MAINTENANCE_LIMITS } from '#server/platform/db/limits.ts'
import { createPool, type PoolTarget } from '#server/platform/db/pool.ts'
import { SafePostgresDialect } from '#server/platform/db/postgres-dialect.ts'
import type { DB } from '#server/platform/db/schema.ts'

import { administer } from './administer.ts'
import { passOnSettings } from '#tests/support/citus/citus-template.ts'
import { asRequests, guardRequests } from './guarded.ts'
import { PgMemDialect } from './pg-mem-dialect.ts'
import { TEMPLATE } from '#tests/support/setup/template.ts'

export { administer } from './administer.ts'
export { databaseUrl } from './database-url.ts'

/** The database of the vitest project. */
type Engine = 'pg-mem' | 'embedded' | 'postgres15' | 'pgbouncer' | 'citus'

declare module 'vitest' {
  export interface ProvidedContext {
    engine: Engine
    /** The superuser's connection to the server of the run; absent on pg-mem. */
    server: PoolTarget | undefined
    /** All nodes of the cluster of the run, the coordinator first; on Citus only. */
    cluster: PoolTarget[] | undefined
  }
}

export const engine: Engine = inject('engine')

/**
 * An empty, migrated database for one file, on the engine of the vitest project. Call it at the top of the
 * file (`const db = await testDatabase()`); it is dropped after the file's last test. On a server the
 * operations' contexts (factories.ts) and `testApp` work on it as the requests' role.
 */
export async function testDatabase(): Promise<Kysely<DB>> {
  if (engine === 'pg-mem') return memoryDatabase()
  const target = await copyOfTemplate()
  const db = open(target)
  afterAll(() => db.destroy())
  const requests = open(asRequests(target))
  afterAll(() => requests.destroy())
  guardRequests(db, requests, engine === 'citus' ? 'separate' : 'batched')
  return db
}

/** Like `testDatabase`, for a test that opens the database itself or passes it to another process. Not on pg-mem. */
export async function testDatabaseTarget(): Promise<PoolTarget> {
  return copyOfTemplate()
}

/**
 * Databases for the tests of a file, which drops them at its end. Call it at the top of the file; its functions belong
 * into tests. Not on pg-mem.
 */
export function testDatabases() {
  const made: PoolTarget[] = []
  afterAll(async () => {
    for (const target of made) await dropDatabase(target)
  })
  const make = async (template: string) => {
    const target = await newDatabase(template)
    made.push(target)
    return target
  }
  return { migrated: () => make(TEMPLATE), empty: () => make('template0') }
}

/** For tests on busy machines. */
const PATIENT: Limits = { ...MAINTENANCE_LIMITS, queue: 180_000, wait: 180_000 }

/** Opens a database, by default with long waits. */
export function open(target: PoolTarget, limits: Limits = PATIENT): Kysely<DB> {
  return new Kysely<DB>({ dialect: new SafePostgresDialect(createPool(target, limits), limits) })
}

async function memoryDatabase(): Promise<Kysely<DB>> {
  const memory = newDb()
  // pg-mem has a single connection, so nothing else can hold a lock.
  const { integer, text } = DataType
  for (const [name, args] of [
    ['pg_advisory_xact_lock', [integer, integer]],
    ['pg_advisory_xact_lock_shared', [integer, integer]],
    ['pg_advisory_xact_lock', [integer]],
    ['hashtextextended', [text, integer]],
  ] as const)
    memory.public.registerFunction({
      name,
      args: [...args],
      returns: integer,
      implementation: () => 0,
      impure: true,
    })
  memory.public.registerFunction({
    name: 'regexp_replace',
    args: [DataType.text, DataType.text, DataType.text, DataType.text],
    returns: DataType.text,
    implementation: (...[text, pattern, replacement, flags]: [string, string, string, string]) =>
      text.replace(new RegExp(pattern, `su${flags}`), replacement.replaceAll(/\\(\d)/g, '$$$1')),
  })
  // pg-mem has no n-gram index: these functions return that every record may match.
  const grams = [DataType.integer, DataType.text, DataType.text, DataType.text]
  for (const [name, args] of [
    ['search_grams', grams],
    ['search_keys', grams.slice(0, 3)],
  ] as const)
    memory.public.registerFunction({
      name,
      args: [...args],
      returns: DataType.text,
      implementation: () => '',
    })
  memory.public.registerFunction({
    name: 'strpos',
    args: [DataType.text, DataType.text],
    returns: DataType.integer,
    implementation: (text: string, part: string) => text.indexOf(part) + 1,
  })
  memory.public.registerFunction({
    name: 'abs',
    args: [DataType.integer],
    returns: DataType.integer,
    implementation: (amount: number) => Math.abs(amount),
  })
  memory.public.registerFunction({
    name: 'may_contain',
    args: [DataType.text, DataType.text],
    returns: DataType.bool,
    implementation: () => true,
  })
  memory.public.registerFunction({
    name: 'octet_length',
    args: [DataType.bytea],
    returns: DataType.integer,
    implementation: (bytes: Uint8Array) => bytes.length,
  })
  // Deleting the user also deletes the log; only the servers' tests check that other logs forget the person.
  for (const [name, args] of [
    ['remove_changes', [DataType.integer, DataType.integer]],
    ['forget_actor', [DataType.integer, DataType.integer]],
  ] as const)
    memory.public.registerFunction({
      name,
      args: [...args],
      returns: DataType.integer,
      implementation: () => 0,
      impure: true,
    })
  const db = new Kysely<DB>({ dialect: new PgMemDialect(memory) })
  // These migrations concern indexes, extensions and policies, on which no operation's result depends.
  const without = { up: () => Promise.resolve() }
  const all = Object.entries(migrations).map(([name, migration]) => [
    name,
    name.includes('_postgres_') ? without : migration,
  ])
  const provider = {
    getMigrations: () => Promise.resolve(Object.fromEntries(all) as Record<string, Migration>),
  }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (error !== undefined) throw error
  return db
}

async function copyOfTemplate(): Promise<PoolTarget> {
  const target = await newDatabase(TEMPLATE)
  // Registered first, so it runs last: hooks run in reverse order.
  afterAll(() => dropDatabase(target))
  return target
}

async function newDatabase(template: string): Promise<PoolTarget> {
  const server = serverOfRun()
  const database = `test_${randomBytes(6).toString('hex')}`
  await onAllNodes(`create database ${database} template ${template}`)
  if (inject('cluster') !== undefined) await passOnSettings({ ...server, database })
  return { ...server, database }
}

const dropDatabase = ({ database }: PoolTarget) =>
  onAllNodes(`drop database if exists ${database} with (force)`)

async function onAllNodes(statement: string): Promise<void> {
  const nodes = inject('cluster') ?? [serverOfRun()]
  await Promise.all(nodes.map((node) => administer(node, statement)))
}

function serverOfRun(): PoolTarget {
  const server = inject('server')
  if (server === undefined) throw new Error('This vitest project has no PostgreSQL server.')
  return server
}

/** Counts the database's statements that are in `pg_sleep` now. */
export async function sleepersIn(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`.execute(db)
  return rows.length
}

/** Returns the id under which the server lists this connection among its activities. */
export async function backendOf(one: Kysely<DB>): Promise<number> {
  const name = engine === 'citus' ? sql`citus_backend_gpid()` : sql`pg_backend_pid()`
  const { rows } = await sql<{ id: number }>`select ${name} as id`.execute(one)
  return rows[0]?.id ?? 0
}

/** Returns whether a statement of that connection waits for a lock now. */
export async function isBlocked(db: Kysely<DB>, backend: number): Promise<boolean> {
  const column = sql.ref(engine === 'citus' ? 'global_pid' : 'pid')
  const { rows } = await sql`
    select 1 from ${activity()} where ${column} = ${backend} and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}

/** The view of running statements. On Citus a statement waits for a shop's row in that row's node. */
const activity = () => sql.table(engine === 'citus' ? 'citus_stat_activity' : 'pg_stat_activity')

/** Counts the database's statements that wait for a lock now. */
export async function waitersIn(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql`
    select 1 from ${activity()}
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}
