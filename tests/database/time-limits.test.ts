import { setTimeout as sleep } from 'node:timers/promises'

import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { liftTimeLimits } from '#server/platform/db/limits.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { codeOf, LOST } from '#tests/support/database/bare-pool.ts'
import { administer, open, testDatabaseTarget } from '#tests/support/database/database.ts'

const target = await testDatabaseTarget()

/** A statement and a pause that take longer than the limit. */
async function takeTime(trx: Kysely<DB>) {
  await sql`select pg_sleep(0.2)`.execute(trx)
  await sleep(200)
  return sql`select 1 as one`.execute(trx)
}

/** The SQLSTATE of each limit. If the limit closes the connection, a write may fail before its message is read. */
const LIMITS = [
  ['statement_timeout', /57014/],
  ['idle_in_transaction_session_timeout', new RegExp(`25P03|${LOST.source}`)],
  ['transaction_timeout', new RegExp(`25P04|${LOST.source}`)],
] as const

test.each(LIMITS)('a %s of the database does not end long work', async (limit, ended) => {
  await administer(target, `alter database "${target.database}" set ${limit} = '100ms'`)
  // The pool sends no settings of its own.
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
  expect(await codeOf(db.transaction().execute(takeTime))).toMatch(ended)
})
