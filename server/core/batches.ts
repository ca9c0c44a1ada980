import type { Kysely } from 'kysely'

import type { DB } from '#server/db/schema.ts'

/** A shop whose rows are worked through. */
export type Shop = { db: Kysely<DB>; actor: { shop: number } }

/** Locked rows keep a save waiting: so many are done in some ten milliseconds. */
const BATCH = 500

export type Batch = {
  /** The last id of the batch before. */
  after: number
  limit: number
}

/**
 * Goes through a shop's rows in the order of their ids: each call of `work` gets a transaction of its own and
 * returns the ids that it saw. Throws what made `stop` end it, between two batches.
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

/** What of `expected` the stored row does not hold; `null` where it holds all of it. */
export function difference<Row extends object>(stored: Row, expected: Partial<Row>): Partial<Row> | null {
  const names = Object.keys(expected) as (keyof Row)[]
  const wrong = names.filter((name) => stored[name] !== expected[name])
  if (wrong.length === 0) return null
  return Object.fromEntries(wrong.map((name) => [name, expected[name]])) as Partial<Row>
}

/** One table of a shop's, whose rows hold something that follows from the rest of them. */
type DerivedTable<Row extends { id: number }> = {
  /** The rows of the batch, held. */
  lock: (shop: Shop, batch: Batch) => Promise<Row[]>
  expected: (row: Row) => Partial<Row>
  write: (shop: Shop, id: number, change: Partial<Row>) => Promise<unknown>
}

/** Writes what differs in the rows of a table, in batches; returns how many were not what they follow from. */
export async function rederiveRows<Row extends { id: number }>(
  shop: Shop,
  { lock, expected, write }: DerivedTable<Row>,
  stop?: AbortSignal,
): Promise<number> {
  let rebuilt = 0
  const work = async (trx: Shop, batch: Batch) => {
    const rows = await lock(trx, batch)
    for (const row of rows) {
      const change = difference(row, expected(row))
      if (change === null) continue
      rebuilt += 1
      await write(trx, row.id, change)
    }
    return rows.map(({ id }) => id)
  }
  await inIdBatches(shop, work, stop)
  return rebuilt
}
