import { describe, expect, test } from 'vitest'

import { deleteKayit } from '#server/kayit/operations.ts'
import { monthPayments } from '#server/month/payments.ts'
import { figuresRefused } from '#shared/message-list.ts'
import { paymentMessages } from '#shared/payment/messages.ts'
import { pageClient } from '#tests/support/panel/app.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { reverse, take } from '#tests/support/rows/payment.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const db = await testDatabase()
const NOVEMBER = { month: 11, year: 2026 }
const OCTOBER = { month: 10, year: 2026 }
const NOTHING = { count: 0, in_kurus: 0, refunded_kurus: 0, methods: [] }

async function shop() {
  const owner = await buildUser(db)
  const ctx = userCtx(db, owner)
  const { id: kayit_id } = await save(ctx, {
    islemler: [{ islem_adi: 'Balata', islem_adet: 1, fiyat_kurus: 500_000 }],
  })
  return { owner, ctx, kayit_id }
}

describe('the payments of a month', () => {
  test('are those of its days, from the first to the last, by method', async () => {
    const { owner, ctx, kayit_id } = await shop()
    for (const day of ['2026-10-01', '2026-10-31'])
      await take(ctx, { kayit_id, amount_kurus: 1_001, day, method: 'card' })
    await take(ctx, { kayit_id, amount_kurus: 500, day: '2026-10-15' })
    await take(ctx, { kayit_id, amount_kurus: 20, day: '2026-10-16', kind: 'refund' })
    await take(ctx, { kayit_id, amount_kurus: 7, day: '2026-09-30' })
    await take(ctx, { kayit_id, amount_kurus: 9, day: '2026-11-01' })
    expect(await pageClient(db, owner).payment.month(OCTOBER)).toEqual({
      count: 3,
      in_kurus: 2_502,
      refunded_kurus: 20,
      methods: [
        { method: 'card', count: 2, in_kurus: 2_002, refunded_kurus: 0 },
        { method: 'cash', count: 1, in_kurus: 500, refunded_kurus: 20 },
      ],
    })
  })

  test('leave out an entry that was cancelled within the month', async () => {
    const { ctx, kayit_id } = await shop()
    const { payments } = await take(ctx, { kayit_id, day: '2026-11-02' })
    await reverse(ctx, { id: payments[0]?.id ?? 0 })
    expect(await monthPayments(ctx, NOVEMBER)).toEqual(NOTHING)
  })

  test('stay as they were when an entry is cancelled in a later month, which gets a refund', async () => {
    const { ctx, kayit_id } = await shop()
    const { payments } = await take(ctx, { kayit_id, day: '2026-10-20' })
    const before = await monthPayments(ctx, OCTOBER)
    await reverse(ctx, { id: payments[0]?.id ?? 0 })
    expect(await monthPayments(ctx, OCTOBER)).toEqual(before)
    expect(await monthPayments(ctx, NOVEMBER)).toMatchObject({ in_kurus: 0, refunded_kurus: 10_000 })
  })

  test('contain those of a deleted record, whose money came in', async () => {
    const { ctx, kayit_id } = await shop()
    await take(ctx, { kayit_id })
    await deleteKayit(ctx, { kayit_id })
    expect(await monthPayments(ctx, NOVEMBER)).toMatchObject({ in_kurus: 10_000 })
  })

  test('are for their shop, and for those who may see payments and the month’s money', async () => {
    const { owner, ctx, kayit_id } = await shop()
    await take(ctx, { kayit_id })
    expect(await monthPayments(userCtx(db, await buildUser(db)), NOVEMBER)).toEqual(NOTHING)
    const allowed = await buildMember(db, owner, { role: 'desk', sees_figures: true })
    expect(await monthPayments(userCtx(db, allowed), NOVEMBER)).toMatchObject({ in_kurus: 10_000 })
    const desk = userCtx(db, await buildMember(db, owner, { role: 'desk' }))
    await expectRefusal(monthPayments(desk, NOVEMBER), {
      code: 'FORBIDDEN',
      message: figuresRefused,
    })
    const mechanic = userCtx(db, await buildMember(db, owner, { role: 'mechanic' }))
    await expectRefusal(monthPayments(mechanic, NOVEMBER), {
      code: 'FORBIDDEN',
      message: paymentMessages.refused,
    })
  })

  test('need a valid month', async () => {
    const { owner } = await shop()
    const page = pageClient(db, owner)
    await expect(page.payment.month({ month: 13, year: 2026 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(page.payment.month({ month: 1, year: 2201 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})
