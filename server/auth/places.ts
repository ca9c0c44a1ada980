import type { ExpressionBuilder } from 'kysely'

import { networkOf } from '#server/platform/http/client-network.ts'
import type { BaseCtx } from '#server/platform/core/context.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { KNOWN_PLACE_DAYS } from '#shared/options.ts'

import { createToken, hashToken } from './token.ts'

const DAY_MS = 86_400_000

/** Returns the moment at or before which a login is too old to make a place known. */
const knownSince = (now: Date): Date => new Date(now.getTime() - KNOWN_PLACE_DAYS * DAY_MS)

const addressPlace = ({ address }: BaseCtx['client']): string => `address:${networkOf(address)}`
const browserToken = ({ browser }: BaseCtx['client']): Buffer | null =>
  browser === undefined ? null : hashToken(browser)

/** Compares a place with those of a request: its address, which users may share, and its browser, if it has a token. */
function isOfRequest(eb: ExpressionBuilder<DB, 'known_places'>, client: BaseCtx['client']) {
  const token = browserToken(client)
  const isAddress = eb('known_places.place', '=', addressPlace(client))
  return token === null ? isAddress : eb.or([isAddress, eb('known_places.token_hash', '=', token)])
}

/** Returns whether the user exists, and the request's known place: of a login within 90 days; '' without one. */
export async function lookUpUser(ctx: BaseCtx, usernameKey: string) {
  const rows = await ctx.db
    .selectFrom('users as u')
    .leftJoin('known_places', (join) =>
      join
        .onRef('known_places.user_id', '=', 'u.id')
        .on((eb) => isOfRequest(eb, ctx.client))
        .on('known_places.last_login_at', '>', knownSince(ctx.now)),
    )
    .where('u.username_key', '=', usernameKey)
    .where('u.deleted_at', 'is', null)
    .select('known_places.place')
    .execute()
  const address = addressPlace(ctx.client)
  const browser = rows.find(({ place }) => place !== null && place !== address)
  return { isUser: rows.length > 0, place: browser?.place ?? rows[0]?.place ?? '' }
}

const recentPlaces = ({ db, now }: BaseCtx, userId: number) =>
  db
    .selectFrom('known_places')
    .where('user_id', '=', userId)
    .where('last_login_at', '>', knownSince(now))
    .select('place')

/** Returns whether the user has logged in with the request's browser within 90 days. */
export async function isKnownBrowser(ctx: BaseCtx, userId: number): Promise<boolean> {
  const token = browserToken(ctx.client)
  if (token === null) return false
  return (await recentPlaces(ctx, userId).where('token_hash', '=', token).executeTakeFirst()) !== undefined
}

/** Returns whether the user has logged in from the request's address within 90 days. */
export async function isKnownAddress(ctx: BaseCtx, userId: number): Promise<boolean> {
  const place = addressPlace(ctx.client)
  return (await recentPlaces(ctx, userId).where('place', '=', place).executeTakeFirst()) !== undefined
}

/** Stores the request's address as a known place of the user. */
export async function rememberAddress(ctx: BaseCtx, userId: number): Promise<void> {
  await remember(ctx, userId, { place: addressPlace(ctx.client), token_hash: null })
}

/**
 * Stores the request's browser as a known place. Returns its new token, which replaces a planted one for all users of the
 * browser, and `since`: the user's first login with it, or an upper bound. Failures count under the name of the place,
 * so it stays: otherwise each login would allow new guesses.
 */
export async function rememberBrowser(ctx: BaseCtx, userId: number): Promise<{ token: string; since: Date }> {
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
  return { token, since: await remember(ctx, userId, { place, token_hash }) }
}

type Place = { place: string; token_hash: Uint8Array | null }

/** Returns the first login from the place, or the last one for a row of a version that did not store the first. */
async function remember({ db, now }: BaseCtx, user_id: number, { place, token_hash }: Place): Promise<Date> {
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
export async function forgetPlaces(
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
