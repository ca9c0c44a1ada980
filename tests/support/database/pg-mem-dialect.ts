import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type DatabaseMetadataOptions,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresQueryCompiler,
  type QueryResult,
  type TableMetadata,
} from 'kysely'
import { type IBackup, type IMemoryDb, QueryError } from 'pg-mem'

import { withPresentNames } from './pg-mem-renames.ts'

/**
 * Kysely over pg-mem, with what its own adapters lack: working rollbacks and savepoints, SQLSTATE codes, and
 * values of the types in which our postgres.js pool returns them (days as text, bigint and numeric as numbers).
 */
export class PgMemDialect implements Dialect {
  readonly #memory: IMemoryDb

  constructor(memory: IMemoryDb) {
    this.#memory = memory
  }

  createAdapter = () => new PgMemAdapter()
  createDriver = () => new PgMemDriver(this.#memory)
  createQueryCompiler = () => new PostgresQueryCompiler()
  createIntrospector = () => new PgMemIntrospector(this.#memory)
}

class PgMemAdapter extends PostgresAdapter {
  override get supportsMultipleConnections() {
    return false
  }
  override get supportsTransactionalDdl() {
    return false
  }
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

type RestorePoint = { name: string; backup: IBackup }

class PgMemDriver implements Driver {
  readonly #memory: IMemoryDb
  readonly #connection: PgMemConnection
  #points: RestorePoint[] = []

  constructor(memory: IMemoryDb) {
    this.#memory = memory
    this.#connection = new PgMemConnection(memory, this)
  }

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}
  async releaseConnection(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async beginTransaction(): Promise<void> {
    this.#points = [this.#mark('')]
    this.#connection.state = 'transaction'
  }

  async commitTransaction(): Promise<void> {
    const failed = this.#connection.state === 'failed'
    if (failed) this.#points[0]?.backup.restore()
    this.#end()
    if (failed) throw new AbortedTransactionError()
  }

  async rollbackTransaction(): Promise<void> {
    this.#points[0]?.backup.restore()
    this.#end()
  }

  async savepoint(_connection: DatabaseConnection, name: string): Promise<void> {
    this.#points.push(this.#mark(name))
  }

  /** The savepoint itself stays, as in SQL, so that a later rollback can return to it. */
  async rollbackToSavepoint(_connection: DatabaseConnection, name: string): Promise<void> {
    const index = this.#indexOf(name)
    this.#points[index]?.backup.restore()
    this.#points.splice(index, Infinity, this.#mark(name))
    this.#connection.state = 'transaction'
  }

  async releaseSavepoint(_connection: DatabaseConnection, name: string): Promise<void> {
    this.#points.length = this.#indexOf(name)
  }

  #end(): void {
    this.#points = []
    this.#connection.state = 'idle'
  }

  #mark(name: string): RestorePoint {
    return { name, backup: this.#memory.backup() }
  }

  #indexOf(name: string): number {
    const index = this.#points.findLastIndex((point) => point.name === name)
    if (index === -1) throw new Error(`savepoint "${name}" does not exist`)
    return index
  }
}

const ENDS: Readonly<Record<string, 'commitTransaction' | 'rollbackTransaction'>> = {
  commit: 'commitTransaction',
  rollback: 'rollbackTransaction',
}

class PgMemConnection implements DatabaseConnection {
  /** As in PostgreSQL, a transaction with a failed statement refuses others until it is rolled back. */
  state: 'idle' | 'transaction' | 'failed' = 'idle'
  readonly #memory: IMemoryDb
  readonly #driver: PgMemDriver
  #nextUserId = 1

