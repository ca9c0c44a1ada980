import type { Kysely } from 'kysely'

import { GuardedKysely } from './guarded.ts'
import { isPipelined } from './one-connection.ts'
import type { Scope } from './scope.ts'
import type { DB } from './schema.ts'

/**
 * The database for one shop's rows. Where PostgreSQL does not check that (pg-mem, a role that owns the tables), and in
 * a transaction, whose scope is set at its begin, it is `db` itself.
 */
export const ofShop = (db: Kysely<DB>, shop: number): Kysely<DB> =>
  scoped(db, () => ({ shop, administration: false }))

/** The same database also for what administrators see of all shops: messages and logos. */
export const ofAllShops = (db: Kysely<DB>): Kysely<DB> =>
  scoped(db, (scope) => scope && { ...scope, administration: true })

/**
 * Whether shops are on several nodes, so that every part of a statement has to name its shop (decision 37). Where requests
 * run as the owner of the tables that is not known: such a part then asks all nodes.
 */
export const isSharded = (db: Kysely<DB>): boolean => guardedIn(db)?.scopeMode === 'separate'

const guardedIn = (db: Kysely<DB>) =>
  db instanceof GuardedKysely ? db : isPipelined(db) ? db.pipeline : null

function scoped(db: Kysely<DB>, next: (scope: Scope | null) => Scope | null): Kysely<DB> {
  const guarded = guardedIn(db)
  if (guarded === null || !guarded.isGuarded) return db
  const scope = next(guarded.scope)
  return scope === null ? db : guarded.scopedTo(scope)
}
