import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { isRunning } from '#server/platform/db/embedded/process.ts'
import { findEmbedded } from '#server/platform/db/embedded/server.ts'
import { messages } from '#shared/messages.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { open } from '#tests/support/database/database.ts'
import { temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { buildUser, type TestUser } from '#tests/support/rows/factories.ts'
import { keyedTally, startKeyedClients, statusFigures } from '#tests/support/clients/keyed-clients.ts'
import { launchMain, type MainProcess } from '#tests/support/panel/main-process.ts'
import { serverPid } from '#tests/support/panel/panel-process.ts'
import { report } from '#tests/support/clients/report.ts'

/** A cluster needs some 60 MB, and its log up to 80 MB. */
const DISK = '220m'
const ROUNDS = 4
const CLIENTS = 4
const PATIENCE_MS = 15_000

const disk = temporaryFolder()
const dataDir = join(disk, 'data')
const filler = join(disk, 'filler')
let panel: MainProcess
let address: string

// Only root may mount, so only root can run this file.
beforeAll(async () => {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=755`, 'tmpfs', disk])
  panel = launchMain({ DATA_DIR: dataDir })
  address = await panel.ready()
})
afterAll(async () => {
  panel.child.kill('SIGTERM')
  await panel.ended
  execFileSync('umount', [disk])
  rmSync(disk, { recursive: true })
})

/** Fills the disk to the last byte. */
function fill(): void {
  const file = openSync(filler, 'a')
  for (let size = 1 << 20; size >= 1; size >>= 1) while (written(file, size)) continue
  closeSync(file)
}

function written(file: number, size: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(size)) > 0
  } catch {
    return false
  }
}

/** Fills the disk, and whatever becomes free, until `stop`. */
async function keepFull(stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    fill()
    await sleep(50)
  }
}

const direct = async () => open((await findEmbedded(dataDir)) ?? {})

/** Saves a new record of that user and returns the response. */
async function saveOnce(token: string): Promise<{ status: number; text: string }> {
  const response = await fetch(new URL('/api/submitKayit.php', address), {
    method: 'POST',
    headers: { 'session-id': token, 'content-type': 'application/json' },
    body: JSON.stringify({
      info: { musteri_adi_soyadi: 'Son', plaka: '34 SON 1', aciklama: 'x'.repeat(9_000) },
    }),
  })
  return { status: response.status, text: await response.text() }
}

/** Requests new segments of the log until PostgreSQL stops. */
async function untilPostgresStops(): Promise<void> {
  const pid = serverPid(dataDir)
  const db = await direct()
  while (isRunning(pid)) {
    await sql`select pg_switch_wal(), pg_logical_emit_message(true, 'x', repeat('x', 1000000))`
      .execute(db)
      .catch(() => {})
    await sleep(20)
  }
  await db.destroy()
}

const WAYS: [string, () => Promise<void>][] = [
  ['PostgreSQL still runs', () => Promise.resolve()],
  ['PostgreSQL itself stopped', untilPostgresStops],
]

test.each(WAYS)(
  `${ROUNDS} times the disk is full, where %s: saves are refused, and succeed once there is space`,
  async (name, furtherFault) => {
    const figures = { saves: 0, lost: 0, half: 0, twice: 0 }
    const statuses = new Map<number, number>()
    let slowest = 0
    for (let round = 0; round < ROUNDS; round++) {
      const db = await direct()
      const user: TestUser = await buildUser(db)
      const other = await buildUser(db)
      const token = await startSession(db, other, { kind: 'legacy', now: new Date() })
      const clients = await startKeyedClients({ address, db, user, count: CLIENTS, patience: PATIENCE_MS })
      await db.destroy()
      await expect.poll(() => clients.saved.length, { timeout: 30_000 }).toBeGreaterThan(CLIENTS)

      const filling = new AbortController()
      const full = keepFull(filling.signal)
      await expect.poll(() => clients.statuses.get(503) ?? 0, { timeout: 60_000 }).toBeGreaterThan(CLIENTS)
      await furtherFault()
      await expect.poll(async () => (await saveOnce(token)).status, { timeout: 60_000 }).toBe(503)
      const refused = await saveOnce(token)
      expect(refused).toMatchObject({
        status: 503,
        text: expect.stringContaining(messages.unavailable) as string,
      })
      expect((await fetch(new URL('/healthz', address))).status).toBe(200)

      filling.abort()
      await full
      rmSync(filler)
      const freed = performance.now()
      const before = clients.saved.length
      await expect.poll(() => clients.saved.length, { timeout: 60_000, interval: 10 }).toBeGreaterThan(before)
      slowest = Math.max(slowest, performance.now() - freed)
      await clients.stop()
      expect((await saveOnce(token)).status).toBe(200)

      const again = await direct()
      const tally = await keyedTally(again, user, clients.saved)
      await again.destroy()
      for (const key of ['saves', 'lost', 'half', 'twice'] as const) figures[key] += tally[key]
      for (const [status, count] of clients.statuses)
        statuses.set(status, (statuses.get(status) ?? 0) + count)
    }
    report(`the disk full, ${name}`, {
      rounds: ROUNDS,
      ...figures,
      ...statusFigures(statuses),
      'saves again after at most ms': Math.round(slowest),
    })
    expect(figures).toMatchObject({ lost: 0, half: 0, twice: 0 })
    expect(new Set(statuses.keys())).toEqual(new Set([200, 503]))
    expect([panel.child.exitCode, panel.child.signalCode]).toEqual([null, null])
  },
)
