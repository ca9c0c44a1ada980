import { describe, expect, test } from 'vitest'

import { deleteExpense } from '#server/expense/operations.ts'
import { pageClient } from '#tests/support/panel/app.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { spend } from '#tests/support/rows/expense.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'

const db = await testDatabase()

describe('reading one expense', () => {
  test('an expense is returned as stored, with its version', async () => {
    const user = await buildUser(db)
    const ctx = userCtx(db, user)
    const { id } = await spend(ctx, {
      title: 'Kira',
      amount_kurus: 125_050,
      spend_date: '2026-11-20',
      note: 'Kasım',
    })
    await spend(ctx, { id, spread_date: '2026-12-01' })
    expect(await pageClient(db, user).expense.get({ id })).toEqual({
      id,
      title: 'Kira',
      amount_kurus: 125_050,
      spend_date: '2026-11-20',
      spread_date: '2026-12-01',
      note: 'Kasım',
      method: null,
      category: '',
      vat_rate: null,
      version: 2,
    })
  })

  test('an expense of another shop, a deleted or an unknown one is not found', async () => {
    const [owner, other] = [await buildUser(db), await buildUser(db)]
    const { id } = await spend(userCtx(db, owner))
    await expect(pageClient(db, other).expense.get({ id })).rejects.toThrow('Kayıt bulunamadı.')
    await deleteExpense(userCtx(db, owner), { id })
    await expect(pageClient(db, owner).expense.get({ id })).rejects.toThrow('Kayıt bulunamadı.')
    await expect(pageClient(db, owner).expense.get({ id: 0 })).rejects.toThrow('Kayıt bulunamadı.')
  })

  test('anonymous callers cannot read an expense', async () => {
    await expect(pageClient(db, null).expense.get({ id: 1 })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})
