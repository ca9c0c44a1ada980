import { beforeEach, describe, expect, test } from 'vitest'

import { saveCategories } from '#server/expense/categories.ts'
import { deleteExpense } from '#server/expense/operations.ts'
import {
  endRepetition,
  listRepetitions,
  purgeEndedRepetitions,
  skipMonth,
} from '#server/expense/repetitions.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { dayOf } from '#server/till/operations.ts'
import { PROPOSED_CATEGORIES } from '#shared/expense/categories.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { listed, spend } from '#tests/support/rows/expense.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { daysStored, dueOn, onDay, RENT, repeatRent } from '#tests/support/rows/repetition.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'
import { open } from '#tests/support/rows/till.ts'

const db = await testDatabase()
const DONE = { code: 'CONFLICT', message: 'Bu ayın gideri zaten kaydedilmiş ya da atlanmış.' } as const
const ENDED = { code: 'NOT_FOUND', message: 'Bu giderin tekrarı bitirilmiş.' } as const
const CASH = {
  code: 'INVALID',
  message: 'Nakit gider kendiliğinden kaydedilmez; kasa sayımı şaşardı. “Sorulsun”u seçin.',
  field: 'repeat',
} as const

let ctx: UserCtx
beforeEach(async () => {
  ctx = onDay(userCtx(db, await buildUser(db)), '2026-11-20')
})

const only = async (who = ctx) => {
  const { repetitions } = await listRepetitions(who)
  expect(repetitions).toHaveLength(1)
  return repetitions[0] as (typeof repetitions)[number]
}
describe('an expense that repeats', () => {
  test('is proposed on its day of each following month, with its values', async () => {
    const { id } = await repeatRent(ctx, { vat_rate: 20, note: 'Dükkân' })
    expect(await only()).toMatchObject({
      title: 'Kira',
      amount_kurus: 2_000_000,
      method: 'transfer',
      vat_rate: 20,
      note: 'Dükkân',
      is_automatic: false,
      expense_ids: [id],
    })
    expect(await dueOn(ctx, '2026-11-30')).toEqual([])
    expect(await dueOn(ctx, '2026-12-01')).toEqual(['2026-12-01'])
    expect(await dueOn(ctx, '2027-01-31')).toEqual(['2026-12-01', '2027-01-01'])
    expect(await daysStored(ctx)).toEqual(['2026-11-01'])
  })

  test('is not proposed for later months that have an expense of its title', async () => {
    await spend(ctx, { ...RENT, spend_date: '2026-10-03' })
    const september = await spend(ctx, { ...RENT, spend_date: '2026-09-01' })
    await spend(ctx, { ...RENT, title: 'Kira (depo)', spend_date: '2026-11-01' })
    await spend(ctx, { id: september.id, version: september.version, repeat: 'proposed' })
    expect(await dueOn(ctx, '2026-11-20')).toEqual(['2026-11-01'])
  })

  test('stays plain without the choice', async () => {
    await spend(ctx, RENT)
    expect(await listRepetitions(onDay(ctx, '2027-03-01'))).toEqual({ repetitions: [], due: [] })
  })

  test('is stored once although its call arrives twice', async () => {
    const key = 'kira-tekrar-0001'
    const first = await repeatRent(ctx, { key })
    expect(await repeatRent(ctx, { key })).toEqual(first)
    expect((await only()).expense_ids).toEqual([first.id])
  })

  test('can be stored by itself, but not in cash', async () => {
    await expectRefusal(repeatRent(ctx, { method: 'cash', repeat: 'automatic' }), CASH)
    expect((await listed(ctx)).items).toEqual([])
    await repeatRent(ctx, { method: 'cash' })
    expect(await only()).toMatchObject({ method: 'cash', is_automatic: false })
  })

  test('stays as it is when its expense is deleted', async () => {
    const { id } = await repeatRent(ctx)
    await deleteExpense(ctx, { id })
    expect(await dueOn(ctx, '2026-12-01')).toEqual(['2026-12-01'])
    expect(await dueOn(ctx, '2026-11-30')).toEqual([])
  })
})

