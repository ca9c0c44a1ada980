import type { Readable, Writable } from 'node:stream'

import { Kysely } from 'kysely'
import type postgres from 'postgres'

import { liftTimeLimits, MAINTENANCE_LIMITS } from './limits.ts'
import { createPool, type PoolTarget } from './pool.ts'
import { singleConnection } from './connections.ts'
import { SafeDialect } from './postgres-dialect.ts'
import type { DB } from './schema.ts'

/** A transaction with COPY, which Kysely has not. Only one thing at a time may run on it. */
export type CopyTransaction = {
  db: Kysely<DB>
  /** The rows of a table in PostgreSQL's text format: one line each. */
  copyOut: (table: string, columns: readonly string[]) => Promise<Readable>
  copyIn: (table: string, columns: readonly string[]) => Promise<Writable>
}

/** Runs `work` in a transaction without time limits: `snapshot` reads one moment, `change` writes. */
export async function inCopyTransaction<T>(
  target: PoolTarget,
  kind: 'snapshot' | 'change',
  work: (transaction: CopyTransaction) => Promise<T>,
): Promise<T> {
  const pool = createPool({ ...target, max: 1 }, MAINTENANCE_LIMITS)
  let reserved: postgres.ReservedSql | undefined
  try {
    const connection = (reserved = await pool.reserve())
    const db = new Kysely<DB>({ dialect: new SafeDialect({ postgres: () => singleConnection(connection) }) })
    const begin =
      kind === 'change'
        ? db.transaction()
        : db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
    const of = (table: string, columns: readonly string[]) =>
      `${quoted(table)} (${columns.map(quoted).join(', ')})`
    return await begin.execute(async (trx) => {
      await liftTimeLimits(trx)
      return work({
        db: trx,
        copyOut: (table, columns) => connection.unsafe(`copy ${of(table, columns)} to stdout`).readable(),
        copyIn: (table, columns) => connection.unsafe(`copy ${of(table, columns)} from stdin`).writable(),
      })
    })
  } finally {
    reserved?.release()
    await pool.end({ timeout: 5 })
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
