// `npm run sqlmap`: Debian's sqlmap against every procedure and old path of a panel that this starts on the loopback
// address, with invented data. Not part of the tests: it needs `apt-get install sqlmap` and some minutes.
// `npm run sqlmap -- NAME`: only calls whose path contains NAME. Exit code 1 if anything is injectable.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

import { Kysely } from 'kysely'

import { findEmbedded } from '#server/platform/db/embedded/server.ts'
import { MAINTENANCE_LIMITS } from '#server/platform/db/limits.ts'
import { createPool } from '#server/platform/db/pool.ts'
import { SafePostgresDialect } from '#server/platform/db/postgres-dialect.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { type RightCall, rightCalls } from '#tests/support/security/bad-inputs/requests.ts'
import { temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { buildUser, type TestUser, userCtx } from '#tests/support/rows/factories.ts'
import { build } from '#tests/support/rows/kayit.ts'
import { launchMain } from '#tests/support/panel/main-process.ts'

/** Calls that end the session, always take long, or take a file. */
const LEFT_OUT = /auth\.logout|settings\.endSession|admin\.endSessions|admin\.backUp|uploadLogo/
const AT_ONCE = 3
/** The time limit of sqlmap for one call, in s. */
const LIMIT = 240
const SEED = 20_261_124
/** Level 2 and risk 2 of sqlmap: boolean, error, union, stacked and time-based, in parameters and cookies. */
const OPTIONS = [
  '--batch',
  '--flush-session',
  '--disable-coloring',
  '--level=2',
  '--risk=2',
  '--dbms=PostgreSQL',
]
const QUICK = [
  '--time-sec=2',
  '--timeout=10',
  '--retries=1',
  '--threads=2',
  '--ignore-code=400,401,404,405,415,422,429',
]

type Outcome = { call: string; tested: number; injectable: string[]; inTime: boolean }

const isTested =
  /parameter '.+' (does not seem to be injectable|is '.+' injectable|appears to be|is vulnerable)/
const [only = ''] = process.argv.slice(2)
const output = mkdtempSync(join(tmpdir(), 'oto-servis-sqlmap-'))
const dataDir = temporaryFolder()
const panel = launchMain({ DATA_DIR: dataDir })
const began = performance.now()
try {
  const { origin } = new URL(await panel.ready())
  const token = await fillShop()
  const calls = rightCalls(SEED).filter(({ path }) => !LEFT_OUT.test(path) && path.includes(only))
  const outcomes = await testAll(calls, { origin, token })
  const isStillValid = (await fetch(`${origin}/api/settings.php`, { headers: { 'session-id': token } })).ok
  const injectable = outcomes.flatMap(({ call, injectable }) => injectable.map((what) => `${call}: ${what}`))
  const sum = {
    calls: outcomes.length,
    'parameters tested': outcomes.reduce((sum, { tested }) => sum + tested, 0),
    injectable: injectable.length,
    'calls cut off at the limit': outcomes.filter(({ inTime }) => !inTime).map(({ call }) => call),
    'session still valid': isStillValid,
    minutes: Math.round((performance.now() - began) / 60_000),
  }
  console.info(sum, injectable)
  process.exitCode = injectable.length > 0 || !isStillValid ? 1 : 0
} finally {
  panel.child.kill('SIGTERM')
  await panel.ended
  for (const folder of [output, dataDir]) rmSync(folder, { recursive: true, force: true })
}

/** Stores a shop with a record, whose owner is an administrator; returns a session's token. */
async function fillShop(): Promise<string> {
  const target = (await findEmbedded(dataDir)) ?? {}
  const db = new Kysely<DB>({ dialect: new SafePostgresDialect(createPool(target), MAINTENANCE_LIMITS) })
  const user: TestUser = await buildUser(db, { auth: 3 })
  await build(userCtx(db, user), {}, [{ islem_adi: 'Yağ değişimi', fiyat_kurus: 5_000 }])
  const token = await startSession(db, user, { kind: 'legacy', now: new Date() })
  await db.destroy()
  return token
}

type Panel = { origin: string; token: string }

async function testAll(calls: RightCall[], panel: Panel): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const waiting = calls.values()
  const lane = async () => {
    for (const call of waiting) {
      const outcome = await test(call, panel)
      outcomes.push(outcome)
      const { tested, injectable, inTime } = outcome
      console.info(
        `${outcomes.length}/${calls.length} ${call.method} ${call.path}: ${tested} tested, ${injectable.length} injectable${inTime ? '' : ', cut off'}`,
      )
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return outcomes
}

async function test(call: RightCall, { origin, token }: Panel): Promise<Outcome> {
  const folder = join(output, call.path.replaceAll(/\W/g, '_'))
  const args = [
    ...OPTIONS,
    ...QUICK,
    `--output-dir=${folder}`,
    `--headers=Session-Id: ${token}`,
    ...sent(call, origin),
  ]
  const child = spawn('sqlmap', args, { stdio: ['ignore', 'pipe', 'inherit'], timeout: LIMIT * 1_000 })
  let text = ''
  child.stdout.on('data', (data) => (text += String(data)))
  const [code] = (await once(child, 'close')) as [number | null]
  const lines = text.split('\n')
  return {
    call: call.path,
    tested: lines.filter((line) => isTested.test(line)).length,
    injectable: lines.filter((line) => line.startsWith('Parameter: ')),
    inTime: code === 0,
  }
}

/** Returns the call for sqlmap: `*` marks places that sqlmap does not find by itself. */
function sent({ path, input, inQuery }: RightCall, origin: string): string[] {
  const url = `${origin}${path}`
  if (!inQuery) return [`--url=${url}`, `--data=${JSON.stringify(input)}`, '--method=POST']
  if (path.includes('/trpc/')) return [`--url=${url}?input=${encodeURIComponent(marked(input))}`]
  return [
    `--url=${url}?${new URLSearchParams(Object.entries(input as object).map(([name, value]) => [name, String(value)]))}`,
  ]
}

/** Returns JSON with a mark behind every text and number. */
function marked(input: unknown): string {
  const mark = (_: string, value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? `${value}*` : value
  return JSON.stringify(input, mark).replaceAll(/"(\d+)\*"/g, '$1*')
}
