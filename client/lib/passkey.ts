import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

import { errorMessage } from '#client/lib/error-message.ts'
import { passkeyMessages } from '#shared/auth/passkey-messages.ts'

/** Loads the library with the first use. */
const library = () => import('@simplewebauthn/browser')

/** A refusal of the browser or the user, as a sentence. */
class PasskeyRefusal extends Error {}

/** Asks the device to sign in. Throws an error that `passkeyFailure` explains. */
export async function signWithPasskey(optionsJSON: PublicKeyCredentialRequestOptionsJSON) {
  const { startAuthentication } = await library()
  return refusing(() => startAuthentication({ optionsJSON }))
}

/** Asks the device to create a passkey. Throws an error that `passkeyFailure` explains. */
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

/** Returns the message for a failed use of a passkey: the browser's refusal, or the server's. */
export const passkeyFailure = (error: unknown): string =>
  error instanceof PasskeyRefusal ? error.message : errorMessage(error, passkeyMessages.failed)
