import { expect, test } from 'vitest'

import { debtsBook, statementBook } from '#server/balance/export.ts'
import { saveOpening } from '#server/balance/opening.ts'
import { saveAccountsStart } from '#server/payment/operations.ts'
import { accountInput } from '#shared/balance/schema.ts'
import { statementExportInput } from '#shared/export/schema.ts'
import { messages } from '#shared/messages.ts'
import { paymentMessages } from '#shared/payment/messages.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { accountOf, accountShop, debtsOf, visit } from '#tests/support/rows/accounts.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { reverse, take, takeAccount } from '#tests/support/rows/payment.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const db = await testDatabase()
const shop = () => accountShop(db)

test('debts are listed by age, amount and name, one page at a time', async () => {
  const { ctx } = await shop()
  await saveAccountsStart(ctx, { start: '2026-01-01' })
  const days = ['2026-11-10', '2026-10-10', '2026-09-05', '2026-03-01']
  for (const [index, day] of days.entries())
    await visit(ctx, {
      name: `Müşteri ${'DCBA'[index]}`,
      plate: `34 BRC ${100 + index}`,
      day,
      total: (index + 1) * 10_000,
    })
  const all = await debtsOf(ctx)
  expect(all).toMatchObject({
    total: 4,
    ages: [10_000, 20_000, 30_000, 40_000],
    all: { count: 4, total_kurus: 100_000 },
  })
  expect(all.items.map(({ total_kurus }) => total_kurus)).toEqual([40_000, 30_000, 20_000, 10_000])
  const byName = await debtsOf(ctx, { sort: 'name', dir: 'asc' })
  expect(byName.items.map(({ name }) => name)).toEqual(['Müşteri A', 'Müşteri B', 'Müşteri C', 'Müşteri D'])
  expect(await debtsOf(ctx, { age: 3 })).toMatchObject({
    total: 1,
    items: [{ name: 'Müşteri A' }],
    all: { count: 4 },
  })
  expect((await debtsOf(ctx, { page: 2 })).items).toEqual([])
})

test('accounts are for their shop and for those with the right to payments', async () => {
  const { ctx, owner } = await shop()
  const { customer_id } = await visit(ctx)
  const foreign = userCtx(db, await buildUser(db))
  await expectRefusal(accountOf(foreign, customer_id), {
    code: 'NOT_FOUND',
    message: messages.customerNotFound,
  })
  await expectRefusal(takeAccount(foreign, { customer_id }), {
    code: 'NOT_FOUND',
    message: messages.customerNotFound,
  })
  const desk = userCtx(db, await buildMember(db, owner, { role: 'desk' }))
  expect(await accountOf(desk, customer_id)).toMatchObject({ balance_kurus: 50_000 })
  await expectRefusal(saveOpening(desk, { customer_id, opening_kurus: 1 }), {
    code: 'FORBIDDEN',
    message: messages.settingsRefused,
  })
  const mechanic = userCtx(db, await buildMember(db, owner, { role: 'mechanic' }))
  for (const call of [
    () => accountOf(mechanic, customer_id),
    () => debtsOf(mechanic),
    () => takeAccount(mechanic, { customer_id }),
  ])
    await expectRefusal(call(), { code: 'FORBIDDEN', message: paymentMessages.refused })
})

test('the file of the debts and the statement have the figures of their screens', async () => {
  const { ctx } = await shop()
  const { customer_id, kayit_id } = await visit(ctx)
  await take(ctx, { kayit_id, amount_kurus: 30_000, day: '2026-11-12', note: 'Elden' })
  const debts = await debtsBook(ctx, { format: 'XLSX', sort: 'total', dir: 'desc' })
  expect(await rowsOf(debts)).toEqual([['Ayşe Işık', '', '34 AYS 34', 20_000, 0, 0, 0, 20_000, '2026-11-12']])
  const statement = await statementBook(ctx, { format: 'XLSX', id: customer_id, from: '2026-11-11' })
  expect(statement).toMatchObject({ title: 'Cari ekstre', historyOf: { customer_id } })
  expect(await rowsOf(statement)).toEqual([
    [null, 'Devreden bakiye', '', null, null, 50_000],
    ['2026-11-12', 'Nakit', '', null, 30_000, 20_000],
  ])
})

test('the customer’s file has no cancelled pair and no reason; half a pair stays without its reason', async () => {
  const { ctx } = await shop()
  const { customer_id, kayit_id } = await visit(ctx)
  const wrong = { kayit_id, amount_kurus: 30_000, day: '2026-11-12', note: 'Kız kardeşi verdi' }
  const { payments } = await take(ctx, wrong)
  await take(ctx, { kayit_id, amount_kurus: 5_000, day: '2026-11-13' })
  await reverse(ctx, { id: payments[0]?.id ?? 0, note: 'Ayşe yanlış girdi' })
  const ofPeriod = async (period: { from?: string; to?: string }) =>
    rowsOf(await statementBook(ctx, { format: 'PDF', id: customer_id, ...period }))
  expect((await ofPeriod({})).slice(1)).toEqual([['2026-11-13', 'Nakit', '', null, 5_000, 45_000]])
  expect((await ofPeriod({ to: '2026-11-12' })).slice(1)).toEqual([
    ['2026-11-12', 'Nakit, iptal edildi', '', null, 30_000, 20_000],
  ])
  expect(await ofPeriod({ from: '2026-11-14' })).toEqual([
    [null, 'Devreden bakiye', '', null, null, 15_000],
    ['2026-11-21', 'Nakit tahsilatın iptali', '', 30_000, null, 45_000],
  ])
  expect(JSON.stringify(await accountOf(ctx, customer_id))).toContain('Ayşe yanlış girdi')
})

test('a period that ends before it starts is refused, on the screen and as a file', () => {
  const period = { from: '2026-11-12', to: '2026-11-11' }
  const message = 'Başlangıç tarihi bitiş tarihinden sonra olamaz. Tarihleri düzeltin.'
  for (const parsed of [
    accountInput.safeParse({ customer_id: 1, ...period }),
    statementExportInput.safeParse({ id: 1, format: 'PDF', ...period }),
  ])
    expect(parsed.error?.issues.map((issue) => issue.message)).toEqual([message])
  expect(accountInput.safeParse({ customer_id: 1, from: period.to, to: period.to }).success).toBe(true)
  expect(accountInput.safeParse({ customer_id: 1, from: period.from }).success).toBe(true)
})

test('accounts that start after today are refused by each way to set the start', async () => {
  const { ctx: other } = await shop()
  const { customer_id, kayit_id } = await visit(other)
  await saveAccountsStart(other, { start: null })
  const refusal = {
    code: 'INVALID',
    message: 'Hesabın başlangıcı bugünden sonra olamaz.',
    field: 'start',
  } as const
  const start = '2026-11-22'
  await expectRefusal(saveAccountsStart(other, { start }), refusal)
  await expectRefusal(saveOpening(other, { customer_id, opening_kurus: 1, start }), refusal)
  await expectRefusal(take(other, { kayit_id, start }), refusal)
  expect(await saveAccountsStart(other, { start: '2026-11-21' })).toEqual({ start: '2026-11-21' })
})

/** Returns the cells of a book's only sheet. */
async function rowsOf({ sheets }: Awaited<ReturnType<typeof debtsBook>>): Promise<unknown[][]> {
  const rows: unknown[][] = []
  for await (const batch of sheets[0]?.batches() ?? []) rows.push(...batch)
  return rows
}
