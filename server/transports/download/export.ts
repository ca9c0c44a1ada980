import type { Handler } from 'hono'
import * as z from 'zod/mini'

import { authenticate } from '#server/auth/authenticate.ts'
import { recordRead } from '#server/change/record-read.ts'
import { type UserCtx, requireActor } from '#server/platform/core/context.ts'
import { openSnapshot } from '#server/platform/core/snapshot.ts'
import { FILE_TYPES, fileChunks } from '#server/platform/export/file.ts'
import type { Book } from '#server/platform/export/sheet.ts'
import type { AppContext, AppEnv } from '#server/platform/http/app-env.ts'
import { HttpRefusal } from '#server/platform/http/app-env.ts'
import { attachment } from '#server/platform/http/disposition.ts'
import { limitedStream, type StreamLimits } from '#server/platform/lib/limited-stream.ts'
import type { Release } from '#server/platform/lib/semaphore.ts'
import { FRAMED_TYPE, type Progress } from '#shared/export/frames.ts'
import { exportMessages } from '#shared/export/messages.ts'
import type { FileFormat } from '#shared/export/schema.ts'
import { messages } from '#shared/messages.ts'

import { framed } from './framed.ts'
import { refuse } from './refuse.ts'

/** The book of a call, read in an open snapshot; `signal` is aborted when the caller leaves meanwhile. */
type MakeBook = (ctx: UserCtx, signal: AbortSignal) => Promise<Book>

/** A file that the page offers; `read` throws a ZodError. */
type ExportRow = { read: (query: unknown) => { format: FileFormat; book: MakeBook } }

export const exportRow = <S extends z.ZodMiniType<{ format: FileFormat }>>(
  schema: S,
  book: (ctx: UserCtx, input: z.output<S>, signal: AbortSignal) => Promise<Book>,
): ExportRow => ({
  read: (query) => {
    const input = z.parse(schema, query)
    return { format: input.format, book: (ctx, signal) => book(ctx, input, signal) }
  },
})

export type ExportLimits = { stream: StreamLimits }
type Limits = ExportLimits & { shares: { acquire: (shop: number) => Promise<Release> } }

/** One path: authenticate, parse, take a permit, begin the file, stream it. */
export function exportHandler(row: ExportRow, { stream, shares }: Limits): Handler<AppEnv> {
  return async (c) => {
    try {
      if (c.req.raw.method !== 'GET') throw new HttpRefusal(405, messages.methodNotAllowed, { Allow: 'GET' })
      const ctx = requireActor(await authenticate(c, undefined, { isDownload: true }))
      const { format, book } = row.read(Object.fromEntries(new URL(c.req.url).searchParams))
      const release = await shares.acquire(ctx.actor.shop)
      return await respond(c, { ctx, format, book, release, limits: stream })
    } catch (error) {
      return refuse(c, error)
    }
  }
}

/** In ms: the panel ends an export at its limit; the database only does if the panel hangs. */
const LIMIT_MARGIN = 10_000

type Call = { ctx: UserCtx; format: FileFormat; book: MakeBook; release: Release; limits: StreamLimits }

async function respond(c: AppContext, { ctx, format, book, release, limits }: Call): Promise<Response> {
  const file: OpenFile = { name: '', progress: { done: 0, total: 0 } }
  const { signal } = c.req.raw
  const maxIdle = limits.total + LIMIT_MARGIN
  const bytes = chunksOf({ ...ctx, book, format, release, signal, maxIdle }, file)
  const isFramed = c.req.header('accept') === FRAMED_TYPE
  const chunks = isFramed
    ? framed(c, bytes, { progress: file.progress, failed: exportMessages.failed })
    : bytes
  // What fails before the first byte is a refusal with a status of its own.
  const first = await chunks.next()
  const { type, extension } = FILE_TYPES[format]
  const body = limitedStream({ chunks, first }, limits)
  return c.body(body, 200, {
    'Content-Type': isFramed ? FRAMED_TYPE : type,
    'Content-Disposition': attachment(`${file.name}.${extension}`),
    'X-Robots-Tag': 'noindex',
  })
}

/** What is known of the file once its first chunk is there. */
type OpenFile = { name: string; progress: Progress }
type Making = UserCtx & {
  book: MakeBook
  format: FileFormat
  release: Release
  signal: AbortSignal
  maxIdle: number
}

/** The bytes of the file; snapshot and permit are given back however it ends. */
async function* chunksOf(making: Making, file: OpenFile): AsyncGenerator<Uint8Array> {
  const { book, format, release, signal, maxIdle, ...ctx } = making
  try {
    const snapshot = await openSnapshot(ctx.db, maxIdle)
    try {
      const made = await book({ ...ctx, db: snapshot.db }, signal)
      file.name = made.fileName
      await recordRead(ctx, made, format)
      yield* fileChunks(made, format, { pdf: ctx.pdf, progress: file.progress })
    } finally {
      await snapshot.close()
    }
  } finally {
    release()
  }
}
