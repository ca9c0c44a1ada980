import type { Handler } from 'hono'
import * as z from 'zod/mini'

import { authenticate } from '#server/auth/authenticate.ts'
import { requireActor } from '#server/core/context.ts'
import type { AppEnv } from '#server/core/http.ts'
import { kayitDocument } from '#server/kayit/document.ts'
import { kayitIdInput } from '#shared/kayit/schema.ts'

import { handler } from './endpoint.ts'
import { readQuery } from './read.ts'

/**
 * `createPdf.php` (with VAT) and `createPdf2.php` (plain): the document itself. An id that leads nowhere or is
 * none is 404 here, because a browser's tab shows the answer (decisions: legacy paths).
 */
export function pdfEndpoint(variant: 'vat' | 'plain'): Handler<AppEnv> {
  return handler(
    'GET',
    async (c) => {
      const { id: kayit_id, session_id = '' } = readQuery(c)
      const ctx = requireActor(await authenticate(c, session_id))
      const input = z.parse(kayitIdInput, { kayit_id })
      const { file, name } = await kayitDocument(ctx, { ...input, variant })
      return c.body(new Uint8Array(file), 200, {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `inline; filename="${name}"`,
        'Cache-Control': 'no-store',
        // The address may hold a session's token.
        'Referrer-Policy': 'no-referrer',
        'X-Robots-Tag': 'noindex',
      })
    },
    { NOT_FOUND: 404, INVALID: 404 },
  )
}
