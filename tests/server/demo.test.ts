import { describe, expect, test, vi } from 'vitest'

import { listAllFeedbacks } from '#server/admin/feedbacks.ts'
import { legacyLogin } from '#server/auth/operations.ts'
import { type Config, readConfig } from '#server/config.ts'
import { startDemo } from '#server/commands/demo/demo.ts'
import { DEMO_PASSWORD, DEMO_USERNAME, seedDemo } from '#server/commands/demo/seed.ts'
import { getHandover } from '#server/intake/operations.ts'
import { listRepetitions } from '#server/expense/repetitions.ts'
import type { Running } from '#server/commands/start/start.ts'
import { dayOf } from '#server/till/operations.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { anonymous, whoSends } from '#tests/support/rows/auth.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { countedTotals, storedTotals } from '#tests/support/rows/stats.ts'
import { allExpenses } from '#tests/support/rows/expense.ts'
import { allKayit } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()
const TODAY = '2026-11-21'

test('the demo shop has records, expenses, feedbacks and true totals, and is created once', async () => {
  await seedDemo(db, { today: TODAY, count: 60 })
  await seedDemo(db, { today: TODAY, count: 60 })
  const { token } = await legacyLogin(anonymous(db), { username: DEMO_USERNAME, password: DEMO_PASSWORD })
  const id = (await whoSends(db, { header: token })) ?? 0
  const shop = userCtx(db, { ...(await buildUser(db)), id, shop_id: id })

  const records = await allKayit(shop, {})
  expect(records).toHaveLength(60)
  expect(records.filter(({ kayit_tarihi }) => kayit_tarihi > TODAY)).toEqual([])
  const expenses = await allExpenses(shop, { q: '' })
  expect(expenses.length).toBeGreaterThan(500)
  expect(expenses.filter(({ spend_date, amount_kurus }) => spend_date > TODAY || amount_kurus <= 0)).toEqual(
    [],
  )
  expect(await storedTotals(db, id)).toEqual(await countedTotals(db, id))
  expect(await db.selectFrom('logo').where('shop_id', '=', id).select('width').execute()).toHaveLength(1)

  const { repetitions, due } = await listRepetitions(shop)
  expect(repetitions.map(({ title }) => title)).toEqual(['Dükkân kirası', 'Çırak maaşı'])
  expect(due).toMatchObject([{ day: TODAY, is_automatic: false }])

  const open = await dayOf(shop, {})
  expect(open).toMatchObject({ number: 3, last_number: 2, day: TODAY })
  const closed = await Promise.all([1, 2].map((number) => dayOf(shop, { number })))
  expect(closed.map((day) => day.closed?.difference_kurus)).toEqual([-250, 0])
  for (const day of closed) {
    const counted = day.movements.reduce((sum, { amount_kurus, kind, method }) => {
      if (method !== 'cash') return sum
      return kind === 'payment' ? sum + amount_kurus : sum - amount_kurus
    }, day.opening_kurus)
    expect(day.expected_kurus).toBe(counted)
  }

  const quotes = await db
    .selectFrom('kayit')
    .leftJoin('share', (join) => join.onRef('share.kayit_id', '=', 'kayit.id').on('share.shop_id', '=', id))
    .leftJoin('quote_answer', (join) =>
      join.onRef('quote_answer.kayit_id', '=', 'kayit.id').on('quote_answer.shop_id', '=', id),
    )
    .where('kayit.shop_id', '=', id)
    .where('stage', '=', 'quote')
    .orderBy('kayit.id')
    .select(['quote_valid_until', 'share.views', 'verdict'])
    .execute()
  expect(quotes.map(({ views, verdict }) => [views, verdict])).toEqual([
    [1, null],
    [1, 'refused'],
    [1, 'approved'],
    [1, null],
    [0, null],
    [null, null],
  ])
  const handovers = await Promise.all(
    (['intake', 'delivery'] as const).map((table) =>
      db.selectFrom(table).where('shop_id', '=', id).orderBy('id').select('kayit_id').execute(),
    ),
  )
  // So few records have no open one of these days.
  expect(handovers.map(({ length }) => length)).toEqual([1, 1])
  for (const { kayit_id } of handovers.flat()) {
    const { intake } = await getHandover(shop, { kayit_id })
    expect(intake).toMatchObject({ is_changed: false, marks: [{ kind: 'scratch' }, { kind: 'dent' }] })
  }

  const appointments = await db
    .selectFrom('kayit')
    .where('shop_id', '=', id)
    .where('stage', '=', 'appointment')
    .orderBy('appointment_day')
    .select(['appointment_day', 'appointment_state', 'plaka'])
    .execute()
  expect(new Set(appointments.map(({ plaka }) => plaka)).size).toBe(10)
  expect(appointments.filter(({ appointment_day }) => appointment_day === TODAY)).toHaveLength(3)
  const states = appointments.map(({ appointment_state }) => appointment_state)
  expect([states[0], states.filter((state) => state === 'cancelled').length]).toEqual(['missed', 1])

  const admin = userCtx(db, await buildUser(db, { auth: 3 }))
  const feedbacks = await listAllFeedbacks(admin)
  expect(feedbacks.map(({ user_id, sender_name }) => [user_id, sender_name])).toEqual(
    Array.from({ length: 3 }, () => [id, 'Şükrü Işık']),
  )
})

describe('starting the demo', () => {
  const stop = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const start = vi.fn<(config: Config) => Promise<Running>>(() =>
    Promise.resolve({
      address: '',
      maintenance: db,
      notices: ['Veriler: /baska/yer'],
      login: 'ilk yönetici',
      stop,
    }),
  )

  test('the demo prints its data folder and its login, and creates no first administrator', async () => {
    const config = readConfig({ DATA_DIR: '/srv/panel', DATABASE_URL: 'postgres://u:p@db/panel' })
    const { notices, login } = await startDemo(config, { start, seed: () => Promise.resolve() })
    expect(start.mock.lastCall?.[0]).toMatchObject({ dataDir: '/srv/panel-demo', databaseUrl: undefined })
    expect(notices).toEqual(['Veriler: /baska/yer'])
    expect(login).toBe('Demo servisi: demo / demo1234   Yönetici: yonetici / demo1234')
    expect(stop).not.toHaveBeenCalled()
  })

  test('a demo that fails to create the shop stops the server and the database', async () => {
    const seed = () => Promise.reject(new Error('disk full'))
    await expect(startDemo(readConfig({}), { start, seed })).rejects.toThrow('disk full')
    expect(stop).toHaveBeenCalledTimes(1)
  })
})
