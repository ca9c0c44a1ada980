import type { ExpressionBuilder, Kysely } from 'kysely'

import { networkOf } from '#server/platform/http/client-network.ts'
import type { BaseCtx } from '#server/platform/core/context.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { KNOWN_PLACE_DAYS } from '#shared/options.ts'

import { createToken, hashToken } from './token.ts'

const DAY_MS = 86_400_000

/** Logins at or before this moment are too old to make a place known. */
const knownSince = (now: Date): Date => new Date(now.getTime() - KNOWN_PLACE_DAYS * DAY_MS)

const addressPlace = ({ address }: BaseCtx['client']): string => `address:${networkOf(address)}`
const browserToken = ({ browser }: BaseCtx['client']): Buffer | null =>
  browser === undefined ? null : hashToken(browser)

/** The places of a request: its address, which many users may share, and its browser, if it has a token. */
function isOfRequest(eb: ExpressionBuilder<DB, 'known_places'>, client: BaseCtx['client']) {
  const token = browserToken(client)
  const isAddress = eb('known_places.place', '=', addressPlace(client))
  return token === null ? isAddress : eb.or([isAddress, eb('known_places.token_hash', '=', token)])
}

/**
 * Whether a user of that name exists, and the request's known place: the browser or address from which that user
 * has logged in within 90 days (decisions: guessing); '' without one.
 */
export async function lookUpUser(
  ctx: BaseCtx,
  usernameKey: string,
): Promise<{ isUser: boolean; place: string }> {
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

/** Whether the user has logged in with the request's browser within 90 days. */
export async function isKnownBrowser(ctx: BaseCtx, userId: number): Promise<boolean> {
  const token = browserToken(ctx.client)
  if (token === null) return false
  return (await recentPlaces(ctx, userId).where('token_hash', '=', token).executeTakeFirst()) !== undefined
}

/** The same for the request's address. */
export async function isKnownAddress(ctx: BaseCtx, userId: number): Promise<boolean> {
  const place = addressPlace(ctx.client)
  return (await recentPlaces(ctx, userId).where('place', '=', place).executeTakeFirst()) !== undefined
}

/** Stores the request's address as a known place of the user. */
export async function rememberAddress(ctx: BaseCtx, userId: number): Promise<void> {
  await remember(ctx, userId, { place: addressPlace(ctx.client), token_hash: null })
}

/**
 * Stores the request's browser as a known place of the user. Returns its new token, and `since`: the user's first login
 * with it, or an upper bound of that. A token that was planted in the browser becomes worthless; other users who logged in
 * with this browser stay known under the new one. The place keeps its name, under which failures are counted: otherwise
 * each login would let others guess anew.
 */
export async function rememberBrowser(ctx: BaseCtx, userId: number): Promise<{ token: string; since: Date }> {
  const token = createToken()
  const token_hash = hashToken(token)
  const former = browserToken(ctx.client)
  const [known] =
    former === null
      ? []
      : await ctx.db
          .updateTable('known_places')
          .set({ token_hash })
          .where('token_hash', '=', former)
          .returning('place')
          .execute()
  const place = known?.place ?? `browser:${token_hash.toString('hex')}`
  return { token, since: await remember(ctx, userId, { place, token_hash }) }
}

type Place = { place: string; token_hash: Uint8Array | null }

/** Returns since when the place is known; it may have been stored by a version that did not note that. */
async function remember({ db, now }: BaseCtx, user_id: number, place: Place): Promise<Date> {
  const { token_hash } = place
  const known = await db
    .selectFrom('known_places')
    .where('user_id', '=', user_id)
    .where('place', '=', place.place)
    .where('last_login_at', '>', knownSince(now))
    .select(['first_login_at', 'last_login_at'])
    .executeTakeFirst()
  const first_login_at = known?.first_login_at ?? known?.last_login_at ?? now
  const seen = { token_hash, first_login_at, last_login_at: now }
  await db
    .insertInto('known_places')
    .values({ user_id, place: place.place, ...seen })
    .onConflict((conflict) => conflict.columns(['user_id', 'place']).doUpdateSet(seen))
    .execute()
  return first_login_at
}

/** Removes all known places of a user: after a new password from an administrator, or when the user is deleted. */
export async function forgetPlaces({ db }: Pick<BaseCtx, 'db'>, userId: number): Promise<void> {
  await db.deleteFrom('known_places').where('user_id', '=', userId).execute()
}

/** As `forgetPlaces`, except for the place of this request, where the user has just changed the own password. */
export async function forgetOtherPlaces(ctx: BaseCtx, userId: number): Promise<void> {
  const others = ctx.db
    .deleteFrom('known_places')
    .where('user_id', '=', userId)
    .where('place', '<>', addressPlace(ctx.client))
  const token = browserToken(ctx.client)
  const isOther = (eb: ExpressionBuilder<DB, 'known_places'>) =>
    token === null ? eb.lit(true) : eb.or([eb('token_hash', 'is', null), eb('token_hash', '<>', token)])
  await others.where(isOther).execute()
}

/** Removes expired places. */
export async function purgePlaces(db: Kysely<DB>, now: Date): Promise<void> {
  await db.deleteFrom('known_places').where('last_login_at', '<=', knownSince(now)).execute()
}
