import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { readConfig } from '#server/config.ts'
import { seedRecords } from '#server/demo/seed.ts'
import { start } from '#server/process/start.ts'
import { BANNER_COOKIE, CONSENT_COOKIE, SESSION_COOKIE } from '#shared/options.ts'
import { startSession } from '#tests/support/auth.ts'
import { buildUser } from '#tests/support/factories.ts'

import { benchFlash, benchInp, benchLoads } from './page.ts'

/** `npm run bench:page [-- --quick]` measures the built page on a slow phone and prints Markdown. */
const ROUNDS = process.argv.includes('--quick') ? 1 : 5
const RECORDS = 1_000

const say = (line = '') => void process.stdout.write(`${line}\n`)
const table = (head: string[], rows: string[][]) =>
  say([head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n'))
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

const dataDir = mkdtempSync(join(tmpdir(), 'oto-bench-page-'))
const running = await start(readConfig({ PORT: '0', LOG_LEVEL: 'error', DATA_DIR: dataDir }))
try {
  const now = new Date()
  const user = await buildUser(running.maintenance)
  const today = now.toISOString().slice(0, 10)
  await seedRecords(running.maintenance, { userId: user.id, seed: 1, count: RECORDS, today })
  const session = await startSession(running.maintenance, user, { now, remember: true })
  const url = new URL(running.address).origin
  const values = { [SESSION_COOKIE]: session, [CONSENT_COOKIE]: '1', [BANNER_COOKIE]: '1' }
  const cookies = Object.entries(values).map(([name, value]) => ({ name, value, url }))
  const visit = { address: running.address, cookies }

  say('## Loading, cold, 4× slower CPU, 1.6 Mbit/s, 150 ms, 360 px\n')
  const loads = await benchLoads(visit, ROUNDS)
  table(
    ['route', 'LCP', 'first rows', 'CLS', 'JavaScript, KiB over the wire'],
    loads.map(({ route, lcp, rows, cls, scriptKiB }) => [
      route,
      seconds(lcp),
      seconds(rows),
      cls.toFixed(4),
      scriptKiB.toFixed(0),
    ]),
  )
  say('\n## From a key or tap to the next frame\n')
  const reactions = await benchInp(visit, ROUNDS)
  table(
    ['action', 'INP'],
    reactions.map(({ action, inp }) => [action, `${inp.toFixed(0)} ms`]),
  )
  say(`\nWhite frames while loading in a dark scheme: ${await benchFlash(visit)}`)
} finally {
  await running.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
