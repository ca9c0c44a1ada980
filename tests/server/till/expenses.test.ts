import { beforeEach, describe, expect, test } from 'vitest'

import { deleteExpense, restoreExpense } from '#server/expense/operations.ts'
import { pageClient } from '#tests/support/panel/app.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { dayOf } from '#server/till/operations.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { spend } from '#tests/support/rows/expense.ts'
import { buildUser, TEST_NOW, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { reverse, take } from '#tests/support/rows/payment.ts'
import { buildMember } from '#tests/support/rows/staff.ts'
import { close, open } from '#tests/support/rows/till.ts'

const db = await testDatabase()
const YESTERDAY = new Date(TEST_NOW.getTime() - 86_400_000)

let ctx: UserCtx
beforeEach(async () => {
  ctx = userCtx(db, await buildUser(db))
})

const spentOn = async (number?: number) =>
  (await dayOf(ctx, number === undefined ? {} : { number })).spent_kurus
const cash = (body: Parameters<typeof spend>[1] = {}) =>
  spend(ctx, { title: 'Balata spreyi', amount_kurus: 640, method: 'cash', ...body })

describe('an expense', () => {
  test('in cash leaves the drawer and is listed with its own day', async () => {
    await open(ctx)
    const { id } = await cash()
    expect(await dayOf(ctx, {})).toMatchObject({
      spent_kurus: 640,
      expected_kurus: 9_360,
      out_kurus: 640,
      in_kurus: 0,
      movements: [
        {
          source: 'expense',
          id,
          kind: 'refund',
          method: 'cash',
          amount_kurus: 640,
          title: 'Balata spreyi',
          kayit_id: null,
          day: '2026-11-20',
          is_reversal: false,
        },
      ],
    })
  })

  test.each(['card', 'transfer', 'deferred', null] as const)(
    'by the method %s leaves it as it is',
    async (method) => {
      await open(ctx)
      await cash({ method })
      expect(await dayOf(ctx, {})).toMatchObject({ spent_kurus: 0, movements: [] })
    },
  )

  test('that is changed, deleted and restored on its day is one line, or none', async () => {
    await open(ctx)
    const { id, version } = await cash()
    await cash({ id, version, amount_kurus: 700 })
    expect((await dayOf(ctx, {})).movements).toMatchObject([{ amount_kurus: 700 }])
    await deleteExpense(ctx, { id })
    expect((await dayOf(ctx, {})).movements).toEqual([])
    await restoreExpense(ctx, { id })
    expect(await spentOn()).toBe(700)
  })

  test('that is changed after its day leaves the day-end and gives the open day the difference', async () => {
    await open(ctx)
    const { id, version } = await cash()
    const closed = await close(ctx)
    await cash({ id, version, amount_kurus: 500 })
    expect({ ...(await dayOf(ctx, { number: 1 })), last_number: 1 }).toEqual(closed)
    expect(await dayOf(ctx, {})).toMatchObject({
      spent_kurus: -140,
      expected_kurus: 9_500,
      movements: [{ amount_kurus: -140, is_reversal: true }],
    })
    await close(ctx)
    await deleteExpense(ctx, { id })
    expect([await spentOn(1), await spentOn(2), await spentOn()]).toEqual([640, -140, -500])
  })

  test('that is raised after its day is a correction of the open day, one of the open day itself is none', async () => {
    await open(ctx)
    const { id, version } = await cash()
    await close(ctx)
    const raised = await cash({ id, version, amount_kurus: 700 })
    const own = await cash({ title: 'Çay', amount_kurus: 100 })
    await cash({ id: own.id, version: own.version, amount_kurus: 150 })
    expect((await dayOf(ctx, {})).movements).toMatchObject([
      { id: raised.id, amount_kurus: 60, is_reversal: true },
      { id: own.id, amount_kurus: 150, is_reversal: false },
    ])
    expect((await dayOf(ctx, { number: 1 })).movements).toMatchObject([{ is_reversal: false }])
  })

  test('that turns out to be paid in cash counts on the open day', async () => {
    await open(ctx)
    const { id, version } = await cash({ method: 'card' })
    await close(ctx)
    await cash({ id, version })
    expect([await spentOn(1), await spentOn()]).toEqual([0, 640])
  })

  test('that was refused changes nothing', async () => {
    await open(ctx)
    const { id } = await cash()
    await expect(cash({ id, version: 9, amount_kurus: 1 })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await spentOn()).toBe(640)
  })

  test('with a repeated key counts once', async () => {
    await open(ctx)
    const sent = {
      title: 'Çay',
      amount_kurus: 50,
      spend_date: '2026-11-21',
      method: 'cash',
      key: 'gider-00001',
    } as const
    await spend(ctx, sent)
    await spend(ctx, sent)
    expect(await spentOn()).toBe(50)
  })

  test('of the old paths has no method and counts in no drawer', async () => {
    await open(ctx)
    await spend(ctx)
    expect(await spentOn()).toBe(0)
  })
})

describe('an entry from before the first count', () => {
  test('stays in no day when it is changed, deleted or restored later', async () => {
    const before = { ...ctx, now: YESTERDAY }
    const sent = { title: 'Kira', amount_kurus: 900, method: 'cash', spend_date: '2026-11-20' } as const
    const [{ id, version }, other] = [await spend(before, sent), await spend(before, sent)]
    await open(ctx)
    await cash({ id, version, amount_kurus: 1_000 })
    await deleteExpense(ctx, { id })
    await restoreExpense(ctx, { id })
    await deleteExpense(ctx, { id: other.id })
    expect(await dayOf(ctx, {})).toMatchObject({ spent_kurus: 0, movements: [] })
  })

  test('is cancelled without a change of the drawer', async () => {
    const { id: kayit_id } = await save(ctx)
    const { payments } = await take(ctx, { kayit_id })
    await open(ctx)
    await reverse(ctx, { id: payments[0]?.id ?? 0 })
    expect(await dayOf(ctx, {})).toMatchObject({ expected_kurus: 10_000, movements: [] })
  })
})

test('the desk sees that cash was spent, and for what only with the right to figures', async () => {
  await open(ctx)
  await cash()
  const owner = { id: ctx.actor.shop }
  const titleFor = async (sees_figures: boolean) => {
    const desk = userCtx(db, await buildMember(db, owner, { sees_figures }))
    const { movements, spent_kurus } = await dayOf(desk, {})
    return [movements[0]?.title, spent_kurus]
  }
  expect(await titleFor(false)).toEqual(['', 640])
  expect(await titleFor(true)).toEqual(['Balata spreyi', 640])
})

test('the page closes a day by its procedures', async () => {
  const page = pageClient(db, await buildUser(db))
  await page.till.open({ counted_kurus: 500, key: 'kasa-acilisi' })
  await page.expense.save({ title: 'Çay', amount_kurus: 50, spend_date: '2026-11-21', method: 'cash' })
  const closed = await page.till.close({
    number: 1,
    expected_kurus: 450,
    counted_kurus: 440,
    reason: '  Bozuk para ',
    key: 'gun-sonu-0001',
  })
  expect(closed).toMatchObject({ closed: { difference_kurus: -10, reason: 'Bozuk para' } })
  expect(await page.till.day({ number: 1 })).toEqual(closed)
  expect(await page.till.day({})).toMatchObject({ number: 2, opening_kurus: 440 })
})
