import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type ValueNode,
} from 'kysely'

import type { DB } from './schema.ts'

/**
 * Writes the builder's own numbers into the text. Of a LIMIT, an OFFSET or a bound that is a parameter PostgreSQL
 * assumes the worst in its generic plan, and so plans the statement anew at each execution.
 */
class LiteralNumbers extends PostgresQueryCompiler {
  protected override visitValue(node: ValueNode): void {
    if (typeof node.value === 'number') this.appendImmediateValue(node.value)
    else super.visitValue(node)
  }
}

/** Compiles without a database. */
const compiler = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new LiteralNumbers(),
  },
})

/** A number of a statement's input that is written into its text: each number makes a statement of its own. */
export class Literal {
  readonly value: number

  constructor(value: number) {
    this.value = value
  }
}

/** The place of a value in a kept statement: the `index`th of its input. */
class Place {
  readonly #name: string
  readonly index: number

  constructor(name: string, index: number) {
    this.#name = name
    this.index = index
  }

  [Symbol.toPrimitive](): never {
    throw new TypeError(`The statement is built before the value of "${this.#name}" is known.`)
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** What a statement's text depends on, and the values that it does not depend on. */
type Read = { shape: string; values: unknown[] }

/**
 * Reads a statement's input. Its shape is what is there: the names in objects, the number of objects in a list, and
 * what is `undefined`, true, false or a `Literal`. All other leaves are values.
 */
function read(input: unknown, into: Read = { shape: '', values: [] }): Read {
  if (input === undefined || typeof input === 'boolean') into.shape += String(input)
  else if (input instanceof Literal) into.shape += `=${input.value}`
  else if (isRecord(input)) {
    into.shape += '{'
    for (const name of Object.keys(input)) {
      into.shape += `${name}:`
      read(input[name], into)
      into.shape += ','
    }
    into.shape += '}'
  } else if (Array.isArray(input) && input.every(isRecord)) {
    into.shape += '['
    for (const row of input) read(row, into)
    into.shape += ']'
  } else {
    into.shape += '#'
    into.values.push(input)
  }
  return into
}

/** The input with a place for each value, in the order of `read`. */
function withPlaces(input: unknown, count = { places: 0 }, name = ''): unknown {
  if (input === undefined || typeof input === 'boolean' || input instanceof Literal) return input
  if (isRecord(input))
    return Object.fromEntries(
      Object.entries(input).map(([key, value]) => [key, withPlaces(value, count, key)]),
    )
  if (Array.isArray(input) && input.every(isRecord)) return input.map((row) => withPlaces(row, count, name))
  return new Place(name, count.places++)
}

/** A statement of more values is rare, and each length of a list is a statement of its own. */
const MAX_KEPT_VALUES = 400

/** Statements that differ in shape; searches of many words have many shapes, which somebody may try out. */
const MAX_STATEMENTS = 500

/** A plugin works on statements that are built: those of tests that watch or break them. */
const hasPlugins = (db: Kysely<DB>) => db.getExecutor().plugins.length > 0

/**
 * A statement that is built and compiled once for each shape of its input and kept: with Kysely that takes longer
 * than its execution. `build` gets a place for each text, number, day and `null`, which it passes on without looking
 * at it. Texts on which the statement itself depends, such as an order, are given as `variant`.
 */
export function compiled<Input extends object, O, Variant extends object = Record<string, never>>(
  build: (db: Kysely<DB>, input: Input, variant: Variant) => Compilable<O>,
): (db: Kysely<DB>, input: Input, variant?: Variant) => Promise<O[]> {
  const compiled = new Map<string, CompiledQuery<O>>()
  return async (db, input, variant = {} as Variant) => {
    const { shape, values } = read(input)
    if (values.length > MAX_KEPT_VALUES || hasPlugins(db))
      return (await db.executeQuery(build(db, input, variant))).rows
    const key = `${Object.values(variant).join()} ${shape}`
    let query = compiled.get(key)
    if (query === undefined) {
      query = build(compiler, withPlaces(input) as Input, variant).compile()
      if (compiled.size === MAX_STATEMENTS) compiled.clear()
      compiled.set(key, query)
    }
    const parameters = query.parameters.map((it) => (it instanceof Place ? values[it.index] : it))
    return (await db.executeQuery<O>({ ...query, parameters })).rows
  }
}
