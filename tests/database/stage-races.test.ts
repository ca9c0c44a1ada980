import { expect, test } from 'vitest'

import { listAppointments } from '#server/appointment/operations.ts'
import { readCalendar } from '#server/appointment/calendar.ts'
import { clockOf } from '#shared/clock.ts'
import { messages } from '#shared/messages.ts'
import { stageMessages } from '#shared/kayit/stage-messages.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { pageClient } from '#tests/support/panel/app.ts'
import { changesIn } from '#tests/support/rows/changes.ts'
import { calendarToken, eventsOf } from '#tests/support/rows/calendar.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { arrive } from '#tests/support/rows/stages.ts'
import { outcomeOf } from '#tests/support/rows/refusal.ts'
import { countedTotals, storedTotals } from '#tests/support/rows/stats.ts'

const db = await testDatabase()

const CALLS = 10
const item = { islem_adi: 'Balata', islem_adet: 1, fiyat_kurus: 50_000 }

async function quoteShop() {
  const user = await buildUser(db)
  const page = pageClient(db, user)
  const info = { musteri_adi_soyadi: 'Ayşe Işık', plaka: '34 ABC 123' }
  const { kayit, version } = await page.kayit.save({ stage: 'quote', info, islemler: [item] })
  const arrivals = async () =>
    (await changesIn(db, user.id)).filter(
      ({ verb, target_id }) => verb === 'arrive' && target_id === kayit.id,
    )
  return { user, page, id: kayit.id, version, arrivals }
}

test.each([
  ['with a key each', (index: number) => `cevir-${index}-0000`],
  ['with one key', () => 'cevir-bir-0000'],
])('of ten calls at once %s one makes the quote a visit', async (name, keyOf) => {
  const { user, page, id, version, arrivals } = await quoteShop()
  const outcomes = await Promise.all(
    Array.from({ length: CALLS }, (_, index) =>
      outcomeOf(
        async () => (await page.kayit.becomeVisit({ id, version, info: {}, key: keyOf(index) })).version,
      ),
    ),
  )
  const done = outcomes.filter((outcome) => outcome === version + 1)
  const refused = outcomes.filter((outcome) => outcome === stageMessages.alreadyVisit)
  expect(done).toHaveLength(name === 'with one key' ? CALLS : 1)
  expect(done.length + refused.length).toBe(CALLS)
  expect(await arrivals()).toHaveLength(1)
  expect(await page.kayit.list({})).toMatchObject({ total: 1, toplam_kurus: 50_000 })
  expect(await storedTotals(db, user.id)).toEqual(await countedTotals(db, user.id))
})

test('of ten moves, arrivals and cancellations at once one happens, and the calendar agrees', async () => {
  const ctx = userCtx(db, await buildUser(db))
  const token = await calendarToken(ctx)
  const appointment = { day: '2026-12-31', start: 1_410, minutes: 60 }
  const { id, version } = await save(ctx, { stage: 'appointment', appointment })
  const put = (change: object) =>
    save(ctx, { id, version, info: {}, appointment: { ...appointment, ...change } })
  const kinds = [
    () => put({ start: 600 }),
    () => arrive(ctx, { id, version }),
    () => put({ state: 'cancelled' as const }),
    () => put({ state: 'missed' as const }),
    () => put({ day: '2027-01-01' }),
  ]
  const outcomes = await Promise.all(
    Array.from({ length: CALLS }, (_, index) =>
      outcomeOf(async () => (await (kinds[index % kinds.length] ?? kinds[0])?.())?.version ?? 0),
    ),
  )
  expect(outcomes.filter((outcome) => outcome === version + 1)).toHaveLength(1)
  const refusals = new Set(outcomes.filter((outcome) => outcome !== version + 1))
  expect([messages.kayitChanged, stageMessages.alreadyVisit]).toEqual(expect.arrayContaining([...refusals]))
  const { appointments } = await listAppointments(ctx, { from: '2026-12-31', to: '2027-01-01' })
  const [event] = eventsOf(await readCalendar(ctx, token))
  expect(appointments).toHaveLength(1)
  const [one] = appointments
  expect(event).toMatchObject({ sequence: version, from: `${one?.day} ${clockOf(one?.start ?? 0)}` })
  expect(event?.status).toBe(one?.state === 'cancelled' ? 'CANCELLED' : 'CONFIRMED')
})

test('a quote that is deleted while it becomes a visit counts exactly if it is there', async () => {
  const { user, page, id, version } = await quoteShop()
  const outcomes = await Promise.all([
    outcomeOf(async () => (await page.kayit.becomeVisit({ id, version, info: {} })).version),
    outcomeOf(async () => (await page.kayit.delete({ kayit_id: id })) ?? 'deleted'),
  ])
  expect(outcomes).toContain('deleted')
  expect(await page.kayit.list({})).toMatchObject({ total: 0 })
  expect(await storedTotals(db, user.id)).toEqual(await countedTotals(db, user.id))
})
