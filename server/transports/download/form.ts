import { Hono } from 'hono'
import * as z from 'zod/mini'

import { authenticate } from '#server/auth/authenticate.ts'
import { formDocument } from '#server/intake/document.ts'
import { requireActor } from '#server/platform/core/context.ts'
import type { AppEnv } from '#server/platform/http/app-env.ts'
import { FORM_KINDS, formInput } from '#shared/intake/schema.ts'

import { handler } from './handler.ts'

/** Returns `/oto-servis/api/form/intake?id=…` and `…/delivery?id=…`: the forms of a record, for a tab of their own. */
export function formRoutes(): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  for (const kind of FORM_KINDS) {
    const respond = handler('GET', async (c) => {
      const ctx = requireActor(await authenticate(c, undefined, { isDownload: true }))
      const { id } = z.parse(formInput, c.req.query())
      const { file, name } = await formDocument(ctx, { id, kind })
      return c.body(new Uint8Array(file), 200, {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `inline; filename="${name}"`,
        'Cache-Control': 'no-store',
        'X-Robots-Tag': 'noindex',
      })
    })
    app.all(`/${kind}`, respond)
  }
  return app
}
