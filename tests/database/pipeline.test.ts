import { setTimeout } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'

import { withSnapshot, pipelineReads } from '#server/platform/core/snapshot.ts'
import { codeOf } from '#server/platform/db/errors.ts'
import { GuardedKysely } from '#server/platform/db/guarded.ts'
import { REQUEST_LIMITS } from '#server/platform/db/limits.ts'
import { scopeToShop } from '#server/platform/db/shop-scope.ts'
import { open, testDatabaseTarget } from '#tests/support/database/database.ts'
import { buildUser } from '#tests/support/rows/factories.ts'
import { asRequests } from '#tests/support/database/guarded.ts'
import { startTcpProxy } from '#tests/support/database/tcp-proxy.ts'

const target = await testDatabaseTarget()
const proxy = await startTcpProxy(target)
const db = open(target)
/** One socket, so that the next statement meets the state that a read leaves; a pool has two for each connection. */
const ONE = { ...REQUEST_LIMITS, connections: 1 }
const single = open({ ...proxy.target, max: 1 }, ONE)
const requests = open({ ...asRequests(target), max: 1 }, ONE)
const guarded = new GuardedKysely(requests.getExecutor())
afterAll(async () => {
  await Promise.all([db.destroy(), single.destroy(), requests.destroy()])
  await proxy.close()
})

const nameOf = (from: typeof db, id: number) =>
  from.selectFrom('shops').select('company_name').where('id', '=', id).executeTakeFirstOrThrow()
const onSnapshot = <T>(from: typeof db, work: (snapshot: typeof db) => Promise<T>) =>
  withSnapshot({ db: from }, (ctx) => work(ctx.db))
const one = sql<{ one: number }>`select 1 as one`

/** Returns the session state in which the only connection of a pool was left. */
async function stateOf(pool: typeof db): Promise<unknown> {
  const { rows } = await sql<{ state: unknown }>`select jsonb_build_array(
    current_setting('transaction_isolation'), coalesce(current_setting('oto.shop', true), '')) as state`.execute(
    pool,
  )
  return rows[0]?.state
}

/** Counts the chunks that the statements of `work` take through the proxy, both ways. */
async function chunksOf(work: () => Promise<unknown>): Promise<number> {
  // The first run prepares the statements, which takes further chunks.
  await work()
  await one.execute(single)
  const before = proxy.passed()
  await work()
  await one.execute(single)
  return proxy.passed() - before
}

