import { createHmac, randomBytes } from 'node:crypto'

import { foldUserName } from '#shared/turkish.ts'

import type { Logger } from '#server/lib/logger.ts'

/** Characters of a name in the log; a longer one is cut, because a user may have pasted anything. */
const MAX_NAME = 64

/** New at every start, so that the name behind a pseudonym cannot be found by trying names. */
const pseudonymKey = randomBytes(32)

type Refused = {
  /** One of these fixed texts, which monitoring can look for. */
  reason:
    | 'wrong password'
    | 'unknown user'
    | 'too many failures'
    | 'not an administrator'
    | 'cross-site request'
    | 'web token outside its cookie'
  /** The user name, where it is known. */
  username?: string | undefined
  /** Whether there is such a user; true by default. */
  isUser?: boolean
}

/** Logs a refused access for monitoring: user name, address, reason; never a password or a token. */
export function logRefused(
  { log, client }: { log: Logger; client: { address: string } },
  { reason, username, isUser = true }: Refused,
): void {
  const key = username === undefined ? undefined : foldUserName(username)
  const usernameKey = key === undefined || isUser ? key?.slice(0, MAX_NAME) : pseudonym(key)
  log.warn({ reason, usernameKey, address: client.address }, 'access refused')
}

/**
 * A pseudonym for an unknown name, because people type passwords into that field: equal names get equal
 * pseudonyms, and nothing else is revealed.
 */
function pseudonym(key: string): string {
  return `unknown-${createHmac('sha256', pseudonymKey).update(key).digest('hex').slice(0, 8)}`
}
