import { describe, expect, test } from 'vitest'

import { deleteKayit } from '#server/kayit/operations.ts'
import { closeDay, dayOf, openTill } from '#server/till/operations.ts'
import { paymentMessages } from '#shared/payment/messages.ts'
import { tillMessages } from '#shared/till/messages.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, TEST_NOW, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { reverse, take } from '#tests/support/rows/payment.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'
import { buildMember } from '#tests/support/rows/staff.ts'
import { close, open } from '#tests/support/rows/till.ts'

const db = await testDatabase()
const shop = async () => userCtx(db, await buildUser(db))
const info = { musteri_adi_soyadi: 'Elvan Kırçıl', plaka: '16 JYG 548', giris_tarihi: '2026-11-20' }
const record = async (ctx: Awaited<ReturnType<typeof shop>>) =>
  (await save(ctx, { info, islemler: [{ islem_adi: 'Balata', islem_adet: 1, fiyat_kurus: 50_000 }] })).id

const NEXT_DAY = new Date(TEST_NOW.getTime() + 86_400_000)

describe('before the drawer was counted', () => {
  test('the day has no number and asks for the cash', async () => {
    expect(await dayOf(await shop(), {})).toEqual({
      number: null,
      last_number: 0,
      day: '2026-11-21',
      opened_on: null,
      closed: null,
      opening_kurus: 0,
      received_kurus: 0,
      refunded_kurus: 0,
      spent_kurus: 0,
      expected_kurus: 0,
      taken: [],
      movements: [],
      movement_count: 0,
      in_kurus: 0,
      out_kurus: 0,
    })
  })

  test('no day can be closed or read', async () => {
    const ctx = await shop()
    await expectRefusal(close(ctx), { code: 'CONFLICT', message: tillMessages.notOpened })
    await expectRefusal(dayOf(ctx, { number: 1 }), { code: 'NOT_FOUND', message: tillMessages.notFound })
    expect(await dayOf(ctx, {})).toMatchObject({ number: null })
  })

  test('payments belong to no day-end', async () => {
    const ctx = await shop()
    await take(ctx, { kayit_id: await record(ctx) })
    expect(await open(ctx, 2_500)).toMatchObject({
      number: 1,
      opening_kurus: 2_500,
      expected_kurus: 2_500,
      opened_on: '2026-11-21',
      movements: [],
    })
  })

  test('the drawer is counted once', async () => {
    const ctx = await shop()
    await open(ctx)
    await expectRefusal(open(ctx, 1), { code: 'CONFLICT', message: tillMessages.alreadyOpened })
    expect(await dayOf(ctx, {})).toMatchObject({ opening_kurus: 10_000 })
  })

  test('a repeated call of the first count opens it once', async () => {
    const ctx = await shop()
    const sent = { counted_kurus: 700, key: 'kasa-acilisi-1' }
    expect(await openTill(ctx, sent)).toEqual(await openTill(ctx, sent))
  })
})

describe('the open day', () => {
  test('lists what came in and went out with the customer, the plate and the entry’s own day', async () => {
    const ctx = await shop()
    await open(ctx)
    const kayit_id = await record(ctx)
    await take(ctx, { kayit_id, amount_kurus: 1_000, day: '2026-11-18' })
    await take(ctx, { kayit_id, amount_kurus: 20_000, method: 'card' })
    const day = await take(ctx, { kayit_id, amount_kurus: 400, kind: 'refund' }).then(() => dayOf(ctx, {}))
    expect(day).toMatchObject({
      number: 1,
      received_kurus: 1_000,
      refunded_kurus: 400,
      expected_kurus: 10_600,
      in_kurus: 21_000,
      out_kurus: 400,
      movement_count: 3,
      taken: [
        { method: 'card', amount_kurus: 20_000, count: 1 },
        { method: 'cash', amount_kurus: 1_000, count: 1 },
      ],
    })
    expect(day.movements[0]).toEqual({
      source: 'payment',
      id: expect.any(Number),
      kind: 'payment',
      method: 'cash',
      amount_kurus: 1_000,
      title: 'Elvan Kırçıl',
      plate: '16 JYG 548',
      kayit_id,
      day: '2026-11-18',
      created_at: '2026-11-21T09:00:00.000Z',
      is_cancelled: false,
      is_reversal: false,
    })
  })

  test('shows a payment that was cancelled on the same day as one cancelled line and counts it nowhere', async () => {
    const ctx = await shop()
    await open(ctx)
    const { payments } = await take(ctx, { kayit_id: await record(ctx) })
    await reverse(ctx, { id: payments[0]?.id ?? 0 })
    const day = await dayOf(ctx, {})
    expect(day.movements).toMatchObject([{ kind: 'payment', is_cancelled: true, is_reversal: false }])
    expect(day).toMatchObject({ received_kurus: 0, refunded_kurus: 0, in_kurus: 0, out_kurus: 0, taken: [] })
  })

  test('keeps the payments of a deleted record, without its page', async () => {
    const ctx = await shop()
    await open(ctx)
    const kayit_id = await record(ctx)
    await take(ctx, { kayit_id })
    await deleteKayit(ctx, { kayit_id })
    expect(await dayOf(ctx, {})).toMatchObject({ received_kurus: 10_000, movements: [{ kayit_id: null }] })
  })
})

