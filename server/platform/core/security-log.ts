import { createHmac, randomBytes } from 'node:crypto'

import type { LoginMethod } from '#shared/auth/new-logins.ts'
import { foldUserName } from '#shared/turkish.ts'

import type { Logger } from '#server/platform/lib/logger.ts'

/** Characters of a name in the log; a longer one is cut, because a user may have pasted anything. */
const MAX_NAME = 64

/** New at every start, so that the name behind a pseudonym cannot be found by trying names. */
const pseudonymKey = randomBytes(32)

/** What happened, in these fixed words that monitoring can look for (docs/security-log.md). */
type SecurityEvent =
  | 'login'
  | 'logout'
  | 'consent accepted'
  | 'consent cancelled'
  | 'session idle'
  | 'too many sessions'
  | 'sessions ended'
  | 'password changed'
  | 'password confirmed'
  | 'password reset'
  | 'reset link made'
  | 'code accepted'
  | 'passkey added'
  | 'passkey accepted'
  | 'passkey removed'
  | 'login from a new device'
  | 'unknown login reported'
  | 'recovery code used'
  | 'recovery codes made'
  | 'second factor on'
  | 'second factor off'
  | 'user created'
  | 'user changed'
  | 'user deleted'
  | 'user restored'
  | 'user erased'
  | 'shop suspended'
  | 'shop opened'
  | 'shop erased'
  | 'idle limit changed'
  | 'personal data erased'
  | 'backup made'
  | 'backup downloaded'
  | 'backup restored'
  | 'backup not restored'

type RefusedEvent = 'login refused' | 'login throttled' | 'access refused'

/** Why an access was refused, with the event that it is. */
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

/** Whose request it is; the two ids of `platform/core/context.ts`, which a login does not have yet. */
type Source = {
  log: Logger
  client: { address: string }
  requestId?: string | undefined
  actor?: { shop: number; user: number } | null
}

/** Numbers and fixed words only: never a password, a token, or a customer's data. */
type Details = Ids & {
  /** The user to whom an administrator or the shop's owner does it. */
  targetId?: number
  kind?: 'web' | 'legacy' | 'pending' | 'code' | 'setup'
  /** How the user logged in; by default with the password. */
  method?: LoginMethod
  /** How many recovery codes are left. */
  left?: number
  /** How many sessions. */
  ended?: number
  passwordChanged?: boolean
  /** The roles before and after, where they differ. */
  roles?: [before: number, after: number]
  /** Whether staff see expenses and statistics, where that differs. */
  seesFigures?: boolean
  /** The new role of a member of staff, where it differs. */
  staffRole?: string
  idleMinutes?: number | null
  /** Whose personal data, by id. */
  customerId?: number
  /** A backup's name, or when it was made. */
  name?: string
  createdAt?: string
  /** Why a backup was not restored. */
  err?: unknown
}

/** Where the request has no actor yet; `shopId`: of a member of staff. */
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

/** What gives access to everything, or without the password that was known before, is a warning. */
const WARNINGS: readonly SecurityEvent[] = [
  'backup downloaded',
  'backup restored',
  'backup not restored',
  'reset link made',
  'password reset',
  'recovery code used',
  'second factor off',
  'shop erased',
  'unknown login reported',
]

/** Logs a security event that was allowed. */
export function logEvent(
  source: Source,
  event: SecurityEvent,
  { userId, shopId, ...details }: Details = {},
): void {
  const level = WARNINGS.includes(event) ? 'warn' : 'info'
  source.log[level]({ ...eventFields(event, source, { userId, shopId }), ...details }, 'security event')
}

type Refused = {
  reason: keyof typeof refusals
  /** The user name, where it is known. */
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

/**
 * A pseudonym for an unknown name, because people type passwords into that field: equal names get equal
 * pseudonyms, and nothing else is revealed.
 */
function pseudonym(key: string): string {
  return `unknown-${createHmac('sha256', pseudonymKey).update(key).digest('hex').slice(0, 8)}`
}
