import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { getKayit } from '#server/kayit/operations.ts'
import { settleRecord } from '#server/kayit/settle.ts'
import { paymentsOf } from '#server/payment/operations.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { messages } from '#shared/messages.ts'
import { paymentMessages } from '#shared/payment/messages.ts'
import type { SettlementInput } from '#shared/payment/schema.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { changesIn } from '#tests/support/rows/changes.ts'
import { discount, itemsAndTotal } from '#tests/support/rows/discount.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { item } from '#tests/support/rows/items.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { take } from '#tests/support/rows/payment.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'

const db = await testDatabase()

/** Stores a completed record of ₺500, and returns the call that takes ₺450 for it and gives up the rest. */
async function shop({ less = 0 } = {}) {
  const ctx = userCtx(db, await buildUser(db))
  const islemler = [item('Balata', 400), item('Yağ', 50, 2), ...(less > 0 ? [discount(less)] : [])]
  const { id: kayit_id, version } = await save(ctx, { info: { durum: 'Tamamlandı' }, islemler })
  const input: SettlementInput = {
    kayit_id,
    version,
    paid_kurus: 0,
    kind: 'payment',
    method: 'cash',
    amount_kurus: 45_000,
    note: '',
    discount_kurus: 5_000,
    key: randomUUID(),
  }
  return { ctx, kayit_id, input, stored: () => storedIn(ctx, kayit_id) }
}

async function storedIn(ctx: UserCtx, kayit_id: number) {
  const [{ items, total }, { paid_kurus, payments }] = await Promise.all([
    itemsAndTotal(ctx, kayit_id),
    paymentsOf(ctx, { kayit_id }),
  ])
  const less = items.filter(([name]) => name === 'İskonto').map(([, , kurus]) => kurus)
  return { total, less, paid: paid_kurus, payments: payments.length }
}

const UNTOUCHED = { total: 50_000, less: [], paid: 0, payments: 0 }
const SETTLED = { total: 45_000, less: [-5_000], paid: 45_000, payments: 1 }

describe('a payment whose rest becomes a discount', () => {
  test('stores both, returns the record and its money, and writes both changes', async () => {
    const { ctx, kayit_id, input, stored } = await shop()
    const { record, money } = await settleRecord(ctx, input)
    expect(await stored()).toEqual(SETTLED)
    expect(money).toMatchObject({ toplam_kurus: 45_000, paid_kurus: 45_000, rest_kurus: 0 })
    expect(record).toEqual(await getKayit(ctx, { kayit_id }))
    expect(record.version).toBe(input.version + 1)
    const written = (await changesIn(db, ctx.actor.shop)).map(({ noun, verb }) => `${noun} ${verb}`)
    expect(written).toEqual(['kayit create', 'settings update', 'payment create', 'kayit update'])
  })

  test('adds to the discount that is there', async () => {
    const { ctx, input, stored } = await shop({ less: 20 })
    await settleRecord(ctx, { ...input, discount_kurus: 3_000 })
    expect(await stored()).toEqual({ ...SETTLED, less: [-5_000] })
  })

  test('is stored once for its key, whatever the repetition has read meanwhile', async () => {
    const { ctx, kayit_id, input, stored } = await shop()
    const { key, method, amount_kurus } = input
    await settleRecord(ctx, input)
    await settleRecord(ctx, input)
    await settleRecord(ctx, { ...input, paid_kurus: 45_000, version: input.version + 1 })
    // With the rest gone from the screen, the same press is a payment alone.
    await take(ctx, { kayit_id, paid_kurus: 45_000, key, method, amount_kurus })
    expect(await stored()).toEqual(SETTLED)
  })

  test.each([
    ['an unknown payment', { paid_kurus: 1 }, { code: 'CONFLICT', message: paymentMessages.paidMeanwhile }],
    ['another version', { version: 7 }, { code: 'CONFLICT', message: messages.kayitChanged }],
    [
      'more discount than work',
      { discount_kurus: 50_001 },
      { code: 'INVALID', message: 'İskonto, işlemlerin toplamından (₺500,00) fazla olamaz.' },
    ],
    ['a day to come', { day: '2026-11-22' }, { code: 'INVALID', message: paymentMessages.futureDay }],
    ['no amount', { amount_kurus: 0 }, { code: 'INVALID', message: paymentMessages.amountRequired }],
  ] as const)('with %s stores neither', async (_, change, refusal) => {
    const { ctx, input, stored } = await shop()
    const failed = settleRecord(ctx, { ...input, ...change })
    await expect(failed).rejects.toMatchObject(refusal)
    expect(await stored()).toEqual(UNTOUCHED)
    // The refused key is free again.
    await settleRecord(ctx, input)
    expect(await stored()).toEqual(SETTLED)
  })

  test('is refused after another user has taken money or changed the work', async () => {
    const { ctx, kayit_id, input, stored } = await shop()
    await take(ctx, { kayit_id, amount_kurus: 10_000 })
    await expectRefusal(settleRecord(ctx, input), {
      code: 'CONFLICT',
      message: paymentMessages.paidMeanwhile,
    })
    await save(ctx, { id: kayit_id, info: { aciklama: 'başkası' } })
    const seen = { ...input, paid_kurus: 10_000 }
    await expectRefusal(settleRecord(ctx, seen), { code: 'CONFLICT', message: messages.kayitChanged })
    expect(await stored()).toEqual({ ...UNTOUCHED, paid: 10_000, payments: 1 })
  })
})