describe('a proposed month', () => {
  const DECEMBER = '2026-12-01'
  const take = async (body: Parameters<typeof spend>[1] = {}, day = '2026-12-03') =>
    spend(onDay(ctx, day), {
      ...RENT,
      method: 'transfer',
      spend_date: DECEMBER,
      proposal: { id: (await only()).id, month: DECEMBER },
      ...body,
    })

  test('is stored with the sent amount and proposed no more; the repetition keeps its own', async () => {
    await repeatRent(ctx)
    const saved = await take({ amount_kurus: 2_100_000 })
    expect(saved).toMatchObject({ amount_kurus: 2_100_000, spend_date: DECEMBER, created: true })
    expect(await dueOn(ctx, '2026-12-31')).toEqual([])
    expect(await only(onDay(ctx, '2026-12-31'))).toMatchObject({
      amount_kurus: 2_000_000,
      expense_ids: [expect.any(Number), saved.id],
    })
  })

  test('gives the repetition its values where the user wants that', async () => {
    await repeatRent(ctx)
    await take({ amount_kurus: 2_100_000, note: 'Zamlı', repeat_values: true })
    expect(await only()).toMatchObject({ amount_kurus: 2_100_000, note: 'Zamlı', is_automatic: false })
  })

  test('in cash leaves the open drawer', async () => {
    await open(ctx)
    await repeatRent(ctx, { method: 'cash' })
    await take({ method: 'cash' })
    expect((await dayOf(ctx, {})).movements).toMatchObject([
      { title: 'Kira' },
      { title: 'Kira', day: DECEMBER },
    ])
  })

  test('is stored once for its key, and for another key refused', async () => {
    await repeatRent(ctx)
    const key = 'aralik-kirasi-0001'
    expect((await take({ key })).id).toBe((await take({ key })).id)
    await expectRefusal(take({ key: 'aralik-kirasi-0002' }), DONE)
    expect(await daysStored(ctx)).toEqual([DECEMBER, '2026-11-01'])
  })

  test('is refused before its day, and after its repetition has ended', async () => {
    const { id: expense } = await repeatRent(ctx)
    await expectRefusal(take({}, '2026-11-30'), {
      code: 'CONFLICT',
      message: 'Bu ayın günü henüz gelmedi.',
    })
    const { id } = await only()
    await endRepetition(ctx, { id, undo: false })
    await expectRefusal(
      spend(onDay(ctx, '2026-12-03'), { ...RENT, proposal: { id, month: DECEMBER } }),
      ENDED,
    )
    expect((await listed(ctx)).items.map((row) => row.id)).toEqual([expense])
  })

  test('may keep a category that was removed from the list', async () => {
    await repeatRent(ctx)
    const rest = PROPOSED_CATEGORIES.filter((name) => name !== 'Kira')
    await saveCategories(ctx, {
      loaded: [...PROPOSED_CATEGORIES],
      categories: rest.map((name) => ({ name, before: name })),
    })
    expect(await take()).toMatchObject({ category: 'Kira' })
    await expectRefusal(spend(ctx, RENT), {
      code: 'INVALID',
      message: 'Bu kategori artık listede yok. Başka birini seçin.',
      field: 'category',
    })
  })

  test('follows a renamed category', async () => {
    await repeatRent(ctx)
    await saveCategories(ctx, {
      loaded: [...PROPOSED_CATEGORIES],
      categories: PROPOSED_CATEGORIES.map((before) => ({
        name: before === 'Kira' ? 'Dükkân kirası' : before,
        before,
      })),
    })
    expect((await only()).category).toBe('Dükkân kirası')
  })

  test('can be skipped, and proposed again', async () => {
    await repeatRent(ctx)
    const { id } = await only()
    const [december, later] = [{ id, month: DECEMBER }, onDay(ctx, '2026-12-03')]
    await skipMonth(later, { ...december, undo: false })
    await skipMonth(later, { ...december, undo: false })
    expect(await dueOn(ctx, '2026-12-31')).toEqual([])
    await expectRefusal(take(), DONE)
    await skipMonth(later, { ...december, undo: true })
    await skipMonth(later, { ...december, undo: true })
    expect(await dueOn(ctx, '2026-12-31')).toEqual([DECEMBER])
    await take()
    await expectRefusal(skipMonth(later, { ...december, undo: false }), DONE)
    await expectRefusal(skipMonth(later, { ...december, undo: true }), DONE)
  })
})

describe('a change of an expense', () => {
  test('changes, ends and begins its repetition', async () => {
    const { id } = await repeatRent(ctx)
    await spend(ctx, { id, repeat: 'automatic' })
    expect(await only()).toMatchObject({ is_automatic: true, amount_kurus: 2_000_000 })
    await spend(ctx, { id, amount_kurus: 2_500_000 })
    expect((await only()).amount_kurus).toBe(2_000_000)
    await spend(ctx, { id, repeat_values: true })
    expect(await only()).toMatchObject({ is_automatic: true, amount_kurus: 2_500_000 })
    await expectRefusal(spend(ctx, { id, method: 'cash', repeat_values: true }), CASH)
    await spend(ctx, { id, repeat: 'none' })
    expect((await listRepetitions(ctx)).repetitions).toEqual([])
    await spend(ctx, { id, repeat: 'none' })
    await spend(ctx, { id, repeat: 'proposed' })
    expect(await only()).toMatchObject({ is_automatic: false, amount_kurus: 2_500_000, expense_ids: [id] })
  })
})

describe('the end of a repetition', () => {
  test('can be undone for 30 days', async () => {
    await repeatRent(ctx)
    const { id } = await only()
    await endRepetition(ctx, { id, undo: false })
    expect(await dueOn(ctx, '2026-12-31')).toEqual([])
    await endRepetition(onDay(ctx, '2026-12-19'), { id, undo: true })
    expect(await dueOn(ctx, '2026-12-31')).toEqual(['2026-12-01'])
    await endRepetition(ctx, { id, undo: false })
    await endRepetition(ctx, { id, undo: false })
    await expectRefusal(endRepetition(onDay(ctx, '2026-12-22'), { id, undo: true }), ENDED)
    await purgeEndedRepetitions(db, onDay(ctx, '2026-12-22').now)
    for (const table of ['expense_repetition', 'expense_repetition_month'] as const)
      expect(await db.selectFrom(table).where('shop_id', '=', ctx.actor.shop).selectAll().execute()).toEqual(
        [],
      )
    expect(await daysStored(ctx)).toEqual(['2026-11-01'])
  })
})
