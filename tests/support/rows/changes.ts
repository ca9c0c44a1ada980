import type { Kysely } from 'kysely'

import type { UserCtx } from '#server/platform/core/context.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { appRouter } from '#server/transports/rpc/app-router.ts'
import type { RpcCtx } from '#server/transports/rpc/trpc.ts'

/** Returns the procedures as this user calls them; cookies are neither set nor read. */
export const callerOf = (as: UserCtx) =>
  appRouter.createCaller({
    ...as,
    requestId: 'test',
    cookies: { clearSession: () => {} } as unknown as RpcCtx['cookies'],
  })
export type Caller = ReturnType<typeof callerOf>

/** Returns the change log of a shop, the oldest entry first. */
export const changesIn = (db: Kysely<DB>, shop: number) =>
  db
    .selectFrom('change')
    .where('shop_id', '=', shop)
    .orderBy('id')
    .select(['noun', 'verb', 'title', 'target_id', 'actor_id', 'actor_name', 'channel', 'detail'])
    .execute()
