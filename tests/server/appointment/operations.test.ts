import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { listAppointments, saveWorkingHours } from '#server/appointment/operations.ts'
import { listChangesOf } from '#server/change/list.ts'
import { countBook, deleteKayit, getKayit } from '#server/kayit/operations.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { getVehicle } from '#server/history/details.ts'
import { findEverywhere } from '#server/search/operations.ts'
import { appointmentMessages } from '#shared/appointment/messages.ts'
import { USUAL_HOURS } from '#shared/appointment/rules.ts'
import { appointmentListInput } from '#shared/appointment/schema.ts'
import { sentenceOf } from '#shared/change/words.ts'
import { kayitInput } from '#shared/kayit/schema.ts'
import { stageMessages } from '#shared/kayit/stage-messages.ts'
import { messages } from '#shared/messages.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { list, save } from '#tests/support/rows/kayit.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'
import { arrive, awaitAgain, quoteAgain } from '#tests/support/rows/stages.ts'

const db = await testDatabase()
const shop = async () => userCtx(db, await buildUser(db))
const mechanic = (ctx: UserCtx): UserCtx => ({ ...ctx, actor: { ...ctx.actor, rights: [] } })

const TIME = { day: '2026-11-24', start: 630, minutes: 90 }
const book = (ctx: UserCtx, info = {}, appointment: object = TIME) =>
  save(ctx, { stage: 'appointment', info, appointment: { ...TIME, ...appointment } })
const week = async (ctx: UserCtx, from = '2026-11-23', to = '2026-11-29') =>
  listAppointments(ctx, z.parse(appointmentListInput, { from, to }))
const idsOf = async (ctx: UserCtx) => (await week(ctx)).appointments.map(({ kayit_id }) => kayit_id)

