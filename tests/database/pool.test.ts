import { AbortedTransactionError, sql } from 'kysely'
import postgres from 'postgres'
import { afterAll, describe, expect, it } from 'vitest'

import { openDatabase } from '#server/platform/db/database.ts'
import { REQUEST_LIMITS } from '#server/platform/db/limits.ts'
import { createPool } from '#server/platform/db/pool.ts'

import { administer, open, sleepersIn, testDatabaseTarget } from '#tests/support/database/database.ts'

const target = await testDatabaseTarget()
const db = open(target)
afterAll(() => db.destroy())

async function one<T>(query: ReturnType<typeof sql<T>>): Promise<T | undefined> {
  return (await query.execute(db)).rows[0]
}

describe('the values of the pool', () => {
  it('a calendar day is read as text', async () => {
    expect(await one(sql`select date '2026-03-29' as day, null::date as none`)).toEqual({
      day: '2026-03-29',
      none: null,
    })
  })

  it('a day is stored as given', async () => {
    expect(await one(sql`select cast(${'2026-03-29'} as date) as day`)).toEqual({ day: '2026-03-29' })
  })

  it('an instant is read as a Date', async () => {
    const row = await one(sql`select timestamptz '2026-03-29 01:30:00+03' as at`)
    expect(row).toEqual({ at: new Date('2026-03-28T22:30:00.000Z') })
  })

  it('bigint and its sum are read as numbers up to the last exact one', async () => {
    const last = Number.MAX_SAFE_INTEGER
    const row = await one(sql`select ${last}::bigint as n, -${last}::bigint as m, sum(v) as s, count(*) as c
      from (values (1::bigint), (${last - 1}::bigint)) t (v)`)
    expect(row).toEqual({ n: last, m: -last, s: last, c: 2 })
  })

  it.for(['9007199254740992::bigint', 'sum(v) from (values (9007199254740991::bigint), (1)) t (v)'])(
    'the inexact %s is refused',
    async (expression) => {
      await expect(one(sql`select ${sql.raw(expression)}`)).rejects.toThrow('does not fit a number exactly')
      expect(await one(sql`select 1 as one`)).toEqual({ one: 1 })
    },
  )

  it('an average is read as a number', async () => {
    expect(await one(sql`select avg(v) as a from (values (1::bigint), (2)) t (v)`)).toEqual({ a: 1.5 })
  })

  it('bytes are read unchanged', async () => {
    const bytes = Buffer.from([0, 92, 120, 255])
    expect(await one(sql`select ${bytes}::bytea as b`)).toEqual({ b: bytes })
  })
})

describe('how statements are planned', () => {
  it('a search is planned for its words each time, another statement is prepared once', async () => {
    await db.connection().execute(async (connection) => {
      for (const text of ['%a%', '%b%']) {
        await sql`select 'abc' like ${text} as searched`.execute(connection)
        await sql`select cast(${text} as text) as given`.execute(connection)
      }
      const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements
        where position('as searched' in statement) + position('as given' in statement) > 0
        and position('pg_prepared' in statement) = 0`.execute(connection)
      expect(rows).toEqual([{ statement: 'select cast($1 as text) as given' }])
    })
  })

  it('a search takes numbers, days and texts with signs', async () => {
    const odd = `%a'"\\ü%`
    const row =
      await one(sql`select ${odd}::text as text, ${7}::int + 1 as number, ${'2026-03-29'}::date as day
      where 'x' like ${'x'} `)
    expect(row).toEqual({ text: odd, number: 8, day: '2026-03-29' })
  })
})

describe('the settings of each connection', () => {
  it.for([
    ['statement_timeout', '10min'],
    ['idle_in_transaction_session_timeout', '15s'],
    ['max_parallel_workers_per_gather', '0'],
    ['TimeZone', 'UTC'],
    ['DateStyle', 'ISO, YMD'],
  ])('the setting %s is %s', async ([name, value]) => {
    expect(await one(sql`select current_setting(${name}) as value`)).toEqual({ value })
  })

  it('the server aborts a slow statement before its connection is given up', async () => {
    const requests = open(target, REQUEST_LIMITS)
    const query = sql<{
      ms: number
    }>`select setting::int as ms from pg_settings where name = 'statement_timeout'`
    const ms = (await query.execute(requests)).rows[0]?.ms
    await requests.destroy()
    expect(ms).toBe(REQUEST_LIMITS.serverStatement)
    expect(ms).toBeLessThan(REQUEST_LIMITS.statement)
  })
})

it('the panel does not start without the patch of the library', async () => {
  const name = 'reservedCanBeDestroyed'
  const patched: unknown = Reflect.get(postgres, name)
  Reflect.deleteProperty(postgres, name)
  await expect(openDatabase({ dataDir: '/nonexistent' })).rejects.toThrow(
    'postgres paketinin düzeltmesi uygulanmamış: "node scripts/post-install.mjs" komutunu çalıştırın.',
  )
  Reflect.set(postgres, name, patched)
})

describe('a transaction', () => {
  it('a transaction with a failed statement is not acknowledged', async () => {
    const save = db.transaction().execute(async (trx) => {
      await trx.insertInto('login_attempts').values(attempt('lost')).execute()
      await sql`select 1 / 0`.execute(trx).catch(() => {})
      return 'saved'
    })
    await expect(save).rejects.toThrow(AbortedTransactionError)
    expect(await attemptsOf('lost')).toBe(0)
  })

  it('a transaction rejects with the error that ended it', async () => {
    const save = db.transaction().execute(async (trx) => {
      await trx.insertInto('login_attempts').values(attempt('gone')).execute()
      throw new Error('changed my mind')
    })
    await expect(save).rejects.toThrow('changed my mind')
    expect(await attemptsOf('gone')).toBe(0)
  })
})

describe('a pool that loses every connection', () => {
  it('running and waiting statements are settled, and the pool works again', async () => {
    const small = open({ ...target, max: 2 })
    const statements = Array.from({ length: 12 }, () => sql`select pg_sleep(0.3)`.execute(small))
    const settled = Promise.allSettled(statements)
    await expect.poll(() => sleepersIn(db), { timeout: 30_000, interval: 10 }).toBe(2)
    await killAllConnections()
    const outcomes = await settled
    expect(outcomes.filter((outcome) => outcome.status === 'rejected')).toHaveLength(2)
    expect((await sql`select 1 as one`.execute(small)).rows).toEqual([{ one: 1 }])
    await small.destroy()
  })

  it('the pool ends although a connection was reserved, and refuses later work', async () => {
    const pool = createPool({ ...target, max: 2 })
    const reserved = await pool.reserve()
    const ending = pool.end()
    await expect(pool.reserve()).rejects.toThrow('CONNECTION_ENDED')
    await reserved`select 1`
    reserved.release()
    await ending
    await expect(reserved`select 1`).rejects.toThrow('CONNECTION_RELEASED')
  })
})

function attempt(username_key: string) {
  return { username_key, address: '127.0.0.1', created_at: new Date() }
}

async function attemptsOf(username_key: string): Promise<number> {
  const query = db.selectFrom('login_attempts').select((eb) => eb.fn.countAll<number>().as('n'))
  return (await query.where('username_key', '=', username_key).executeTakeFirstOrThrow()).n
}

function killAllConnections(): Promise<void> {
  const others = `datname = '${target.database}' and pid <> pg_backend_pid()`
  return administer(
    { ...target, database: 'postgres' },
    `select pg_terminate_backend(pid) from pg_stat_activity where ${others}`,
  )
}
