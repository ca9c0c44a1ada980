import { expect, test } from 'vitest'

import { getAccountsStart, paymentsOf, saveAccountsStart } from '#server/payment/operations.ts'
import { paymentMessages } from '#shared/payment/messages.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, TEST_NOW, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { reverse, take } from '#tests/support/rows/payment.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'
import { close, open } from '#tests/support/rows/till.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const db = await testDatabase()

async function paidRecord() {
  const owner = await buildUser(db)
  const ctx = userCtx(db, owner)
  const { id: kayit_id } = await save(ctx, {
    info: { durum: 'Tamamlandı', cikis_tarihi: '2026-11-21' },
    islemler: [{ islem_adi: 'Balata', islem_adet: 1, fiyat_kurus: 50_000 }],
  })
  const { payments } = await take(ctx, { kayit_id, amount_kurus: 30_000 })
  return { owner, ctx, kayit_id, id: payments[0]?.id ?? 0 }
}

const invalid = (message: string) => ({ code: 'INVALID', message }) as const

test('a cancelled entry stays, beside the entry that cancels it', async () => {
  const { ctx, kayit_id, id } = await paidRecord()
  const left = await reverse(ctx, { id, note: 'Yanlış yöntem' })
  expect(left).toMatchObject({
    paid_kurus: 0,
    rest_kurus: 50_000,
    payments: [
      { id, kind: 'payment', amount_kurus: 30_000, reverses: null, can_reverse: false },
      {
        kind: 'refund',
        amount_kurus: 30_000,
        method: 'cash',
        reverses: id,
        note: 'Yanlış yöntem',
        can_reverse: false,
      },
    ],
  })
  expect(await paymentsOf(ctx, { kayit_id })).toEqual(left)
})

test('an entry is cancelled once, and its cancellation never', async () => {
  const { ctx, kayit_id, id } = await paidRecord()
  const key = 'iptal-anahtari'
  const first = await reverse(ctx, { id, key })
  expect(await reverse(ctx, { id, key })).toEqual(first)
  await expectRefusal(reverse(ctx, { id }), invalid(paymentMessages.alreadyReversed))
  const cancellation = first.payments[1]?.id ?? 0
  await expectRefusal(reverse(ctx, { id: cancellation }), invalid(paymentMessages.reversalStays))
  expect(await paymentsOf(ctx, { kayit_id })).toEqual(first)
})

test('a payment that was refunded in part is cancelled only after the refund', async () => {
  const { ctx, kayit_id, id } = await paidRecord()
  const { payments } = await take(ctx, { kayit_id, kind: 'refund', amount_kurus: 1_000 })
  await expectRefusal(reverse(ctx, { id }), invalid(paymentMessages.refundFirst))
  expect(await reverse(ctx, { id: payments[1]?.id ?? 0 })).toMatchObject({ paid_kurus: 30_000 })
  expect(await reverse(ctx, { id })).toMatchObject({ paid_kurus: 0 })
})

test('another shop’s entry is not found', async () => {
  const [theirs, { ctx }] = [await paidRecord(), await paidRecord()]
  const { id, kayit_id } = theirs
  await expectRefusal(reverse(ctx, { id }), { code: 'NOT_FOUND', message: paymentMessages.notFound })
  expect(await paymentsOf(theirs.ctx, { kayit_id })).toMatchObject({ paid_kurus: 30_000 })
})

test('the desk cancels its own entries of the same day, the owner any', async () => {
  const { owner, ctx, kayit_id, id } = await paidRecord()
  const user = await buildMember(db, owner)
  const desk = userCtx(db, user)
  const refusal = { code: 'FORBIDDEN', message: paymentMessages.reversalRefused } as const
  await expectRefusal(reverse(desk, { id }), refusal)
  const own = (await take(desk, { kayit_id })).payments
  expect(own.map(({ can_reverse }) => can_reverse)).toEqual([false, true])
  const [first, second] = [own[1]?.id ?? 0, (await take(desk, { kayit_id })).payments[2]?.id ?? 0]
  expect(await reverse(desk, { id: first })).toMatchObject({ paid_kurus: 40_000 })
  // 21:00 UTC is midnight in Istanbul.
  const tomorrow = { ...desk, now: new Date('2026-11-21T21:00:00Z') }
  await expectRefusal(reverse(tomorrow, { id: second }), refusal)
  expect(await reverse({ ...ctx, now: tomorrow.now }, { id: second })).toMatchObject({
    paid_kurus: 30_000,
    payments: [{}, {}, {}, {}, { day: '2026-11-22' }],
  })
  expect(TEST_NOW < tomorrow.now).toBe(true)
})

test('the desk cancels no entry that was counted with the drawer', async () => {
  const { owner, ctx, kayit_id } = await paidRecord()
  await open(ctx)
  const desk = userCtx(db, await buildMember(db, owner))
  const { payments } = await take(desk, { kayit_id, amount_kurus: 100 })
  const entry = payments.at(-1)
  expect(entry).toMatchObject({ can_reverse: true })
  await close(ctx)
  expect((await paymentsOf(desk, { kayit_id })).payments.at(-1)).toMatchObject({ can_reverse: false })
  const refusal = { code: 'FORBIDDEN', message: paymentMessages.reversalRefused } as const
  await expectRefusal(reverse(desk, { id: entry?.id ?? 0 }), refusal)
  expect(await reverse(ctx, { id: entry?.id ?? 0 })).toMatchObject({ paid_kurus: 30_000 })
})

test('only the owner changes the start of the accounts', async () => {
  const { owner, ctx, kayit_id } = await paidRecord()
  expect(await getAccountsStart(ctx)).toMatchObject({ start: '2026-11-21' })
  expect(await saveAccountsStart(ctx, { start: '2026-11-01' })).toEqual({ start: '2026-11-01' })
  expect(await paymentsOf(ctx, { kayit_id })).toMatchObject({ start: '2026-11-01' })
  const desk = userCtx(db, await buildMember(db, owner))
  const message = 'Firma ayarlarını yalnızca firma sahibi görebilir ve değiştirebilir.'
  await expectRefusal(saveAccountsStart(desk, { start: null }), { code: 'FORBIDDEN', message })
})
