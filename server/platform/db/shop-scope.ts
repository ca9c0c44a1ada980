import type { Kysely } from 'kysely'

import { GuardedKysely } from './guarded.ts'
import { isPipelined } from './pipeline.ts'
import type { Scope } from './scope.ts'
import type { DB } from './schema.ts'

/**
 * Returns the database for one shop's rows. Without row-level security (pg-mem, a role that owns the tables), and in a
 * transaction, whose scope is set at its begin, it is `db` itself.
 */
export const scopeToShop = (db: Kysely<DB>, shop: number): Kysely<DB> =>
  withScope(db, () => ({ shop, administration: false }))

/** Returns the database also for the messages and logos of all shops, which administrators see. */
export const scopeToAllShops = (db: Kysely<DB>): Kysely<DB> =>
  withScope(db, (scope) => scope && { ...scope, administration: true })

/**
 * Returns whether shops are on several nodes, so that every part of a statement must name its shop (decision 37). It is
 * unknown where requests run as the owner of the tables; such a part then asks all nodes.
 */
export const isSharded = (db: Kysely<DB>): boolean => guardedOf(db)?.scopeMode === 'separate'

const guardedOf = (db: Kysely<DB>) =>
  db instanceof GuardedKysely ? db : isPipelined(db) ? db.pipeline : null

function withScope(db: Kysely<DB>, next: (scope: Scope | null) => Scope | null): Kysely<DB> {
  const guarded = guardedOf(db)
  if (guarded === null || !guarded.isGuarded) return db
  const scope = next(guarded.scope)
  return scope === null ? db : guarded.scopedTo(scope)
}
