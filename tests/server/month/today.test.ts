import { expect, test } from 'vitest'

import { todayMoney } from '#server/month/today.ts'
import { paymentMessages } from '#shared/payment/messages.ts'
import { pageClient } from '#tests/support/panel/app.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { accountShop, visit } from '#tests/support/rows/accounts.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { reverse, take, takeAccount } from '#tests/support/rows/payment.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const db = await testDatabase()

test('the first screen shows what came in today by method, and what customers owe', async () => {
  const { ctx, owner } = await accountShop(db)
  const { kayit_id, customer_id } = await visit(ctx, { total: 100_000 })
  await visit(ctx, { name: 'Mert Can', plate: '06 MRT 06', total: 30_000 })
  await take(ctx, { kayit_id, amount_kurus: 20_001, method: 'card' })
  await takeAccount(ctx, { customer_id, amount_kurus: 5_000 })
  await take(ctx, { kayit_id, amount_kurus: 1, kind: 'refund' })
  await take(ctx, { kayit_id, amount_kurus: 7_000, day: '2026-11-20' })
  const wrong = await take(ctx, { kayit_id, amount_kurus: 9_000 })
  await reverse(ctx, { id: wrong.payments.at(-1)?.id ?? 0 })
  expect(await pageClient(db, owner).payment.today()).toEqual({
    taken: {
      count: 2,
      in_kurus: 25_001,
      refunded_kurus: 1,
      methods: [
        { method: 'card', count: 1, in_kurus: 20_001, refunded_kurus: 0 },
        { method: 'cash', count: 1, in_kurus: 5_000, refunded_kurus: 1 },
      ],
    },
    // 1.000,00 − 200,01 − 50,00 + 0,01 − 70,00, and 300,00.
    debts: { count: 2, total_kurus: 98_000, ages: [98_000, 0, 0, 0] },
  })
})

test('a shop without accounts owes nothing and is owed nothing', async () => {
  const { debts, taken } = await todayMoney(userCtx(db, await buildUser(db)))
  expect([debts, taken.in_kurus]).toEqual([null, 0])
})

test('the desk sees the money of today, a mechanic does not', async () => {
  const { owner } = await accountShop(db)
  const as = async (role: 'desk' | 'mechanic') => userCtx(db, await buildMember(db, owner, { role }))
  expect(await todayMoney(await as('desk'))).toHaveProperty('debts.count', 0)
  await expectRefusal(todayMoney(await as('mechanic')), {
    code: 'FORBIDDEN',
    message: paymentMessages.refused,
  })
})
