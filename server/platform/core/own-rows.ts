import {
  type Compilable,
  type JoinBuilder,
  type Kysely,
  type Selectable,
  type SelectQueryBuilder,
  sql,
  type Updateable,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely'

import { compiled } from '#server/platform/db/compiled.ts'
import type { DB } from '#server/platform/db/schema.ts'

type TableWith<Columns> = {
  [Table in keyof DB]: Selectable<DB[Table]> extends Columns ? Table : never
}[keyof DB]
type Rows<Table extends keyof DB> = SelectQueryBuilder<DB, Table, object>

export const ownRows = <Table extends TableWith<{ shop_id: number }>>(
  { db, actor }: ShopCtx,
  table: Table,
): Rows<Table> =>
  // The types of Kysely take one table.
  db
    .selectFrom(table as 'kayit')
    .where(`${table as 'kayit'}.shop_id`, '=', actor.shop) as unknown as Rows<Table>

export const liveRows = <Table extends TableWith<{ shop_id: number; deleted_at: Date | null }>>(
  shop: ShopCtx,
  table: Table,
): Rows<Table> =>
  ownRows(shop, table as 'kayit').where(
    `${table as 'kayit'}.deleted_at`,
    'is',
    null,
  ) as unknown as Rows<Table>

/** Returns the shop's records that count: its visits (decision 44). The literal lets plans use the indexes of visits. */
export const visitRows = (shop: ShopCtx): Rows<'kayit'> =>
  liveRows(shop, 'kayit').where('kayit.stage', '=', sql.lit('visit'))

export const updateOwn = <Table extends TableWith<{ shop_id: number }>>(
  { db, actor }: ShopCtx,
  table: Table,
) =>
  db.updateTable(table as 'kayit').where('shop_id', '=', actor.shop) as unknown as UpdateQueryBuilder<
    DB,
    Table,
    Table,
    UpdateResult
  >

type Reference = { [Table in keyof DB]: `${Table}.${keyof DB[Table] & string}` }[keyof DB]

/** Returns the condition that joins two tables by a column of each and by the shop. */
export const inSameShop = (column: Reference, other: Reference) => (join: JoinBuilder<DB, keyof DB>) =>
  join.onRef(shopColumn(column), '=', shopColumn(other)).onRef(column, '=', other)

const shopColumn = (column: Reference) => column.replace(/\..*/, '.shop_id') as 'kayit.shop_id'

/** A shop whose rows are processed. */
export type ShopCtx = { db: Kysely<DB>; actor: { shop: number } }

/** Returns a function as `compiled` does, for a statement on the rows of one shop, with the shop's id in its input. */
export function compiledOwn<
  Input extends { shop: number },
  O,
  Variant extends object = Record<string, never>,
>(
  build: (db: Kysely<DB>, input: Input, variant: Variant) => Compilable<O>,
): ({ db, actor }: ShopCtx, input: Omit<Input, 'shop'>, variant?: Variant) => Promise<O[]> {
  const query = compiled(build)
  return ({ db, actor }, input, variant) => query(db, { ...input, shop: actor.shop } as Input, variant)
}

/** Rows in a batch. Saves wait for locked rows; a batch of this size takes some ten milliseconds. */
const BATCH = 500

export type Batch = {
  /** The last id of the batch before. */
  after: number
  limit: number
}

/**
 * Processes a shop's rows in the order of their ids: each call of `work` gets its own transaction and returns the
 * ids that it processed. Between two batches it throws the reason of `stop`, if that was aborted.
 */
export async function processInBatches(
  shop: ShopCtx,
  work: (shop: ShopCtx, batch: Batch) => Promise<number[]>,
  stop?: AbortSignal,
): Promise<void> {
  for (let after = 0; ;) {
    stop?.throwIfAborted()
    const batch = { after, limit: BATCH }
    const ids = await shop.db.transaction().execute((db) => work({ ...shop, db }, batch))
    if (ids.length < BATCH) return
    after = Math.max(...ids)
  }
}

/** Returns the columns of `expected` that differ from the stored row; `null` when none does. */
export function diffFields<Row extends object>(stored: Row, expected: Partial<Row>): Partial<Row> | null {
  const names = Object.keys(expected) as (keyof Row)[]
  const wrong = names.filter((name) => stored[name] !== expected[name])
  if (wrong.length === 0) return null
  return Object.fromEntries(wrong.map((name) => [name, expected[name]])) as Partial<Row>
}

export const isSame = <Facts extends object>(one: Facts, other: Facts): boolean =>
  diffFields(one, other) === null

export const nonEmptyFacts = <Facts extends object>(facts: Facts): Partial<Facts> => {
  const named = Object.entries(facts).filter(([, value]) => value !== '' && value !== null)
  return Object.fromEntries(named) as Partial<Facts>
}

/**
 * Recomputes derived columns of a shop's rows in batches, writes only differences, and returns the number of changes.
 * `expected` gets the locked rows of a batch and returns their right values in the same order.
 */
export async function rederiveRows<Table extends 'expense' | 'feedback' | 'vehicle' | 'customer'>(
  shop: ShopCtx,
  table: Table,
  options: {
    expected: (rows: Selectable<DB[Table]>[], trx: ShopCtx) => Promise<Partial<Selectable<DB[Table]>>[]>
    stop?: AbortSignal | undefined
  },
): Promise<number> {
  let changed = 0
  const work = async (trx: ShopCtx, { after, limit }: Batch) => {
    // The types of Kysely take one table.
    const own = ownRows(trx, table as 'vehicle')
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
    const rows = await own.selectAll().forNoKeyUpdate().execute()
    const expected = await options.expected(rows as unknown as Selectable<DB[Table]>[], trx)
    for (const [index, row] of rows.entries()) {
      const change = diffFields(row, expected[index] as Partial<typeof row>)
      if (change === null) continue
      changed += 1
      await updateOwn(trx, table as 'vehicle')
        .set(change as Updateable<DB['vehicle']>)
        .where('id', '=', row.id)
        .execute()
    }
    return rows.map(({ id }) => id)
  }
  await processInBatches(shop, work, options.stop)
  return changed
}

/** Rows in one statement: more could exceed its maximum number of parameters. */
const STATEMENT_ROWS = 1_000

/** Returns the rows in groups that each fit one statement. */
export const splitByStatement = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / STATEMENT_ROWS) }, (_, index) =>
    rows.slice(index * STATEMENT_ROWS, (index + 1) * STATEMENT_ROWS),
  )
