import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { Kysely, sql } from 'kysely'

import { findEmbedded } from '#server/platform/db/embedded/server.ts'
import { MAINTENANCE_LIMITS } from '#server/platform/db/limits.ts'
import { createPool } from '#server/platform/db/pool.ts'
import { SafePostgresDialect } from '#server/platform/db/postgres-dialect.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { recountTotals } from '#server/stats/recount.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import { temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { buildUser, DEFAULT_PASSWORD, type TestUser } from '#tests/support/rows/factories.ts'
import { launchMain } from '#tests/support/panel/main-process.ts'
import { fillManyShops } from '#tests/support/rows/many-shops.ts'

import { named, say } from './report.ts'
import { checkStored } from './soak-check.ts'
import { sayRun } from './soak-report.ts'
import { type Sample, takeSample } from './soak-samples.ts'
import { type Call, type Saved, Staff } from './soak-staff.ts'

/** `npm run soak -- --minutes 30 --workers 1 --staff 200` prints a day of some shops as Markdown; nothing here fails. */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    workers: { type: 'string', default: '1' },
    staff: { type: 'string', default: '200' },
  },
})
const [minutes, count] = [Number(values.minutes), Number(values.staff)]
if (![minutes, count].every((value) => Number.isSafeInteger(value) && value > 0))
  throw new Error('--minutes and --staff are whole numbers from 1 on.')
// The report compares the third minute with the last, and the samples' first third with their last.
if (minutes < 4) throw new Error('--minutes is at least 4.')
const STAFF_OF_SHOP = 5
const RECORDS = 250
const SAMPLE_MS = 5_000
/** The number of simultaneous logins, because each hashes a password. */
const LOGINS = 2

const dataDir = temporaryFolder()
const panel = launchMain({ DATA_DIR: dataDir, WORKERS: values.workers })
try {
  const { origin } = new URL(await panel.ready())
  const pool = createPool((await findEmbedded(dataDir)) ?? {}, MAINTENANCE_LIMITS)
  const db = new Kysely<DB>({ dialect: new SafePostgresDialect(pool, MAINTENANCE_LIMITS) })
  await soak(db, origin)
  await db.destroy()
} finally {
  panel.child.kill('SIGTERM')
  await panel.ended
  rmSync(dataDir, { recursive: true, force: true })
}

async function soak(db: Kysely<DB>, origin: string): Promise<void> {
  const shops = await makeShops(db, Math.max(1, Math.round(count / STAFF_OF_SHOP)))
  const users = await Promise.all(
    Array.from({ length: count }, async (_, index) => shops[index] ?? (await hire(db, shops, index))),
  )
  const stopping = new AbortController()
  const calls: Call[] = []
  const saved = new Map<string, Saved>()
  const staff = users.map((user) => new Staff(user, { origin, calls, saved, stop: stopping.signal }))
  await logInAll(staff)
  calls.length = 0
  say(`\n${named(count)} staff of ${shops.length} shops, WORKERS=${values.workers}, ${minutes} minutes.\n`)

  const began = performance.now()
  const working = Promise.all(staff.map((one) => one.work()))
  const samples: Sample[] = []
  const until = began + minutes * 60_000
  while (performance.now() < until) {
    samples.push(await takeSample({ panel, db, dataDir }))
    await sleep(Math.min(SAMPLE_MS, Math.max(0, until - performance.now())))
  }
  stopping.abort()
  await working
  sayRun({ calls, samples, began, minutes }, await checkStored(db, saved, shops))
}

type Worker = TestUser & { shop_id: number }

/** Makes shops with the same records; returns their owners. */
async function makeShops(db: Kysely<DB>, shops: number): Promise<Worker[]> {
  await fillManyShops(db, { shops, records: RECORDS })
  const owners = await db
    .selectFrom('users')
    .where('auth', '<>', AUTH_ADMIN)
    .where('role', '=', 'owner')
    .select(['id', 'username', 'auth'])
    .execute()
  for (const { id } of owners) await recountTotals(db, id)
  await sql`vacuum analyze`.execute(db)
  return owners.map((owner) => ({ ...owner, password: DEFAULT_PASSWORD, shop_id: owner.id }))
}

async function hire(db: Kysely<DB>, shops: readonly Worker[], index: number): Promise<Worker> {
  const shop_id = shops[index % shops.length]?.id ?? 0
  return { ...(await buildUser(db, { shop_id, role: 'desk', sees_figures: true })), shop_id }
}

async function logInAll(staff: readonly Staff[]): Promise<void> {
  const waiting = [...staff]
  const logIn = async () => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) await one.logIn()
  }
  await Promise.all(Array.from({ length: LOGINS }, logIn))
}
