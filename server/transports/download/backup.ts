import { Readable } from 'node:stream'

import { Hono } from 'hono'
import * as z from 'zod/mini'

import { readBackup } from '#server/admin/backups.ts'
import { authenticate } from '#server/auth/authenticate.ts'
import { requireAdmin } from '#server/platform/core/context.ts'
import { type AppEnv, HttpRefusal } from '#server/platform/http/app-env.ts'
import { attachment } from '#server/platform/http/disposition.ts'
import { backupNameInput } from '#shared/admin/backups.ts'
import { messages } from '#shared/messages.ts'

import { refuse } from './refuse.ts'

/** `/oto-servis/api/backup?name=…`: a stored backup, for administrators. */
export function backupRoutes(): Hono<AppEnv> {
  return new Hono<AppEnv>().all('/', async (c) => {
    try {
      if (c.req.raw.method !== 'GET') throw new HttpRefusal(405, messages.methodNotAllowed, { Allow: 'GET' })
      const ctx = await authenticate(c, undefined, { isDownload: true })
      requireAdmin(ctx)
      const { name } = z.parse(backupNameInput, c.req.query())
      const file = await readBackup(ctx, { name })
      return c.body(Readable.toWeb(file) as unknown as ReadableStream<Uint8Array>, 200, {
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': attachment(name),
        'X-Robots-Tag': 'noindex',
      })
    } catch (error) {
      return refuse(c, error)
    }
  })
}
