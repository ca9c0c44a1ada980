import { beforeEach, describe, expect, test } from 'vitest'

import { saveCategories } from '#server/expense/categories.ts'
import { deleteExpense } from '#server/expense/operations.ts'
import {
  endRepetition,
  listRepetitions,
  purgeEndedRepetitions,
  skipMonth,
  storeAutomaticExpenses,
  storeDue,
} from '#server/expense/repetitions.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { dayOf } from '#server/till/operations.ts'
import { PROPOSED_CATEGORIES } from '#shared/expense/categories.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { listed, spend } from '#tests/support/rows/expense.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
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
  ctx = at('2026-11-20', userCtx(db, await buildUser(db)))
})

/** The same caller on another day. */
function at(day: string, who: UserCtx = ctx): UserCtx {
  return { ...who, now: new Date(`${day}T09:00:00Z`) }
}

const RENT = { title: 'Kira', amount_kurus: 2_000_000, spend_date: '2026-11-01', category: 'Kira' } as const
const repeat = (body: Parameters<typeof spend>[1] = {}, who = ctx) =>
  spend(who, { ...RENT, method: 'transfer', repeat: 'proposed', ...body })
const dueOn = async (day: string) => (await listRepetitions(at(day))).due.map((due) => due.day)
const only = async (who = ctx) => {
  const { repetitions } = await listRepetitions(who)
  expect(repetitions).toHaveLength(1)
  return repetitions[0] as (typeof repetitions)[number]
}
const daysStored = async () => (await listed(ctx)).items.map(({ spend_date }) => spend_date)

describe('an expense that repeats', () => {
  test('is proposed on its day of each following month, with its values', async () => {
    const { id } = await repeat({ vat_rate: 20, note: 'Dükkân' })
    expect(await only()).toMatchObject({
      ...{ title: 'Kira', amount_kurus: 2_000_000, method: 'transfer', category: 'Kira', vat_rate: 20 },
      ...{ note: 'Dükkân', day_of_month: 1, is_automatic: false, expense_ids: [id] },
    })
    expect(await dueOn('2026-11-30')).toEqual([])
    expect(await dueOn('2026-12-01')).toEqual(['2026-12-01'])
    expect(await dueOn('2027-01-31')).toEqual(['2026-12-01', '2027-01-01'])
    expect(await daysStored()).toEqual(['2026-11-01'])
  })

  test('is not proposed for later months that have an expense of its title', async () => {
    await spend(ctx, { ...RENT, spend_date: '2026-10-03' })
    const september = await spend(ctx, { ...RENT, spend_date: '2026-09-01' })
    await spend(ctx, { ...RENT, title: 'Kira (depo)', spend_date: '2026-11-01' })
    await spend(ctx, { id: september.id, version: september.version, repeat: 'proposed' })
    expect(await dueOn('2026-11-20')).toEqual(['2026-11-01'])
  })

  test('stays plain without the choice', async () => {
    await spend(ctx, RENT)
    expect(await listRepetitions(at('2027-03-01'))).toEqual({ repetitions: [], due: [] })
  })

  test('is stored once although its call arrives twice', async () => {
    const key = 'kira-tekrar-0001'
    const first = await repeat({ key })
    expect(await repeat({ key })).toEqual(first)
    expect((await only()).expense_ids).toEqual([first.id])
  })

  test('can be stored by itself, but not in cash', async () => {
    await expectRefusal(repeat({ method: 'cash', repeat: 'automatic' }), CASH)
    expect((await listed(ctx)).items).toEqual([])
    await repeat({ method: 'cash' })
    expect(await only()).toMatchObject({ method: 'cash', is_automatic: false })
  })

  test('stays as it is when its expense is deleted', async () => {
    const { id } = await repeat()
    await deleteExpense(ctx, { id })
    expect(await dueOn('2026-12-01')).toEqual(['2026-12-01'])
    expect(await dueOn('2026-11-30')).toEqual([])
  })
})

