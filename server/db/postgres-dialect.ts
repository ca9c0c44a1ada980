import { type Dialect, type DialectAdapter, type Driver, type Kysely, PostgresAdapter, sql } from 'kysely'
import { PostgresJSDialect, PostgresJSDriver } from 'kysely-postgres-js'
import postgres from 'postgres'

/** What our patch of postgres.js sets; without it a lost connection can tear a transaction in two. */
const MEND = 'reservedDieWithSocket'

/** "oto-" in ASCII; any number will do, as long as every version of the application uses the same one. */
const MIGRATION_LOCK = sql.lit(0x6f746f2d)

export function isPostgresJsMended(): boolean {
  return Object.hasOwn(postgres, MEND)
}

/** Says that the connection is gone, as opposed to an answer of the server's that was an error. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof postgres.PostgresError) return /^(08|57P0[1-5])/.test(error.code)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(CONNECTION_|CONNECT_TIMEOUT$|E[A-Z]{3,}|ERR_STREAM_)/.test(code)
}

type Connection = Parameters<PostgresJSDriver['rollbackTransaction']>[0]

class SafeDriver extends PostgresJSDriver {
  /** There is nothing left to roll back on a connection that is gone: the first error is the one to report. */
  override async rollbackTransaction(connection: Connection): Promise<void> {
    try {
      await super.rollbackTransaction(connection)
    } catch (error) {
      if (!isConnectionLost(error)) throw error
    }
  }
}

/**
 * The lock lives as long as the transaction in which the migrations run. A session's lock would be left behind
 * in a pgbouncer's server connection, and could not be given back after an error.
 */
class SafeAdapter extends PostgresAdapter {
  override async acquireMigrationLock(db: Kysely<unknown>): Promise<void> {
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(db)
  }

  override async releaseMigrationLock(): Promise<void> {}
}

/** Kysely over a (mended) postgres.js pool. */
export class SafePostgresDialect extends PostgresJSDialect implements Dialect {
  readonly #pool: postgres.Sql

  constructor(pool: postgres.Sql) {
    super({ postgres: pool })
    this.#pool = pool
  }

  override createDriver(): Driver {
    return new SafeDriver({ postgres: this.#pool })
  }

  override createAdapter(): DialectAdapter {
    return new SafeAdapter()
  }
}
