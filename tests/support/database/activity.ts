import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'

/** Returns functions that read what the database's connections do, but that which asks. */
export const activityOf = (db: Kysely<DB>) => ({
  /** Counts the transactions that exports hold open. */
  openSnapshots: async (): Promise<number> => {
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and xact_start is not null`.execute(
      db,
    )
    return rows.length
  },

  waitingStatements: async (): Promise<number> => {
    const { rows } = await sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    )
    return rows.length
  },

  /** Returns whether the server process of a connection runs. */
  isRunning: async (pid = 0): Promise<boolean> => {
    const { rows } = await sql`select 1 from pg_stat_activity where pid = ${pid}`.execute(db)
    return rows.length > 0
  },
})
