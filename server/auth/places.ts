import type { Kysely } from 'kysely'

import { networkOf } from '#server/http/client-network.ts'
import type { BaseCtx } from '#server/core/context.ts'
import type { DB } from '#server/db/schema.ts'
import { KNOWN_PLACE_DAYS } from '#shared/options.ts'

import { createToken, hashToken } from './token.ts'

const DAY_MS = 86_400_000

/** Logins at or before this moment are too old to make a place known. */
const knownSince = (now: Date): Date => new Date(now.getTime() - KNOWN_PLACE_DAYS * DAY_MS)

const addressPlace = ({ address }: BaseCtx['client']): string => `address:${networkOf(address)}`
const browserPlace = (token: string): string => `browser:${hashToken(token).toString('hex')}`

/** The places of a request: first its browser, if it has a token, then its address, which many users may share. */
function placesOf(client: BaseCtx['client']): string[] {
  const { browser } = client
  return [...(browser === undefined ? [] : [browserPlace(browser)]), addressPlace(client)]
}

/**
 * Whether a user of that name exists, and the request's known place: the browser or address from which that user
 * has logged in within 90 days (decisions: guessing); '' without one.
 */
export async function lookUpUser(
  ctx: BaseCtx,
  usernameKey: string,
): Promise<{ isUser: boolean; place: string }> {
  const places = placesOf(ctx.client)
  const rows = await ctx.db
    .selectFrom('users as u')
    .leftJoin('known_places as k', (join) =>
      join
        .onRef('k.user_id', '=', 'u.id')
        .on('k.place', 'in', places)
        .on('k.last_login_at', '>', knownSince(ctx.now)),
    )
    .where('u.username_key', '=', usernameKey)
    .where('u.deleted_at', 'is', null)
    .select('k.place')
    .execute()
  const known = places.find((place) => rows.some((row) => row.place === place))
  return { isUser: rows.length > 0, place: known ?? '' }
}

const isKnown = async ({ db, now }: BaseCtx, userId: number, place: string): Promise<boolean> =>
  (await db
    .selectFrom('known_places')
    .where('user_id', '=', userId)
    .where('place', '=', place)
    .where('last_login_at', '>', knownSince(now))
    .select('place')
    .executeTakeFirst()) !== undefined

/** Whether the user has logged in with the request's browser within 90 days. */
export async function isKnownBrowser(ctx: BaseCtx, userId: number): Promise<boolean> {
  const { browser } = ctx.client
  return browser !== undefined && isKnown(ctx, userId, browserPlace(browser))
}

/** The same for the request's address. */
export const isKnownAddress = (ctx: BaseCtx, userId: number): Promise<boolean> =>
  isKnown(ctx, userId, addressPlace(ctx.client))

/** Stores the request's address as a known place of the user. */
export async function rememberAddress(ctx: BaseCtx, userId: number): Promise<void> {
  await remember(ctx, userId, addressPlace(ctx.client))
}

/**
 * Stores the request's browser as a known place of the user and returns its new token. A token that was planted in
 * the browser becomes worthless; other users who logged in with this browser stay known under the new one.
 */
export async function rememberBrowser(ctx: BaseCtx, userId: number): Promise<string> {
  const token = createToken()
  const place = browserPlace(token)
  const { browser } = ctx.client
  if (browser !== undefined)
    await ctx.db
      .updateTable('known_places')
      .set({ place })
      .where('place', '=', browserPlace(browser))
      .execute()
  await remember(ctx, userId, place)
  return token
}

async function remember({ db, now }: BaseCtx, user_id: number, place: string): Promise<void> {
  await db
    .insertInto('known_places')
    .values({ user_id, place, last_login_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'place']).doUpdateSet({ last_login_at: now }))
    .execute()
}

/** Removes all known places of a user: after a new password from an administrator, or when the user is deleted. */
export async function forgetPlaces({ db }: Pick<BaseCtx, 'db'>, userId: number): Promise<void> {
  await db.deleteFrom('known_places').where('user_id', '=', userId).execute()
}

/** As `forgetPlaces`, except for the place of this request, where the user has just changed the own password. */
export async function forgetOtherPlaces(ctx: BaseCtx, userId: number): Promise<void> {
  let others = ctx.db.deleteFrom('known_places').where('user_id', '=', userId)
  for (const place of placesOf(ctx.client)) others = others.where('place', '<>', place)
  await others.execute()
}

/** Removes expired places. */
export async function purgePlaces(db: Kysely<DB>, now: Date): Promise<void> {
  await db.deleteFrom('known_places').where('last_login_at', '<=', knownSince(now)).execute()
}
