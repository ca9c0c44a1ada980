import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { saveOpening } from '#server/balance/opening.ts'
import { rebuildAll } from '#server/commands/jobs/rebuild.ts'
import { mergeLinked, separateLinked } from '#server/directory/merge.ts'
import { deleteKayit, restoreKayit } from '#server/kayit/operations.ts'
import { relink } from '#server/kayit/relink.ts'
import { assignPayment, paymentsOf, reversePayment, saveAccountsStart } from '#server/payment/operations.ts'
import { paymentMessages } from '#shared/payment/messages.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { accountOf, accountShop, debtsOf, START, visit } from '#tests/support/rows/accounts.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { reverse, take, takeAccount } from '#tests/support/rows/payment.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'

const db = await testDatabase()
const shop = () => accountShop(db)

const figures = ({ lines }: Awaited<ReturnType<typeof accountOf>>) =>
  lines.map(({ day, kind, debit_kurus, credit_kurus, balance_kurus }) => [
    day,
    kind,
    debit_kurus,
    credit_kurus,
    balance_kurus,
  ])

test('an account has the opening balance, due records and payments in their order, each with the balance after it', async () => {
  const { ctx } = await shop()
  const { customer_id, kayit_id } = await visit(ctx)
  await saveOpening(ctx, { customer_id, opening_kurus: 20_000 })
  await take(ctx, { kayit_id, amount_kurus: 30_000, day: '2026-11-12' })
  await takeAccount(ctx, {
    customer_id,
    amount_kurus: 5_000,
    day: '2026-11-15',
    method: 'transfer',
    note: 'Elden',
  })
  const account = await accountOf(ctx, customer_id)
  expect(figures(account)).toEqual([
    [START, 'opening', 20_000, 0, 20_000],
    ['2026-11-10', 'record', 50_000, 0, 70_000],
    ['2026-11-12', 'payment', 0, 30_000, 40_000],
    ['2026-11-15', 'payment', 0, 5_000, 35_000],
  ])
  expect(account).toMatchObject({
    start: START,
    opening_kurus: 20_000,
    balance_kurus: 35_000,
    carried_kurus: 0,
  })
  expect(account.lines[1]).toMatchObject({ kayit_id, plate: '34 AYS 34', work: 'Fren balatası (+1)' })
  expect(account.lines[3]?.entry).toMatchObject({ method: 'transfer', note: 'Elden', can_reverse: true })
  // The payment on account pays the opening balance, the oldest debt.
  expect(await debtsOf(ctx)).toMatchObject({
    total: 1,
    items: [
      { customer_id, name: 'Ayşe Işık', plates: ['34 AYS 34'], total_kurus: 35_000, ages: [35_000, 0, 0, 0] },
    ],
  })
})

test('a period begins with the balance before it', async () => {
  const { ctx } = await shop()
  const { customer_id, kayit_id } = await visit(ctx)
  await take(ctx, { kayit_id, amount_kurus: 30_000, day: '2026-11-12' })
  const account = await accountOf(ctx, customer_id, { from: '2026-11-11', to: '2026-11-12' })
  expect([account.carried_kurus, figures(account)]).toEqual([
    50_000,
    [['2026-11-12', 'payment', 0, 30_000, 20_000]],
  ])
  expect(await accountOf(ctx, customer_id, { from: '2026-11-13' })).toMatchObject({
    carried_kurus: 20_000,
    lines: [],
    balance_kurus: 20_000,
  })
})

test('an advance is no line until its record is due, and then counts on that day', async () => {
  const { ctx } = await shop()
  const { customer_id, kayit_id } = await visit(ctx, { day: null, durum: 'Devam Ediyor' })
  await take(ctx, { kayit_id, amount_kurus: 30_000, day: '2026-11-05' })
  expect(await accountOf(ctx, customer_id)).toMatchObject({
    lines: [],
    balance_kurus: 0,
    advance_kurus: 30_000,
    open_records: [{ kayit_id, due: null, toplam_kurus: 50_000, paid_kurus: 30_000 }],
  })
  expect(await debtsOf(ctx)).toMatchObject({ total: 0, advances: { count: 1, total_kurus: 30_000 } })
  await save(ctx, { id: kayit_id, info: { cikis_tarihi: '2026-11-14', durum: 'Tamamlandı' } })
  const account = await accountOf(ctx, customer_id)
  expect(figures(account)).toEqual([
    ['2026-11-14', 'record', 50_000, 0, 50_000],
    ['2026-11-14', 'payment', 0, 30_000, 20_000],
  ])
  expect(account).toMatchObject({ balance_kurus: 20_000, advance_kurus: 0 })
})