describe('an appointment', () => {
  test('stands in its week in the order of the times, with the hours of the shop', async () => {
    const ctx = await shop()
    const info = { musteri_tel: '0532 111 22 33', arac_marka: 'Fiat', musteri_talebi: 'Fren' }
    const late = await book(ctx, info)
    const early = await save(ctx, {
      stage: 'appointment',
      appointment: { ...TIME, start: 540 },
      islemler: [{ islem_adi: 'Yağ', fiyat_kurus: 1 }],
    })
    await book(ctx, {}, { day: '2026-11-30' })
    await book(await shop())
    const { appointments, hours, capacity, texts } = await week(ctx)
    expect(appointments).toEqual([
      expect.objectContaining({ kayit_id: early.id, start: 540, work: 'Yağ' }),
      {
        kayit_id: late.id,
        version: 1,
        state: 'awaited',
        ...TIME,
        plate: '34 ABC 123',
        customer: 'Ayşe Işık',
        phone: '0532 111 22 33',
        car: 'Fiat',
        work: 'Fren',
      },
    ])
    expect({ hours, capacity, texts }).toEqual({
      hours: USUAL_HOURS,
      capacity: null,
      texts: { appointment: '', day_before: '' },
    })
    expect(await countBook(ctx)).toMatchObject({ total: 0 })
    expect((await list(ctx)).total).toBe(0)
  })

  test('needs a time and something by which it is recognised', async () => {
    const ctx = await shop()
    await expectRefusal(save(ctx, { stage: 'appointment' }), {
      code: 'INVALID',
      message: appointmentMessages.dayRequired,
      field: 'appointment.day',
    })
    const nothing = { plaka: '', musteri_adi_soyadi: '' }
    await expectRefusal(book(ctx, nothing), {
      code: 'INVALID',
      message: appointmentMessages.unrecognisable,
      field: 'info.plaka',
    })
    expect(await book(ctx, { ...nothing, musteri_talebi: 'Lastik' })).toMatchObject({ stage: 'appointment' })
  })

  test('moves, is missed or cancelled and comes back by an ordinary save, which is logged', async () => {
    const ctx = await shop()
    const made = await book(ctx)
    expect(made.appointment).toEqual({ ...TIME, state: 'awaited' })
    const { id } = made
    const moved = { day: '2026-11-25', start: 600, minutes: 45 }
    await save(ctx, { id, version: 1, info: {}, appointment: moved })
    await save(ctx, { id, version: 2, info: { aciklama: 'Not' } })
    await save(ctx, { id, version: 3, info: {}, appointment: { ...moved, state: 'missed' } })
    expect((await week(ctx)).appointments).toMatchObject([{ ...moved, state: 'missed', version: 4 }])
    await expectRefusal(save(ctx, { id, version: 3, info: {}, appointment: TIME }), {
      code: 'CONFLICT',
      message: messages.kayitChanged,
    })
    const { items: changes } = await listChangesOf(ctx, { noun: 'kayit', id, page: 1 })
    expect(changes.map(({ detail }) => detail.fields?.map(({ name }) => name))).toEqual([
      ['appointment_state'],
      ['aciklama'],
      ['appointment_day', 'appointment_start', 'appointment_minutes'],
      expect.arrayContaining(['stage', 'appointment_day']),
    ])
    expect(changes[2]?.detail.fields?.[1]).toMatchObject({ before: '10:30', after: '10:00' })
  })

  test('is a visit of today once the car has come, and says so in its week', async () => {
    const ctx = await shop()
    const { id } = await book(ctx, { plaka: '' })
    await expectRefusal(arrive(ctx, { id, version: 1 }), {
      code: 'INVALID',
      message: messages.plateOrChassisRequired,
      field: 'info.plaka',
    })
    const calls = Array.from({ length: 10 }, () => arrive(ctx, { id, version: 1, info: { plaka: '34 A 1' } }))
    const done = await Promise.allSettled(calls)
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await week(ctx)).appointments).toMatchObject([{ kayit_id: id, state: 'came', ...TIME }])
    expect(await countBook(ctx)).toMatchObject({ total: 1, open: 1 })
    expect(await getKayit(ctx, { kayit_id: id })).toMatchObject({ kayit: { giris_tarihi: '2026-11-21' } })
    const { items: changes } = await listChangesOf(ctx, { noun: 'kayit', id, page: 1 })
    expect(changes[0] && sentenceOf(changes[0])).toBe('Araç servise alındı')
  })

  test('is one again as long as the visit is open, but no visit without one is', async () => {
    const ctx = await shop()
    const { id } = await book(ctx)
    await save(ctx, { id, info: {}, appointment: { ...TIME, state: 'missed' } })
    await arrive(ctx, { id, version: 2 })
    const again = await awaitAgain(ctx, id, 3)
    expect(again).toMatchObject({ stage: 'appointment', appointment: { ...TIME, state: 'awaited' } })
    expect(await countBook(ctx)).toMatchObject({ total: 0 })
    const visit = await save(ctx)
    await expectRefusal(awaitAgain(ctx, visit.id, 1), {
      code: 'INVALID',
      message: appointmentMessages.notFromAppointment,
    })
    await arrive(ctx, { id, version: 4 })
    await quoteAgain(ctx, id, 5)
    expect(await idsOf(ctx)).toEqual([])
  })

  test('is in no week once it is deleted, and found by the search and on the page of its car', async () => {
    const ctx = await shop()
    const { id } = await book(ctx)
    const { items } = (await findEverywhere(ctx, { q: 'ayşe' })).records
    expect(items).toMatchObject([{ id, stage: 'appointment', day: TIME.day }])
    const { vehicle_id } = await db
      .selectFrom('kayit')
      .where('id', '=', id)
      .select('vehicle_id')
      .executeTakeFirstOrThrow()
    expect(await getVehicle(ctx, { id: vehicle_id ?? 0 })).toMatchObject({
      upcoming: [{ kayit_id: id, appointment: { ...TIME, state: 'awaited' } }],
    })
    await deleteKayit(ctx, { kayit_id: id })
    expect(await idsOf(ctx)).toEqual([])
  })

  test('stands at the borders of days and years as it was typed, and nowhere outside of them', async () => {
    const ctx = await shop()
    const times = [
      { day: '1900-01-01', start: 0, minutes: 5 },
      { day: '2028-02-29', start: 1_439, minutes: 720 },
      { day: '2200-12-31', start: 1_439, minutes: 5 },
    ]
    for (const time of times) await book(ctx, {}, time)
    for (const { day, ...time } of times)
      expect((await week(ctx, day, day)).appointments).toMatchObject([{ day, ...time }])
    const wrong = [
      { day: '2027-02-29' },
      { day: '1899-12-31' },
      { day: '9999-01-01' },
      { day: '' },
      { start: 1_440 },
      { start: -1 },
      { start: 0.5 },
      { start: NaN },
      { minutes: 4 },
      { minutes: 721 },
      { state: 'came' },
    ]
    for (const change of wrong) {
      const parsed = z.safeParse(kayitInput, {
        info: {},
        stage: 'appointment',
        appointment: { ...TIME, ...change },
      })
      expect({ change, problem: parsed.error?.issues[0]?.message ?? '' }).toEqual({
        change,
        problem: expect.stringMatching(/^[A-ZÇĞİÖŞÜ].*\.$/),
      })
    }
  })

  test('of another shop is not found, whatever is tried on it', async () => {
    const ctx = await shop()
    const { id } = await book(ctx)
    const other = await shop()
    const refusal = { code: 'NOT_FOUND' as const, message: messages.kayitNotFound }
    await expectRefusal(save(other, { id, version: 1, info: {}, appointment: TIME }), refusal)
    await expectRefusal(arrive(other, { id, version: 1 }), refusal)
    await expectRefusal(awaitAgain(other, id, 1), refusal)
    await expectRefusal(deleteKayit(other, { kayit_id: id }), refusal)
    expect((await week(other)).appointments).toEqual([])
    expect((await week(ctx)).appointments).toMatchObject([{ version: 1, ...TIME }])
  })

  test('belongs to those who may make quotes', async () => {
    const ctx = await shop()
    const { id } = await book(ctx)
    const as = mechanic(ctx)
    const refused = { code: 'FORBIDDEN', message: stageMessages.refused } as const
    await expectRefusal(week(as), refused)
    await expectRefusal(book(as), refused)
    await expectRefusal(save(as, { id, info: {}, appointment: TIME }), refused)
    await expectRefusal(arrive(as, { id, version: 1 }), refused)
    expect(await idsOf(ctx)).toEqual([id])
  })
})

test('the hours of a shop are its own, and logged', async () => {
  const ctx = await shop()
  const hours = [...USUAL_HOURS.slice(0, 5), { from: 600, until: 840 }, null]
  expect(await saveWorkingHours(ctx, { hours, capacity: 8 })).toEqual({ hours, capacity: 8 })
  expect(await week(ctx)).toMatchObject({ hours, capacity: 8 })
  await saveWorkingHours(ctx, { hours: [...USUAL_HOURS], capacity: null })
  expect(await week(ctx)).toMatchObject({ hours: USUAL_HOURS, capacity: null })
  await expect(saveWorkingHours(mechanic(ctx), { hours, capacity: 8 })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})
