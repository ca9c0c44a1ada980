import * as z from 'zod/mini'

import { messages } from '#shared/messages.ts'

import { passwordProblem, usernameProblem } from './rules.ts'

/** A text that a rule has nothing against; the rules stand apart so that the login screen loads no schemas. */
const ruled = (missing: string, problem: (text: string) => string | null) =>
  z.string(missing).check((payload) => {
    const message = problem(payload.value)
    if (message !== null) payload.issues.push({ code: 'custom', message, input: payload.value })
  })

const username = ruled(messages.usernameRequired, usernameProblem).check(z.trim())
const loginPassword = ruled(messages.passwordTooShort, passwordProblem)

export const legacyLoginInput = z.object({ username, password: loginPassword }, messages.invalidInput)

/** `getSession.php`; what is no text is no token. */
export const legacySessionInput = z.object({ session_id: z.catch(z.string(), '') }, messages.invalidInput)

/** The login form (specification §5). */
export const loginInput = z.extend(legacyLoginInput, { remember: z._default(z.boolean(), true) })

const pendingToken = z.string().check(z.minLength(1), z.maxLength(200))

/** The consent step; accepting needs the ticked box on the server too. */
export const acceptConsentInput = z.object({
  pending: pendingToken,
  accepted: z.literal(true, messages.consentRequired),
})
export const cancelConsentInput = z.object({ pending: pendingToken })

/** What the page and `getSession.php` know of the user (specification §3, session user). */
export type SessionUser = {
  id: number
  username: string
  auth: number
  company_name: string
  license_type: string
  /** 'YYYY-MM-DD', or '' for none. */
  license_end_date: string
}

export type LoginAnswer = { status: 'active'; user: SessionUser } | { status: 'consent'; pending: string }
