import { createHmac, randomBytes } from 'node:crypto'

import type { LoginMethod } from '#shared/auth/new-logins.ts'
import { foldUserName } from '#shared/turkish.ts'

import type { Logger } from '#server/platform/lib/logger.ts'

/** Characters of a name in the log; a longer name is cut, because a user may have pasted any text. */
const MAX_NAME = 64

/** The key of pseudonyms: new at every start, so that trying names cannot reveal the name behind one. */
const pseudonymKey = randomBytes(32)

/**
 * The events in fixed words that monitoring can look for (docs/security-log.md), with their levels: a warning if a user
 * gets access to all data, or access without the password known before.
 */
const EVENTS = {
  login: 'info',
  logout: 'info',
  'consent accepted': 'info',
  'consent cancelled': 'info',
  'session idle': 'info',
  'too many sessions': 'info',
  'sessions ended': 'info',
  'password changed': 'info',
  'password confirmed': 'info',
  'password reset': 'warn',
  'reset link made': 'warn',
  'code accepted': 'info',
  'passkey added': 'info',
  'passkey accepted': 'info',
  'passkey removed': 'info',
  'login from a new device': 'info',
  'unknown login reported': 'warn',
  'recovery code used': 'warn',
  'recovery codes made': 'info',
  'second factor on': 'info',
  'second factor off': 'warn',
  'user created': 'info',
  'user changed': 'info',
  'user deleted': 'info',
  'user restored': 'info',
  'user erased': 'info',
  'shop suspended': 'info',
  'shop opened': 'info',
  'shop erased': 'warn',
  'idle limit changed': 'info',
  'personal data erased': 'info',
  'backup made': 'info',
  'backup downloaded': 'warn',
  'backup restored': 'warn',
  'backup not restored': 'warn',
} as const

type SecurityEvent = keyof typeof EVENTS
type RefusedEvent = 'login refused' | 'login throttled' | 'access refused'

/** The reasons of refused accesses, with the event of each. */
const refusals = {
  'wrong password': 'login refused',
  'unknown user': 'login refused',
  'wrong code': 'login refused',
  'shop suspended': 'login refused',
  'unknown passkey': 'login refused',
  'wrong passkey': 'login refused',
  'passkey counter went back': 'login refused',
  'too many failures': 'login throttled',
  'not an administrator': 'access refused',
  'without the right': 'access refused',
  'cross-site request': 'access refused',
  'web token outside its cookie': 'access refused',
  'invalid reset link': 'access refused',
} as const satisfies Record<string, RefusedEvent>

/** The request and its caller; a login has no caller yet. */
type Source = {
  log: Logger
  client: { address: string }
  requestId?: string | undefined
  actor?: { shop: number; user: number } | null
}

/** The details of an event: numbers and fixed words only, never a password, a token, or a customer's data. */
type Details = Ids & {
  /** The user whom an administrator or the shop's owner changes. */
  targetId?: number
  kind?: 'web' | 'legacy' | 'pending' | 'code' | 'setup'
  /** How the user logged in; by default with the password. */
  method?: LoginMethod
  /** The number of recovery codes that are left. */
  left?: number
  /** The number of ended sessions. */
  ended?: number
  passwordChanged?: boolean
  /** The roles before and after, where they differ. */
  roles?: [before: number, after: number]
  /** Whether staff see expenses and statistics, where that differs. */
  seesFigures?: boolean
  /** The new role of a member of staff, where it differs. */
  staffRole?: string
  idleMinutes?: number | null
  /** The customer whose data was erased. */
  customerId?: number
  /** A backup's name, or when it was made. */
  name?: string
  createdAt?: string
  /** Why a backup was not restored. */
  err?: unknown
}

/** The user and, for a member of staff, the shop, where the request has no actor yet. */
type Ids = { userId?: number | undefined; shopId?: number | undefined }

/** The fields that every line of a security event has, in this order. */
function eventFields(event: SecurityEvent | RefusedEvent, source: Source, { userId, shopId = userId }: Ids) {
  const { client, requestId, actor } = source
  return {
    event,
    requestId,
    userId: actor?.user ?? userId,
    shopId: actor?.shop ?? shopId,
    address: client.address,
  }
}

export function logEvent(
  source: Source,
  event: SecurityEvent,
  { userId, shopId, ...details }: Details = {},
): void {
  source.log[EVENTS[event]](
    { ...eventFields(event, source, { userId, shopId }), ...details },
    'security event',
  )
}

type Refused = {
  reason: keyof typeof refusals
  username?: string | undefined
  /** Whether there is such a user; true by default. */
  isUser?: boolean
} & Ids

/** Logs a refused access: user name, address, reason; never a password or a token. */
export function logRefused(
  source: Source,
  { reason, username, isUser = true, userId, shopId }: Refused,
): void {
  const key = username === undefined ? undefined : foldUserName(username)
  const usernameKey = key === undefined || isUser ? key?.slice(0, MAX_NAME) : pseudonym(key)
  source.log.warn(
    { ...eventFields(refusals[reason], source, { userId, shopId }), reason, usernameKey },
    'access refused',
  )
}

/** Returns a pseudonym for an unknown name, as users type passwords into that field. Equal names get equal ones. */
const pseudonym = (key: string): string =>
  `unknown-${createHmac('sha256', pseudonymKey).update(key).digest('hex').slice(0, 8)}`
