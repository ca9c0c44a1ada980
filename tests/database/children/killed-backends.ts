// Runs in its own process, because the tested faults end the process or leave it hanging.
// Arguments: the pool's target as JSON, the rounds. Prints one line of JSON (see `Report`).
import { setTimeout as sleep } from 'node:timers/promises'

import { Kysely, sql } from 'kysely'
import postgres from 'postgres'

import { createPool, type PoolTarget } from '#server/platform/db/pool.ts'
import { SafePostgresDialect } from '#server/platform/db/postgres-dialect.ts'

export type Report = {
  /** Rounds in which only one half of the record was stored. */
  torn: number
  /** Rounds whose record was acknowledged but is missing, or was refused but is stored. */
  lied: number
  refused: number
  /** Longest time, in ms, from a kill to the next success. */
  slowest: number
  /** The distinct messages of the refusals. */
  reasons: string[]
}

type Halves = { record: { round: number; half: number }; noise: { id: number } }

const [targetJson = '', roundsText = '', mode = ''] = process.argv.slice(2)
const target = JSON.parse(targetJson) as PoolTarget
const rounds = Number(roundsText)

const { url: _url, pgbouncer: _pgbouncer, ...place } = target
const admin = postgres({ ...place, max: 1, onnotice: () => {} })
await admin`create table record (round int, half int)`
await admin`create table noise (id int)`
const db = new Kysely<Halves>({ dialect: new SafePostgresDialect(createPool({ ...target, max: 3 })) })

const report: Report = { torn: 0, lied: 0, refused: 0, slowest: 0, reasons: [] }
const stop = new AbortController()
const noise = mode === 'busy' ? Array.from({ length: 6 }, makeNoise) : []
for (let round = 0; round < rounds; round++) await play(round)
stop.abort()
await Promise.all(noise)

await db.destroy()
await admin.end()
console.log(JSON.stringify(report))

async function play(round: number): Promise<void> {
  let acknowledged = true
  try {
    await saveInTwoHalves(round)
  } catch (error) {
    acknowledged = false
    report.refused += 1
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    if (!report.reasons.includes(reason)) report.reasons.push(reason)
  }
  const killed = performance.now()
  await succeedAgain()
  report.slowest = Math.max(report.slowest, performance.now() - killed)

  const [row] = await admin<
    { halves: number }[]
  >`select count(*)::int as halves from record where round = ${round}`
  if (row?.halves === 1) report.torn += 1
  if (acknowledged !== (row?.halves === 2)) report.lied += 1
}

/** The kill comes long before the second half, just before it, or during it. */
function saveInTwoHalves(round: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await trx.insertInto('record').values({ round, half: 1 }).execute()
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    const kill = admin`select pg_terminate_backend(${rows[0]?.pid ?? 0}::int)`
    if (round % 3 < 2) await kill
    if (round % 3 === 0) await sleep(30)
    await trx.insertInto('record').values({ round, half: 2 }).execute()
    await kill
  })
}

async function succeedAgain(): Promise<void> {
  for (;;) {
    try {
      await sql`select 1`.execute(db)
      return
    } catch {
      await sleep(5)
    }
  }
}

/** Keeps every connection in demand, so that another caller gets a dead one at once. */
async function makeNoise(): Promise<void> {
  while (!stop.signal.aborted) {
    await db
      .transaction()
      .execute(async (trx) => {
        await trx.insertInto('noise').values({ id: 1 }).execute()
        await sql`select pg_sleep(0.002)`.execute(trx)
      })
      .catch(() => sleep(1))
  }
}
