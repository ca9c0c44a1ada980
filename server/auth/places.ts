import type { Kysely } from 'kysely'

import { networkOf } from '#server/http/client-network.ts'
import type { BaseCtx } from '#server/core/context.ts'
import type { DB } from '#server/db/schema.ts'
import { KNOWN_PLACE_DAYS } from '#shared/options.ts'

import { createToken, hashToken } from './token.ts'

const DAY_MS = 86_400_000

/** A login at this moment or earlier makes no place known any more. */
const knownSince = (now: Date): Date => new Date(now.getTime() - KNOWN_PLACE_DAYS * DAY_MS)

const addressPlace = ({ address }: BaseCtx['client']): string => `address:${networkOf(address)}`
const browserPlace = (token: string): string => `browser:${hashToken(token).toString('hex')}`

/** Where a request comes from: its browser, where it has a token, before the address that many may share. */
function placesOf(client: BaseCtx['client']): string[] {
  const { browser } = client
  return [...(browser === undefined ? [] : [browserPlace(browser)]), addressPlace(client)]
}

/**
 * Whether there is a user of that name, and from which of the request's places that user has logged in within
 * 90 days; '' for none of them.
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

/** The user has logged in from the request's address. */
export async function rememberAddress(ctx: BaseCtx, userId: number): Promise<void> {
  await remember(ctx, userId, addressPlace(ctx.client))
}

/**
 * The user has logged in with the request's browser: returns the token that names the browser from now on. One
 * that was planted in it becomes worthless, and whoever else logged in with it stays known by the new one.
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

/** Forgets, everywhere, whoever knew the old password, and a user that goes. */
export async function forgetPlaces({ db }: Pick<BaseCtx, 'db'>, userId: number): Promise<void> {
  await db.deleteFrom('known_places').where('user_id', '=', userId).execute()
}

/** As `forgetPlaces`, but for where the request comes from: the user has changed the own password there. */
export async function forgetOtherPlaces(ctx: BaseCtx, userId: number): Promise<void> {
  let others = ctx.db.deleteFrom('known_places').where('user_id', '=', userId)
  for (const place of placesOf(ctx.client)) others = others.where('place', '<>', place)
  await others.execute()
}

/** Removes what makes nobody known any more. */
export async function purgePlaces(db: Kysely<DB>, now: Date): Promise<void> {
  await db.deleteFrom('known_places').where('last_login_at', '<=', knownSince(now)).execute()
}
