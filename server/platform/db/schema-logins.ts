import type { ColumnType, Generated } from 'kysely'

import type { LoginMethod } from '#shared/auth/new-logins.ts'
import type { StaffRole } from '#shared/staff/rights.ts'

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
  /** `sessions.browser_since` of the last browser whose answer counts only for itself. */
  answered_browser: Generated<Date | null>
}

/** A change that lets its maker into the account of another user: password, role, second factor, an opened account. */
interface AccessChangeTable {
  id: Generated<number>
  /** Whose account it is. */
  user_id: number
  made_by: number
  at: Date
  /** The rights before the change, where it changed them. */
  former_auth: number | null
  former_role: StaffRole | null
  former_sees_figures: boolean | null
  /** When 'Ben değildim' ended the accesses to the account. */
  ended_at: Generated<Date | null>
}

interface SessionsTable {
  id: Generated<number>
  /** SHA-256 of the token; the token itself is never stored. */
  token_hash: Uint8Array
  user_id: number
  /** Of those that begin, `code` waits for the second factor, `setup` for its set-up, `pending` for the notice. */
  kind: 'web' | 'legacy' | 'pending' | 'code' | 'setup'
  remember: Generated<boolean>
  user_agent: Generated<string>
  created_at: ColumnType<Date, Date, never>
  last_seen_at: Date
  expires_at: Date
  /** When the password was last typed for this session; `null` counts as never. */
  confirmed_at: Generated<Date | null>
  /** How it was logged in to. */
  method: Generated<LoginMethod>
  /** The user's first login with this browser; `null`: stored by an older version. */
  browser_since: Generated<Date | null>
}

/** The one link of a user with which a forgotten password is replaced. */
interface ResetLinksTable {
  user_id: number
  /** SHA-256 of the token; the token itself is never stored. */
  token_hash: Uint8Array
  created_at: Date
  expires_at: Date
  /** The user who made it; `null`: made on the machine, or by an older version. */
  made_by: Generated<number | null>
}

/** One row for each failed or running login; a successful one removes its own. */
interface LoginAttemptsTable {
  id: Generated<number>
  username_key: string
  address: string
  /** The known place of that user (KnownPlacesTable) that it came from, or '' for an unknown one. */
  place: Generated<string>
  created_at: ColumnType<Date, Date, never>
}

/** An address or a browser from which a user has logged in (decisions: guessing). */
interface KnownPlacesTable {
  user_id: number
  /** 'address:192.0.2.1', or 'browser:' and the SHA-256 of the first token that it got, which stays its name. */
  place: string
  /** Of a browser: SHA-256 of the token in its cookie, a new one with every login there. */
  token_hash: Uint8Array | null
  last_login_at: Date
  /** `null`: stored by an older version. */
  first_login_at: Generated<Date | null>
}

export interface LoginTables {
  sessions: SessionsTable
  reset_links: ResetLinksTable
  login_attempts: LoginAttemptsTable
  known_places: KnownPlacesTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
  new_login: NewLoginTable
  access_change: AccessChangeTable
}
