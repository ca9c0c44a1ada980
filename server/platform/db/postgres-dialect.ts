import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  PostgresAdapter,
  sql,
} from 'kysely'
import { PostgresJSDialect, type PostgresJSDialectConfig, PostgresJSDriver } from 'kysely-postgres-js'
import postgres from 'postgres'

import type { Semaphore } from '#server/platform/lib/semaphore.ts'

import { isPgbouncerPool, limitPool } from './connections.ts'
import { isConnectionLost } from './errors.ts'
import { type Limits, REQUEST_LIMITS } from './limits.ts'
import type { DB } from './schema.ts'

/** A property that our patch of postgres.js sets; without the patch a lost connection can split a transaction. */
const PATCHED = 'reservedCanBeDestroyed'

/** "oto-" in ASCII; any number will do, as long as every version of the application uses the same one. */
const MIGRATION_LOCK = sql.lit(0x6f746f2d)

export function isPostgresJsPatched(): boolean {
  return Object.hasOwn(postgres, PATCHED)
}

/** Rolls back. A lost connection has no transaction any more, so its error does not replace the first one. */
export async function rollBack(connection: DatabaseConnection): Promise<void> {
  try {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  } catch (error) {
    if (!isConnectionLost(error)) throw error
  }
}

export class SafeDriver extends PostgresJSDriver {
  override rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return rollBack(connection)
  }
}

/** Locks for the transaction: a session lock would stay in a connection of pgbouncer, also after an error. */
class SafeAdapter extends PostgresAdapter {
  override async acquireMigrationLock(db: Kysely<unknown>): Promise<void> {
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(db)
  }

  override async releaseMigrationLock(): Promise<void> {}
}

class PgbouncerAdapter extends SafeAdapter {}

/** Returns whether each statement may run in another connection of the server. */
export const isBehindPgbouncer = (db: Kysely<DB>): boolean =>
  db.getExecutor().adapter instanceof PgbouncerAdapter

export class SafeDialect extends PostgresJSDialect implements Dialect {
  readonly #config: PostgresJSDialectConfig
  readonly #isBehindPgbouncer: boolean

  constructor(config: PostgresJSDialectConfig, isBehindPgbouncer = false) {
    super(config)
    this.#config = config
    this.#isBehindPgbouncer = isBehindPgbouncer
  }

  override createDriver(): Driver {
    return new SafeDriver(this.#config)
  }

  override createAdapter(): DialectAdapter {
    return this.#isBehindPgbouncer ? new PgbouncerAdapter() : new SafeAdapter()
  }
}

/** Kysely over a (patched) postgres.js pool that was made with the same limits. */
export class SafePostgresDialect extends SafeDialect {
  constructor(pool: postgres.Sql, limits: Limits = REQUEST_LIMITS, inUse?: Semaphore) {
    super({ postgres: () => limitPool(pool, limits, inUse) }, isPgbouncerPool(pool))
  }
}