describe('a proposed month', () => {
  const DECEMBER = '2026-12-01'
  const take = async (body: Parameters<typeof spend>[1] = {}, day = '2026-12-03') =>
    spend(at(day), {
      ...RENT,
      method: 'transfer',
      spend_date: DECEMBER,
      proposal: { id: (await only()).id, month: DECEMBER },
      ...body,
    })

  test('is stored with the sent amount and proposed no more; the repetition keeps its own', async () => {
    await repeat()
    const saved = await take({ amount_kurus: 2_100_000 })
    expect(saved).toMatchObject({ amount_kurus: 2_100_000, spend_date: DECEMBER, created: true })
    expect(await dueOn('2026-12-31')).toEqual([])
    expect(await only(at('2026-12-31'))).toMatchObject({
      amount_kurus: 2_000_000,
      expense_ids: [expect.any(Number), saved.id],
    })
  })

  test('gives the repetition its values where the user wants that', async () => {
    await repeat()
    await take({ amount_kurus: 2_100_000, note: 'Zamlı', repeat_values: true })
    expect(await only()).toMatchObject({ amount_kurus: 2_100_000, note: 'Zamlı', is_automatic: false })
  })

  test('in cash leaves the open drawer', async () => {
    await open(ctx)
    await repeat({ method: 'cash' })
    await take({ method: 'cash' })
    expect((await dayOf(ctx, {})).movements).toMatchObject([
      { title: 'Kira' },
      { title: 'Kira', day: DECEMBER },
    ])
  })

  test('is stored once for its key, and for another key refused', async () => {
    await repeat()
    const key = 'aralik-kirasi-0001'
    expect((await take({ key })).id).toBe((await take({ key })).id)
    await expectRefusal(take({ key: 'aralik-kirasi-0002' }), DONE)
    expect(await daysStored()).toEqual([DECEMBER, '2026-11-01'])
  })

  test('is refused before its day, and after its repetition has ended', async () => {
    const { id: expense } = await repeat()
    await expectRefusal(take({}, '2026-11-30'), {
      code: 'CONFLICT',
      message: 'Bu ayın günü henüz gelmedi.',
    })
    const { id } = await only()
    await endRepetition(ctx, { id, undo: false })
    await expectRefusal(spend(at('2026-12-03'), { ...RENT, proposal: { id, month: DECEMBER } }), ENDED)
    expect((await listed(ctx)).items.map((row) => row.id)).toEqual([expense])
  })

  test('may keep a category that was removed from the list', async () => {
    await repeat()
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
    await repeat()
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
    await repeat()
    const { id } = await only()
    const [december, later] = [{ id, month: DECEMBER }, at('2026-12-03')]
    await skipMonth(later, { ...december, undo: false })
    await skipMonth(later, { ...december, undo: false })
    expect(await dueOn('2026-12-31')).toEqual([])
    await expectRefusal(take(), DONE)
    await skipMonth(later, { ...december, undo: true })
    await skipMonth(later, { ...december, undo: true })
    expect(await dueOn('2026-12-31')).toEqual([DECEMBER])
    await take()
    await expectRefusal(skipMonth(later, { ...december, undo: false }), DONE)
    await expectRefusal(skipMonth(later, { ...december, undo: true }), DONE)
  })
})

describe('a change of an expense', () => {
  test('changes, ends and begins its repetition', async () => {
    const { id } = await repeat()
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
    await repeat()
    const { id } = await only()
    await endRepetition(ctx, { id, undo: false })
    expect(await dueOn('2026-12-31')).toEqual([])
    await endRepetition(at('2026-12-19'), { id, undo: true })
    expect(await dueOn('2026-12-31')).toEqual(['2026-12-01'])
    await endRepetition(ctx, { id, undo: false })
    await endRepetition(ctx, { id, undo: false })
    await expectRefusal(endRepetition(at('2026-12-22'), { id, undo: true }), ENDED)
    await purgeEndedRepetitions(db, at('2026-12-22').now)
    for (const table of ['expense_repetition', 'expense_repetition_month'] as const)
      expect(await db.selectFrom(table).where('shop_id', '=', ctx.actor.shop).selectAll().execute()).toEqual(
        [],
      )
    expect(await daysStored()).toEqual(['2026-11-01'])
  })
})

describe('an automatic expense', () => {
  const automatic = (body: Parameters<typeof spend>[1] = {}) => repeat({ repeat: 'automatic', ...body })

  test('is stored on its day by the job, once, in the name of the owner', async () => {
    await automatic()
    for (const day of ['2026-11-30', '2026-12-01', '2026-12-01'])
      await storeAutomaticExpenses(db, at(day).now)
    expect(await listed(ctx)).toMatchObject({
      items: [{ ...RENT, method: 'transfer', spend_date: '2026-12-01' }, RENT],
      toplam_kurus: 4_000_000,
    })
    const stored = await db
      .selectFrom('change')
      .where('shop_id', '=', ctx.actor.shop)
      .where('channel', '=', 'job')
      .select(['noun', 'verb', 'title', 'actor_name'])
      .execute()
    expect(stored).toEqual([
      { noun: 'expense', verb: 'create', title: 'Kira', actor_name: ctx.actor.username },
    ])
  })

  test('is stored by the page that is opened before the job', async () => {
    await automatic({ spend_date: '2026-10-31' })
    expect((await listRepetitions(at('2026-11-30'))).due).toMatchObject([
      { day: '2026-11-30', month: '2026-11-01', is_automatic: true },
    ])
    expect(await storeDue(at('2026-11-30'))).toEqual({ stored: 1 })
    expect(await storeDue(at('2026-11-30'))).toEqual({ stored: 0 })
    expect(await daysStored()).toEqual(['2026-11-30', '2026-10-31'])
  })

  test('is proposed, not stored, for a month that was missed', async () => {
    await automatic()
    expect(await storeDue(at('2027-02-10'))).toEqual({ stored: 1 })
    expect((await listRepetitions(at('2027-02-10'))).due).toMatchObject([
      { day: '2026-12-01', is_automatic: false },
      { day: '2027-01-01', is_automatic: false },
    ])
    expect(await daysStored()).toEqual(['2027-02-01', '2026-11-01'])
  })

  test('is not stored in a closed or suspended shop', async () => {
    await automatic()
    const stop = (column: 'closed_at' | 'suspended_at') =>
      db
        .updateTable('shops')
        .set({ closed_at: null, suspended_at: null, [column]: ctx.now })
        .where('id', '=', ctx.actor.shop)
        .execute()
    for (const column of ['closed_at', 'suspended_at'] as const) {
      await stop(column)
      await storeAutomaticExpenses(db, at('2026-12-01').now)
      expect(await daysStored()).toEqual(['2026-11-01'])
    }
  })

  test('keeps a category that was removed from the list', async () => {
    await automatic()
    await saveCategories(ctx, { loaded: [...PROPOSED_CATEGORIES], categories: [] })
    expect(await storeDue(at('2026-12-01'))).toEqual({ stored: 1 })
    expect((await listed(ctx)).items[0]?.category).toBe('Kira')
  })
})