describe('a reading on one connection', () => {
  test('statements that start together are sent together, also with the begin of a snapshot', async () => {
    proxy.delay = 20
    const user = await buildUser(db)
    const twice = (from: typeof db) => Promise.all([nameOf(from, user.id), nameOf(from, user.id)])
    const apart = await chunksOf(() => twice(single))
    expect(await chunksOf(() => pipelineReads(single, twice))).toBeLessThan(apart)
    const began = performance.now()
    await onSnapshot(single, twice)
    // The pipeline takes one delay there and one back; begin, two statements and commit one by one would take eight.
    expect(performance.now() - began).toBeLessThan(8 * proxy.delay)
    proxy.delay = 0
  })

  test('a snapshot does not see what is stored meanwhile', async () => {
    const user = await buildUser(db)
    const seen = await onSnapshot(single, async (snapshot) => {
      const before = await nameOf(snapshot, user.id)
      await db.updateTable('shops').set({ company_name: 'Sonra' }).where('id', '=', user.id).execute()
      const nested = await onSnapshot(snapshot, (same) => nameOf(same, user.id))
      return [before, nested, await nameOf(snapshot, user.id)]
    })
    expect(new Set(seen.map(({ company_name }) => company_name)).size).toBe(1)
    expect(await nameOf(single, user.id)).toEqual({ company_name: 'Sonra' })
  })

  test('a snapshot inside a reading on one connection uses that connection', async () => {
    const user = await buildUser(db)
    const found = await pipelineReads(single, (from) =>
      Promise.all([
        nameOf(from, user.id),
        onSnapshot(from, (snapshot) => nameOf(snapshot, user.id)),
        onSnapshot(from, (snapshot) => nameOf(snapshot, user.id)),
      ]),
    )
    expect(new Set(found.map(({ company_name }) => company_name)).size).toBe(1)
  })

  test('a snapshot only reads', async () => {
    const user = await buildUser(db)
    const write = onSnapshot(single, (from) =>
      from.updateTable('shops').set({ company_name: 'Yeni' }).where('id', '=', user.id).execute(),
    )
    await expect(write).rejects.toMatchObject({ code: '25006' })
  })

  test('a pipeline opens no transaction of its own', async () => {
    await expect(pipelineReads(single, async (from) => from.transaction())).rejects.toThrow(
      'use withSnapshot',
    )
  })

  test('a refused reading leaves neither a statement nor a transaction behind', async () => {
    const user = await buildUser(db)
    for (const read of [onSnapshot, pipelineReads]) {
      const refused = read(single, (from) =>
        Promise.all([
          sql`select 1 / 0`.execute(from),
          sql`select pg_sleep(0.05)`.execute(from),
          nameOf(from, user.id),
        ]),
      )
      await expect(refused).rejects.toMatchObject({ code: '22012' })
      const { numUpdatedRows } = await single
        .updateTable('shops')
        .set({ company_name: 'Yazıldı' })
        .where('id', '=', user.id)
        .executeTakeFirst()
      expect(numUpdatedRows).toBe(1n)
      expect(await nameOf(db, user.id)).toEqual({ company_name: 'Yazıldı' })
    }
  })

  test('another call of a reading gets the cause of the first failure, also when it begins afterwards', async () => {
    const [user, other] = [await buildUser(db), await buildUser(db)]
    const codes = await pipelineReads(guarded, async (from) => {
      const first = await sql`select 1 / 0`.execute(scopeToShop(from, user.id)).catch(codeOf)
      const second = await nameOf(scopeToShop(from, user.id), user.id).catch(codeOf)
      const ofAnotherShop = await nameOf(scopeToShop(from, other.id), other.id).catch(codeOf)
      return [first, second, ofAnotherShop]
    })
    expect(codes).toEqual(['22012', '22012', '22012'])
    expect(await nameOf(scopeToShop(guarded, user.id), user.id)).toBeDefined()
  })

  test('work beside a refused reading sends no more statements', async () => {
    const user = await buildUser(db)
    const shops = [user.id, (await buildUser(db)).id]
    const later: ((from: typeof db) => Promise<unknown>)[] = [
      (from) => nameOf(from, user.id),
      (from) => onSnapshot(from, (snapshot) => nameOf(snapshot, user.id)),
      ...shops.map((shop) => (from: typeof db) => nameOf(scopeToShop(from, shop), user.id)),
    ]
    const before: ((from: typeof db, refusal: Promise<unknown>) => Promise<unknown>)[] = [
      (from) => sql`select pg_sleep(0.05)`.execute(from),
      // These statements come while the connection returns to the pool.
      ...Array.from({ length: 20 }, (_, turns) => async (_from: typeof db, refusal: Promise<unknown>) => {
        await Promise.allSettled([refusal])
        for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
      }),
    ]
    for (const [pool, connection] of [
      [single, single],
      [guarded, requests],
    ] as const)
      for (const read of [onSnapshot, pipelineReads])
        for (const wait of before)
          for (const goOn of later) {
            let beside: Promise<unknown> = Promise.resolve()
            const from = scopeToShop(pool, user.id)
            const refused = read(from, (one) => {
              const fails = sql`select 1 / 0`.execute(one)
              beside = wait(one, fails).then(() => goOn(one))
              return Promise.all([fails, beside])
            })
            await expect(refused).rejects.toMatchObject({ code: '22012' })
            await Promise.allSettled([beside])
            expect(await stateOf(connection)).toEqual(['read committed', ''])
          }
    let late: Promise<unknown> = Promise.resolve()
    const refused = pipelineReads(single, async (one) => {
      late = setTimeout(20).then(() => refused.catch(() => nameOf(one, user.id)))
      await sql`select 1 / 0`.execute(one)
    })
    await expect(refused).rejects.toMatchObject({ code: '22012' })
    await expect(late).rejects.toThrow('The pipeline has ended')
  })

  test.each(['batched', 'separate'] as const)(
    'a reading that is refused right after its shop is told (%s) ends its transaction',
    async (scopeMode) => {
      const user = await buildUser(db)
      // A statement that a connection has not prepared yet delays those behind it until the server has responded.
      const fresh = open({ ...asRequests(target), max: 1 }, ONE)
      onTestFinished(() => fresh.destroy())
      const refused = pipelineReads<void>(new GuardedKysely(fresh.getExecutor(), scopeMode), async (from) => {
        const name = nameOf(from, user.id)
        scopeToShop(from, user.id)
        await name
        throw new Error('refused')
      })
      await expect(refused).rejects.toThrow('refused')
      expect(await stateOf(fresh)).toEqual(['read committed', ''])
    },
  )

  test('many readings and saves on few connections do not disturb each other', async () => {
    const few = open(target, { ...REQUEST_LIMITS, connections: 2, queue: 30_000 })
    const user = await buildUser(db)
    const write = (turn: number) =>
      few.transaction().execute((trx) =>
        trx
          .updateTable('shops')
          .set({ company_name: `${turn}` })
          .where('id', '=', user.id)
          .execute(),
      )
    const read = () => onSnapshot(few, (from) => Promise.all([nameOf(from, user.id), nameOf(from, user.id)]))
    const turns = Array.from({ length: 50 }, (_, turn) => turn)
    const [seen] = await Promise.all([
      Promise.all(turns.flatMap(() => [read(), read(), read()])),
      Promise.all(turns.map((turn) => write(turn))),
    ])
    expect(seen).toHaveLength(150)
    expect(seen.filter(([first, second]) => first.company_name !== second.company_name)).toEqual([])
    await few.destroy()
  })
})
