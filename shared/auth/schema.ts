import * as z from 'zod/mini'

import { idField } from '#shared/fields.ts'
import { messages } from '#shared/messages.ts'
import type { QrPicture } from '#shared/qr.ts'
import { preferences } from '#shared/settings/preferences.ts'
import { chosenPasswordProblem } from '#shared/settings/rules.ts'
import { RIGHTS } from '#shared/staff/rights.ts'
import { day, resultSchema, rowId } from '#shared/values.ts'

import { passwordProblem, usernameProblem } from './rules.ts'
import { readCode } from './second-factor.ts'

/** A text checked by a rule; the rules are in a separate file so that the login screen loads no schemas. */
const ruled = (missing: string, problem: (text: string) => string | null) =>
  z.string(missing).check((payload) => {
    const message = problem(payload.value)
    if (message !== null) payload.issues.push({ code: 'custom', message, input: payload.value })
  })

const username = ruled(messages.usernameRequired, usernameProblem).check(z.trim())
const loginPassword = ruled(messages.passwordTooShort, passwordProblem)

/** The login form (specification §5). */
export const loginInput = z.object(
  { username, password: loginPassword, remember: z._default(z.boolean(messages.invalidInput), true) },
  messages.invalidInput,
)

const pendingToken = z
  .string(messages.invalidInput)
  .check(z.minLength(1, messages.invalidInput), z.maxLength(200, messages.invalidInput))

/** The consent step; accepting needs the ticked box on the server too. */
export const acceptConsentInput = z.object(
  {
    pending: pendingToken,
    accepted: z.literal(true, messages.consentRequired),
    /** The version of the text on the screen. */
    version: z.optional(z.string(messages.invalidInput).check(z.maxLength(50, messages.invalidInput))),
  },
  messages.invalidInput,
)
/** `idle`: the page logs out by itself, because it was not used for as long as the shop allows. */
export const logoutInput = z.nullish(
  z.object({ idle: z.optional(z.boolean(messages.invalidInput)) }, messages.invalidInput),
)
export const cancelConsentInput = z.object({ pending: pendingToken }, messages.invalidInput)

/** A code of the authenticator app or a recovery code, as typed. */
const codeField = z.string(messages.codeRequired).check((payload) => {
  const isEmpty = payload.value.trim() === ''
  if (!isEmpty && readCode(payload.value) !== null) return
  const message = isEmpty ? messages.codeRequired : messages.codeUnreadable
  payload.issues.push({ code: 'custom', message, input: payload.value })
})

/** The second step of a login. */
export const codeInput = z.object({ pending: pendingToken, code: codeField }, messages.invalidInput)
export type CodeInput = z.output<typeof codeInput>
/** The token of an incomplete login, to read or cancel its step. */
export const pendingInput = z.object({ pending: pendingToken }, messages.invalidInput)
/** The first code of a second factor that is being switched on. */
export const activateInput = z.object({ code: codeField }, messages.invalidInput)
/** The password of the caller, typed again. */
export const confirmInput = z.object({ password: loginPassword }, messages.invalidInput)
export type ConfirmInput = z.output<typeof confirmInput>

const linkToken = z.string(messages.resetLinkInvalid).check(z.maxLength(200, messages.resetLinkInvalid))

/** The token of a link for a new password. */
export const resetLinkInput = z.object({ token: linkToken }, messages.invalidInput)

/** A new password as typed: neither trimmed nor folded. */
export const resetPasswordInput = z
  .object({ token: linkToken, new_password: z.string(messages.passwordsRequired) }, messages.invalidInput)
  .check((payload) => {
    const problem = chosenPasswordProblem(payload.value)
    if (problem === null) return
    const { field, message } = problem
    payload.issues.push({ code: 'custom', message, path: [field], input: payload.value })
  })
export type ResetPasswordInput = z.output<typeof resetPasswordInput>

/** The user of a session (specification §3, session user). */
export const sessionUser = /* @__PURE__ */ resultSchema(() => ({
  id: rowId,
  username: z.string(),
  /** The name of a member of staff, '' if unknown; '' for the owner. */
  name_surname: z.string(),
  auth: z.int(),
  /** The user's rights in the shop; the page hides everything else. */
  rights: z.array(z.enum(RIGHTS)),
  company_name: z.string(),
  company_tel: z.string(),
  company_adress: z.string(),
  /** The format that an export preselects. */
  output_format: z.string(),
  /** Address of the shop's logo, '' without one. */
  logo_url: z.string(),
  /** Whether the shop types prices with VAT; `null`: as last on the device. */
  prices_with_vat: z.nullable(z.boolean()),
  /** Minutes without use after which the shop's pages end their session; `null`: never. */
  idle_minutes: z.nullable(z.int()),
  license_type: z.string(),
  license_end_date: z.nullable(day),
  preferences,
}))
export type SessionUser = z.output<typeof sessionUser>

/** A text of the notice that the user has accepted. */
const givenConsent = /* @__PURE__ */ resultSchema(() => ({
  id: rowId,
  version: z.string(),
  accepted_at: z.iso.datetime(),
  /** Whether a login shows this version now. */
  is_current: z.boolean(),
}))
export type GivenConsent = z.output<typeof givenConsent>

export const consentIdInput = z.object({ id: idField }, messages.invalidInput)

/** An accepted text, word for word; `readNotice` splits it into its parts. */
export const consentText = /* @__PURE__ */ resultSchema(() => ({
  version: z.string(),
  sha256: z.string(),
  body: z.string(),
}))
export type ConsentText = z.output<typeof consentText>
/**
 * The caller's session: the user, the only origin at which passkeys work (absent if there is none), and the sentence
 * for users of a suspended shop.
 */
export type SessionAnswer = { user: SessionUser | null; passkeyOrigin?: string; suspended?: string }

/** The state of the caller's second factor. */
export const factorState = /* @__PURE__ */ resultSchema(() => ({
  /** The instant of its activation, ISO 8601; `null` while it is off. */
  since: z.nullable(z.iso.datetime()),
  /** Unused recovery codes. */
  codes_left: z.int(),
  /** Whether the account must have a second factor. */
  is_required: z.boolean(),
}))
export type FactorState = z.output<typeof factorState>

/** The data for an authenticator app: the key as text and as a picture. */
export type FactorSetUp = { key: string; qr: QrPicture }

/**
 * The next step of an incomplete login: `code` asks for the second factor, `setup` for setting one up, `consent` for
 * the notice. `passkey` says whether a passkey may replace the code or is the only way.
 */
export type LoginStep = { status: 'consent' | 'code' | 'setup'; pending: string; passkey?: 'too' | 'only' }
export type LoginAnswer = { status: 'active'; user: SessionUser } | LoginStep
