import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

import { errorMessage } from '#client/lib/error-message.ts'
import { passkeyMessages } from '#shared/auth/passkey-messages.ts'

/** The library comes with the first use. */
const library = () => import('@simplewebauthn/browser')

/** What the browser or the user refused, as a sentence. */
class PasskeyRefusal extends Error {}

/** Asks the device to sign in. Throws what `passkeyFailure` explains. */
export async function signWithPasskey(optionsJSON: PublicKeyCredentialRequestOptionsJSON) {
  const { startAuthentication } = await library()
  return refusing(() => startAuthentication({ optionsJSON }))
}

/** Asks the device to make a passkey. Throws what `passkeyFailure` explains. */
export async function makePasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON) {
  const { startRegistration } = await library()
  return refusing(() => startRegistration({ optionsJSON }))
}

async function refusing<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const { name } = error as Error
    if (name === 'InvalidStateError') throw new PasskeyRefusal(passkeyMessages.alreadyThere)
    const isGivenUp = name === 'NotAllowedError' || name === 'AbortError'
    throw new PasskeyRefusal(isGivenUp ? passkeyMessages.cancelled : passkeyMessages.failed)
  }
}

/** The message for a failed use of a passkey: the browser's refusal, or the server's. */
export const passkeyFailure = (error: unknown): string =>
  error instanceof PasskeyRefusal ? error.message : errorMessage(error, passkeyMessages.failed)
