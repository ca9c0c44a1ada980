import type { Kysely } from 'kysely'

import { createPdfService } from '#server/platform/documents/pdf-service.ts'
import { fileChunks } from '#server/platform/export/file.ts'
import { journalBook } from '#server/kayit/export-journal.ts'
import { periodExportInput } from '#shared/export/schema.ts'
import type { PoolTarget } from '#server/platform/db/pool.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { seedRecords } from '#server/commands/demo/seed.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { bytesOf, inputOf } from '#tests/support/documents/export.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'

import { driveApart, served, usageOf } from './compare.ts'
import { quantiles } from './load.ts'

/** A list that returns everything, as integrating programs ask for it. */
const EVERYTHING = '/api/getKayitlar.php'
const LIST = `/oto-servis/api/trpc/kayit.list?input=${encodeURIComponent('{"json":{}}')}`
const RECORDS = 10_000

/** Latencies of the list (ms) beside `exports` callers that read everything, and the gaps of the event loop (ms). */
type BesideExports = {
  exports: number
  p50: number
  p95: number
  gapP99: number
  gapMax: number
  /** Whole lists a second. */
  perSecond: number
}

/** Measures how long the first page of the list waits while others read 10,000 records without pause. */
export async function benchBesideExports(
  target: PoolTarget,
  { db, user, today }: { db: Kysely<DB>; user: { id: number }; today: string },
  seconds: number,
): Promise<BesideExports[]> {
  const reader = await buildUser(db)
  await seedRecords(db, { shopId: reader.id, seed: 5, count: RECORDS, today })
  const now = new Date()
  const own = { 'session-id': await startSession(db, user, { kind: 'legacy', now }) }
  const others = { 'session-id': await startSession(db, reader, { kind: 'legacy', now }) }
  const panel = await served({ which: 'ours', target })
  const list = { url: panel.url + LIST, headers: own, connections: 1 }
  await driveApart({ ...list, seconds: 1 })
  const figures: BesideExports[] = []
  for (const exports of [0, 1, 5]) {
    await usageOf(panel)
    const whole = { url: panel.url + EVERYTHING, headers: others, connections: exports, seconds }
    const [taken, read] = await Promise.all([
      driveApart({ ...list, seconds }),
      exports === 0 ? undefined : driveApart(whole),
    ])
    const { gapP99, gapMax } = await usageOf(panel)
    const { p50, p95 } = taken
    figures.push({ exports, p50, p95, gapP99, gapMax, perSecond: read?.perSecond ?? 0 })
  }
  panel.child.disconnect()
  return figures
}

const JOURNAL_RECORDS = 100
const JOURNAL_ROUNDS = 10

/** Measures the accountant's file of a month of 100 records in each format, in ms; the first PDF starts the thread. */
export async function benchJournal(db: Kysely<DB>, today: string) {
  const ctx = userCtx(db, await buildUser(db))
  await seedRecords(db, { shopId: ctx.actor.shop, seed: 7, count: JOURNAL_RECORDS, today })
  await db
    .updateTable('kayit')
    .set({ giris_tarihi: today, day: today })
    .where('shop_id', '=', ctx.actor.shop)
    .execute()
  const [year = '', month = ''] = today.split('-')
  const input = inputOf(periodExportInput, { year, month: String(Number(month)) })
  const pdf = createPdfService()
  const figures = []
  for (const format of ['PDF', 'XLSX', 'CSV'] as const) {
    const times: number[] = []
    let kilobytes = 0
    for (let round = 0; round < JOURNAL_ROUNDS; round++) {
      const started = performance.now()
      const progress = { done: 0, total: 0 }
      const file = await bytesOf(fileChunks(await journalBook(ctx, input), format, { pdf, progress }))
      times.push(performance.now() - started)
      kilobytes = file.length / 1024
    }
    figures.push({ format, ...quantiles(times), kilobytes })
  }
  await pdf.close()
  return figures
}
