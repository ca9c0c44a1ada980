import { describe, expect, test } from 'vitest'

import { deleteKayit, getKayit } from '#server/kayit/operations.ts'
import { paymentsOf } from '#server/payment/operations.ts'
import { paymentMessages } from '#shared/payment/messages.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { take } from '#tests/support/rows/payment.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const db = await testDatabase()
const shop = async () => userCtx(db, await buildUser(db))
const items = [{ islem_adi: 'Balata', islem_adet: 1, fiyat_kurus: 50_000 }]
const info = { durum: 'Tamamlandı', giris_tarihi: '2026-11-20', cikis_tarihi: '2026-11-21' }
/** A completed record of 500,00. */
const record = async (ctx: Awaited<ReturnType<typeof shop>>) =>
  (await save(ctx, { info, islemler: items })).id

const KEY = 'tahsilat-0001'
const notFound = { code: 'NOT_FOUND', message: 'Kayıt bulunamadı.' } as const

describe('a payment', () => {
  test('is stored with its day, method, note and user, and lowers the rest', async () => {
    const ctx = await shop()
    const kayit_id = await record(ctx)
    const paid = await take(ctx, { kayit_id, method: 'card', amount_kurus: 20_050, note: ' Kapora ' })
    expect(paid).toEqual({
      start: '2026-11-21',
      toplam_kurus: 50_000,
      paid_kurus: 20_050,
      rest_kurus: 29_950,
      is_due: true,
      payments: [
        {
          id: expect.any(Number),
          day: '2026-11-21',
          kind: 'payment',
          method: 'card',
          amount_kurus: 20_050,
          note: 'Kapora',
          reverses: null,
          actor_name: ctx.actor.username,
          created_at: '2026-11-21T09:00:00.000Z',
          can_reverse: true,
        },
      ],
    })
    expect(await paymentsOf(ctx, { kayit_id })).toEqual(paid)
  })

  test('leaves the record, its total and its version as they are', async () => {
    const ctx = await shop()
    const kayit_id = await record(ctx)
    const before = await getKayit(ctx, { kayit_id })
    await take(ctx, { kayit_id })
    expect(await getKayit(ctx, { kayit_id })).toEqual(before)
  })

  test('of more than the rest is taken, and the rest says so', async () => {
    const ctx = await shop()
    const { rest_kurus } = await take(ctx, { kayit_id: await record(ctx), amount_kurus: 60_000 })
    expect(rest_kurus).toBe(-10_000)
  })

  test('of a car in the shop is an advance, so nothing is due', async () => {
    const ctx = await shop()
    const { id: kayit_id } = await save(ctx, { islemler: items })
    expect(await take(ctx, { kayit_id })).toMatchObject({ is_due: false, rest_kurus: 40_000 })
  })

  test('may be of an earlier day, but not of tomorrow', async () => {
    const ctx = await shop()
    const kayit_id = await record(ctx)
    const { payments } = await take(ctx, { kayit_id, day: '01.11.2026' })
    expect(payments).toMatchObject([{ day: '2026-11-01' }])
    const refusal = { code: 'INVALID', message: paymentMessages.futureDay, field: 'day' } as const
    await expectRefusal(take(ctx, { kayit_id, day: '2026-11-22' }), refusal)
  })

  test('of nothing is refused', async () => {
    const ctx = await shop()
    const refusal = {
      code: 'INVALID',
      message: paymentMessages.amountRequired,
      field: 'amount_kurus',
    } as const
    const kayit_id = await record(ctx)
    await expectRefusal(take(ctx, { kayit_id, amount_kurus: 0 }), refusal)
    expect((await paymentsOf(ctx, { kayit_id })).payments).toEqual([])
  })

  test('with the key of an earlier one pays nothing again', async () => {
    const ctx = await shop()
    const kayit_id = await record(ctx)
    const first = await take(ctx, { kayit_id, key: KEY })
    expect(await take(ctx, { kayit_id, key: KEY })).toEqual(first)
    const other = take(ctx, { kayit_id, key: KEY, amount_kurus: 1 })
    const message = 'Bu tahsilat az önce başka bilgilerle kaydedildi. Tahsilatlara bakın.'
    await expectRefusal(other, { code: 'CONFLICT', message })
    await expectRefusal(take(ctx, { kayit_id, key: KEY, method: 'card' }), { code: 'CONFLICT', message })
    expect(await paymentsOf(ctx, { kayit_id })).toEqual(first)
  })

  test('of a foreign or a deleted record is refused', async () => {
    const [ctx, other] = [await shop(), await shop()]
    const kayit_id = await record(ctx)
    await expectRefusal(take(other, { kayit_id }), notFound)
    await expectRefusal(paymentsOf(other, { kayit_id }), notFound)
    await deleteKayit(ctx, { kayit_id })
    await expectRefusal(take(ctx, { kayit_id }), notFound)
    const stored = db.selectFrom('payment').where('kayit_id', '=', kayit_id).select('id')
    expect(await stored.execute()).toEqual([])
  })

  test('is taken by the desk, and refused to a mechanic, who sees none', async () => {
    const owner = await buildUser(db)
    const kayit_id = await record(userCtx(db, owner))
    const desk = userCtx(db, await buildMember(db, owner))
    expect(await take(desk, { kayit_id })).toMatchObject({ paid_kurus: 10_000 })
    const mechanic = userCtx(db, await buildMember(db, owner, { role: 'mechanic' }))
    const refusal = { code: 'FORBIDDEN', message: paymentMessages.refused } as const
    await expectRefusal(take(mechanic, { kayit_id }), refusal)
    await expectRefusal(paymentsOf(mechanic, { kayit_id }), refusal)
  })
})