  constructor(memory: IMemoryDb, driver: PgMemDriver) {
    this.#memory = memory
    this.#driver = driver
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const end = this.state === 'idle' ? undefined : ENDS[query.sql]
    if (query.sql === 'begin') await this.#driver.beginTransaction()
    else if (end !== undefined) await this.#driver[end]()
    // The one connection rules out concurrent changes, so a reading needs no transaction.
    if (/^(begin( .* read only)?|commit|rollback)$/.test(query.sql)) return { rows: [] }
    // pg-mem does not know `skip locked`; it locks nothing, so there is nothing to skip.
    const known = withPresentNames(query.sql)
      .replace(USERS, '$1 (start with 1000000)')
      .replace(/ skip locked$/, '')
      .replace(/^select erase_changes\(.*$/s, ERASE_CHANGES)
    const reserved = known
      .replace(NEXT_USER_ID, () => String(this.#nextUserId++))
      .replace(NEXT_ID, () => String(nextId++))
      // These clauses affect only the plan and the locked rows.
      .replace(/ of "customer"$|(?<= as) materialized(?= \()/g, '')
    const result = this.#run(bind(reserved, query.parameters))
    const converters = result.fields.flatMap(({ name, type }) => {
      const convert = CONVERTERS[type]
      return convert === undefined ? [] : [{ name, convert }]
    })
    const rows = result.rows.map((row: Record<string, unknown>) => {
      const copy = { ...row }
      for (const { name, convert } of converters) if (copy[name] != null) copy[name] = convert(copy[name])
      return copy as R
    })
    const writes = /^(INSERT|UPDATE|DELETE)/.test(result.command)
    return writes ? { rows, numAffectedRows: BigInt(result.rowCount) } : { rows }
  }

  /** Statements complete synchronously, so there is never one left to cancel. */
  async cancelQuery(): Promise<void> {}

  // oxlint-disable-next-line require-yield -- pg-mem has no cursors.
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('pg-mem cannot stream rows')
  }

  #run(sql: string) {
    if (this.state === 'failed') throw Object.assign(new Error(ABORTED), { code: '25P02' })
    try {
      return this.#memory.public.query(sql)
    } catch (error) {
      if (this.state === 'transaction') this.state = 'failed'
      throw asPostgresError(error)
    }
  }
}

class PgMemIntrospector implements DatabaseIntrospector {
  readonly #memory: IMemoryDb

  constructor(memory: IMemoryDb) {
    this.#memory = memory
  }

  async getSchemas() {
    return [{ name: 'public' }]
  }

  async getTables(options?: DatabaseMetadataOptions): Promise<TableMetadata[]> {
    const names = [...this.#memory.public.listTables()].map((table) => table.name)
    return names
      .filter((name) => options?.withInternalKyselyTables === true || !name.startsWith('kysely_'))
      .map((name) => ({ name, schema: 'public', isView: false, isForeign: false, columns: [] }))
  }

  async getMetadata(options?: DatabaseMetadataOptions) {
    return { tables: await this.getTables(options) }
  }
}

/** Inserts the values, because pg-mem takes no parameters. It skips quoted text, where '$1' is no parameter. */
function bind(sql: string, parameters: readonly unknown[]): string {
  return sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\d+)/g, (found, index: string | undefined) =>
    index === undefined ? found : literal(parameters[Number(index) - 1]),
  )
}

function literal(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'number' || typeof value === 'bigint') return value < 0 ? `(${value})` : String(value)
  if (typeof value === 'boolean') return String(value)
  if (value instanceof Date) return quote(value.toISOString())
  if (value instanceof Uint8Array) return quote(`\\x${Buffer.from(value).toString('hex')}`)
  if (Array.isArray(value)) return value.length === 0 ? `'{}'` : `array[${value.map(literal).join(',')}]`
  if (typeof value === 'object') return quote(JSON.stringify(value))
  if (typeof value === 'string') return quote(value)
  // As in postgres.js, an undefined value is a mistake of the caller.
  throw new Error('UNDEFINED_VALUE: Undefined values are not allowed')
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`

/** The first owners get small ids, because examples name them. Staff are stored without an id and get larger ones. */
const NEXT_USER_ID = /nextval\('users_id_seq'\)/g
const USERS = /^(create table "users" .*? identity)/

/** pg-mem does not name the sequences of identity columns; ids that other rows get by themselves stay below these. */
const NEXT_ID = /nextval\('\w+_id_seq'\)/g
let nextId = 1_000_000

/** The statement of the function in the migration 20261126T1510, because functions cannot change rows in pg-mem. */
const ERASE_CHANGES = `update change set title = '', detail = '{}' where shop_id = $1 and id = any($2)`

const CONVERTERS: Readonly<Record<string, (value: unknown) => unknown>> = {
  date: (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : value),
  bytea: bytes,
}

/** Decodes bytea: pg-mem stores the text '\x…' unchanged and returns a Buffer of that text. */
function bytes(value: unknown): unknown {
  const buffer = Buffer.from(value as Uint8Array)
  const text = buffer.toString('latin1')
  return text.startsWith('\\x') ? Buffer.from(text.slice(2), 'hex') : buffer
}

const ABORTED = 'current transaction is aborted, commands ignored until end of transaction block'

/** Adds `code` and `detail` as postgres.js has them; pg-mem knows the columns of a duplicate, never the index. */
function asPostgresError(error: unknown): unknown {
  if (!(error instanceof QueryError)) return error
  const state = SQL_STATES.find(([pattern]) => pattern.test(error.message))?.[1]
  return Object.assign(error, { code: error.code ?? state, detail: error.data.details })
}

const SQL_STATES: readonly (readonly [RegExp, string])[] = [
  [/not-null constraint/, '23502'],
  [/foreign key constraint/, '23503'],
  [/duplicate key/, '23505'],
  [/check constraint/, '23514'],
  [/value too long/, '22001'],
]
