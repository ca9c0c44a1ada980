import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { startSession } from '#tests/support/rows/auth.ts'
import { open } from '#tests/support/database/database.ts'
import { buildUser, type TestUser } from '#tests/support/rows/factories.ts'
import { requests, TRPC } from '#tests/support/panel/app.ts'
import { buildMember } from '#tests/support/rows/staff.ts'
import { type Pair, startPair } from '#tests/support/database/replica.ts'
import { type Instance, openInstance, pauseReplay } from '#tests/support/panel/replica-instance.ts'

let pair: Pair
let db: ReturnType<typeof open>
beforeAll(async () => {
  pair = await startPair({ standbySettings: { max_standby_streaming_delay: '0' } })
  db = open(pair.primary.target)
})
afterAll(async () => {
  await db.destroy()
  await pair.remove()
})

type Page = ReturnType<Instance['page']>
const save = (page: Page, musteri_adi_soyadi: string) =>
  page.kayit.save({ info: { musteri_adi_soyadi, plaka: '34 ABC 123' }, islemler: [] })
const namesIn = async (page: Page) =>
  (await page.kayit.list({})).items.map((item) => item.musteri_adi_soyadi).toSorted()
/** Returns a page whose session the instance knows: the first call of a session is read from the primary. */
async function known(instance: Instance, user: TestUser): Promise<Page> {
  const page = instance.page(user)
  await page.kayit.list({})
  instance.outcomes()
  return page
}

/** Makes every read of records under row-level security run this statement; `pg_is_in_recovery()` marks the standby. */
async function whenRead(statement: string): Promise<void> {
  await pair.primary.run(
    `create function when_read() returns bool language plpgsql as $$ begin ${statement} return true; end $$`,
  )
  await pair.primary.run(
    'create policy when_read on kayit as restrictive for select using ((select when_read()))',
  )
  onTestFinished(async () => {
    await pair.primary.run('drop policy when_read on kayit')
    await pair.primary.run('drop function when_read()')
  })
}
/** Delays each read on the standby by this many seconds. */
const slowStandby = (seconds: number) =>
  whenRead(`if pg_is_in_recovery() then perform pg_sleep(${seconds}); end if;`)

describe.for([true, false])('a replica, under row-level security: %s', (isGuarded) => {
  test('serves lists, statistics and histories without reading their rows on the primary', async () => {
    const instance = await openInstance(pair, { isGuarded })
    const user = await buildUser(db)
    const page = await known(instance, user)
    await save(page, 'Ayşe')
    await pair.untilEqual()
    const { vehicles, customers } = {
      vehicles: await page.vehicle.list({}),
      customers: await page.customer.list({}),
    }
    const id = vehicles.items[0]?.id ?? 0
    await whenRead(`if not pg_is_in_recovery() then raise 'read from the primary'; end if;`)
    await pair.untilEqual()
    expect(await namesIn(page)).toEqual(['Ayşe'])
    expect((await page.vehicle.visits({ id })).visits).toHaveLength(1)
    expect((await page.vehicle.get({ id })).plate).toBe('34 ABC 123')
    expect((await page.customer.get({ id: customers.items[0]?.id ?? 0 })).name).toBe('Ayşe')
    expect((await page.stats.get({})).toplam_kayit_sayisi).toBe(1)
    await page.stats.period({ from: '2026-01-01', to: '2026-12-31' })
    await page.expense.list({})
    expect(instance.outcomes()).toEqual({ served: 9 })
  })
})

describe('a save is in every list', () => {
  test('a save is in the lists of all staff on every instance while the replay stands still', async () => {
    const [one, other] = [await openInstance(pair), await openInstance(pair)]
    const owner = await buildUser(db)
    const member = await buildMember(db, owner)
    const [first, second] = [await known(one, owner), await known(other, member)]
    await pair.untilEqual()
    expect([await namesIn(first), await namesIn(second)]).toEqual([[], []])
    expect([one.outcomes(), other.outcomes()]).toEqual([{ served: 1 }, { served: 1 }])
    const resume = await pauseReplay(pair)
    onTestFinished(resume)
    await save(first, 'Ayşe')
    expect([await namesIn(first), await namesIn(second)]).toEqual([['Ayşe'], ['Ayşe']])
    await save(second, 'Fatma')
    expect([await namesIn(first), await namesIn(second)]).toEqual([
      ['Ayşe', 'Fatma'],
      ['Ayşe', 'Fatma'],
    ])
    expect([one.outcomes(), other.outcomes()]).toEqual([{ behind: 2 }, { behind: 2 }])
  })

  test('a replica that stays behind is asked less often, and used again when it has caught up', async () => {
    const instance = await openInstance(pair)
    const page = await known(instance, await buildUser(db))
    const resume = await pauseReplay(pair)
    await save(page, 'Ayşe')
    for (let round = 0; round < 6; round++) expect(await namesIn(page)).toEqual(['Ayşe'])
    expect(instance.outcomes()).toEqual({ behind: 3, paused: 3 })
    expect(await instance.replica.lag()).toBeGreaterThan(0)
    await resume()
    await expect.poll(async () => (await namesIn(page), instance.outcomes().served ?? 0)).toBe(1)
    expect(await instance.replica.lag()).toBe(0)
    expect(instance.said).toEqual([])
  })

  test('a list has a commit that is acknowledged before it is flushed', async () => {
    const instance = await openInstance(pair)
    const page = await known(instance, await buildUser(db))
    const set = (value: string) =>
      pair.primary.run(`alter role oto_requests set synchronous_commit to ${value}`)
    await set('off')
    onTestFinished(() => set('default'))
    const careless = await openInstance(pair)
    const other = careless.page(await buildUser(db))
    for (let round = 1; round <= 20; round++) {
      await save(other, 'Ayşe')
      expect((await other.kayit.list({})).total).toBe(round)
    }
    expect(await namesIn(page)).toEqual([])
  })
})

