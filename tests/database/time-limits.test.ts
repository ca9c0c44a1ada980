import { setTimeout as sleep } from 'node:timers/promises'

import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { liftTimeLimits } from '#server/platform/db/limits.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { administer, open, testDatabaseTarget } from '#tests/support/database/database.ts'

const target = await testDatabaseTarget()

/** A statement and a pause that take longer than the limit. */
async function takeTime(trx: Kysely<DB>) {
  await sql`select pg_sleep(0.2)`.execute(trx)
  await sleep(200)
  return sql`select 1 as one`.execute(trx)
}

test.each(['statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout'])(
  'a %s of the database does not end what takes its time',
  async (limit) => {
    await administer(target, `alter database "${target.database}" set ${limit} = '100ms'`)
    // As a pool that sends no settings of its own.
    const db = open({ ...target, pgbouncer: true })
    onTestFinished(async () => {
      await db.destroy()
      await administer(target, `alter database "${target.database}" reset ${limit}`)
    })
    const { rows } = await db.transaction().execute(async (trx) => {
      await liftTimeLimits(trx)
      return takeTime(trx)
    })
    expect(rows).toEqual([{ one: 1 }])
    await expect(db.transaction().execute(takeTime)).rejects.toThrow(/timeout|connection|CONNECTION/)
  },
)
