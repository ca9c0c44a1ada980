import * as z from 'zod/mini'

import { messages } from '#shared/messages.ts'
import { MAX_NAME_LENGTH, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#shared/options.ts'
import { isCleanText } from '#shared/text.ts'

/** A password is taken as typed: neither trimmed nor folded. Too short is refused before any look-up. */
export const loginPassword = z
  .string(messages.passwordTooShort)
  .check(
    z.minLength(PASSWORD_MIN_LENGTH, messages.passwordTooShort),
    z.maxLength(PASSWORD_MAX_LENGTH, messages.loginWrong),
  )

const username = z
  .string(messages.usernameRequired)
  .check(
    z.trim(),
    z.minLength(1, messages.usernameRequired),
    z.maxLength(MAX_NAME_LENGTH, messages.loginWrong),
    z.refine(isCleanText, messages.invalidText),
  )

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
