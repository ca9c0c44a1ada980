import { beforeEach, describe, expect, test } from 'vitest'

import { saveCategories } from '#server/expense/categories.ts'
import { listRepetitions, storeAutomaticExpenses, storeDue } from '#server/expense/repetitions.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { PROPOSED_CATEGORIES } from '#shared/expense/categories.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { listed, type spend } from '#tests/support/rows/expense.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { daysStored, onDay, RENT, repeatRent } from '#tests/support/rows/repetition.ts'

const db = await testDatabase()
let ctx: UserCtx
beforeEach(async () => {
  ctx = onDay(userCtx(db, await buildUser(db)), '2026-11-20')
})

describe('an automatic expense', () => {
  const automatic = (body: Parameters<typeof spend>[1] = {}) =>
    repeatRent(ctx, { repeat: 'automatic', ...body })

  test('is stored on its day by the job, once, in the name of the owner', async () => {
    await automatic()
    for (const day of ['2026-11-30', '2026-12-01', '2026-12-01'])
      await storeAutomaticExpenses(db, onDay(ctx, day).now)
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
    expect((await listRepetitions(onDay(ctx, '2026-11-30'))).due).toMatchObject([
      { day: '2026-11-30', month: '2026-11-01', is_automatic: true },
    ])
    expect(await storeDue(onDay(ctx, '2026-11-30'))).toEqual({ stored: 1 })
    expect(await storeDue(onDay(ctx, '2026-11-30'))).toEqual({ stored: 0 })
    expect(await daysStored(ctx)).toEqual(['2026-11-30', '2026-10-31'])
  })

  test('is proposed, not stored, for a month that was missed', async () => {
    await automatic()
    expect(await storeDue(onDay(ctx, '2027-02-10'))).toEqual({ stored: 1 })
    expect((await listRepetitions(onDay(ctx, '2027-02-10'))).due).toMatchObject([
      { day: '2026-12-01', is_automatic: false },
      { day: '2027-01-01', is_automatic: false },
    ])
    expect(await daysStored(ctx)).toEqual(['2027-02-01', '2026-11-01'])
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
      await storeAutomaticExpenses(db, onDay(ctx, '2026-12-01').now)
      expect(await daysStored(ctx)).toEqual(['2026-11-01'])
    }
  })

  test('keeps a category that was removed from the list', async () => {
    await automatic()
    await saveCategories(ctx, { loaded: [...PROPOSED_CATEGORIES], categories: [] })
    expect(await storeDue(onDay(ctx, '2026-12-01'))).toEqual({ stored: 1 })
    expect((await listed(ctx)).items[0]?.category).toBe('Kira')
  })
})
