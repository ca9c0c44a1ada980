import { expect, test } from 'vitest'

import { testDatabase } from '#tests/support/database/database.ts'
import { spend } from '#tests/support/rows/expense.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'

const db = await testDatabase()

test('the database refuses a rate of VAT that the law does not know', async () => {
  const { id } = await spend(userCtx(db, await buildUser(db)))
  const change = db.updateTable('expense').set({ vat_rate: 18 as never })
  await expect(change.where('id', '=', id).execute()).rejects.toThrow('expense_vat_ck')
})

test('the database refuses a method that no till knows', async () => {
  const { id } = await spend(userCtx(db, await buildUser(db)))
  const change = (method: string) =>
    db
      .updateTable('expense')
      .set({ method: method as never })
      .where('id', '=', id)
      .execute()
  await change('cash')
  await expect(change('cheque')).rejects.toThrow('expense_method_ck')
})
