import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Kysely } from 'kysely'
import { afterAll, expect, test } from 'vitest'

import { findEmbedded } from '#server/platform/db/embedded/server.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { open } from '#tests/support/database/database.ts'
import { temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { buildUser, type TestUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { launchMain } from '#tests/support/panel/main-process.ts'
import { report } from '#tests/support/clients/report.ts'
import { startWriters, tally } from '#tests/support/clients/writers.ts'

const STOPS = 20
const WRITERS = 6
const READERS = 3
const STOP_MS = 12_000

const dataDir = temporaryFolder()
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

type Shop = { address: string; db: Kysely<DB>; user: TestUser }
type Document = 'whole' | 'refused' | 'not begun' | 'cut'

/** Starts clients that read one document after the other; `stop` returns the outcomes. */
async function startReaders({ address, db, user }: Shop) {
  const islemler = Array.from({ length: 150 }, (_, index) => ({
    islem_adi: `İşlem ${index}`,
    fiyat_kurus: 100,
  }))
  const { id } = await save(userCtx(db, user), { islemler })
  const headers = { 'session-id': await startSession(db, user, { kind: 'legacy', now: new Date() }) }
  const stopping = new AbortController()
  const documents: Document[] = []
  const read = async () => {
    while (!stopping.signal.aborted) {
      const outcome = await fetch(new URL(`/api/createPdf.php?id=${id}`, address), { headers }).then(
        async (response) => wholeness(response),
        (): Document => 'not begun',
      )
      documents.push(outcome)
      if (outcome === 'not begun') await sleep(20)
    }
  }
  const running = Array.from({ length: READERS }, read)
  const stop = async () => {
    stopping.abort()
    await Promise.all(running)
  }
  return { documents, stop }
}

async function wholeness(response: Response): Promise<Document> {
  const text = await response.text().catch(() => '')
  if (response.status === 503) return 'refused'
  return response.status === 200 && text.trimEnd().endsWith('%%EOF') ? 'whole' : 'cut'
}

test(`${STOPS} times SIGTERM among saves and documents: what was begun gets its response, and all of it is kept`, async () => {
  const all = { saves: 0, lost: 0, half: 0, unacknowledged: 0, documents: 0, cut: 0, refused: 0 }
  let slowest = 0
  for (let round = 0; round < STOPS; round++) {
    const panel = launchMain({ DATA_DIR: dataDir })
    const address = await panel.ready()
    const db = open((await findEmbedded(dataDir)) ?? {})
    const user = await buildUser(db)
    const reader = await buildUser(db)
    const readers = await startReaders({ address, db, user: reader })
    const writers = await startWriters({ address, db, user, count: WRITERS })
    await db.destroy()
    // The stop comes at a different moment in each round.
    while (writers.answers.length < 2 * WRITERS + round || readers.documents.length < READERS) await sleep(2)
    panel.child.kill('SIGTERM')
    const began = performance.now()
    expect(await panel.ended).toBe(0)
    slowest = Math.max(slowest, performance.now() - began)
    await Promise.all([writers.stop(), readers.stop()])

    const again = launchMain({ DATA_DIR: dataDir })
    await again.ready()
    const stored = open((await findEmbedded(dataDir)) ?? {})
    const { acknowledged, lost, torn, unacknowledged } = await tally(stored, user, writers.answers)
    await stored.destroy()
    again.child.kill('SIGTERM')
    expect(await again.ended).toBe(0)
    all.saves += acknowledged
    all.lost += lost.length
    all.half += torn.length
    // These saves are stored although their response was lost: they were still running at the stop.
    all.unacknowledged += unacknowledged.length
    const others = writers.answers.map(({ status }) => status).filter((status) => status !== 200)
    expect(others.filter((status) => status !== 'ECONNREFUSED' && status !== 'ECONNRESET')).toEqual([])
    all.documents += readers.documents.filter((one) => one === 'whole').length
    all.cut += readers.documents.filter((one) => one === 'cut').length
    all.refused += readers.documents.filter((one) => one === 'refused').length
  }
  report('SIGTERM', { stops: STOPS, ...all, 'ended after at most ms': Math.round(slowest) })
  expect(all).toMatchObject({ lost: 0, half: 0, unacknowledged: 0, cut: 0, refused: 0 })
  expect(slowest).toBeLessThan(STOP_MS)
})