test('the money of a cancelled or deleted record is its customer’s, and no more once it is restored', async () => {
  const { ctx } = await shop()
  const { customer_id, kayit_id } = await visit(ctx)
  const other = await visit(ctx, { total: 40_000, day: '2026-11-11' })
  expect(other.customer_id).toBe(customer_id)
  await take(ctx, { kayit_id, amount_kurus: 50_000 })
  await deleteKayit(ctx, { kayit_id })
  expect(await accountOf(ctx, customer_id)).toMatchObject({ balance_kurus: -10_000, ages: [0, 0, 0, 0] })
  expect(await debtsOf(ctx)).toMatchObject({ total: 0 })
  await restoreKayit(ctx, { kayit_id })
  expect(await accountOf(ctx, customer_id)).toMatchObject({ balance_kurus: 40_000 })
  await save(ctx, { id: kayit_id, info: { durum: 'İptal' } })
  const account = await accountOf(ctx, customer_id)
  expect(account.balance_kurus).toBe(-10_000)
  expect(account.lines.at(-1)?.balance_kurus).toBe(-10_000)
})

test('a payment for work of before the start pays the opening balance, and no more than was owed', async () => {
  const { ctx } = await shop()
  const old = await visit(ctx, { day: '2026-10-25', total: 80_000 })
  const { customer_id } = old
  expect(await accountOf(ctx, customer_id)).toMatchObject({ balance_kurus: 0, lines: [] })
  await take(ctx, { kayit_id: old.kayit_id, amount_kurus: 30_000, day: '2026-11-03' })
  // The opening balance was not entered, so the paid amount was owed.
  expect(figures(await accountOf(ctx, customer_id))).toEqual([
    [START, 'opening', 30_000, 0, 30_000],
    ['2026-11-03', 'payment', 0, 30_000, 0],
  ])
  await saveOpening(ctx, { customer_id, opening_kurus: 80_000 })
  expect(figures(await accountOf(ctx, customer_id))).toEqual([
    [START, 'opening', 80_000, 0, 80_000],
    ['2026-11-03', 'payment', 0, 30_000, 50_000],
  ])
  expect(await debtsOf(ctx)).toMatchObject({ items: [{ total_kurus: 50_000 }] })
})

test('the balance follows merged, separated and moved records', async () => {
  const { ctx } = await shop()
  const ayse = await visit(ctx)
  const mert = await visit(ctx, { name: 'Mert Can', plate: '06 MRT 06', total: 30_000 })
  await takeAccount(ctx, { customer_id: mert.customer_id, amount_kurus: 10_000 })
  await saveOpening(ctx, { customer_id: mert.customer_id, opening_kurus: 1_000 })
  const owed = async () => {
    const { items } = await debtsOf(ctx, { sort: 'name', dir: 'asc' })
    return items.map(({ name, total_kurus }) => [name, total_kurus])
  }
  expect(await owed()).toEqual([
    ['Ayşe Işık', 50_000],
    ['Mert Can', 21_000],
  ])
  await mergeLinked(ctx, 'customer', { id: mert.customer_id, into: ayse.customer_id })
  expect(await owed()).toEqual([['Ayşe Işık', 71_000]])
  expect((await accountOf(ctx, mert.customer_id)).lines).toEqual(
    (await accountOf(ctx, ayse.customer_id)).lines,
  )
  await separateLinked(ctx, 'customer', { id: mert.customer_id })
  await relink(ctx, 'customer', { kayit_id: mert.kayit_id, id: ayse.customer_id })
  expect(await owed()).toEqual([['Ayşe Işık', 80_000]])
  expect(await accountOf(ctx, mert.customer_id)).toMatchObject({ balance_kurus: -9_000 })
})

