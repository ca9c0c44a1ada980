import type {
  Selectable,
  SelectQueryBuilder,
  UpdateQueryBuilder,
  UpdateResult,
  Kysely,
  Updateable,
} from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'

type TableWith<Columns> = {
  [Table in keyof DB]: Selectable<DB[Table]> extends Columns ? Table : never
}[keyof DB]
type Rows<Table extends keyof DB> = SelectQueryBuilder<DB, Table, object>

export const ownRows = <Table extends TableWith<{ shop_id: number }>>(
  { db, actor }: Shop,
  table: Table,
): Rows<Table> =>
  // The types of Kysely take one table.
  db
    .selectFrom(table as 'kayit')
    .where(`${table as 'kayit'}.shop_id`, '=', actor.shop) as unknown as Rows<Table>

export const liveRows = <Table extends TableWith<{ shop_id: number; deleted_at: Date | null }>>(
  shop: Shop,
  table: Table,
): Rows<Table> =>
  ownRows(shop, table as 'kayit').where(
    `${table as 'kayit'}.deleted_at`,
    'is',
    null,
  ) as unknown as Rows<Table>

export const updateOwn = <Table extends TableWith<{ shop_id: number }>>({ db, actor }: Shop, table: Table) =>
  db.updateTable(table as 'kayit').where('shop_id', '=', actor.shop) as unknown as UpdateQueryBuilder<
    DB,
    Table,
    Table,
    UpdateResult
  >

/** A shop whose rows are processed. */
export type Shop = { db: Kysely<DB>; actor: { shop: number } }

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
export async function inIdBatches(
  shop: Shop,
  work: (shop: Shop, batch: Batch) => Promise<number[]>,
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

/** The columns of `expected` that differ from the stored row; `null` when none does. */
export function difference<Row extends object>(stored: Row, expected: Partial<Row>): Partial<Row> | null {
  const names = Object.keys(expected) as (keyof Row)[]
  const wrong = names.filter((name) => stored[name] !== expected[name])
  if (wrong.length === 0) return null
  return Object.fromEntries(wrong.map((name) => [name, expected[name]])) as Partial<Row>
}

export const isSame = <Facts extends object>(one: Facts, other: Facts): boolean =>
  difference(one, other) === null

export const nonEmptyFacts = <Facts extends object>(facts: Facts): Partial<Facts> => {
  const named = Object.entries(facts).filter(([, value]) => value !== '' && value !== null)
  return Object.fromEntries(named) as Partial<Facts>
}

/** A table with derived columns, which follow from the rest of the row. */
type DerivedTable<Row extends { id: number }> = {
  /** Reads and locks the rows of the batch. */
  lock: (shop: Shop, batch: Batch) => Promise<Row[]>
  expected: (row: Row) => Partial<Row>
  write: (shop: Shop, id: number, change: Partial<Row>) => Promise<unknown>
}

/** Recomputes derived columns in batches, writes only what differs, and returns how many rows it changed. */
export async function rederiveRows<Row extends { id: number }>(
  shop: Shop,
  { lock, expected, write }: DerivedTable<Row>,
  stop?: AbortSignal,
): Promise<number> {
  let changed = 0
  const work = async (trx: Shop, batch: Batch) => {
    const rows = await lock(trx, batch)
    for (const row of rows) {
      const change = difference(row, expected(row))
      if (change === null) continue
      changed += 1
      await write(trx, row.id, change)
    }
    return rows.map(({ id }) => id)
  }
  await inIdBatches(shop, work, stop)
  return changed
}

/** As `rederiveRows`, for a table whose derived columns follow from the other columns of a row alone. */
export const rederiveTable = <Row extends Selectable<DB['expense' | 'feedback']>>(
  shop: Shop,
  { table, expected }: { table: 'expense' | 'feedback'; expected: (row: Row) => Partial<Row> },
  stop?: AbortSignal,
): Promise<number> =>
  rederiveRows<Row>(
    shop,
    {
      lock: async ({ db, actor }, { after, limit }) => {
        const rows = db.selectFrom(table).where('shop_id', '=', actor.shop).where('id', '>', after)
        return (await rows.orderBy('id').limit(limit).selectAll().forNoKeyUpdate().execute()) as Row[]
      },
      expected,
      write: ({ db, actor }, id, change) =>
        db
          .updateTable(table)
          .set(change as Updateable<DB['expense' | 'feedback']>)
          .where('shop_id', '=', actor.shop)
          .where('id', '=', id)
          .execute(),
    },
    stop,
  )

/** Rows in one statement: more could exceed its maximum number of parameters. */
const STATEMENT_ROWS = 1_000

/** Returns the rows in groups that each fit one statement. */
export const inStatements = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / STATEMENT_ROWS) }, (_, index) =>
    rows.slice(index * STATEMENT_ROWS, (index + 1) * STATEMENT_ROWS),
  )
