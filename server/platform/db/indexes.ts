import { setTimeout as sleep } from 'node:timers/promises'

import { type Kysely, sql } from 'kysely'

import type { IndexChange, Step } from '#migrations/concurrently.ts'
import { migrations } from '#migrations/index.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'

import { codeOf } from './errors.ts'
import { isBehindPgbouncer } from './postgres-dialect.ts'
import type { DB } from './schema.ts'
import { liftTimeLimits } from './limits.ts'
import { oneRow } from './one-row.ts'

/** Pause between two checks of another process's build, in ms. */
const POLL_MS = 500

type Index = Extract<IndexChange, { create: string }>
/** The indexes that all migrations together want, and the names that must not exist. */
export type WantedIndexes = { present: readonly Index[]; absent: readonly string[] }

/** Returns the wanted indexes. Throws if two indexes get one name, or if no earlier migration made a restated one. */
export function wantedIndexes(steps: Readonly<Record<string, Step>>): WantedIndexes {
  const present = new Map<string, Index>()
  const named = new Set<string>()
  for (const change of Object.values(steps).flatMap(({ concurrently = [] }) => concurrently)) {
    if ('create' in change) {
      if (named.has(change.create) !== (change.isRestated === true))
        throw new Error(`The index name ${change.create} is used again.`)
      named.add(change.create)
      present.set(change.create, change)
    } else {
      const former = 'drop' in change ? change.drop : change.rename
      const index = present.get(former)
      named.add(former)
      present.delete(former)
      // An index that a migration made in its transaction is not in the list.
      if ('to' in change && index !== undefined) {
        named.add(change.to)
        present.set(change.to, { ...index, create: change.to })
      }
    }
  }
  return { present: [...present.values()], absent: [...named].filter((name) => !present.has(name)) }
}

/**
 * Builds the missing indexes beside the running panel, and removes the unwanted ones. An index that an interrupted
 * build left invalid is removed and built again. One process builds, and the others wait.
 */
export async function buildIndexes(
  db: Kysely<DB>,
  wanted: WantedIndexes = wantedIndexes(migrations),
): Promise<void> {
  for (;;) {
    const work = await findIndexWork(db, wanted)
    if (work.length === 0) return
    const isOver = await runExclusively(db, 'indexes', async () => {
      for (const one of await findIndexWork(db, wanted)) if (!one.isBuilding) await runDirectly(db, one)
    })
    if (!isOver || work.some(({ isBuilding }) => isBuilding)) await sleep(POLL_MS)
  }
}

/** Does the same in a transaction that has locked the tables. */
export async function createIndexesWithin(
  trx: Kysely<DB>,
  wanted: WantedIndexes = wantedIndexes(migrations),
): Promise<void> {
  for (const { statement } of await findIndexWork(trx, wanted))
    await sql.raw(statement.replace(' concurrently', '')).execute(trx)
}

type IndexWork = {
  name: string
  statement: string
  /** Whether a server process builds it; the process notices only at the end that its client is gone. */
  isBuilding: boolean
}

async function findIndexWork(db: Kysely<DB>, { present, absent }: WantedIndexes): Promise<IndexWork[]> {
  const names = [...present.map(({ create }) => create), ...absent]
  if (names.length === 0) return []
  const { rows } = await sql<{ name: string; isValid: boolean; isBuilding: boolean }>`
    select index.relname as name, indisvalid as "isValid", exists (
      select 1 from pg_stat_progress_create_index where index_relid = index.oid) as "isBuilding"
    from pg_class as index join pg_index on indexrelid = index.oid
    where index.relnamespace = current_schema()::regnamespace and index.relname in (${sql.join(names)})`.execute(
    db,
  )
  const found = new Map(rows.map((row) => [row.name, row]))
  const workOn = (name: string, statement: string): IndexWork => ({
    name,
    statement,
    isBuilding: found.get(name)?.isBuilding === true,
  })
  const drop = (name: string) => workOn(name, `drop index concurrently if exists "${name}"`)
  return [
    ...present.flatMap((index): IndexWork[] => {
      const there = found.get(index.create)
      if (there?.isValid === true) return []
      const build = workOn(index.create, buildStatement(index))
      return there === undefined ? [build] : [drop(index.create), build]
    }),
    // Unwanted indexes go last, because the running version uses them until then.
    ...absent.filter((name) => found.has(name)).map(drop),
  ]
}

const buildStatement = ({ create, on, as, unique = false }: Index): string =>
  `create ${unique ? 'unique ' : ''}index concurrently "${create}" on "${on}" ${as}`

/** Runs the statement outside a transaction, without a time limit except in a connection of pgbouncer. */
async function runDirectly(db: Kysely<DB>, work: IndexWork): Promise<void> {
  if (isBehindPgbouncer(db)) return runInTime(db, work)
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    try {
      await sql.raw(work.statement).execute(connection)
    } finally {
      // Restores the connection's initial timeout; on a lost connection there is none to restore.
      await sql`reset statement_timeout`.execute(connection).catch(() => {})
    }
  })
}

async function runInTime(db: Kysely<DB>, { name, statement }: IndexWork): Promise<void> {
  try {
    await sql.raw(statement).execute(db)
  } catch (error) {
    if (codeOf(error) !== '57014') throw error
    // The interrupted build left an invalid index, which blocks the next build.
    throw new StartupError(
      `DATABASE_URL: rolün statement_timeout süresi yetmedi. Tabloların sahibi, pgbouncer olmadan bir kez çalıştırmalı: drop index concurrently if exists "${name}"; ${statement};`,
    )
  }
}

/** "oto1" in ASCII; any number will do, as long as every version of the application uses the same one. */
const EXCLUSIVE_LOCK = 0x6f746f31

/** The kinds of work that only one of all processes does at a time. */
const EXCLUSIVE_WORK = { housekeeping: 1, indexes: 2 } as const

/**
 * Runs `work` unless another process does the same; returns whether it ran. A transaction holds the lock, because a
 * session's lock would stay in a connection of pgbouncer. No process waits for it, because `create index concurrently`
 * would wait for that statement in turn.
 */
export async function runExclusively(
  db: Kysely<DB>,
  kind: keyof typeof EXCLUSIVE_WORK,
  work: () => Promise<void>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await liftTimeLimits(trx)
    const lock = sql<{ isFree: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(EXCLUSIVE_LOCK)}, ${sql.lit(EXCLUSIVE_WORK[kind])}) as "isFree"`
    if (!(await oneRow(lock, trx)).isFree) return false
    // A savepoint releases the last statement's snapshot, which would hold back vacuum and the build of an index.
    await sql`savepoint locked`.execute(trx)
    await work()
    return true
  })
}