describe('a payment of the rest by two users', () => {
  test('is refused to the second one, who sees what the first one took', async () => {
    const ctx = await shop()
    const kayit_id = await record(ctx)
    const rest = { kayit_id, amount_kurus: 50_000, paid_kurus: 0 }
    const first = { ...rest, key: 'tahsilat-0007' }
    expect(await take(ctx, first)).toMatchObject({ paid_kurus: 50_000 })
    await expectRefusal(take(ctx, rest), { code: 'CONFLICT', message: paymentMessages.paidMeanwhile })
    // The retry of the first call read the payments anew.
    expect(await take(ctx, { ...first, paid_kurus: 50_000 })).toMatchObject({ paid_kurus: 50_000 })
    expect(await take(ctx, { ...rest, amount_kurus: 1, paid_kurus: 50_000 })).toMatchObject({
      paid_kurus: 50_001,
    })
  })
})

describe('a refund', () => {
  test('raises the rest again, up to the amount that was taken', async () => {
    const ctx = await shop()
    const kayit_id = await record(ctx)
    await take(ctx, { kayit_id, amount_kurus: 30_000 })
    const tooMuch = take(ctx, { kayit_id, kind: 'refund', amount_kurus: 30_001 })
    const refusal = {
      code: 'INVALID',
      message: paymentMessages.refundTooLarge,
      field: 'amount_kurus',
    } as const
    await expectRefusal(tooMuch, refusal)
    const { paid_kurus, rest_kurus } = await take(ctx, { kayit_id, kind: 'refund', amount_kurus: 5_000 })
    expect([paid_kurus, rest_kurus]).toEqual([25_000, 25_000])
  })
})

describe('the start of the accounts', () => {
  test('is set by the first payment, once', async () => {
    const ctx = await shop()
    const kayit_id = await record(ctx)
    expect(await paymentsOf(ctx, { kayit_id })).toMatchObject({ start: null, rest_kurus: null })
    const { start } = await take(ctx, { kayit_id, start: '2026-11-01' })
    expect(start).toBe('2026-11-01')
    expect(await take(ctx, { kayit_id, start: '2026-10-01' })).toMatchObject({ start: '2026-11-01' })
  })

  test('is chosen only by the owner; the first payment of a member of staff sets today', async () => {
    const owner = await buildUser(db)
    const ctx = userCtx(db, owner)
    const desk = userCtx(db, await buildMember(db, owner, { role: 'desk' }))
    const kayit_id = await record(ctx)
    await expectRefusal(take(desk, { kayit_id, start: '2026-01-01' }), {
      code: 'FORBIDDEN',
      message: paymentMessages.startRefused,
    })
    expect(await paymentsOf(ctx, { kayit_id })).toMatchObject({ start: null, payments: [] })
    expect(await take(desk, { kayit_id })).toMatchObject({ start: '2026-11-21' })
  })

  test('leaves a record that became due before it without a debt', async () => {
    const ctx = await shop()
    const { id: kayit_id } = await save(ctx, {
      info: { ...info, cikis_tarihi: '2026-11-20' },
      islemler: items,
    })
    expect(await take(ctx, { kayit_id })).toMatchObject({ paid_kurus: 10_000, rest_kurus: null })
  })
})
