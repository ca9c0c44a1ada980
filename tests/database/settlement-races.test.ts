import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { settleRecord } from '#server/kayit/settle.ts'
import { paymentsOf } from '#server/payment/operations.ts'
import { paymentMessages } from '#shared/payment/messages.ts'
import type { SettlementInput } from '#shared/payment/schema.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { itemsAndTotal } from '#tests/support/rows/discount.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { item } from '#tests/support/rows/items.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { take } from '#tests/support/rows/payment.ts'

const db = await testDatabase()

async function shop() {
  const ctx = userCtx(db, await buildUser(db))
  const info = { durum: 'Tamamlandı' }
  const { id: kayit_id, version } = await save(ctx, { info, islemler: [item('Balata', 500)] })
  const seen = { kayit_id, version, paid_kurus: 0, kind: 'payment', method: 'cash', note: '' } as const
  const settle = (key: string) => {
    const input: SettlementInput = { ...seen, amount_kurus: 45_000, discount_kurus: 5_000, key }
    return settleRecord(ctx, input)
  }
  return { ctx, kayit_id, settle }
}

test('one of ten presses on different devices is stored, with its discount', async () => {
  const { ctx, kayit_id, settle } = await shop()
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => settle(randomUUID())))
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(refused).toEqual(Array.from({ length: 9 }, () => expect.objectContaining({ status: 'rejected' })))
  for (const outcome of refused)
    expect(outcome).toMatchObject({ reason: { message: paymentMessages.paidMeanwhile } })
  expect((await itemsAndTotal(ctx, kayit_id)).total).toBe(45_000)
  expect((await paymentsOf(ctx, { kayit_id })).payments).toHaveLength(1)
})

test('ten repetitions of one press are stored once, and all are answered', async () => {
  const { ctx, kayit_id, settle } = await shop()
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 10 }, () => settle(key)))
  expect(new Set(answers.map(({ money }) => money.payments.length))).toEqual(new Set([1]))
  expect(await itemsAndTotal(ctx, kayit_id)).toMatchObject({ total: 45_000 })
})

test('beside payments and saves of others, either all or nothing of it is stored', async () => {
  for (let round = 0; round < 10; round++) {
    const { ctx, kayit_id, settle } = await shop()
    const [settled, paid, saved] = await Promise.allSettled([
      settle(randomUUID()),
      take(ctx, { kayit_id, amount_kurus: 1_000 }),
      save(ctx, { id: kayit_id, info: { aciklama: 'başkası' } }),
    ])
    expect([paid.status, saved.status]).toEqual(['fulfilled', 'fulfilled'])
    const { total } = await itemsAndTotal(ctx, kayit_id)
    const { paid_kurus } = await paymentsOf(ctx, { kayit_id })
    const isSettled = settled.status === 'fulfilled'
    expect([total, paid_kurus]).toEqual(isSettled ? [45_000, 46_000] : [50_000, 1_000])
    expect(settled).toMatchObject(isSettled ? {} : { reason: { code: 'CONFLICT' } })
  }
})