test('an entry on account that is assigned pays the record of its customer, once', async () => {
  const { ctx } = await shop()
  const { customer_id, kayit_id } = await visit(ctx)
  const other = await visit(ctx, { name: 'Mert Can', plate: '06 MRT 06' })
  await takeAccount(ctx, { customer_id, amount_kurus: 20_000 })
  const entry = (await accountOf(ctx, customer_id)).lines.find(({ kind }) => kind === 'payment')?.entry
  const id = entry?.id ?? 0
  const refuse = (message: string) => ({ code: 'INVALID', message }) as const
  await expectRefusal(
    assignPayment(ctx, { id, kayit_id: other.kayit_id }),
    refuse(paymentMessages.otherCustomer),
  )
  const both = await Promise.allSettled([
    assignPayment(ctx, { id, kayit_id }),
    assignPayment(ctx, { id, kayit_id }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await paymentsOf(ctx, { kayit_id })).toMatchObject({ paid_kurus: 20_000, payments: [{ id }] })
  expect(await accountOf(ctx, customer_id)).toMatchObject({ balance_kurus: 30_000 })
  expect(await reverse(ctx, { id })).toMatchObject({ paid_kurus: 0 })
  expect(await rebuildAll(db)).toMatchObject({ kayit: 0, customer: 0 })
})

test('a refund is assigned to no record, and money that was given back pays none', async () => {
  const { ctx } = await shop()
  const { customer_id, kayit_id } = await visit(ctx)
  await takeAccount(ctx, { customer_id, amount_kurus: 30_000 })
  await takeAccount(ctx, { customer_id, kind: 'refund', amount_kurus: 20_000 })
  const { lines } = await accountOf(ctx, customer_id)
  const [paid, refund] = lines.flatMap(({ entry }) => entry?.id ?? [])
  const refuse = (message: string) => ({ code: 'INVALID', message }) as const
  const assign = (id = 0) => assignPayment(ctx, { id, kayit_id })
  await expectRefusal(assign(refund), refuse(paymentMessages.refundStays))
  await expectRefusal(assign(paid), refuse(paymentMessages.refundFirst))
  expect(await accountOf(ctx, customer_id)).toMatchObject({ balance_kurus: 40_000 })
})

test('the credit of a deleted record can be given back, and its entries are cancelled only after a restore', async () => {
  const { ctx } = await shop()
  const { customer_id, kayit_id } = await visit(ctx)
  await take(ctx, { kayit_id, amount_kurus: 30_000 })
  await deleteKayit(ctx, { kayit_id })
  expect((await accountOf(ctx, customer_id)).lines[0]?.entry).toMatchObject({ can_reverse: false })
  await takeAccount(ctx, { customer_id, kind: 'refund', amount_kurus: 30_000 })
  expect(await accountOf(ctx, customer_id)).toMatchObject({ balance_kurus: 0 })
  await restoreKayit(ctx, { kayit_id })
  const account = await accountOf(ctx, customer_id)
  expect(account).toMatchObject({ balance_kurus: 50_000, ages: [50_000, 0, 0, 0] })
})

test('money on account is given back up to what is held, and cancelled like a payment of a record', async () => {
  const { ctx } = await shop()
  const { customer_id } = await visit(ctx)
  await takeAccount(ctx, { customer_id, amount_kurus: 20_000 })
  await expectRefusal(takeAccount(ctx, { customer_id, kind: 'refund', amount_kurus: 20_001 }), {
    code: 'INVALID',
    message: paymentMessages.refundAboveCredit,
    field: 'amount_kurus',
  })
  await takeAccount(ctx, { customer_id, kind: 'refund', amount_kurus: 15_000 })
  expect(await accountOf(ctx, customer_id)).toMatchObject({ balance_kurus: 45_000 })
  const { lines } = await accountOf(ctx, customer_id)
  const [paid, refund] = lines.flatMap(({ entry }) => entry ?? [])
  const cancel = (id = 0) => reversePayment(ctx, { id, note: '', key: randomUUID() })
  await expectRefusal(cancel(paid?.id), { code: 'INVALID', message: paymentMessages.refundFirst })
  expect(await cancel(refund?.id)).toBeNull()
  expect(await accountOf(ctx, customer_id)).toMatchObject({ balance_kurus: 30_000 })
  await expectRefusal(takeAccount(ctx, { customer_id, day: '2026-10-31' }), {
    code: 'INVALID',
    message: paymentMessages.beforeStart,
    field: 'day',
  })
})

test('a later start drops older records and entries on account, an earlier one counts them again', async () => {
  const { ctx } = await shop()
  const { customer_id } = await visit(ctx)
  await takeAccount(ctx, { customer_id, amount_kurus: 20_000, day: '2026-11-12' })
  await saveAccountsStart(ctx, { start: '2026-11-20' })
  expect(await accountOf(ctx, customer_id)).toMatchObject({ balance_kurus: 0, lines: [] })
  await saveAccountsStart(ctx, { start: START })
  expect(await accountOf(ctx, customer_id)).toMatchObject({ balance_kurus: 30_000 })
  await saveAccountsStart(ctx, { start: null })
  expect(await accountOf(ctx, customer_id)).toMatchObject({ start: null, balance_kurus: 0, lines: [] })
  expect(await debtsOf(ctx)).toMatchObject({ start: null, total: 0, items: [] })
})
