import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'

import { hash, verify } from '@node-rs/argon2'

import { currentCaller } from '#server/platform/lib/caller.ts'
import { shareOf } from '#server/platform/lib/processes.ts'
import { createSemaphore, type Semaphore } from '#server/platform/lib/semaphore.ts'

/** Argon2id, the library's default kind (decisions: guessing). `memoryCost` is in KiB. */
const PARAMETERS = { timeCost: 2, memoryCost: 19_456, parallelism: 1 }

// A hash takes 19 MB and a core for 50 ms: a flood of logins must not take up the whole machine, nor one address's
// keep others waiting.
let limited: Semaphore | undefined

const hashing = (): Semaphore =>
  (limited ??= createSemaphore({
    permits: shareOf(availableParallelism() * 2),
    maxQueued: shareOf(32),
    keyOf: currentCaller,
  }))

/** Returns the password's hash with its own salt, after NFC (decisions: limits). Throws UNAVAILABLE when too many wait. */
export const hashPassword = (password: string): Promise<string> =>
  hashing().run(() => hash(password.normalize('NFC'), PARAMETERS))

/** Created at the first login, whether the user exists or not, so that even that one takes the same time. */
let hashOfNoUser: Promise<string> | undefined

/** Returns whether the password fits; without a hash false, after the same work. Throws UNAVAILABLE when too many wait. */
export function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  return hashing().run(async () => {
    const hashed = stored ?? (await (hashOfNoUser ??= hash(randomBytes(16).toString('hex'), PARAMETERS)))
    for (const form of formsOf(password)) if (await verify(hashed, form)) return stored !== null
    return false
  })
}

/** The password in NFC, and as it was typed, because an older version stored that; mostly one form. */
const formsOf = (password: string) => new Set([password.normalize('NFC'), password])
