import { setTimeout as sleep } from 'node:timers/promises'

import { type Handler, Hono } from 'hono'
import * as z from 'zod/mini'

import { addPiece, requireUploads, restoreBackup } from '#server/admin/restore.ts'
import { authenticate } from '#server/auth/authenticate.ts'
import { type AppContext, type AppEnv, HttpRefusal } from '#server/platform/http/app-env.ts'
import { readBytes } from '#server/platform/http/read-bytes.ts'
import { limitedStream } from '#server/platform/lib/limited-stream.ts'
import { pieceInput, restoreInput, type RestoreResult } from '#shared/admin/restore.ts'
import { FRAMED_TYPE } from '#shared/export/frames.ts'
import { messages } from '#shared/messages.ts'
import { MAX_OPEN_BODY_BYTES } from '#shared/options.ts'

import { framed } from './framed.ts'
import { refuse } from './refuse.ts'

/** Between two signs of life, in ms: a proxy ends a response that is silent. */
const BEAT_MS = 500
/** The restore itself has no limit and goes on without a reader. */
const LIMITS = { idle: 60_000, total: 86_400_000 }

/** `/oto-servis/api/backup/piece?upload=…&at=…` and `/restore`, for administrators. */
export function restoreRoutes(): Hono<AppEnv> {
  return new Hono<AppEnv>().all('/piece', posted(receivePiece)).all('/restore', posted(restore))
}

function posted(answer: (c: AppContext) => Promise<Response>): Handler<AppEnv> {
  return async (c) => {
    try {
      if (c.req.method !== 'POST') throw new HttpRefusal(405, messages.methodNotAllowed, { Allow: 'POST' })
      return await answer(c)
    } catch (error) {
      return refuse(c, error)
    }
  }
}

async function receivePiece(c: AppContext): Promise<Response> {
  const ctx = await authenticate(c)
  // Who may not is refused before the body is read.
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
  const chunks = framed(c, beats(running), { progress, failed: messages.restoreFailed })
  const body = limitedStream({ chunks, first: await chunks.next() }, LIMITS)
  return c.body(body, 200, { 'Content-Type': FRAMED_TYPE })
}

async function* beats(running: Promise<RestoreResult>): AsyncGenerator<Uint8Array> {
  // Without a reader nobody waits for it any more; the operation has logged why it failed.
  running.catch(() => {})
  for (;;) {
    const result = await Promise.race([running, sleep(BEAT_MS, null, { ref: false })])
    if (result !== null) return yield new TextEncoder().encode(JSON.stringify(result))
    yield new Uint8Array()
  }
}

async function json(c: AppContext): Promise<unknown> {
  try {
    return JSON.parse((await readBytes(c.req.raw, { max: MAX_OPEN_BODY_BYTES })).toString()) as unknown
  } catch (error) {
    throw error instanceof SyntaxError ? new HttpRefusal(400, messages.malformedBody) : error
  }
}
