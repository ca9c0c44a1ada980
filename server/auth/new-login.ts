import type { ActorIds, BaseCtx } from '#server/platform/core/context.ts'
import { logEvent } from '#server/platform/core/security-log.ts'
import { networkOf } from '#server/platform/http/client-network.ts'
import { isNewDevice, type LoginMethod, shortAddress } from '#shared/auth/new-logins.ts'

import { isKnownAddress, isKnownBrowser } from './places.ts'

/**
 * Stores a login from a device that the account does not know (decision 35), before its place becomes known. Programs send
 * no cookie, so their address counts. The caller holds the lock on the user's row.
 */
export async function noteLogin(ctx: BaseCtx, ids: ActorIds, method: LoginMethod): Promise<void> {
  const { db, now, client } = ctx
  const { user: userId } = ids
  const { first_login_at: first } = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select('first_login_at')
    .executeTakeFirstOrThrow()
  if (first === null)
    await db.updateTable('users').set({ first_login_at: now }).where('id', '=', userId).execute()
  const isLegacy = method === 'legacy'
  const isKnownPlace = await (isLegacy ? isKnownAddress : isKnownBrowser)(ctx, userId)
  const lastOfPrograms = isLegacy ? await lastNoted(ctx, userId) : null
  if (!isNewDevice({ method, isFirst: first === null, isKnownPlace, lastOfPrograms, now })) return
  await db
    .insertInto('new_login')
    .values({
      user_id: userId,
      at: now,
      address: shortAddress(networkOf(client.address)),
      user_agent: client.userAgent,
      method,
      dismissed_at: null,
    })
    .execute()
  logEvent({ ...ctx, actor: ids }, 'login from a new device', { method })
}

async function lastNoted({ db }: BaseCtx, userId: number): Promise<Date | null> {
  const last = await db
    .selectFrom('new_login')
    .where('user_id', '=', userId)
    .where('method', '=', 'legacy')
    .orderBy('at', 'desc')
    .limit(1)
    .select('at')
    .executeTakeFirst()
  return last?.at ?? null
}
