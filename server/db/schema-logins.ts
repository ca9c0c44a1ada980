import type { Generated } from 'kysely'

import type { LoginMethod } from '#shared/auth/new-logins.ts'

export type { LoginMethod } from '#shared/auth/new-logins.ts'

/** A user's passkey (decision 35): what the authenticator on the device showed when it was made. */
interface PasskeyTable {
  id: Generated<number>
  user_id: number
  /** The authenticator's name for it, unique everywhere. */
  credential_id: Uint8Array
  /** In COSE's form; the private key never leaves the device. */
  public_key: Uint8Array
  /** How often it has signed, as the authenticator counts; 0 where it does not count. */
  counter: Generated<number>
  /** How the browser reaches it ('internal,hybrid'), as it told; '' when unknown. */
  transports: Generated<string>
  name: string
  created_at: Date
  last_used_at: Date | null
}

/** What waits to be signed by a passkey: once, and for five minutes. */
interface PasskeyChallengeTable {
  /** SHA-256 of the token with which the page names it. */
  token_hash: Uint8Array
  challenge: Uint8Array
  /** The network that asked for it. */
  address: string
  /** The session that adds a passkey, or the login that waits for its second step; `null` for a login with it alone. */
  session_id: number | null
  expires_at: Date
}

/** A login from a browser, or of a program from an address, that the account did not know. */
interface NewLoginTable {
  id: Generated<number>
  user_id: number
  at: Date
  /** Shortened (shared/auth/new-logins.ts). */
  address: string
  user_agent: string
  method: LoginMethod
  /** When the user said that it was known, or was not. */
  dismissed_at: Date | null
}

export interface LoginTables {
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
  new_login: NewLoginTable
}
