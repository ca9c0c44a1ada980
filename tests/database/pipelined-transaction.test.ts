import {
  AbortedTransactionError,
  type CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'

import { REQUEST_LIMITS } from '#server/platform/db/limits.ts'
import { pipelineTransaction } from '#server/platform/db/pipeline.ts'
import { pipelineSteps } from '#server/platform/core/pipeline-steps.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { open, testDatabaseTarget } from '#tests/support/database/database.ts'
import { buildUser } from '#tests/support/rows/factories.ts'
import { startTcpProxy } from '#tests/support/database/tcp-proxy.ts'

const target = await testDatabaseTarget()
const proxy = await startTcpProxy(target)
const db = open(target)
/** One socket, so that a transaction that is left open affects the next one. */
const single = open({ ...proxy.target, max: 1 }, { ...REQUEST_LIMITS, connections: 1 })
afterAll(async () => {
  await Promise.all([db.destroy(), single.destroy()])
  await proxy.close()
})

const nameOf = async ({ id }: { id: number }) => {
  const row = await db
    .selectFrom('shops')
    .select('company_name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.company_name
}
const rename = (trx: Kysely<DB>, { id }: { id: number }, company_name: string) =>
  trx.updateTable('shops').set({ company_name }).where('id', '=', id).execute()

test('the begin travels with the first statement', async () => {
  const passed = async (work: () => Promise<unknown>) => {
    await work()
    const before = proxy.passed()
    await work()
    return proxy.passed() - before
  }
  const read = (trx: Kysely<DB>) => sql`select 1`.execute(trx)
  proxy.delay = 5
  const apart = await passed(() => single.transaction().execute(read))
  expect(await passed(() => pipelineTransaction(single, read))).toBeLessThan(apart)
  proxy.delay = 0
})

describe('a commit behind the last statements', () => {
  /** Takes its locks first, as each of these transactions does. */
  const work =
    (last: (trx: Kysely<DB>) => Promise<unknown>[]) => async (trx: Kysely<DB>, sendCommit: () => void) => {
      await sql`select 1`.execute(trx)
      return pipelineSteps({ db: trx }, ({ db: one }) => last(one), sendCommit)
    }

  test('is sent with them', async () => {
    const user = await buildUser(db, { company_name: 'Önce' })
    const turns = async (run: () => Promise<unknown>) => {
      const before = proxy.turns()
      await run()
      return proxy.turns() - before
    }
    const last = (trx: Kysely<DB>) => [rename(trx, user, 'Sonra')]
    // Prepares the statements first, because a connection describes new ones.
    await pipelineTransaction(single, work(last))
    proxy.delay = 20
    expect(await turns(() => pipelineTransaction(single, (trx) => work(last)(trx, () => {})))).toBe(3)
    expect(await turns(() => pipelineTransaction(single, work(last)))).toBe(2)
    proxy.delay = 0
    expect(await nameOf(user)).toBe('Sonra')
  })

  test.each([
    ['the server refuses', 'division by zero', (trx: Kysely<DB>) => sql`select 1 / 0`.execute(trx)],
    ['cannot be sent', 'cannot be sent', (trx: Kysely<DB>) => sql`select ${Symbol('x')}::text`.execute(trx)],
    ['cannot be built', 'no statement', () => Promise.reject(new RangeError('no statement'))],
    [
      'cannot be built, deeper inside',
      'no statement',
      (trx: Kysely<DB>) =>
        pipelineSteps({ db: trx }, ({ db: one }) => [
          Promise.reject(new RangeError('no statement')),
          sql`select pg_sleep(0.1)`.execute(one),
        ]),
    ],
  ])('stores nothing beside a statement that %s', async (_, message, failing) => {
    const user = await buildUser(db, { company_name: 'Önce' })
    const last = (trx: Kysely<DB>) => [rename(trx, user, 'Sonra'), failing(trx)]
    await expect(pipelineTransaction(single, work(last))).rejects.toThrow(message)
    expect(await nameOf(user)).toBe('Önce')
    await pipelineTransaction(single, (trx) => rename(trx, user, 'En son'))
    expect(await nameOf(user)).toBe('En son')
  })

  test('stores nothing if a statement must be prepared again', async () => {
    const tables = ['again', 'beside'] as const
    for (const name of tables) await sql`create table ${sql.table(name)} (n int)`.execute(db)
    const last = (trx: Kysely<DB>) => [
      sql`insert into again values (${1}) returning n`.execute(trx),
      sql`insert into beside values (${1})`.execute(trx),
    ]
    const counts = async () => {
      const rows = tables.map((name) => sql`select 1 from ${sql.table(name)}`.execute(db))
      return (await Promise.all(rows)).map(({ rows: { length } }) => length)
    }
    await pipelineTransaction(single, work(last))
    await sql`alter table again alter column n type bigint`.execute(db)
    await expect(pipelineTransaction(single, work(last))).rejects.toThrow('must not change result type')
    expect(await counts()).toEqual([1, 1])
    await pipelineTransaction(single, work(last))
    expect(await counts()).toEqual([2, 2])
  })

  test('waits until the caller is authorized', async () => {
    const user = await buildUser(db, { company_name: 'Önce' })
    const authorize = async (trx: Kysely<DB>) => {
      await sql`select pg_sleep(0.1)`.execute(trx)
      throw new RangeError('not authorized')
    }
    const early = async (trx: Kysely<DB>, sendCommit: () => void) => {
      const renamed = rename(trx, user, 'Sonra')
      sendCommit()
      await renamed
    }
    await expect(pipelineTransaction(single, early, authorize)).rejects.toThrow('not authorized')
    expect(await nameOf(user)).toBe('Önce')
  })

  test('refuses further statements', async () => {
    const late = async (trx: Kysely<DB>, sendCommit: () => void) => {
      await work(() => [sql`select 1`.execute(trx)])(trx, sendCommit)
      await sql`select 2`.execute(trx)
    }
    await expect(pipelineTransaction(single, late)).rejects.toThrow('has ended')
  })
})

test('the writes of a transaction are committed, and undone when the work throws', async () => {
  const user = await buildUser(db, { company_name: 'Önce' })
  const failing = pipelineTransaction(single, async (trx) => {
    await rename(trx, user, 'Arada')
    throw new RangeError('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await nameOf(user)).toBe('Önce')
  await pipelineTransaction(single, (trx) => rename(trx, user, 'Sonra'))
  expect(await nameOf(user)).toBe('Sonra')
})

test('the refusal of an unauthorised caller is thrown and nothing is stored', async () => {
  const user = await buildUser(db, { company_name: 'Önce' })
  const authorize = async (trx: Kysely<DB>) => {
    await sql`select 1`.execute(trx)
    throw new RangeError('not authorized')
  }
  const refused = pipelineTransaction(single, (trx) => rename(trx, user, 'Sonra'), authorize)
  await expect(refused).rejects.toThrow('not authorized')
  expect(await nameOf(user)).toBe('Önce')
})

test('a transaction with a failed statement is not acknowledged', async () => {
  const user = await buildUser(db, { company_name: 'Önce' })
  const work = pipelineTransaction(single, async (trx) => {
    await rename(trx, user, 'Sonra')
    await sql`select 1 / 0`.execute(trx).catch(() => {})
  })
  await expect(work).rejects.toThrow(AbortedTransactionError)
  expect(await nameOf(user)).toBe('Önce')
})

test('no result counts after a begin that the server refused, and nothing more is sent', async () => {
  const sent: string[] = []
  const executeQuery = async ({ sql: text }: CompiledQuery) => {
    sent.push(text)
    if (text === 'begin') throw new Error('begin refused')
    return { rows: [] }
  }
  const connection = { executeQuery, async *streamQuery() {} }
  const refusing = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => ({
        init: async () => {},
        acquireConnection: async () => connection,
        beginTransaction: async () => {},
        commitTransaction: async () => {},
        rollbackTransaction: async () => {},
        releaseConnection: async () => {},
        destroy: async () => {},
      }),
      createIntrospector: (one) => new PostgresIntrospector(one),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  const work = pipelineTransaction(refusing, async (trx) => {
    await sql`select 'lock'`.execute(trx)
    await sql`select 'write'`.execute(trx)
  })
  await expect(work).rejects.toThrow('begin refused')
  expect(sent).toEqual(['begin', "select 'lock'", 'rollback'])
})
