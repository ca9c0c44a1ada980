/** How a session was logged in to: `code` is the password and a code, `legacy` a program through login.php. */
const LOGIN_METHODS = ['password', 'code', 'passkey', 'legacy'] as const
export type LoginMethod = (typeof LOGIN_METHODS)[number]

/** A program whose address changes at each run would otherwise be news at each. */
const LEGACY_NEWS_HOURS = 24
/** How many the notice and the settings show. */
export const SHOWN_LOGINS = 3

/**
 * Whether a login is noted, to be shown at the user's next one (decision 35): not the first of an account, not from a
 * known place, and of programs at most one in 24 hours. `lastOfPrograms`: when one of theirs was last noted.
 */
export function isNewDevice(login: {
  method: LoginMethod
  isFirst: boolean
  isKnownPlace: boolean
  lastOfPrograms: Date | null
  now: Date
}): boolean {
  const { method, isFirst, isKnownPlace, lastOfPrograms, now } = login
  if (isFirst || isKnownPlace) return false
  if (method !== 'legacy' || lastOfPrograms === null) return true
  return now.getTime() - lastOfPrograms.getTime() >= LEGACY_NEWS_HOURS * 3_600_000
}

/**
 * An address as it is stored and shown: enough to tell whether it is from here, not whose it is. The last number of an
 * IPv4 address is left out ('203.0.113.x'), of IPv6 all but the first three groups ('2001:db8:1::'). `network` is an
 * IPv4 address or the /64 of an IPv6 address with all its groups.
 */
export function shortAddress(network: string): string {
  const ipv4 = /^(\d+\.\d+\.\d+)\.\d+$/.exec(network)
  if (ipv4 !== null) return `${ipv4[1]}.x`
  const groups = network.split(':')
  return groups.length > 3 ? `${groups.slice(0, 3).join(':')}::` : ''
}

/** A login from a new device, for the user whose account it is. The instant is ISO 8601 in UTC. */
export type NewLogin = {
  id: number
  at: string
  /** 'Windows, Chrome'; '' when unknown. */
  device: string
  /** Shortened; '' when unknown. */
  address: string
  method: LoginMethod
}

/** An account that a reported login may have left as a way back. */
export type ReportedAccount = {
  id: number
  username: string
  name_surname: string
  /** Made since the login, or changed. */
  is_new: boolean
  is_admin: boolean
}

/**
 * What 'Ben değildim' has ended, and what came of the login otherwise. `since` is the login's instant, ISO 8601 in UTC;
 * `null` where it was answered before.
 */
export type LoginReport = {
  since: string | null
  ended: { sessions: number; links: number; passkeys: number; recovery_codes: number }
  /** A passkey was added since and stays: the account needs a second factor and has no other. */
  is_passkey_kept: boolean
  accounts: ReportedAccount[]
}

export type EndReportedInput = { since: string; ids: number[] }
