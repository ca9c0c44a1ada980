import * as z from 'zod/mini'

import { legacyLogin, sessionUser } from '#server/auth/operations.ts'
import { kayitDocument } from '#server/kayit/document.ts'
import { documentInput } from '#shared/kayit/ids.ts'
import { messages } from '#shared/messages.ts'

import { endpoint, type LegacyPath } from './endpoint.ts'
import { legacyLoginInput, legacySessionInput } from './inputs.ts'
import { successReply, legacySessionUser, sessionUserReply, withMessage } from './replies.ts'

/** A placeholder in examples for the token that `login.php` returned. */
export const TOKEN_EXAMPLE = 'TOKEN'

/** `login.php`. Consent is the page's step, so an integrator gets an active session at once (decisions: legacy paths). */
export const loginPath = endpoint('POST', {
  access: 'public',
  input: legacyLoginInput,
  returnsToken: true,
  tag: 'Oturum',
  summary: 'Oturum açar ve 12 saat geçerli bir anahtar verir.',
  run: legacyLogin,
  reply: ({ token }) => ({ message: messages.loginDone, token }),
  answer: withMessage({ token: z.string() }),
  example: { username: 'usta', password: 'Parola-1234' },
  tooMany: true,
})

/** `getSession.php`: the only path whose body may hold the session's token. */
export const sessionPath = endpoint('POST', {
  input: legacySessionInput,
  changesNothing: true,
  returnsToken: true,
  tag: 'Oturum',
  summary: 'Anahtarın kime ait olduğunu söyler.',
  run: sessionUser,
  reply: (user) => ({ user: user && sessionUserReply(user) }),
  answer: successReply({ user: legacySessionUser }),
  example: { session_id: TOKEN_EXAMPLE },
  sessionIn: 'body',
})

const PDF_SUMMARIES = {
  vat: 'Kaydın belgesini PDF olarak verir: fiyatlar KDV dahil, tutarlar KDV dahil ve KDV hariç.',
  plain: 'Kaydın belgesini PDF olarak verir: fiyatlar ve tutarlar KDV hariç.',
}

/**
 * Returns `createPdf.php` (with VAT) or `createPdf2.php` (plain): the document itself, also for a token in the address.
 * A missing or invalid id is 404, because a browser tab shows the response (decisions: legacy paths).
 */
export const pdfPath = (variant: 'vat' | 'plain'): LegacyPath =>
  endpoint('GET', {
    input: documentInput,
    missing: 404,
    tag: 'Belgeler',
    summary: PDF_SUMMARIES[variant],
    run: (ctx, { id }) => kayitDocument(ctx, { kayit_id: id, variant }),
    reply: ({ file, name }, c) =>
      c.body(new Uint8Array(file), 200, {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `inline; filename="${name}"`,
        'Cache-Control': 'no-store',
        // The address may contain a session's token.
        'Referrer-Policy': 'no-referrer',
        'X-Robots-Tag': 'noindex',
      }),
    answer: 'application/pdf',
    example: { id: 1, session_id: TOKEN_EXAMPLE },
    sessionIn: 'query',
  })
