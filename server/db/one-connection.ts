import {
  CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  Kysely,
  type KyselyProps,
} from 'kysely'

import type { DB } from './schema.ts'

const BEGIN = CompiledQuery.raw('begin isolation level repeatable read read only')
const COMMIT = CompiledQuery.raw('commit')

/**
 * Runs `work` on one connection of `db` without a queue: statements that are started together are sent together, and
 * outside a transaction they only read. Kysely's own `connection` and `transaction` send each one after the response to
 * the one before.
 */
export function together<T>(db: Kysely<DB>, work: (db: Kysely<DB>) => Promise<T>): Promise<T> {
  return db.getExecutor().provideConnection(async (connection) => {
    const pipeline = new Pipeline(db, connection)
    try {
      return await work(pipeline.db)
    } finally {
      await pipeline.end()
    }
  })
}

/** Whether this is the database inside `together`. */
export const isOnOneConnection = (db: Kysely<DB>): db is OnOneConnection => db instanceof OnOneConnection

/** The snapshot of a database inside `together`, or `null` outside. It begins with the first statement that asks. */
export const snapshotOf = (db: Kysely<DB>): Kysely<DB> | null =>
  isOnOneConnection(db) ? db.pipeline.snapshot() : null

/** One connection while it is in use. */
class Pipeline {
  readonly db: Kysely<DB>
  readonly #connection: DatabaseConnection
  #snapshot: Kysely<DB> | null = null
  #running = new Set<Promise<unknown>>()

  constructor(db: Kysely<DB>, connection: DatabaseConnection) {
    this.#connection = connection
    const executor = db.getExecutor().withConnectionProvider(this.#provider)
    this.db = new OnOneConnection(
      { ...UNUSED, executor },
      { pipeline: this, isTransaction: db.isTransaction },
    )
  }

  /** The begin travels with the first statements. It fails only with the connection, and they fail with it. */
  snapshot(): Kysely<DB> {
    if (this.db.isTransaction) return this.db
    if (this.#snapshot !== null) return this.#snapshot
    this.#send(BEGIN)
    const executor = this.db.getExecutor()
    return (this.#snapshot = new OnOneConnection(
      { ...UNUSED, executor },
      { pipeline: this, isTransaction: true },
    ))
  }

  /** A refused reading may leave statements behind. Nobody waits for the commit: the next statement follows it. */
  async end(): Promise<void> {
    if (this.#running.size > 0) await Promise.allSettled(this.#running)
    if (this.#snapshot !== null) this.#send(COMMIT)
  }

  #send(statement: CompiledQuery): void {
    this.#connection.executeQuery(statement).catch(() => {})
  }

  readonly #provider: ConnectionProvider = {
    provideConnection: (consumer) => {
      const running = consumer(this.#connection).finally(() => this.#running.delete(running))
      this.#running.add(running)
      return running
    },
  }
}

/** What only opens and ends connections and transactions, which a connection in use does not. */
const UNUSED = { config: {}, driver: {}, dialect: {} } as Omit<KyselyProps, 'executor'>

class OnOneConnection extends Kysely<DB> {
  readonly pipeline: Pipeline
  readonly #isTransaction: boolean

  constructor(
    props: KyselyProps,
    { pipeline, isTransaction }: { pipeline: Pipeline; isTransaction: boolean },
  ) {
    super(props)
    this.pipeline = pipeline
    this.#isTransaction = isTransaction
  }

  override get isTransaction(): boolean {
    return this.#isTransaction
  }

  override transaction(): never {
    throw new Error('A reading opens no transaction of its own: use inSnapshot.')
  }
}