describe('a closed day', () => {
  test('keeps its figures, its reason and who closed it, and its count opens the next day', async () => {
    const ctx = await shop()
    await open(ctx)
    const kayit_id = await record(ctx)
    await take(ctx, { kayit_id, amount_kurus: 5_000 })
    const closed = await close({ ...ctx, now: NEXT_DAY }, { counted_kurus: 14_750, reason: 'Bozuk para' })
    expect(closed).toMatchObject({
      number: 1,
      last_number: 1,
      day: '2026-11-22',
      opened_on: '2026-11-21',
      opening_kurus: 10_000,
      received_kurus: 5_000,
      expected_kurus: 15_000,
      closed: {
        counted_kurus: 14_750,
        difference_kurus: -250,
        reason: 'Bozuk para',
        actor_name: ctx.actor.username,
        created_at: NEXT_DAY.toISOString(),
      },
    })
    expect(await dayOf(ctx, {})).toMatchObject({ number: 2, opening_kurus: 14_750, movements: [] })
    // Later entries change the open day, not the closed one.
    const { payments } = await take(ctx, { kayit_id, day: '2026-11-20' })
    await reverse(ctx, { id: payments[0]?.id ?? 0 })
    expect({ ...(await dayOf(ctx, { number: 1 })), last_number: 1 }).toEqual(closed)
    expect(await dayOf(ctx, {})).toMatchObject({
      received_kurus: 10_000,
      refunded_kurus: 5_000,
      expected_kurus: 19_750,
      movements: [{ day: '2026-11-20' }, { is_reversal: true, is_cancelled: false }],
    })
  })

  test('with a difference needs its reason', async () => {
    const ctx = await shop()
    await open(ctx)
    const refusal = { code: 'INVALID', message: tillMessages.reasonRequired, field: 'reason' } as const
    await expectRefusal(close(ctx, { counted_kurus: 1, reason: '' }), refusal)
    expect(await close(ctx, { counted_kurus: 1, reason: 'Bankaya' })).toMatchObject({ number: 1 })
  })

  test('without a difference has no reason', async () => {
    const ctx = await shop()
    await open(ctx)
    expect((await close(ctx, { reason: 'Yok' })).closed).toMatchObject({ difference_kurus: 0, reason: '' })
  })

  test('is closed once by a repeated call, and another count with its key is refused', async () => {
    const ctx = await shop()
    await open(ctx)
    const sent = {
      number: 1,
      expected_kurus: 10_000,
      counted_kurus: 10_000,
      reason: '',
      key: 'gun-sonu-0001',
    }
    expect(await closeDay(ctx, sent)).toEqual(await closeDay(ctx, sent))
    const other = closeDay(ctx, { ...sent, counted_kurus: 1 })
    await expectRefusal(other, { code: 'CONFLICT', message: tillMessages.keyUsed })
    expect(await dayOf(ctx, {})).toMatchObject({ number: 2 })
  })

  test('cannot be closed again by a page that still shows it open', async () => {
    const ctx = await shop()
    await open(ctx)
    await close(ctx)
    const again = close(ctx, { number: 1 })
    await expectRefusal(again, { code: 'CONFLICT', message: tillMessages.alreadyClosed })
    expect(await dayOf(ctx, {})).toMatchObject({ number: 2 })
  })

  test('is not closed with an entry that the user has not seen', async () => {
    const ctx = await shop()
    await open(ctx)
    const { expected_kurus } = await dayOf(ctx, {})
    await take(ctx, { kayit_id: await record(ctx) })
    const late = close(ctx, { expected_kurus, counted_kurus: expected_kurus })
    await expectRefusal(late, { code: 'CONFLICT', message: tillMessages.changed })
    expect(await dayOf(ctx, {})).toMatchObject({ number: 1, last_number: 0 })
  })

  test('of another shop is not found', async () => {
    const [ctx, other] = [await shop(), await shop()]
    await open(ctx)
    await open(other)
    await close(ctx)
    await close(ctx)
    await expectRefusal(dayOf(other, { number: 3 }), { code: 'NOT_FOUND', message: tillMessages.notFound })
    expect(await dayOf(other, { number: 1 })).toMatchObject({ closed: null, last_number: 0 })
  })
})

test('the desk counts and closes, and a mechanic sees nothing of it', async () => {
  const owner = await buildUser(db)
  const desk = userCtx(db, await buildMember(db, owner))
  await open(desk)
  expect(await close(desk)).toMatchObject({ closed: { actor_name: desk.actor.username } })
  const mechanic = userCtx(db, await buildMember(db, owner, { role: 'mechanic' }))
  const refusal = { code: 'FORBIDDEN', message: paymentMessages.refused } as const
  await expectRefusal(dayOf(mechanic, {}), refusal)
  await expectRefusal(open(mechanic), refusal)
  const sent = { number: 2, expected_kurus: 10_000, counted_kurus: 1, reason: '', key: 'gun-sonu-0001' }
  await expectRefusal(closeDay(mechanic, sent), refusal)
})
