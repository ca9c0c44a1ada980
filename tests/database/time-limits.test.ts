import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { liftTimeLimits } from '#server/db/limits.ts'
import { administer, open, testDatabaseTarget } from '#tests/support/database.ts'

const target = await testDatabaseTarget()

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
      await sql`select pg_sleep(0.2)`.execute(trx)
      await new Promise((resolve) => setTimeout(resolve, 200))
      return sql`select 1 as one`.execute(trx)
    })
    expect(rows).toEqual([{ one: 1 }])
    await expect(
      db.transaction().execute(async (trx) => {
        await sql`select pg_sleep(0.2)`.execute(trx)
        await new Promise((resolve) => setTimeout(resolve, 200))
        await sql`select 1`.execute(trx)
      }),
    ).rejects.toThrow(/timeout|connection|CONNECTION/)
  },
)
