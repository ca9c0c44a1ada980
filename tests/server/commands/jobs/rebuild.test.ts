import { expect, test } from 'vitest'

import { rebuildAll } from '#server/commands/jobs/rebuild.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { deleteExpense } from '#server/expense/operations.ts'
import { addFeedback } from '#server/feedback/operations.ts'
import { deleteKayit } from '#server/kayit/operations.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { shopRows, spoil } from '#tests/support/rows/derived.ts'
import { spend } from '#tests/support/rows/expense.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()

const yag = { islem_adi: 'Yağ değişimi', islem_adet: 2, fiyat_kurus: 125_075 }
const balata = { islem_adi: ' balata ışığı', islem_adet: 1, fiyat_kurus: 9_990 }

/** Stores three records in two months and two expenses, one of each deleted, and a message. */
async function openShop(): Promise<UserCtx> {
  const ctx = userCtx(db, await buildUser(db, { name_surname: 'Çağrı Işık' }))
  const info = {
    musteri_adi_soyadi: 'İnci Öz',
    plaka: '16 Ş 12',
    sasi_no: 'nm0 1i',
    giris_tarihi: '2026-10-05',
  }
  await save(ctx, { info, islemler: [yag, balata] })
  await save(ctx, { info: { kayit_tarihi: '2026-11-03', durum: 'İptal' }, islemler: [yag] })
  const { id } = await save(ctx, { info: { giris_tarihi: '2026-10-06' }, islemler: [balata] })
  await deleteKayit(ctx, { kayit_id: id })
  await spend(ctx, { title: 'Çay', note: 'Şeker', spend_date: '2026-11-07' })
  const expense = await spend(ctx, { title: 'Iğne' })
  await deleteExpense(ctx, { id: expense.id })
  await addFeedback(ctx, { subject: 'Öneri', message: 'Işık yanmıyor' })
  return ctx
}

test('a rebuild makes all computed columns of two shops as fresh rows have them and changes nothing else', async () => {
  const shops = [await openShop(), await openShop()]
  const none = { kayit: 0, islem: 0, expense: 0, feedback: 0, vehicle: 0, customer: 0, linked: 0 }
  expect(await rebuildAll(db)).toEqual({ shops: 2, ...none })
  const fresh = await Promise.all(shops.map(({ actor }) => shopRows(db, actor.shop)))
  for (const { actor } of shops) await spoil(db, actor.shop)
  const spoilt = await Promise.all(shops.map(({ actor }) => shopRows(db, actor.shop)))
  const changed = [
    'kayit',
    'islem',
    'expense',
    'feedback',
    'vehicle',
    'customer',
    'days',
    'operations',
    'names',
  ] as const
  for (const name of changed)
    for (const [index, rows] of spoilt.entries()) expect(rows[name]).not.toEqual(fresh[index]?.[name])

  const linked = { vehicle: 4, customer: 4, linked: 0 }
  expect(await rebuildAll(db)).toEqual({ shops: 2, kayit: 6, islem: 8, expense: 4, feedback: 2, ...linked })
  expect(await Promise.all(shops.map(({ actor }) => shopRows(db, actor.shop)))).toEqual(fresh)
  expect(await rebuildAll(db)).toEqual({ shops: 2, ...none })
})

test('a rebuild that is stopped ends with the reason', async () => {
  const stopped = AbortSignal.abort(new Error('enough'))
  await expect(rebuildAll(db, stopped)).rejects.toThrow('enough')
})
