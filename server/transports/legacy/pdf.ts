import * as z from 'zod/mini'

import { authenticate } from '#server/auth/authenticate.ts'
import { requireActor } from '#server/platform/core/context.ts'
import { kayitDocument } from '#server/kayit/document.ts'
import { documentInput } from '#shared/kayit/schema.ts'

import { type LegacyPath, handler } from './endpoint.ts'
import { readQuery } from './read.ts'

/**
 * `createPdf.php` (with VAT) and `createPdf2.php` (plain): the document itself. An id that does not exist or is
 * invalid is 404 here, because a browser tab shows the response (decisions: legacy paths).
 */
export function pdfEndpoint(variant: 'vat' | 'plain'): LegacyPath {
  const input = documentInput
  const row = { method: 'GET', access: 'user', input, missing: 404 } as const
  return handler(row, async (c) => {
    const sent = readQuery(c)
    const ctx = requireActor(await authenticate(c, sent['session_id'] ?? ''))
    const { id: kayit_id } = z.parse(input, sent)
    const { file, name } = await kayitDocument(ctx, { kayit_id, variant })
    return c.body(new Uint8Array(file), 200, {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="${name}"`,
      'Cache-Control': 'no-store',
      // The address may contain a session's token.
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
    })
  })
}
