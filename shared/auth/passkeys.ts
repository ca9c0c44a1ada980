import * as z from 'zod/mini'

import { idField, textField } from '#shared/fields.ts'
import { messages } from '#shared/messages.ts'
import { returned, rowId } from '#shared/values.ts'

import { passkeyMessages } from './passkey-messages.ts'

/** Passkeys that a user may have. */
export const MAX_PASSKEYS = 10
/** How long a challenge waits for its signature. */
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

/** What the browser returned of a passkey that signed; other fields are not looked at. */
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

/** What it returned of a passkey that was made. */
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

/** Names the challenge that was signed. */
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

/** A passkey in place of the code, after the password; first its challenge is asked for. */
export const passkeyStepInput = z.object({ pending }, messages.invalidInput)
export const enterPasskeyInput = z.object({ pending, token, passkey: assertionInput }, messages.invalidInput)
export type EnterPasskeyInput = z.output<typeof enterPasskeyInput>

export const addPasskeyInput = z.object({ token, name, passkey: attestationInput }, messages.invalidInput)
export type AddPasskeyInput = z.output<typeof addPasskeyInput>

export const renamePasskeyInput = z.object({ id: idField, name }, messages.invalidInput)
export const passkeyIdInput = z.object({ id: idField }, messages.invalidInput)
/** The newest login from a new device that was shown: the answer is about it and all before it. */
export const newLoginInput = z.object({ id: idField }, messages.invalidInput)

/** Accounts of a report whose access ends (`LoginReport`). */
export const endReportedInput = z.object(
  {
    since: z.iso.datetime(messages.invalidInput),
    ids: z.array(idField, messages.invalidInput).check(z.maxLength(1_000, messages.invalidInput)),
  },
  messages.invalidInput,
)

/** The own passkeys. */
const passkeyState = /* @__PURE__ */ returned(() => ({
  /** The one origin at which passkeys work; `null` where there is none. */
  origin: z.nullable(z.string()),
  /** Whether the last one must stay: the account needs a second factor and has no other. */
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
