import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { startSession } from '#tests/support/rows/auth.ts'
import { databaseUrl, open } from '#tests/support/database/database.ts'
import { temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { buildUser } from '#tests/support/rows/factories.ts'
import { freePort } from '#tests/support/panel/free-port.ts'
import { asRequests } from '#tests/support/database/guarded.ts'
import { launchMain } from '#tests/support/panel/main-process.ts'
import { type Pair, startPair } from '#tests/support/database/replica.ts'
import { pauseReplay } from '#tests/support/panel/replica-instance.ts'

let pair: Pair
let env: Record<string, string>
beforeAll(async () => {
  pair = await startPair()
  env = {
    DATABASE_URL: databaseUrl(pair.primary.target),
    DATABASE_REQUEST_URL: databaseUrl(asRequests(pair.primary.target)),
    DATABASE_REPLICA_URL: databaseUrl(asRequests(pair.standby.target)),
  }
})
afterAll(() => pair.remove())

/** Returns the metrics of the replica, by their label or name. */
async function figuresAt(port: number): Promise<Record<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const lines = [...text.matchAll(/^oto_replica_(?:reads_total\{outcome="(\w+)"\}|(lag_bytes)) (\S+)$/gm)]
  return Object.fromEntries(lines.map(([, outcome, lag, value]) => [outcome ?? lag, Number(value)]))
}

test.for(['1', '2'])('%s processes read lists from the replica and count the outcomes', async (WORKERS) => {
  const port = await freePort()
  const panel = launchMain({ ...env, WORKERS, METRICS_PORT: String(port) })
  onTestFinished(async () => {
    panel.child.kill('SIGKILL')
    await panel.ended
  })
  const address = await panel.ready()
  const db = open(pair.primary.target)
  const token = await startSession(db, await buildUser(db), { now: new Date(), remember: true })
  await db.destroy()
  const list = async () => {
    const headers = { cookie: `session_id=${token}`, connection: 'close' }
    const response = await fetch(new URL('api/trpc/kayit.list?input=%7B%22json%22%3A%7B%7D%7D', address), {
      headers,
    })
    await response.text()
    return response.status
  }
  for (let round = 0; round < 60; round++) expect(await list()).toBe(200)
  const { served = 0, paused = 0, lag_bytes, ...others } = await figuresAt(port)
  // Each process reads a session's first list from the primary, and its workers check the replica beside the first.
  expect(served + paused).toBeGreaterThan(50)
  expect(served).toBeGreaterThan(40)
  expect(lag_bytes).toBe(0)
  expect(others).toEqual({ behind: 0, detached: 0, cancelled: 0, unreachable: 0, busy: 0 })
  panel.child.kill('SIGTERM')
  expect(await panel.ended).toBe(0)
})

/** Returns the lines of `npm run doctor` about the replica. */
async function doctorsWord(): Promise<string[]> {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(import.meta.dirname, '../../server/commands/doctor.ts')
  const out = await new Promise<string>((resolve) => {
    execFile(process.execPath, [file], { env: { PORT: '0', ...env }, cwd: folder }, (_, text) =>
      resolve(text),
    )
  })
  return out.split('\n').filter((line) => /kopya/.test(line))
}

test('the doctor reports the lag of the replica, and one that does not answer', async () => {
  await pair.untilEqual()
  expect(await doctorsWord()).toEqual(['Tamam: Veritabanının kopyası yanıt veriyor (0.0 MB geride).'])
  const resume = await pauseReplay(pair)
  await pair.primary.run('create table much as select generate_series(1, 1500000) as n')
  expect(await doctorsWord()).toEqual([
    expect.stringMatching(/^Dikkat: Veritabanının kopyası \d+\.\d MB geride; yetişene kadar listeler/),
  ])
  await resume()
  await pair.standby.kill()
  expect(await doctorsWord()).toEqual([
    'Dikkat: Veritabanının kopyası yanıt vermiyor; listeler ana sunucudan okunur.',
  ])
  env['DATABASE_REPLICA_URL'] = env['DATABASE_REQUEST_URL'] ?? ''
  expect(await doctorsWord()).toEqual([
    'Dikkat: DATABASE_REPLICA_URL ana sunucuyu izleyen bir kopya değil; listeler ana sunucudan okunur.',
  ])
})
