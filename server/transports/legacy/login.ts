import * as z from 'zod/mini'

import { authenticate } from '#server/auth/authenticate.ts'
import { legacyLogin, sessionUser } from '#server/auth/operations.ts'
import { requireActor } from '#server/platform/core/context.ts'
import { messages } from '#shared/messages.ts'

import { JSON_OR_FORM, type LegacyPath, endpoint, handler } from './endpoint.ts'
import { legacyLoginInput, legacySessionInput } from './inputs.ts'
import { readBody } from './read.ts'
import { sessionUserReply } from './replies.ts'

/**
 * `login.php`: consent is the page's step, so an integrator gets an active session at once (decisions: legacy
 * paths).
 */
export function loginEndpoint(): LegacyPath {
  return endpoint('POST', {
    access: 'public',
    input: legacyLoginInput,
    returnsToken: true,
    run: legacyLogin,
    reply: ({ token }) => ({ message: messages.loginDone, token }),
  })
}

/** `getSession.php`: the only path whose body may hold the session's token, so the body is read first. */
export function sessionEndpoint(): LegacyPath {
  const input = legacySessionInput
  const row = { method: 'POST', access: 'user', input, body: JSON_OR_FORM, changesNothing: true } as const
  return handler({ ...row, returnsToken: true }, async (c) => {
    const { session_id } = z.parse(input, await readBody(c, { form: true, open: true }))
    const ctx = requireActor(await authenticate(c, session_id, { changesNothing: true }))
    const user = await sessionUser(ctx)
    return c.json({ success: true, user: user && sessionUserReply(user) })
  })
}
