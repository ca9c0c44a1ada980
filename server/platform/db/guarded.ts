import {
  CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  Kysely,
  type KyselyPlugin,
  type KyselyProps,
  PostgresIntrospector,
  type QueryExecutor,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'

import { SafeDriver } from './postgres-dialect.ts'
import { beginScoped, type Scope, scopeStatements, type ScopeMode } from './scope.ts'
import type { DB } from './schema.ts'

/** The requests' database under row-level security (decision 27). `pool` connects as a role that cannot bypass it. */
export class GuardedKysely extends Kysely<DB> {
  readonly pool: QueryExecutor
  /** `null`: statements find no row of any shop. */
  readonly scope: Scope | null
  readonly scopeMode: ScopeMode
  readonly isGuarded = true

  constructor(pool: QueryExecutor, scopeMode: ScopeMode = 'batched', scope: Scope | null = null) {
    const provideConnection: ConnectionProvider['provideConnection'] = (consumer) =>
      pool.provideConnection((connection) =>
        consumer(scope === null ? connection : new ScopedConnection(connection, scopeMode, scope)),
      )
    const executor = pool.withConnectionProvider({ provideConnection })
    // The check for missing migrations reads the catalog.
    const dialect = { createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db) }
    super({ config: {}, dialect, driver: new ScopedDriver(), executor } as unknown as KyselyProps)
    this.pool = pool
    this.scope = scope
    this.scopeMode = scopeMode
  }

  scopedTo(scope: Scope): GuardedKysely {
    return new GuardedKysely(this.pool, this.scopeMode, scope)
  }

  override withPlugin(plugin: KyselyPlugin): GuardedKysely {
    return new GuardedKysely(this.pool.withPlugin(plugin), this.scopeMode, this.scope)
  }
}

const COMMIT = CompiledQuery.raw('commit')

/** A connection whose transactions have a scope. A statement outside one gets one of its own, in the same round trip. */
class ScopedConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection
  readonly #scopeMode: ScopeMode
  readonly #scope: Scope
  #isInTransaction = false

  constructor(connection: DatabaseConnection, scopeMode: ScopeMode, scope: Scope) {
    this.#connection = connection
    this.#scopeMode = scopeMode
    this.#scope = scope
  }

  /** Begins a transaction by `begin` and scopes it. */
  async beginWith(begin: () => Promise<void>): Promise<void> {
    this.#isInTransaction = true
    const settings = scopeStatements(this.#scope, this.#scopeMode)
    await allOf([begin(), ...settings.map((setting) => this.executeQuery(setting))])
  }

  async executeQuery<R>(query: CompiledQuery, options?: { signal?: AbortSignal }): Promise<QueryResult<R>> {
    if (this.#isInTransaction) return this.#connection.executeQuery<R>(query, options)
    const send = (statement: CompiledQuery) => this.#connection.executeQuery(statement)
    const begun = beginScoped('begin', this.#scope, this.#scopeMode).map(send)
    // A cancellation reaches the statement that was sent last.
    const isCancellable = options?.signal !== undefined
    if (isCancellable) await Promise.allSettled(begun)
    const running = this.#connection.executeQuery<R>(query, options)
    if (isCancellable) await Promise.allSettled([running])
    await allOf([...begun, running, send(COMMIT)])
    return running
  }

  // oxlint-disable-next-line require-yield -- the interface asks for it
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The pool cannot stream.')
  }

  async cancelQuery(control: Parameters<NonNullable<DatabaseConnection['cancelQuery']>>[0]): Promise<void> {
    await this.#connection.cancelQuery?.(control)
  }
}

/** Waits for all, so that nothing runs on; throws the first one's error, which is why those after it failed. */
async function allOf(statements: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(statements)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/** Begins and ends transactions on connections that others provide. */
class ScopedDriver extends SafeDriver {
  constructor() {
    super({ postgres: () => Promise.reject(new Error('Connections come from the pool.')) })
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    const begin = () => super.beginTransaction(connection, settings)
    if (!(connection instanceof ScopedConnection)) return begin()
    try {
      await connection.beginWith(begin)
    } catch (error) {
      // Kysely does not end a transaction whose begin failed, but here it may have begun.
      await this.rollbackTransaction(connection)
      throw error
    }
  }
}
