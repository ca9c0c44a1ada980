import type { Kysely } from 'kysely'

import { GuardedKysely } from '#server/platform/db/guarded.ts'
import { REQUEST_ROLE } from '#server/platform/db/request-role.ts'
import type { PoolTarget } from '#server/platform/db/pool.ts'
import type { DB } from '#server/platform/db/schema.ts'
import type { ScopeMode } from '#server/platform/db/scope.ts'

const guarded = new WeakMap<Kysely<DB>, GuardedKysely>()

/** Returns the target with the role of requests. */
export const asRequests = (target: PoolTarget): PoolTarget => ({ ...target, username: REQUEST_ROLE })

/** Limits the operations of a test to the rows that row-level security shows; the test itself sees everything. */
export function guardRequests(db: Kysely<DB>, requests: Kysely<DB>, scopeMode?: ScopeMode): void {
  guarded.set(db, new GuardedKysely(requests.getExecutor(), scopeMode))
}

/** Returns the guarded database of requests, or `db` itself if `guardRequests` was not called for it. */
export const guardedFor = (db: Kysely<DB>): Kysely<DB> => guarded.get(db) ?? db
