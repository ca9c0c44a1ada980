import type { Kysely } from 'kysely'

import { GuardedKysely } from '#server/platform/db/guarded.ts'
import { REQUEST_ROLE } from '#server/platform/db/request-role.ts'
import type { PoolTarget } from '#server/platform/db/pool.ts'
import type { DB } from '#server/platform/db/schema.ts'
import type { ScopeMode } from '#server/platform/db/scope.ts'

const guarded = new WeakMap<Kysely<DB>, GuardedKysely>()

/** The requests' role of a server. */
export const asRequests = (target: PoolTarget): PoolTarget => ({ ...target, username: REQUEST_ROLE })

/** Has the operations of a test find only what row-level security lets them; the test itself sees everything. */
export function guardRequests(db: Kysely<DB>, requests: Kysely<DB>, scopeMode?: ScopeMode): void {
  guarded.set(db, new GuardedKysely(requests.getExecutor(), scopeMode))
}

/** The database as requests have it; the same where it has no policies, or for one that a test has changed. */
export const guardedFor = (db: Kysely<DB>): Kysely<DB> => guarded.get(db) ?? db
