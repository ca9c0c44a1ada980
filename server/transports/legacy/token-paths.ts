import * as z from 'zod/mini'

import { authenticate } from '#server/auth/authenticate.ts'
import { legacyLogin, sessionUser } from '#server/auth/operations.ts'
import { kayitDocument } from '#server/kayit/document.ts'
import { requireActor } from '#server/platform/core/context.ts'
import { documentInput } from '#shared/kayit/schema.ts'
import { messages } from '#shared/messages.ts'

import { type Contract, JSON_OR_FORM, type LegacyPath, handler } from './endpoint.ts'
import { legacyLoginInput, legacySessionInput } from './inputs.ts'
import { readBody, readQuery } from './read.ts'
import { done, legacySessionUser, sessionUserReply, withMessage } from './replies.ts'

/** A placeholder in examples for the token that `login.php` returned. */
export const TOKEN_EXAMPLE = 'TOKEN'

/** `login.php`. Consent is the page's step, so an integrator gets an active session at once (decisions: legacy paths). */
export function loginEndpoint(): LegacyPath {
  const input = legacyLoginInput
  const row: Contract = {
    method: 'POST',
    access: 'public',
    input,
    body: JSON_OR_FORM,
    returnsToken: true,
    tag: 'Oturum',
    summary: 'Oturum açar ve 12 saat geçerli bir anahtar verir.',
    answer: withMessage({ token: z.string() }),
    example: { username: 'usta', password: 'Parola-1234' },
    tooMany: true,
  }
  return handler(row, async (c) => {
    const ctx = await authenticate(c)
    const sent = z.parse(input, await readBody(c, { form: true, open: true }))
    const { token } = await legacyLogin(ctx, sent)
    return c.json({ success: true, message: messages.loginDone, token })
  })
}

/** `getSession.php`: the only path whose body may hold the session's token, so the body is read first. */
export function sessionEndpoint(): LegacyPath {
  const input = legacySessionInput
  const row: Contract = {
    method: 'POST',
    access: 'user',
    input,
    body: JSON_OR_FORM,
    changesNothing: true,
    returnsToken: true,
    tag: 'Oturum',
    summary: 'Anahtarın kime ait olduğunu söyler.',
    answer: done({ user: legacySessionUser }),
    example: { session_id: TOKEN_EXAMPLE },
    sessionIn: 'body',
  }
  return handler(row, async (c) => {
    const { session_id } = z.parse(input, await readBody(c, { form: true, open: true }))
    const ctx = requireActor(await authenticate(c, session_id, { changesNothing: true }))
    const user = await sessionUser(ctx)
    return c.json({ success: true, user: user && sessionUserReply(user) })
  })
}

const PDF_SUMMARIES = {
  vat: 'Kaydın belgesini PDF olarak verir: fiyatlar KDV dahil, tutarlar KDV dahil ve KDV hariç.',
  plain: 'Kaydın belgesini PDF olarak verir: fiyatlar ve tutarlar KDV hariç.',
}

/**
 * `createPdf.php` (with VAT) and `createPdf2.php` (plain): the document itself, also for a token in the address. An id
 * that does not exist or is invalid is 404, because a browser tab shows the response (decisions: legacy paths).
 */
export function pdfEndpoint(variant: 'vat' | 'plain'): LegacyPath {
  const input = documentInput
  const row: Contract = {
    method: 'GET',
    access: 'user',
    input,
    missing: 404,
    tag: 'Belgeler',
    summary: PDF_SUMMARIES[variant],
    answer: 'application/pdf',
    example: { id: 1, session_id: TOKEN_EXAMPLE },
    sessionIn: 'query',
  }
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