describe('a session', () => {
  test('an ended session is refused at once, also before the replica has replayed its end', async () => {
    const instance = await openInstance(pair)
    const user = await buildUser(db)
    const page = await known(instance, user)
    await pair.untilEqual()
    await page.kayit.list({})
    expect(instance.outcomes()).toEqual({ served: 1 })
    const resume = await pauseReplay(pair)
    onTestFinished(resume)
    await db.deleteFrom('sessions').where('user_id', '=', user.id).execute()
    await expect(page.kayit.list({})).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  test('finds another shop’s rows neither on the primary nor on the replica', async () => {
    const instance = await openInstance(pair)
    const [page, other] = [
      await known(instance, await buildUser(db)),
      await known(instance, await buildUser(db)),
    ]
    await save(other, 'Ayşe')
    await pair.untilEqual()
    const { items } = await other.vehicle.list({})
    await expect(page.vehicle.get({ id: items[0]?.id ?? 0 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await page.kayit.list({})).total).toBe(0)
    expect(instance.outcomes()).toEqual({ served: 3 })
  })
})

describe('other calls', () => {
  test('a record, and a request that names one beside a list, are read from the primary', async () => {
    const instance = await openInstance(pair)
    const user = await buildUser(db)
    const page = await known(instance, user)
    const { kayit } = await save(page, 'Ayşe')
    await page.kayit.get({ kayit_id: kayit.id })
    const { get } = requests(instance.app)
    const session = { cookie: `session_id=${await startSession(db, user, { now: new Date() })}` }
    const batch = async (names: string) =>
      (await get(`${TRPC}/${names}?batch=1&input=%7B%7D`, session)).status
    expect(await batch('settings.get')).toBe(200)
    await batch('kayit.list,settings.get')
    expect(instance.outcomes()).toEqual({})
    await batch('kayit.list,expense.list')
    expect(instance.outcomes()).toEqual({ served: 1 })
  })

  test('a wrong input is refused as it is without a replica', async () => {
    const instance = await openInstance(pair)
    const page = await known(instance, await buildUser(db))
    await expect(page.kayit.list({ page: -1 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(instance.outcomes()).toEqual({ served: 1 })
  })
})

describe('a replica that cannot finish a reading', () => {
  test('a conflict with the replay is read again from the primary', async () => {
    const instance = await openInstance(pair)
    const page = await known(instance, await buildUser(db))
    await slowStandby(1)
    await save(page, 'Ayşe')
    await pair.untilEqual()
    const listing = namesIn(page)
    const standby = open(pair.standby.target)
    const readers = sql`select from pg_stat_activity where wait_event = 'PgSleep'`
    await expect
      .poll(async () => (await readers.execute(standby)).rows.length, { interval: 5 })
      .toBeGreaterThan(0)
    await standby.destroy()
    await db.deleteFrom('sessions').where('expires_at', '<', new Date(0)).execute()
    // Removes rows that a running snapshot still sees, from a table that it may read.
    await pair.primary.run('create table gone (n int)')
    await pair.primary.run('insert into gone select generate_series(1, 1000)')
    await pair.primary.run('delete from gone')
    await pair.primary.run('vacuum gone')
    await pair.primary.run('drop table gone')
    expect(await listing).toEqual(['Ayşe'])
    expect(instance.outcomes()).toEqual({ cancelled: 1 })
  })

  test('a slow read is repeated on the primary', async () => {
    const instance = await openInstance(pair)
    const page = await known(instance, await buildUser(db))
    await slowStandby(30)
    await save(page, 'Ayşe')
    await pair.untilEqual()
    expect(await namesIn(page)).toEqual(['Ayşe'])
    const { cancelled = 0, unreachable = 0 } = instance.outcomes()
    expect(cancelled + unreachable).toBe(1)
  })
})
