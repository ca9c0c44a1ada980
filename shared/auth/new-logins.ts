/** The ways to log in: `code` is the password and a code, `legacy` a program through login.php. */
const LOGIN_METHODS = ['password', 'code', 'passkey', 'legacy'] as const
export type LoginMethod = (typeof LOGIN_METHODS)[number]

/**
 * Hours between two reports of programs: one whose address changes at each run would otherwise be reported each time.
 */
const LEGACY_NEWS_HOURS = 24
/** The number of new logins that the notice and the settings show. */
export const SHOWN_LOGINS = 3

/**
 * Returns whether to report a login at the user's next one (decision 35): never an account's first login or one from a
 * known place, and programs at most once in 24 hours. `lastOfPrograms` is the last reported login of a program.
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
 * Returns the address to store and show: enough to recognise a network, too little to identify a person. `network` is
 * an IPv4 address, which loses its last number ('203.0.113.x'), or the /64 of an IPv6 address with all its groups, of
 * which three stay ('2001:db8:1::').
 */
export function shortAddress(network: string): string {
  const ipv4 = /^(\d+\.\d+\.\d+)\.\d+$/.exec(network)
  if (ipv4 !== null) return `${ipv4[1]}.x`
  const groups = network.split(':')
  return groups.length > 3 ? `${groups.slice(0, 3).join(':')}::` : ''
}

/** A login from a new device, as the account's user sees it. `at` is ISO 8601 in UTC. */
export type NewLogin = {
  id: number
  at: string
  /** 'Windows, Chrome'; '' when unknown. */
  device: string
  /** The shortened address (`shortAddress`); '' when unknown. */
  address: string
  method: LoginMethod
}

/** An account that an intruder may have created or changed to keep access. */
export type ReportedAccount = {
  id: number
  username: string
  name_surname: string
  /** True for an account created since the login, false for a changed one. */
  is_new: boolean
  is_admin: boolean
}

/**
 * The result of 'Ben değildim': the access that it ended, and the accounts changed since the login. `since` is the
 * login's instant, ISO 8601 in UTC; `null` if the login was answered before.
 */
export type LoginReport = {
  since: string | null
  ended: { sessions: number; links: number; passkeys: number; recovery_codes: number }
  /** Whether a passkey added since the login stays: the account needs a second factor and has no other. */
  is_passkey_kept: boolean
  accounts: ReportedAccount[]
}

export type EndReportedInput = { since: string; ids: number[] }
