import { Hono } from 'hono'
import * as z from 'zod/mini'

import { authenticate } from '#server/auth/authenticate.ts'
import { debtsBook, statementBook } from '#server/balance/export.ts'
import { recordExport } from '#server/change/list.ts'
import { expenseBook } from '#server/expense/export.ts'
import { customerHistoryBook, vehicleHistoryBook } from '#server/history/export.ts'
import { kayitBook } from '#server/kayit/export.ts'
import { journalBook } from '#server/kayit/export-journal.ts'
import { monthBook } from '#server/month/archive.ts'
import { dayEndsBook } from '#server/month/day-ends-file.ts'
import { paymentsBook } from '#server/month/payments-file.ts'
import { personalDataBook } from '#server/personal-data/export.ts'
import { type UserCtx, requireActor } from '#server/platform/core/context.ts'
import { openSnapshot } from '#server/platform/core/snapshot.ts'
import { fileChunks, fileOf } from '#server/platform/export/file.ts'
import type { Book } from '#server/platform/export/sheet.ts'
import type { AppEnv } from '#server/platform/http/app-env.ts'
import { limitedStream, type StreamLimits } from '#server/platform/lib/limited-stream.ts'
import { shareOf } from '#server/platform/lib/processes.ts'
import { type Release, createSharedPermits } from '#server/platform/lib/semaphore.ts'
import { statsBook } from '#server/stats/export.ts'
import { AppError } from '#shared/errors.ts'
import { FRAMED_TYPE, type Progress } from '#shared/export/frames.ts'
import { exportMessages } from '#shared/export/messages.ts'
import {
  debtsExportInput,
  type FileFormat,
  expenseExportInput,
  historyExportInput,
  kayitExportInput,
  periodExportInput,
  personalDataExportInput,
  statementExportInput,
} from '#shared/export/schema.ts'

import { attachment, encodeFrames, handler } from './handler.ts'

/** A call for a file. `book` runs in an open snapshot; its signal is aborted when the caller leaves. */
type FileCall = { format: FileFormat; book: (ctx: UserCtx, signal: AbortSignal) => Promise<Book> }

/** Returns the function that reads a call from its query and throws a ZodError. */
const exportRow =
  <S extends z.ZodMiniType<{ format: FileFormat }>>(
    schema: S,
    book: (ctx: UserCtx, input: z.output<S>, signal: AbortSignal) => Promise<Book>,
  ) =>
  (query: object): FileCall => {
    const input = z.parse(schema, query)
    return { format: input.format, book: (ctx, signal) => book(ctx, input, signal) }
  }

/** The files that the page offers, one row each: `/oto-servis/api/export/<name>?format=XLSX&…`. */
export const exportPaths = {
  kayit: exportRow(kayitExportInput, kayitBook),
  expense: exportRow(expenseExportInput, expenseBook),
  journal: exportRow(periodExportInput, journalBook),
  stats: exportRow(periodExportInput, statsBook),
  payments: exportRow(periodExportInput, paymentsBook),
  'day-ends': exportRow(periodExportInput, dayEndsBook),
  month: exportRow(periodExportInput, monthBook),
  debts: exportRow(debtsExportInput, debtsBook),
  statement: exportRow(statementExportInput, statementBook),
  'vehicle-history': exportRow(historyExportInput, vehicleHistoryBook),
  'customer-history': exportRow(historyExportInput, customerHistoryBook),
  'personal-data': exportRow(personalDataExportInput, personalDataBook),
}

/** Exports of one shop at a time. Each holds a database connection; requests keep more than half of them. */
const EACH_SHOP = 2
const ALL_SHOPS = 4

/** Limits in ms, for one chunk of a slow reader and for the whole export; the socket drains before the next chunk. */
const LIMITS: StreamLimits = { idle: 60_000, total: 600_000 }
/** Extra time of the database's limit, in ms, so that it ends an export only if the panel hangs. */
const LIMIT_MARGIN = 10_000

const refusal = (message: string) => () => new AppError('UNAVAILABLE', message, { retryAfter: 10 })

/** Returns the paths of the page's files, below `/oto-servis/api/export`. Running exports count per process. */
export function exportRoutes(limits: StreamLimits = LIMITS): Hono<AppEnv> {
  const shares = createSharedPermits({
    perKey: EACH_SHOP,
    all: Math.max(EACH_SHOP, shareOf(ALL_SHOPS)),
    refusals: { each: refusal(exportMessages.shopBusy), all: refusal(exportMessages.busy) },
  })
  const app = new Hono<AppEnv>()
  for (const [path, read] of Object.entries(exportPaths)) {
    const respond = handler('GET', async (c) => {
      const ctx = requireActor(await authenticate(c, undefined, { isDownload: true }))
      const call = read(Object.fromEntries(new URL(c.req.url).searchParams))
      const release = await shares.acquire(ctx.actor.shop)
      const file: OpenFile = { name: '', type: '', progress: { done: 0, total: 0 } }
      const maxIdle = limits.total + LIMIT_MARGIN
      const bytes = chunksOf({ ...call, ctx, release, signal: c.req.raw.signal, maxIdle }, file)
      const isFramed = c.req.header('accept') === FRAMED_TYPE
      const { progress } = file
      const chunks = isFramed ? encodeFrames(c, bytes, { progress, failed: exportMessages.failed }) : bytes
      // A failure before the first byte is a refusal with its own status.
      const first = await chunks.next()
      return c.body(limitedStream({ chunks, first }, limits), 200, {
        'Content-Type': isFramed ? FRAMED_TYPE : file.type,
        'Content-Disposition': attachment(file.name),
        'X-Robots-Tag': 'noindex',
      })
    })
    app.all(`/${path}`, respond)
  }
  return app
}

/** The facts of a file that are known with its first chunk. */
type OpenFile = { name: string; type: string; progress: Progress }
type Making = FileCall & { ctx: UserCtx; release: Release; signal: AbortSignal; maxIdle: number }

/** Yields the bytes of the file; releases snapshot and permit however it ends. */
async function* chunksOf(making: Making, file: OpenFile): AsyncGenerator<Uint8Array> {
  const { ctx, book, format, release, signal, maxIdle } = making
  try {
    const snapshot = await openSnapshot(ctx.db, maxIdle)
    try {
      const made = await book({ ...ctx, db: snapshot.db }, signal)
      Object.assign(file, fileOf(made, format))
      await recordExport(ctx, made, format)
      yield* fileChunks(made, format, { pdf: ctx.pdf, progress: file.progress })
    } finally {
      await snapshot.close()
    }
  } finally {
    release()
  }
}
