import { networkOf } from '#server/platform/http/client-address.ts'
import type { ActorIds, BaseCtx } from '#server/platform/core/context.ts'
import { logEvent } from '#server/platform/core/security-log.ts'
import { isNewDevice, type LoginMethod, shortAddress } from '#shared/auth/new-logins.ts'
import { KNOWN_PLACE_DAYS } from '#shared/options.ts'

import { createToken, hashToken } from './token.ts'

const DAY_MS = 86_400_000

/** Returns the moment at or before which a login is too old to make a place known. */
const knownSince = (now: Date): Date => new Date(now.getTime() - KNOWN_PLACE_DAYS * DAY_MS)

const addressPlace = ({ address }: BaseCtx['client']): string => `address:${networkOf(address)}`
const browserToken = ({ browser }: BaseCtx['client']): Buffer | null =>
  browser === undefined ? null : hashToken(browser)

/**
 * Returns whether the user exists, and the request's known place: of a login within 90 days from its address, which users
 * may share, or with its browser; '' without one.
 */
export async function findKnownPlace(ctx: BaseCtx, usernameKey: string) {
  const address = addressPlace(ctx.client)
  const rows = await ctx.db
    .selectFrom('users as u')
    .leftJoin('known_places as p', (join) =>
      join
        .onRef('p.user_id', '=', 'u.id')
        // Without a token none is equal to it.
        .on((eb) => eb.or([eb('p.place', '=', address), eb('p.token_hash', '=', browserToken(ctx.client))]))
        .on('p.last_login_at', '>', knownSince(ctx.now)),
    )
    .where('u.username_key', '=', usernameKey)
    .where('u.deleted_at', 'is', null)
    .select('p.place')
    .execute()
  const browser = rows.find(({ place }) => place !== null && place !== address)
  return { isUser: rows.length > 0, place: browser?.place ?? rows[0]?.place ?? '' }
}

export async function storeKnownAddress(ctx: BaseCtx, userId: number): Promise<void> {
  await storeKnownPlace(ctx, userId, { place: addressPlace(ctx.client), token_hash: null })
}

/**
 * Stores the request's browser as a known place. Returns its new token, which replaces a planted one for all users of the
 * browser, and `since`: the user's first login with it, or an upper bound. Failures count under the name of the place,
 * so it stays: otherwise each login would allow new guesses.
 */
export async function storeKnownBrowser(ctx: BaseCtx, userId: number) {
  const token = createToken()
  const token_hash = hashToken(token)
  const previous = browserToken(ctx.client)
  const known =
    previous &&
    (await ctx.db
      .updateTable('known_places')
      .set({ token_hash })
      .where('token_hash', '=', previous)
      .returning('place')
      .executeTakeFirst())
  const place = known?.place ?? `browser:${token_hash.toString('hex')}`
  return { token, since: await storeKnownPlace(ctx, userId, { place, token_hash }) }
}

type Place = { place: string; token_hash: Uint8Array | null }

/** Returns the first login from the place, or the last one for a row of a version that did not store the first. */
async function storeKnownPlace({ db, now }: BaseCtx, user_id: number, { place, token_hash }: Place) {
  const known = await db
    .selectFrom('known_places')
    .where('user_id', '=', user_id)
    .where('place', '=', place)
    .where('last_login_at', '>', knownSince(now))
    .select(['first_login_at', 'last_login_at'])
    .executeTakeFirst()
  const first_login_at = known?.first_login_at ?? known?.last_login_at ?? now
  const seen = { token_hash, first_login_at, last_login_at: now }
  await db
    .insertInto('known_places')
    .values({ user_id, place, ...seen })
    .onConflict((conflict) => conflict.columns(['user_id', 'place']).doUpdateSet(seen))
    .execute()
  return first_login_at
}

/** Removes a user's known places; with `isForeignOnly` those of the request stay. */
export async function forgetKnownPlaces(
  { db, client }: BaseCtx,
  userId: number,
  { isForeignOnly }: { isForeignOnly: boolean },
): Promise<void> {
  const token = browserToken(client)
  let places = db.deleteFrom('known_places').where('user_id', '=', userId)
  if (isForeignOnly) places = places.where('place', '<>', addressPlace(client))
  if (isForeignOnly && token !== null)
    places = places.where((eb) => eb.or([eb('token_hash', 'is', null), eb('token_hash', '<>', token)]))
  await places.execute()
}

/**
 * Stores a login from a device that the account does not know (decision 35), before its place becomes known. Programs send
 * no cookie, so their address counts. The caller holds the lock on the user's row.
 */
export async function recordLogin(ctx: BaseCtx, ids: ActorIds, method: LoginMethod): Promise<void> {
  const { db, now, client } = ctx
  const { user: user_id } = ids
  // A write of `users` fails while a node of a cluster is down, so only the first login makes one.
  const rows = db.selectFrom('users').where('id', '=', user_id)
  const { first_login_at: first } = await rows.select('first_login_at').executeTakeFirstOrThrow()
  if (first === null)
    await db.updateTable('users').set({ first_login_at: now }).where('id', '=', user_id).execute()
  const isKnownPlace = await isKnown(ctx, user_id, method)
  const lastOfPrograms = method === 'legacy' ? await lastProgramLogin(ctx, user_id) : null
  if (!isNewDevice({ method, isFirst: first === null, isKnownPlace, lastOfPrograms, now })) return
  const address = shortAddress(networkOf(client.address))
  await db
    .insertInto('new_login')
    .values({ user_id, at: now, address, user_agent: client.userAgent, method })
    .execute()
  logEvent({ ...ctx, actor: ids }, 'login from a new device', { method })
}

/** Returns whether the user has logged in with the request's browser, or a program from its address, within 90 days. */
async function isKnown({ db, now, client }: BaseCtx, userId: number, method: LoginMethod): Promise<boolean> {
  const token = browserToken(client)
  if (method !== 'legacy' && token === null) return false
  const known = await db
    .selectFrom('known_places')
    .where('user_id', '=', userId)
    .where('last_login_at', '>', knownSince(now))
    .where((eb) =>
      method === 'legacy' ? eb('place', '=', addressPlace(client)) : eb('token_hash', '=', token),
    )
    .select('place')
    .executeTakeFirst()
  return known !== undefined
}

async function lastProgramLogin({ db }: BaseCtx, userId: number): Promise<Date | null> {
  const logins = db.selectFrom('new_login').where('user_id', '=', userId).where('method', '=', 'legacy')
  const last = await logins.select(({ fn }) => fn.max<Date | null>('at').as('at')).executeTakeFirst()
  return last?.at ?? null
}
