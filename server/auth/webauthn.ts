import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'

import type { BaseCtx } from '#server/platform/core/context.ts'
import { passkeyMessages } from '#shared/auth/passkey-messages.ts'
import { type Assertion, type Attestation, CHALLENGE_MINUTES } from '#shared/auth/passkeys.ts'
import { AppError } from '#shared/errors.ts'

import { handleOf, listOf, toBytes, toText, transportsOf } from './passkeys.ts'

/** What the user reads in the browser's dialog. */
const PANEL = 'Oto Servis Yönetim Paneli'
/** EdDSA, ES256, RS256 (RFC 9053): what authenticators have. */
const ALGORITHMS = [-8, -7, -257]
const TIMEOUT_MS = CHALLENGE_MINUTES * 60_000

/** Loaded when the first passkey is used: it takes as long as a tenth of the start. */
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** Where passkeys are valid: the origin, and its host as the RP id. Throws INVALID where they cannot be used. */
export function relyingParty({ passkeyOrigin }: Pick<BaseCtx, 'passkeyOrigin'>): {
  origin: string
  id: string
} {
  if (passkeyOrigin == null) throw new AppError('INVALID', passkeyMessages.impossible)
  return { origin: passkeyOrigin, id: new URL(passkeyOrigin).hostname }
}

const bytes = (of: Uint8Array) => new Uint8Array(of)

/** What the browser needs to make a passkey: found without a name, and only after finger, face or PIN. */
export async function creationOptions(
  ctx: BaseCtx,
  user: { id: number; username: string },
  challenge: Uint8Array,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library()
  const own = await listOf(ctx, user.id)
  return generateRegistrationOptions({
    rpName: PANEL,
    rpID: relyingParty(ctx).id,
    userName: user.username,
    userDisplayName: user.username,
    userID: bytes(handleOf(user.id)),
    challenge: bytes(challenge),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: own.map((one) => ({
      id: toText(one.credential_id),
      transports: transportsOf(one),
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

/** What the browser needs to sign in; `ownerId`: only with a passkey of that user. */
export async function requestOptions(
  ctx: BaseCtx,
  challenge: Uint8Array,
  ownerId: number | null,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library()
  const own = ownerId === null ? [] : await listOf(ctx, ownerId)
  return generateAuthenticationOptions({
    rpID: relyingParty(ctx).id,
    challenge: bytes(challenge),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    ...(ownerId !== null && {
      allowCredentials: own.map((one) => ({ id: toText(one.credential_id), transports: transportsOf(one) })),
    }),
  })
}

/**
 * Whether the passkey was used in a frame of another site, or with another site's page around it. The panel is never
 * framed, and the library lets pass what names no site around it.
 */
function isFramed(clientDataJSON: string): boolean {
  const client = JSON.parse(toBytes(clientDataJSON).toString()) as {
    crossOrigin?: unknown
    topOrigin?: unknown
  }
  return (client.crossOrigin ?? false) !== false || client.topOrigin !== undefined
}

export type NewPasskey = { credentialId: Uint8Array; publicKey: Uint8Array; counter: number }

/** The passkey that was made for this challenge at our origin, after finger, face or PIN; `null` when it was not. */
export async function verifyCreated(
  ctx: BaseCtx,
  { response, ...credential }: Attestation,
  challenge: Uint8Array,
): Promise<NewPasskey | null> {
  const { verifyRegistrationResponse } = await library()
  const { origin, id: expectedRPID } = relyingParty(ctx)
  try {
    if (isFramed(response.clientDataJSON)) return null
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...credential,
        response: {
          clientDataJSON: response.clientDataJSON,
          attestationObject: await withoutStatement(response.attestationObject),
        },
        clientExtensionResults: {},
      },
      expectedChallenge: toText(challenge),
      expectedOrigin: origin,
      expectedRPID,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return null
    const { id, publicKey, counter } = registrationInfo.credential
    return { credentialId: Buffer.from(id, 'base64url'), publicKey, counter }
  } catch {
    // The library throws what is wrong, in sentences with the challenge, which no log may have.
    return null
  }
}

/**
 * The same object without what vouches for the make of the device: nobody asked for it, and to check it the library
 * would fetch lists of revoked certificates from addresses in it.
 */
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

/**
 * The counter of a passkey that signed this challenge at our origin, after finger, face or PIN; `null` when it did not.
 * Whether the counter went on is for the caller, who holds the lock.
 */
export async function verifySigned(
  ctx: BaseCtx,
  { passkey, publicKey }: { passkey: Assertion; publicKey: Uint8Array },
  challenge: Uint8Array,
): Promise<{ counter: number } | null> {
  const { verifyAuthenticationResponse } = await library()
  const { origin, id: expectedRPID } = relyingParty(ctx)
  const { clientDataJSON, authenticatorData, signature } = passkey.response
  try {
    if (isFramed(clientDataJSON)) return null
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...passkey,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: toText(challenge),
      expectedOrigin: origin,
      expectedRPID,
      credential: { id: passkey.id, publicKey: bytes(publicKey), counter: 0 },
      requireUserVerification: true,
    })
    return verified ? { counter: authenticationInfo.newCounter } : null
  } catch {
    // The library throws what is wrong, in sentences with the challenge, which no log may have.
    return null
  }
}
