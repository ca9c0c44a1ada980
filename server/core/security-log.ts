import { createHmac, randomBytes } from 'node:crypto'

import { foldUserName } from '#shared/turkish.ts'

import type { Logger } from '#server/lib/logger.ts'

/** A longer name is cut: a line of the log is no place for whatever somebody pastes. */
const MAX_NAME = 64

/** Another one at every start, so that nobody can find out by trying which name is behind a stand-in. */
const standInKey = randomBytes(32)

type Refused = {
  /** In one of these words, which a watcher of the log can look for. */
  reason:
    | 'wrong password'
    | 'unknown user'
    | 'too many failures'
    | 'not an administrator'
    | 'cross-site request'
    | 'web token outside its cookie'
  /** Who, where that is known. */
  username?: string | undefined
  /** Whether there is such a user; true unless told. */
  isUser?: boolean
}

/** Leaves a line for whoever watches for attacks: who, from where, why; never a password or a token. */
export function logRefused(
  { log, client }: { log: Logger; client: { address: string } },
  { reason, username, isUser = true }: Refused,
): void {
  const key = username === undefined ? undefined : foldUserName(username)
  const usernameKey = key === undefined || isUser ? key?.slice(0, MAX_NAME) : standIn(key)
  log.warn({ reason, usernameKey, address: client.address }, 'access refused')
}

/** People type passwords into the field of the name: equal unknown names can be told, and nothing else of them. */
function standIn(key: string): string {
  return `unknown-${createHmac('sha256', standInKey).update(key).digest('hex').slice(0, 8)}`
}
