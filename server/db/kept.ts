import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'

import type { DB } from './schema.ts'

/** Compiles without a database. */
const compiler = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** The place of a value in a kept statement. A statement that depends on it belongs to another shape. */
class Place {
  readonly name: string
  /** Which of several rows has the value. */
  readonly row: number

  constructor(name: string, row = 0) {
    this.name = name
    this.row = row
  }

  [Symbol.toPrimitive](): never {
    throw new TypeError(`The statement is built before the value of "${this.name}" is known.`)
  }
}

const places = new Proxy({}, { get: (_, name) => new Place(String(name)) })

/** What a statement's text depends on besides its values: which conditions it has, its order. */
type Shape = Readonly<Record<string, string | number | boolean>>

/** A plugin works on statements that are built: those of tests that watch or break them. */
const hasPlugins = (db: Kysely<DB>) => db.getExecutor().plugins.length > 0

/** Runs a compiled statement with the values of these rows at its places. */
async function run<O>(db: Kysely<DB>, query: CompiledQuery<O>, rows: readonly object[]): Promise<O[]> {
  const parameters = query.parameters.map((value) =>
    value instanceof Place ? (rows[value.row] as Record<string, unknown>)[value.name] : value,
  )
  const result = await db.executeQuery<O>({ ...query, parameters })
  return result.rows
}

/**
 * A statement that is built and compiled once for each shape and kept: with Kysely that takes longer than its
 * execution. `build` gets a place for each value, so it may pass the values on but not look at them.
 */
export function kept<Values extends object, O, S extends Shape = Record<string, never>>(
  build: (db: Kysely<DB>, values: Values, shape: S) => Compilable<O>,
): (db: Kysely<DB>, values: Values, shape?: S) => Promise<O[]> {
  const compiled = new Map<string, CompiledQuery<O>>()
  return async (db, values, shape) => {
    if (hasPlugins(db)) return (await db.executeQuery(build(db, values, shape ?? ({} as S)))).rows
    const key = shape === undefined ? '' : Object.values(shape).join()
    let query = compiled.get(key)
    if (query === undefined) {
      query = build(compiler, places as Values, shape ?? ({} as S)).compile()
      compiled.set(key, query)
    }
    return run(db, query, [values])
  }
}

/** Longer lists are rare, and each length is a statement of its own. */
const MAX_KEPT_ROWS = 20

/**
 * The same for a statement that inserts rows. All rows of a call have the same columns, in the same order; there is
 * at least one.
 */
export function keptRows<Row extends object, O>(
  build: (db: Kysely<DB>, rows: Row[]) => Compilable<O>,
): (db: Kysely<DB>, rows: Row[]) => Promise<O[]> {
  const compiled = new Map<string, CompiledQuery<O>>()
  return async (db, rows) => {
    if (rows.length > MAX_KEPT_ROWS || hasPlugins(db)) return (await db.executeQuery(build(db, rows))).rows
    const columns = Object.keys(rows[0] ?? {})
    const key = `${rows.length} ${columns.join()}`
    let query = compiled.get(key)
    if (query === undefined) {
      const placeOf = (row: number) => (name: string) => [name, new Place(name, row)]
      const empty = rows.map((_, row) => Object.fromEntries(columns.map(placeOf(row))) as Row)
      query = build(compiler, empty).compile()
      compiled.set(key, query)
    }
    return run(db, query, rows)
  }
}
