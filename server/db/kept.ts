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

  constructor(name: string) {
    this.name = name
  }

  [Symbol.toPrimitive](): never {
    throw new TypeError(`The statement is built before the value of "${this.name}" is known.`)
  }
}

const places = new Proxy({}, { get: (_, name) => new Place(String(name)) })

/** What a statement's text depends on besides its values: which conditions it has, its order. */
type Shape = Readonly<Record<string, string | number | boolean>>

/**
 * A statement that is built and compiled once for each shape and kept: with Kysely that takes longer than its
 * execution. `build` gets a place for each value, so it may pass the values on but not look at them.
 */
export function kept<Values extends object, O, S extends Shape = Record<string, never>>(
  build: (db: Kysely<DB>, values: Values, shape: S) => Compilable<O>,
): (db: Kysely<DB>, values: Values, shape?: S) => Promise<O[]> {
  const compiled = new Map<string, CompiledQuery<O>>()
  return async (db, values, shape) => {
    // A plugin works on statements that are built: those of tests that watch or break them.
    if (db.getExecutor().plugins.length > 0)
      return (await db.executeQuery(build(db, values, shape ?? ({} as S)))).rows
    const key = shape === undefined ? '' : Object.values(shape).join()
    let query = compiled.get(key)
    if (query === undefined) {
      query = build(compiler, places as Values, shape ?? ({} as S)).compile()
      compiled.set(key, query)
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Place ? values[value.name as keyof Values] : value,
    )
    const { rows } = await db.executeQuery<O>({ ...query, parameters })
    return rows
  }
}
