import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

import { Hono } from 'hono'
import * as z from 'zod/mini'

import { readBackup, addPiece, requireUploads, restoreBackup } from '#server/admin/backups.ts'
import { authenticate } from '#server/auth/authenticate.ts'
import { requireAdmin } from '#server/platform/core/context.ts'
import { type AppContext, type AppEnv, HttpRefusal } from '#server/platform/http/app-env.ts'
import { readBytes } from '#server/platform/http/read-bytes.ts'
import { limitedStream } from '#server/platform/lib/limited-stream.ts'
import { backupNameInput } from '#shared/admin/backups.ts'
import { pieceInput, restoreInput, type RestoreResult } from '#shared/admin/restore.ts'
import { FRAMED_TYPE } from '#shared/export/frames.ts'
import { messages } from '#shared/messages.ts'
import { MAX_PUBLIC_BODY_BYTES } from '#shared/options.ts'

import { attachment, encodeFrames, handler } from './handler.ts'

/** Pause between two signs of life, in ms, because a proxy ends a silent response. */
const BEAT_MS = 500
/** Limits of the response, in ms. The restore itself has no limit and goes on without a reader. */
const LIMITS = { idle: 60_000, total: 86_400_000 }

/** Returns `/oto-servis/api/backup?name=…`, and below it `/piece?upload=…&at=…` and `/restore`, for administrators. */
export const backupRoutes = (): Hono<AppEnv> =>
  new Hono<AppEnv>()
    .all('/', handler('GET', sendBackup))
    .all('/piece', handler('POST', receivePiece))
    .all('/restore', handler('POST', restore))

async function sendBackup(c: AppContext): Promise<Response> {
  const ctx = await authenticate(c, undefined, { isDownload: true })
  requireAdmin(ctx)
  const { name } = z.parse(backupNameInput, c.req.query())
  const file = await readBackup(ctx, { name })
  return c.body(Readable.toWeb(file) as unknown as ReadableStream<Uint8Array>, 200, {
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': attachment(name),
    'X-Robots-Tag': 'noindex',
  })
}

async function receivePiece(c: AppContext): Promise<Response> {
  const ctx = await authenticate(c)
  // A caller without the right is refused before the body is read.
  requireUploads(ctx)
  const piece = z.parse(pieceInput, c.req.query())
  return c.json(await addPiece(ctx, piece, await readBytes(c.req.raw)))
}

/** The progress in frames, then the result as JSON. */
async function restore(c: AppContext): Promise<Response> {
  const ctx = await authenticate(c)
  requireUploads(ctx)
  const input = z.parse(restoreInput, await json(c))
  const progress = { done: 0, total: 0 }
  const running = restoreBackup(ctx, input, (now) => Object.assign(progress, now))
  const chunks = encodeFrames(c, beats(running), { progress, failed: messages.restoreFailed })
  const body = limitedStream({ chunks, first: await chunks.next() }, LIMITS)
  return c.body(body, 200, { 'Content-Type': FRAMED_TYPE })
}

async function* beats(running: Promise<RestoreResult>): AsyncGenerator<Uint8Array> {
  // Without a reader a failure has no listener; the operation has logged it.
  running.catch(() => {})
  for (;;) {
    const result = await Promise.race([running, sleep(BEAT_MS, null, { ref: false })])
    if (result !== null) return yield new TextEncoder().encode(JSON.stringify(result))
    yield new Uint8Array()
  }
}

async function json(c: AppContext): Promise<unknown> {
  try {
    return JSON.parse((await readBytes(c.req.raw, { max: MAX_PUBLIC_BODY_BYTES })).toString()) as unknown
  } catch (error) {
    throw error instanceof SyntaxError ? new HttpRefusal(400, messages.malformedBody) : error
  }
}
