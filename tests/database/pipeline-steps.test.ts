import { setImmediate } from 'node:timers/promises'

import { type Kysely, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'

import { pipelineSteps } from '#server/platform/core/pipeline-steps.ts'
import { REQUEST_LIMITS } from '#server/platform/db/limits.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { open, testDatabaseTarget } from '#tests/support/database/database.ts'
import { buildUser } from '#tests/support/rows/factories.ts'
import { startTcpProxy } from '#tests/support/database/tcp-proxy.ts'

const target = await testDatabaseTarget()
const proxy = await startTcpProxy(target)
const db = open(target)
/** One socket, so that a leftover statement meets the next transaction; a pool has two for each connection. */
const single = open({ ...proxy.target, max: 1 }, { ...REQUEST_LIMITS, connections: 1 })
afterAll(async () => {
  await Promise.all([db.destroy(), single.destroy()])
  await proxy.close()
})

type One = { db: Kysely<DB> }
const names = async ({ id }: { id: number }) =>
  db.selectFrom('shops').select('company_name').where('id', '=', id).executeTakeFirstOrThrow()
const add = async ({ db: one }: One, { id }: { id: number }, text: string) => {
  await one
    .updateTable('shops')
    .set({ company_name: sql`company_name || ${text}` })
    .where('id', '=', id)
    .execute()
  return text
}
const inTransaction = <T>(work: (ctx: One) => Promise<T>) =>
  single.transaction().execute((trx) => work({ db: trx }))

test('changes run in the order in which they were started, and their results are returned', async () => {
  const user = await buildUser(db, { company_name: '' })
  const results = await inTransaction((ctx) =>
    pipelineSteps(ctx, (one) => [add(one, user, 'a'), add(one, user, 'b'), add(one, user, 'c')]),
  )
  expect(results).toEqual(['a', 'b', 'c'])
  expect(await names(user)).toEqual({ company_name: 'abc' })
})

test('changes that are sent together wait for one response', async () => {
  const user = await buildUser(db)
  const changes = (one: One) => ['a', 'b', 'c', 'd'].map((text) => add(one, user, text))
  const passed = async (work: (ctx: One) => Promise<unknown>) => {
    await inTransaction(work)
    const before = proxy.passed()
    await inTransaction(work)
    return proxy.passed() - before
  }
  proxy.delay = 5
  const apart = await passed(async (ctx) => {
    for (const text of ['a', 'b', 'c', 'd']) await add(ctx, user, text)
  })
  expect(await passed((ctx) => pipelineSteps(ctx, changes))).toBeLessThan(apart)
  proxy.delay = 0
})

test('a refused change undoes all, and its error is thrown', async () => {
  const user = await buildUser(db, { company_name: 'Önce' })
  const failing = inTransaction((ctx) =>
    pipelineSteps(ctx, (one) => [
      add(one, user, 'a'),
      sql`select 1 / 0`.execute(one.db),
      add(one, user, 'b'),
    ]),
  )
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect(await names(user)).toEqual({ company_name: 'Önce' })
})

test('the first error is thrown, whatever the position of its change', async () => {
  const user = await buildUser(db)
  const twice = async (one: One) => {
    await add(one, user, 'a')
    await add(one, user, 'b')
  }
  const failing = inTransaction((ctx) =>
    pipelineSteps(ctx, (one) => [twice(one), sql`select 1 / 0`.execute(one.db)]),
  )
  await expect(failing).rejects.toMatchObject({ code: '22012' })
})

test('the cause of the failure is thrown, also from nested changes', async () => {
  const failing = (one: One, depth: number): Promise<unknown> =>
    depth === 0
      ? sql`select 1 / 0`.execute(one.db)
      : pipelineSteps(one, (inner) => [failing(inner, depth - 1)])
  for (const depth of [1, 2]) {
    const all = inTransaction((ctx) =>
      pipelineSteps(ctx, (one) => [failing(one, depth), sql`select 1`.execute(one.db)]),
    )
    await expect(all).rejects.toMatchObject({ code: '22012' })
  }
})

test('the other statements end before the transaction does when an error never reached the database', async () => {
  const user = await buildUser(db, { company_name: 'Önce' })
  let slow: Promise<void> | undefined
  const slowly = async (one: One) => {
    for (const text of ['a', 'b', 'c']) {
      await setImmediate()
      await add(one, user, text)
    }
  }
  const failing = inTransaction((ctx) =>
    pipelineSteps(ctx, (one) => [
      Promise.reject(new RangeError('A sum is too large.')),
      (slow = slowly(one)),
    ]),
  )
  await expect(failing).rejects.toThrow('A sum is too large.')
  await slow
  expect(await names(user)).toEqual({ company_name: 'Önce' })
})
