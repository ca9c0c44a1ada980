import * as z from 'zod/mini'

import { idField, textField } from '#shared/fields.ts'
import { messages } from '#shared/messages.ts'
import { resultSchema, rowId } from '#shared/values.ts'

import { passkeyMessages } from './passkey-messages.ts'

/** Passkeys of one user, at most. */
export const MAX_PASSKEYS = 10
/** Minutes in which a challenge must be signed. */
export const CHALLENGE_MINUTES = 5

const base64url = (max: number) =>
  z
    .string(messages.invalidInput)
    .check(z.regex(/^[\w-]+$/, messages.invalidInput), z.maxLength(max, messages.invalidInput))

/** A credential's id has at most 1,023 bytes (WebAuthn 3, 5.1). */
const credential = {
  id: base64url(1_364),
  rawId: base64url(1_364),
  type: z.literal('public-key', messages.invalidInput),
}

/** The browser's answer to a login with a passkey; other fields are ignored. */
const assertionInput = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: base64url(8_000),
        authenticatorData: base64url(4_000),
        signature: base64url(8_000),
        userHandle: z.nullish(base64url(100)),
      },
      messages.invalidInput,
    ),
  },
  messages.invalidInput,
)
export type Assertion = z.output<typeof assertionInput>

/** The browser's answer to the creation of a passkey. */
const attestationInput = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: base64url(8_000),
        attestationObject: base64url(40_000),
        transports: z._default(
          z
            .array(
              z.string(messages.invalidInput).check(z.regex(/^[a-z-]{1,20}$/, messages.invalidInput)),
              messages.invalidInput,
            )
            .check(z.maxLength(10, messages.invalidInput)),
          [],
        ),
      },
      messages.invalidInput,
    ),
  },
  messages.invalidInput,
)
export type Attestation = z.output<typeof attestationInput>

/** The token of the signed challenge. */
const token = base64url(43)

const nameField = textField('Geçiş anahtarının adı', 60)
const name = z.pipe(
  nameField,
  z.string().check((payload) => {
    if (payload.value !== '') return
    payload.issues.push({ code: 'custom', message: passkeyMessages.nameRequired, input: payload.value })
  }),
)

const pending = z.string(messages.invalidInput).check(z.maxLength(200, messages.invalidInput))

/** A login with a passkey alone. */
export const passkeyLoginInput = z.object(
  { token, passkey: assertionInput, remember: z._default(z.boolean(messages.invalidInput), true) },
  messages.invalidInput,
)
export type PasskeyLoginInput = z.output<typeof passkeyLoginInput>

/** The request for a challenge, when a passkey replaces the code after the password. */
export const passkeyStepInput = z.object({ pending }, messages.invalidInput)
export const enterPasskeyInput = z.object({ pending, token, passkey: assertionInput }, messages.invalidInput)
export type EnterPasskeyInput = z.output<typeof enterPasskeyInput>

export const addPasskeyInput = z.object({ token, name, passkey: attestationInput }, messages.invalidInput)
export type AddPasskeyInput = z.output<typeof addPasskeyInput>

export const renamePasskeyInput = z.object({ id: idField, name }, messages.invalidInput)
export const passkeyIdInput = z.object({ id: idField }, messages.invalidInput)
/** The newest reported login on the screen; the answer covers it and all earlier ones. */
export const newLoginInput = z.object({ id: idField }, messages.invalidInput)

/** The accounts of a report (`LoginReport`) whose access is to end. */
export const endReportedInput = z.object(
  {
    since: z.iso.datetime(messages.invalidInput),
    ids: z.array(idField, messages.invalidInput).check(z.maxLength(1_000, messages.invalidInput)),
  },
  messages.invalidInput,
)

/** The caller's passkeys. */
const passkeyState = /* @__PURE__ */ resultSchema(() => ({
  /** The only origin at which passkeys work; `null` if there is none. */
  origin: z.nullable(z.string()),
  /** Whether the last passkey must stay: the account needs a second factor and has no other. */
  is_last_kept: z.boolean(),
  items: z.array(
    z.strictObject({
      id: rowId,
      name: z.string(),
      /** ISO 8601 in UTC. */
      created_at: z.iso.datetime(),
      last_used_at: z.nullable(z.iso.datetime()),
    }),
  ),
}))
export type PasskeyState = z.output<typeof passkeyState>
export type Passkey = PasskeyState['items'][number]
