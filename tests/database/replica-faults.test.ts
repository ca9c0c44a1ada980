import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'

import { openDatabase } from '#server/platform/db/database.ts'
import type { PoolTarget } from '#server/platform/db/pool.ts'
import { REQUEST_ROLE } from '#server/platform/db/request-role.ts'
import { databaseUrl, open } from '#tests/support/database/database.ts'
import { severalOf } from '#tests/support/database/database-url.ts'
import { buildUser } from '#tests/support/rows/factories.ts'
import { asRequests } from '#tests/support/database/guarded.ts'
import { type Pair, startChain, startPair } from '#tests/support/database/replica.ts'
import { type Instance, openInstance } from '#tests/support/panel/replica-instance.ts'
import { startTcpProxy } from '#tests/support/database/tcp-proxy.ts'

let pair: Pair
beforeAll(async () => {
  pair = await startPair()
})
afterAll(() => pair.remove())

/** Returns a shop's page on an instance that knows its session, and functions that save and check its records. */
async function shopOn(pair: Pair, instance: Instance) {
  const db = open(pair.primary.target)
  const page = instance.page(await buildUser(db))
  await db.destroy()
  let saved = 0
  const save = async () => {
    await page.kayit.save({ info: { musteri_adi_soyadi: 'Ayşe', plaka: '34 ABC 123' }, islemler: [] })
    saved += 1
  }
  const expectAll = async () => expect((await page.kayit.list({})).total).toBe(saved)
  await expectAll()
  instance.outcomes()
  return { save, expectAll }
}

/** Reads the list until the replica has served it once. */
async function untilServed(instance: Instance, { expectAll }: Awaited<ReturnType<typeof shopOn>>) {
  const served = instance.replica.counts.served
  await expect
    .poll(async () => (await expectAll(), instance.replica.counts.served), { timeout: 60_000 })
    .toBeGreaterThan(served)
}

const LOST = 'DATABASE_REPLICA_URL: veritabanının kopyası okunamıyor; listeler ana sunucudan okunur.'
const BACK = 'Veritabanının kopyası yeniden okunuyor.'

describe('a replica that is lost', () => {
  test('a killed replica is not asked until it is back, and lists come from the primary', async () => {
    const instance = await openInstance(pair)
    const shop = await shopOn(pair, instance)
    await untilServed(instance, shop)
    instance.outcomes()
    await pair.standby.kill()
    await shop.save()
    for (let round = 0; round < 50; round++) await shop.expectAll()
    const { unreachable = 0, paused = 0, ...others } = instance.outcomes()
    expect(others).toEqual({})
    expect(unreachable + paused).toBe(50)
    expect(unreachable).toBeLessThan(5)
    await pair.standby.start()
    await untilServed(instance, shop)
    expect(instance.said).toEqual([LOST, BACK])
  })

  test('a network that loses all packets delays few lists', async () => {
    const proxy = await startTcpProxy(asRequests(pair.standby.target))
    onTestFinished(() => proxy.close())
    const instance = await openInstance(pair, { replica: proxy.target })
    const shop = await shopOn(pair, instance)
    await untilServed(instance, shop)
    instance.outcomes()
    proxy.line = 'swallow'
    const began = performance.now()
    for (let round = 0; round < 20; round++) await shop.expectAll()
    const { unreachable = 0, paused = 0 } = instance.outcomes()
    expect(unreachable).toBeLessThan(3)
    expect(paused).toBeGreaterThan(17)
    // Each reading that was not paused waits half a second; readings never wait for the checks of the replica.
    expect(performance.now() - began).toBeLessThan(5_000)
    proxy.line = 'open'
    await untilServed(instance, shop)
  })

  test('a panel starts without its replica, says so, and uses it once it is up', async () => {
    await pair.standby.kill()
    const database = await openDatabase(urls(asRequests(pair.standby.target)))
    expect(database.notice).toBe(LOST)
    await database.close()
    const instance = await openInstance(pair)
    const shop = await shopOn(pair, instance)
    await shop.save()
    await shop.expectAll()
    expect(instance.outcomes()).toEqual({ paused: 1 })
    await pair.standby.start()
    await untilServed(instance, shop)
  })
})

