import { describe, expect, test } from 'vitest'

import { deleteExpense } from '#server/expense/operations.ts'
import { testDatabase } from '#tests/support/database.ts'
import { spend } from '#tests/support/expense.ts'
import { buildUser, callerFor, userCtx } from '#tests/support/factories.ts'

const db = await testDatabase()

describe('one expense', () => {
  test('is returned as it is now, with its version', async () => {
    const user = await buildUser(db)
    const ctx = userCtx(db, user)
    const { id } = await spend(ctx, {
      title: 'Kira',
      amount_kurus: 125_050,
      spend_date: '2026-11-20',
      note: 'Kasım',
    })
    await spend(ctx, { id, spread_date: '2026-12-01' })
    expect(await callerFor(db, user).expense.get({ id })).toEqual({
      id,
      title: 'Kira',
      amount_kurus: 125_050,
      spend_date: '2026-11-20',
      spread_date: '2026-12-01',
      note: 'Kasım',
      version: 2,
    })
  })

  test('of another shop, deleted, or never stored is not found', async () => {
    const [owner, other] = [await buildUser(db), await buildUser(db)]
    const { id } = await spend(userCtx(db, owner))
    await expect(callerFor(db, other).expense.get({ id })).rejects.toThrow('Kayıt bulunamadı.')
    await deleteExpense(userCtx(db, owner), { id })
    await expect(callerFor(db, owner).expense.get({ id })).rejects.toThrow('Kayıt bulunamadı.')
    await expect(callerFor(db, owner).expense.get({ id: 0 })).rejects.toThrow('Kayıt bulunamadı.')
  })

  test('is closed to anonymous callers', async () => {
    await expect(callerFor(db, null).expense.get({ id: 1 })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})
