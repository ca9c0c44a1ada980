import type { Kysely } from 'kysely'

import type { Actor, Ctx } from '#server/platform/core/context.ts'
import { pipelineReads } from '#server/platform/core/snapshot.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { type Replica, positionOf } from '#server/platform/db/replica.ts'
import type { AppContext } from '#server/platform/http/app-env.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import { SESSION_COOKIE_NAMES } from '#server/platform/http/cookie-names.ts'
import { anonymousKey } from '#server/platform/lib/caller.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

import { asActor, identifyActor, onlyToken } from './authenticate.ts'
import { isUseDue } from './actor.ts'
import { hashToken, isToken, tokenInCookie } from './token.ts'

/** Remembered sessions: enough for the staff of hundreds of shops. */
const MAX_REMEMBERED = 2_000

type Found = { actor: Actor; seenAt: Date }
/** `text`: the actor as JSON, because comparing fields with `isDeepStrictEqual` costs each request six times as much. */
type Hint = Found & { text: string }

/** Remembers each token's last actor. A hint authorises nothing: the session's actor must be the same (decision 22). */
export class SessionHints {
  readonly #hints = new Map<string, Hint>()

  remember(token: string, found: Found): void {
    const key = keyOf(token)
    this.#hints.delete(key)
    this.#hints.set(key, { ...found, text: JSON.stringify(found.actor) })
    const [oldest] = this.#hints.keys()
    if (this.#hints.size > MAX_REMEMBERED && oldest !== undefined) this.#hints.delete(oldest)
  }

  /** Returns `null` without a hint, and when the session's use must be stored, which a reading connection cannot do. */
  get(token: string | undefined, now: Date): Hint | null {
    const hint = token === undefined ? undefined : this.#hints.get(keyOf(token))
    return hint === undefined || isUseDue(now, hint.seenAt) ? null : hint
  }

  /** Forgets a token whose session was not found, so that it no longer waits in a shop's name. */
  forget(token: string): void {
    this.#hints.delete(keyOf(token))
  }

  /** Returns the shop under which the token waits in queues, if it was sent where its kind of session may be sent. */
  shopOf(token: string | undefined, kind: Actor['session']['kind']): number | null {
    if (token === undefined || !isToken(token)) return null
    const actor = this.#hints.get(keyOf(token))?.actor
    return actor === undefined || (kind === 'legacy' && actor.session.kind === 'web') ? null : actor.shop
  }
}

type RequestSource = { header: (name: string) => string | undefined; address: string }

/** Returns the key of a request's queue: the remembered shop of its token, else its network. It authorises nothing. */
export function queueKeyOf(hints: SessionHints, { header, address }: RequestSource): string {
  const cookies = header('cookie')
  const inCookies = SESSION_COOKIE_NAMES.map((name) => hints.shopOf(tokenInCookie(name, cookies), 'web'))
  // A page's token in the header is refused.
  for (const shop of [hints.shopOf(header('session-id'), 'legacy'), ...inCookies])
    if (shop !== null) return `shop ${shop}`
  return anonymousKey(networkOf(address))
}

const keyOf = (token: string) => hashToken(token).toString('base64')

/**
 * Returns the response to a reading call, prepared for the token's last actor while the session is looked up in the same
 * round trip; `null` unless the session has that actor. Without a connection in time the response is that refusal.
 */
export async function hintedResponse(
  c: AppContext,
  hints: SessionHints,
  respond: (authorize: () => Promise<Ctx>) => Promise<Response>,
): Promise<Response | null> {
  const base = c.get('base')
  const hint = c.req.method === 'GET' ? hintOf(c, hints) : null
  if (hint === null) return null
  try {
    return await pipelineReads(base.db, async (db) => {
      const lookup = identifyActor(c, undefined, { db }).catch(() => null)
      const response = await respond(() => Promise.resolve(asActor({ ...base, db }, hint.actor)))
      const found = await lookup
      return isActorOf(hint, found?.actor) ? response : null
    })
  } catch (error) {
    return respond(() => Promise.reject(error))
  }
}

/**
 * Returns the response to a change in one transaction, which runs for the token's last actor: the session is looked up by
 * its first statement. `null` where that session was not found or not looked up: then nothing was stored.
 */
export async function hintedChange(
  c: AppContext,
  hints: SessionHints,
  respond: (authorize: () => Promise<Ctx>) => Promise<Response>,
): Promise<Response | null> {
  const hint = hintOf(c, hints)
  if (hint === null) return null
  let isDecided = false
  const recheckSession = async (db: Kysely<DB>) => {
    isDecided = false
    const lookup = identifyActor(c, undefined, { db, changesNothing: false })
    const isConfirmed = await lookup.then(
      (found) => isActorOf(hint, found.actor),
      (error: unknown) => {
        isDecided = true
        throw error
      },
    )
    if (!isConfirmed) throw new AppError('UNAUTHENTICATED', messages.unauthenticated)
    isDecided = true
  }
  const response = await respond(() =>
    Promise.resolve({ ...asActor(c.get('base'), hint.actor), recheckSession }),
  )
  // Without a connection it would wait for one again.
  return isDecided || response.status === UNAVAILABLE ? response : null
}

const UNAVAILABLE = 503

const isActorOf = (hint: Hint, found: Actor | null | undefined): boolean =>
  JSON.stringify(found) === hint.text

/** The hint of the request's only token; `null` where the request must be authenticated first. */
function hintOf(c: AppContext, hints: SessionHints): Hint | null {
  const { now, backups } = c.get('base')
  const hint = backups?.restores.isRunning() === true ? null : hints.get(onlyToken(c), now)
  // A page's token in the header is refused, and logged.
  return hint?.actor.session.kind === 'web' && c.req.header('session-id') !== undefined ? null : hint
}

export type ReplicaReading = { hints: SessionHints; replica: Replica }

/**
 * Returns the response to a reading call, which `respond` prepares on the replica; `null` when the primary must be read.
 * The primary looks the session up first, so that a logout counts at once, and gives the position that the replica must
 * have reached: everything saved before, on any instance, is in the response.
 */
export async function replicaResponse(
  c: AppContext,
  { hints, replica }: ReplicaReading,
  respond: (authorize: () => Promise<Ctx>) => Promise<Response>,
): Promise<Response | null> {
  const base = c.get('base')
  // Without a hint the session's use may have to be stored, or the caller is anonymous.
  if (c.req.method !== 'GET' || hints.get(onlyToken(c), base.now) === null || !replica.isUsable()) return null
  try {
    const [{ actor }, position] = await pipelineReads(base.db, (db) =>
      Promise.all([identifyActor(c, undefined, { db }), positionOf(db).catch(() => null)]),
    )
    if (actor === null || position === null) return null
    return await replica.read(position, (db) =>
      respond(() => Promise.resolve(asActor({ ...base, db }, actor))),
    )
  } catch (error) {
    // The usual way would wait for the primary as long again.
    return respond(() => Promise.reject(error))
  }
}
