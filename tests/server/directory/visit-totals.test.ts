import { expect, test } from 'vitest'

import type { UserCtx } from '#server/platform/core/context.ts'
import { recountVisits } from '#server/directory/visit-totals.ts'
import { deleteKayit, restoreKayit } from '#server/kayit/operations.ts'
import { setStatus } from '#server/kayit/status.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'

// pg-mem runs transactions one after another; on PostgreSQL they are concurrent.
const db = await testDatabase()
const shop = async () => userCtx(db, await buildUser(db))
const items = (lira: number) => [{ islem_adi: 'Yağ', islem_adet: 1, fiyat_kurus: lira * 100 }]
const GOLF = { plaka: '34 ABC 123', musteri_adi_soyadi: 'Ayşe Işık', musteri_tel: '0532 123 45 67' }
const CLIO = { plaka: '06 XYZ 7', musteri_adi_soyadi: 'Ali Su', musteri_tel: '0533 765 43 21' }

const sums = ['id', 'visits', 'total_kurus', 'last_day'] as const
const stored = async ({ actor }: UserCtx) => ({
  vehicle: await db
    .selectFrom('vehicle')
    .where('shop_id', '=', actor.shop)
    .orderBy('id')
    .select(sums)
    .execute(),
  customer: await db
    .selectFrom('customer')
    .where('shop_id', '=', actor.shop)
    .orderBy('id')
    .select(sums)
    .execute(),
})

/** Returns the stored totals after a recount of everything. */
async function counted(ctx: UserCtx) {
  const { vehicle, customer } = await stored(ctx)
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)
  await recountVisits(ctx, 'vehicle', ids(vehicle))
  await recountVisits(ctx, 'customer', ids(customer))
  return stored(ctx)
}

test('a car and a customer have their visits, their sum without cancelled records, and the last day', async () => {
  const ctx = await shop()
  const first = await save(ctx, { info: { ...GOLF, giris_tarihi: '2026-01-05' }, islemler: items(100) })
  const last = await save(ctx, { info: { ...GOLF, giris_tarihi: '2026-03-05' }, islemler: items(50) })
  const both = (sums: object) => ({ vehicle: [sums], customer: [sums] })
  expect(await stored(ctx)).toMatchObject(both({ visits: 2, total_kurus: 15_000, last_day: '2026-03-05' }))

  await setStatus(ctx, {
    kayitlar: [{ kayit_id: first.id, version: first.version, durum: 'İptal' }],
    key: 'durum-1-anahtari',
  })
  expect(await stored(ctx)).toMatchObject(both({ visits: 2, total_kurus: 5_000, last_day: '2026-03-05' }))

  await deleteKayit(ctx, { kayit_id: last.id })
  expect(await stored(ctx)).toMatchObject(both({ visits: 1, total_kurus: 0, last_day: '2026-01-05' }))
  await deleteKayit(ctx, { kayit_id: first.id })
  expect(await stored(ctx)).toMatchObject(both({ visits: 0, total_kurus: 0, last_day: null }))

  await restoreKayit(ctx, { kayit_id: last.id })
  expect(await stored(ctx)).toMatchObject(both({ visits: 1, total_kurus: 5_000, last_day: '2026-03-05' }))
  await save(ctx, { id: last.id, info: { giris_tarihi: '2026-02-05' }, islemler: items(70) })
  expect(await stored(ctx)).toMatchObject(both({ visits: 1, total_kurus: 7_000, last_day: '2026-02-05' }))
})

test('a record that becomes another car and customer counts there', async () => {
  const ctx = await shop()
  const { id } = await save(ctx, { info: { ...GOLF, giris_tarihi: '2026-01-05' }, islemler: items(100) })
  await save(ctx, { info: { ...GOLF, giris_tarihi: '2026-01-02' } })
  await save(ctx, { info: { ...CLIO, giris_tarihi: '2026-01-03' } })
  await save(ctx, { id, info: CLIO })
  const moved = [
    { visits: 1, total_kurus: 0, last_day: '2026-01-02' },
    { visits: 2, total_kurus: 10_000, last_day: '2026-01-05' },
  ]
  expect(await stored(ctx)).toMatchObject({ vehicle: moved, customer: moved })
})

test('concurrent saves, changes, deletions and restorations of two cars neither deadlock nor get lost', async () => {
  const ctx = await shop()
  const rounds = 12
  const made = await Promise.all(
    Array.from({ length: 6 }, (_, n) => save(ctx, { info: n % 2 ? GOLF : CLIO, islemler: items(n) })),
  )
  for (let round = 1; round <= rounds; round++) {
    const work = made.map(({ id }, n) => {
      const day = `2026-0${((n + round) % 6) + 1}-11`
      const car = (n + round) % 2 ? GOLF : CLIO
      if (n === round % 6)
        return deleteKayit(ctx, { kayit_id: id }).then(() => restoreKayit(ctx, { kayit_id: id }))
      return save(ctx, { id, info: { ...car, giris_tarihi: day }, islemler: items(round) })
    })
    await Promise.all([...work, save(ctx, { info: GOLF, islemler: items(1) })])
  }
  const kept = await stored(ctx)
  expect(kept.vehicle.reduce((sum, { visits }) => sum + visits, 0)).toBe(6 + rounds)
  expect(await counted(ctx)).toEqual(kept)
})
