import { type Kysely, sql } from 'kysely'

import { liftTimeLimits } from './limits.ts'
import { oneRow } from './one-row.ts'
import type { DB } from './schema.ts'

/** "oto1" in ASCII; any number will do, as long as every version of the application uses the same one. */
const ALONE = 0x6f746f31

/** What one process at a time does, of all that use the database. */
const ALONE_AT = { housekeeping: 1, indexes: 2 } as const

/**
 * Runs `work` unless another process is at the same; returns whether it ran. The lock is that of a transaction of its own,
 * because a session's would stay in a connection of pgbouncer, and nobody waits for it: `create index concurrently` waits
 * for every statement that runs, also for one that waits for a lock.
 */
export async function unlessBusy(
  db: Kysely<DB>,
  at: keyof typeof ALONE_AT,
  work: () => Promise<void>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await liftTimeLimits(trx)
    const lock = sql<{ isFree: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(ALONE)}, ${sql.lit(ALONE_AT[at])}) as "isFree"`
    if (!(await oneRow(lock, trx)).isFree) return false
    // The last statement keeps its snapshot until the next one: it would hold back vacuum, and the building of an index.
    await sql`savepoint locked`.execute(trx)
    await work()
    return true
  })
}