describe('a server that is no replica any more', () => {
  test('a standby that is promoted beside the primary, and its own standby, are never read', async () => {
    const chain = await startChain()
    onTestFinished(() => chain.remove())
    const instances = [
      await openInstance(chain, { replica: chain.standby.target }),
      await openInstance(chain, { replica: chain.last.target }),
    ]
    const shops = []
    for (const instance of instances) {
      const shop = await shopOn(chain, instance)
      await untilServed(instance, shop)
      instance.outcomes()
      shops.push(shop)
    }
    await chain.standby.run('select pg_promote()')
    // The log of the promoted server runs far ahead of the former primary's.
    await chain.standby.run('create table ahead as select generate_series(1, 100000) as n')
    const isAhead = () =>
      chain.last.run("select 'ahead'::regclass").then(
        () => true,
        () => false,
      )
    await expect.poll(isAhead).toBe(true)
    for (let round = 0; round < 5; round++) {
      for (const shop of shops) {
        await shop.save()
        await shop.expectAll()
      }
      await sleep(300)
    }
    for (const { outcomes } of instances) {
      const { served = 0, detached = 0 } = outcomes()
      expect([served, detached > 0]).toEqual([0, true])
    }
  })

  test('after a promotion the standby of the new primary serves the lists', async () => {
    const { primary, standby, last, ...chain } = await startChain()
    onTestFinished(() => chain.remove())
    const servers = { primary, standby, ...chain }
    const instance = await openInstance(servers, {
      primary: severalOf([primary.target, standby.target]),
      replica: severalOf([standby.target, last.target], 'standby'),
    })
    const shop = await shopOn(servers, instance)
    await shop.save()
    await untilServed(instance, shop)
    await primary.kill()
    await standby.run('select pg_promote()')
    await expect
      .poll(() =>
        shop.save().then(
          () => 'saved',
          () => 'refused',
        ),
      )
      .toBe('saved')
    await untilServed(instance, shop)
    await last.stop()
    await shop.save()
    await shop.expectAll()
    await last.start()
    await untilServed(instance, shop)
  })

  test('a replica address of the primary itself is read as the primary', async () => {
    const instance = await openInstance(pair, { replica: pair.primary.target })
    const shop = await shopOn(pair, instance)
    for (let round = 0; round < 5; round++) {
      await shop.save()
      await shop.expectAll()
    }
    expect(instance.outcomes().served).toBeUndefined()
  })
})

const urls = (replica: PoolTarget) => ({
  databaseUrl: databaseUrl(pair.primary.target),
  databaseRequestUrl: databaseUrl(asRequests(pair.primary.target)),
  databaseReplicaUrl: databaseUrl(replica),
  dataDir: '/nonexistent',
})

test('a replica with another role or database, or without the permission, ends the start', async () => {
  const { standby } = pair
  const refusalOf = (replica: PoolTarget) =>
    openDatabase(urls(replica)).then(
      async ({ close }) => (await close(), 'started'),
      (error: Error) => error.message,
    )
  const other = 'DATABASE_REPLICA_URL: DATABASE_URL veritabanının kopyasını göstermeli.'
  expect(await refusalOf(standby.target)).toBe(
    'DATABASE_REPLICA_URL: kullanıcı DATABASE_REQUEST_URL ile, o yoksa DATABASE_URL ile aynı olmalı.',
  )
  expect(await refusalOf({ ...asRequests(standby.target), database: 'postgres' })).toBe(other)
  expect(await refusalOf(asRequests(inject('server') ?? {}))).toBe(other)
  expect(await refusalOf(asRequests(standby.target))).toBe('started')
  await pair.primary.run(`revoke pg_read_all_stats from ${REQUEST_ROLE}`)
  await pair.untilEqual()
  expect(await refusalOf(asRequests(standby.target))).toBe(
    'DATABASE_REPLICA_URL: kullanıcının pg_read_all_stats izni yok. Bir süper kullanıcı ana sunucuda bir kez ' +
      `çalıştırmalı: grant pg_read_all_stats to "${REQUEST_ROLE}";`,
  )
})
