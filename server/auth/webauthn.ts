import type { BaseCtx } from '#server/platform/core/context.ts'
import { passkeyMessages } from '#shared/auth/passkey-messages.ts'
import { type Assertion, type Attestation, CHALLENGE_MINUTES } from '#shared/auth/passkeys.ts'
import { AppError } from '#shared/errors.ts'

import { handleForUser, findPasskeys, toBytes, toText, transportsOf } from './passkeys.ts'

/** The panel's name in the browser's dialog. */
const PANEL = 'Oto Servis Yönetim Paneli'
/** EdDSA, ES256 and RS256 (RFC 9053), which authenticators have. */
const ALGORITHMS = [-8, -7, -257]
const TIMEOUT_MS = CHALLENGE_MINUTES * 60_000

/** The first use of a passkey loads the library, which takes as long as a tenth of the start. */
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** Returns the origin where passkeys are valid, and its host as the RP id. Throws INVALID where none are possible. */
export function relyingParty({ passkeyOrigin }: Pick<BaseCtx, 'passkeyOrigin'>) {
  if (passkeyOrigin == null) throw new AppError('INVALID', passkeyMessages.impossible)
  return { origin: passkeyOrigin, id: new URL(passkeyOrigin).hostname }
}

/** The library's types exclude shared memory, so arrays are copied. */
const copyOf = (bytes: Uint8Array) => new Uint8Array(bytes)

async function descriptorsOf(ctx: BaseCtx, userId: number) {
  const passkeys = await findPasskeys(ctx, userId)
  return passkeys.map((one) => ({ id: toText(one.credential_id), transports: transportsOf(one) }))
}

/** Returns the browser's options for a passkey that is found without a name, and only after finger, face or PIN. */
export async function creationOptions(
  ctx: BaseCtx,
  user: { id: number; username: string },
  challenge: Uint8Array,
) {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: PANEL,
    rpID: relyingParty(ctx).id,
    userName: user.username,
    userDisplayName: user.username,
    userID: copyOf(handleForUser(user.id)),
    challenge: copyOf(challenge),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: await descriptorsOf(ctx, user.id),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

/** Returns the browser's options to sign in; with `ownerId` only a passkey of that user counts. */
export async function requestOptions(ctx: BaseCtx, challenge: Uint8Array, ownerId: number | null) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: relyingParty(ctx).id,
    challenge: copyOf(challenge),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    ...(ownerId !== null && { allowCredentials: await descriptorsOf(ctx, ownerId) }),
  })
}

type Framing = { crossOrigin?: unknown; topOrigin?: unknown }

/**
 * Returns the result of `verify`, or `null` where it throws: the library's errors contain the challenge, which no log may
 * have. A passkey used in a frame counts as wrong: the panel is never framed, and the library accepts some frames.
 */
async function verifyUnframed<T>(clientDataJSON: string, verify: () => Promise<T | null>): Promise<T | null> {
  try {
    const { crossOrigin, topOrigin }: Framing = JSON.parse(toBytes(clientDataJSON).toString())
    const isFramed = (crossOrigin ?? false) !== false || topOrigin !== undefined
    return isFramed ? null : await verify()
  } catch {
    return null
  }
}

/** Returns what each answer must prove: this challenge, our origin and host, and the user's presence. */
function expectedOf(ctx: BaseCtx, challenge: Uint8Array) {
  const { origin: expectedOrigin, id: expectedRPID } = relyingParty(ctx)
  const expectedChallenge = toText(challenge)
  return { expectedChallenge, expectedOrigin, expectedRPID, requireUserVerification: true }
}

/** Returns the passkey made for this challenge at our origin, after finger, face or PIN; `null` when it is wrong. */
export async function verifyCreated(
  ctx: BaseCtx,
  { response, ...credential }: Attestation,
  challenge: Uint8Array,
): Promise<{ credentialId: Uint8Array; publicKey: Uint8Array; counter: number } | null> {
  const { verifyRegistrationResponse } = await library()
  const expected = expectedOf(ctx, challenge)
  return verifyUnframed(response.clientDataJSON, async () => {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...credential,
        response: {
          clientDataJSON: response.clientDataJSON,
          attestationObject: await withoutStatement(response.attestationObject),
        },
        clientExtensionResults: {},
      },
      ...expected,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return null
    const { id, publicKey, counter } = registrationInfo.credential
    return { credentialId: toBytes(id), publicKey, counter }
  })
}

/** Removes the proof of the device's make, for which the library would fetch lists from addresses in it. */
async function withoutStatement(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await helpers()
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData')
  const plain = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ])
  return isoBase64URL.fromBuffer(isoCBOR.encode(plain as Parameters<typeof isoCBOR.encode>[0]))
}

/** Returns the counter of a passkey that signed this challenge, after finger, face or PIN; else `null`. The caller compares it. */
export async function verifySigned(
  ctx: BaseCtx,
  { passkey, publicKey }: { passkey: Assertion; publicKey: Uint8Array },
  challenge: Uint8Array,
): Promise<{ counter: number } | null> {
  const { verifyAuthenticationResponse } = await library()
  const expected = expectedOf(ctx, challenge)
  const { clientDataJSON, authenticatorData, signature } = passkey.response
  return verifyUnframed(clientDataJSON, async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...passkey,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      ...expected,
      credential: { id: passkey.id, publicKey: copyOf(publicKey), counter: 0 },
    })
    return verified ? { counter: authenticationInfo.newCounter } : null
  })
}
