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
 * Writes the builder's own numbers into the text. For a parameter as LIMIT, OFFSET or bound PostgreSQL assumes the
 * worst in its generic plan, and so plans the statement anew at each execution.
 */
class LiteralNumbers extends PostgresQueryCompiler {
  protected override visitValue(node: ValueNode): void {
    if (typeof node.value === 'number') this.appendImmediateValue(node.value)
    else super.visitValue(node)
  }
}

/** A query builder that compiles without a database. */
const compiler = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new LiteralNumbers(),
  },
})

/** A number of the input that is written into the statement's text, so each number makes a statement of its own. */
export class Literal {
  readonly value: number

  constructor(value: number) {
    this.value = value
  }
}

/** A placeholder for the `index`th value of the input while a statement is built. */
class Placeholder {
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

/** The part of the input that determines a statement's text (`shape`), and the values that do not. */
type Read = { shape: string; values: unknown[] }

/**
 * Reads a statement's input. Its shape has the names in objects, the number of objects in a list, and each `undefined`,
 * true, false and `Literal`. All other leaves are values.
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

/** Returns the input with a placeholder for each value, in the order of `read`. */
function withPlaceholders(input: unknown, count = { values: 0 }, name = ''): unknown {
  if (input === undefined || typeof input === 'boolean' || input instanceof Literal) return input
  if (isRecord(input))
    return Object.fromEntries(
      Object.entries(input).map(([key, value]) => [key, withPlaceholders(value, count, key)]),
    )
  if (Array.isArray(input) && input.every(isRecord))
    return input.map((row) => withPlaceholders(row, count, name))
  return new Placeholder(name, count.values++)
}

/** Values of a stored statement; longer lists are rare, and each length would make a statement of its own. */
const MAX_VALUES = 400

/** Stored shapes of one statement, which a caller could multiply by searching for many words. */
const MAX_STATEMENTS = 500

/** Returns whether tests have added plugins, which watch or break statements while they are built. */
const hasPlugins = (db: Kysely<DB>) => db.getExecutor().plugins.length > 0

/**
 * Returns a function that executes a statement. The statement is built once for each shape of its input, because with
 * Kysely that takes longer than the execution. `build` gets a placeholder for each text, number, day and `null`, which
 * it must not read; texts that change the statement itself, such as an order, belong to `variant`.
 */
export function compiled<Input extends object, O, Variant extends object = Record<string, never>>(
  build: (db: Kysely<DB>, input: Input, variant: Variant) => Compilable<O>,
): (db: Kysely<DB>, input: Input, variant?: Variant) => Promise<O[]> {
  const statements = new Map<string, CompiledQuery<O>>()
  return async (db, input, variant = {} as Variant) => {
    const { shape, values } = read(input)
    if (values.length > MAX_VALUES || hasPlugins(db))
      return (await db.executeQuery(build(db, input, variant))).rows
    const key = `${Object.values(variant).join()} ${shape}`
    let query = statements.get(key)
    if (query === undefined) {
      query = build(compiler, withPlaceholders(input) as Input, variant).compile()
      if (statements.size === MAX_STATEMENTS) statements.clear()
      statements.set(key, query)
    }
    const parameters = query.parameters.map((it) => (it instanceof Placeholder ? values[it.index] : it))
    return (await db.executeQuery<O>({ ...query, parameters })).rows
  }
}
