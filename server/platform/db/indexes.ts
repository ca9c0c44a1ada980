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

/** Between two looks at what another process builds, in ms. */
const POLL_MS = 500

type Index = Extract<IndexChange, { create: string }>
/** What the migrations together want: indexes that are there, and names that are not. */
export type WantedIndexes = { present: readonly Index[]; absent: readonly string[] }

/** Throws when two migrations give one name to two indexes, or one restates an index that no earlier one made. */
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
      // One that a migration itself has made is not in the list.
      if ('to' in change && index !== undefined) {
        named.add(change.to)
        present.set(change.to, { ...index, create: change.to })
      }
    }
  }
  return { present: [...present.values()], absent: [...named].filter((name) => !present.has(name)) }
}

/**
 * Builds the wanted indexes that are missing while the panel's statements go on, and removes the unwanted ones. One that
 * an interrupted build left invalid is removed and built again. Of several processes one builds, and the others wait.
 */
export async function buildIndexes(
  db: Kysely<DB>,
  wanted: WantedIndexes = wantedIndexes(migrations),
): Promise<void> {
  for (;;) {
    const work = await workFor(db, wanted)
    if (work.length === 0) return
    const isOver = await unlessBusy(db, 'indexes', async () => {
      for (const one of await workFor(db, wanted)) if (!one.isBuilding) await runAlone(db, one)
    })
    if (!isOver || work.some(({ isBuilding }) => isBuilding)) await sleep(POLL_MS)
  }
}

/** The same in a transaction in which nobody else can use the tables. */
export async function createIndexesWithin(
  trx: Kysely<DB>,
  wanted: WantedIndexes = wantedIndexes(migrations),
): Promise<void> {
  for (const { statement } of await workFor(trx, wanted))
    await sql.raw(statement.replace(' concurrently', '')).execute(trx)
}

type Work = {
  name: string
  statement: string
  /** By a server process whose client may be gone: it would not notice before it has finished. */
  isBuilding: boolean
}

async function workFor(db: Kysely<DB>, { present, absent }: WantedIndexes): Promise<Work[]> {
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
  const workOn = (name: string, statement: string): Work => ({
    name,
    statement,
    isBuilding: found.get(name)?.isBuilding === true,
  })
  const drop = (name: string) => workOn(name, `drop index concurrently if exists "${name}"`)
  return [
    ...present.flatMap((index): Work[] => {
      const there = found.get(index.create)
      if (there?.isValid === true) return []
      const build = workOn(index.create, buildStatement(index))
      return there === undefined ? [build] : [drop(index.create), build]
    }),
    // Until then the version that serves has these.
    ...absent.filter((name) => found.has(name)).map(drop),
  ]
}

const buildStatement = ({ create, on, as, unique = false }: Index): string =>
  `create ${unique ? 'unique ' : ''}index concurrently "${create}" on "${on}" ${as}`

/** Outside a transaction, without a limit of its time where that can be lifted: not in a connection of pgbouncer. */
async function runAlone(db: Kysely<DB>, work: Work): Promise<void> {
  if (isBehindPgbouncer(db)) return runInTime(db, work)
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    try {
      await sql.raw(work.statement).execute(connection)
    } finally {
      // That of the connection's beginning; on a lost connection there is nothing to reset.
      await sql`reset statement_timeout`.execute(connection).catch(() => {})
    }
  })
}

async function runInTime(db: Kysely<DB>, { name, statement }: Work): Promise<void> {
  try {
    await sql.raw(statement).execute(db)
  } catch (error) {
    if (codeOf(error) !== '57014') throw error
    // What the interrupted build left is in the way of the next one.
    throw new StartupError(
      `DATABASE_URL: rolün statement_timeout süresi yetmedi. Tabloların sahibi, pgbouncer olmadan bir kez çalıştırmalı: drop index concurrently if exists "${name}"; ${statement};`,
    )
  }
}

/** "oto1" in ASCII; any number will do, as long as every version of the application uses the same one. */
const ALONE = 0x6f746f31

/** What one process at a time does, of all that use the database. */
const ALONE_AT = { housekeeping: 1, indexes: 2 } as const

/**
 * Runs `work` unless another process is at the same; returns whether it ran. The lock is that of a transaction of its own,
 * because a session's would stay in a connection of pgbouncer, and nobody waits for it: `create index concurrently` waits
 * for every statement that runs, also for one that waits for a lock.
 */
export async function unlessBusy(
  db: Kysely<DB>,
  at: keyof typeof ALONE_AT,
  work: () => Promise<void>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await liftTimeLimits(trx)
    const lock = sql<{ isFree: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(ALONE)}, ${sql.lit(ALONE_AT[at])}) as "isFree"`
    if (!(await oneRow(lock, trx)).isFree) return false
    // The last statement keeps its snapshot until the next one: it would hold back vacuum, and the building of an index.
    await sql`savepoint locked`.execute(trx)
    await work()
    return true
  })
}
