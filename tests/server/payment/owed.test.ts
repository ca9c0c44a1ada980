import { expect, test } from 'vitest'

import { earlierVisits } from '#server/history/earlier.ts'
import { saveAccountsStart } from '#server/payment/operations.ts'
import { lookupVehicles } from '#server/vehicle/list.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { take } from '#tests/support/rows/payment.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const db = await testDatabase()

test('a returning car shows what is owed for its due records, and a mechanic sees none of it', async () => {
  const owner = await buildUser(db)
  const ctx = userCtx(db, owner)
  const add = async (info: object, fiyat_kurus: number) => {
    const islemler = [{ islem_adi: 'Balata', islem_adet: 1, fiyat_kurus }]
    return (await save(ctx, { info: { plaka: '34 ABC 123', ...info }, islemler })).id
  }
  const done = (cikis_tarihi: string) => ({ durum: 'Tamamlandı', giris_tarihi: cikis_tarihi, cikis_tarihi })
  await add(done('2026-10-31'), 900_000)
  const partly = await add(done('2026-11-05'), 50_000)
  await add(done('2026-11-06'), 70_000)
  const paid = await add(done('2026-11-07'), 30_000)
  await add({ ...done('2026-11-08'), durum: 'İptal' }, 11_000)
  const now = await add({ giris_tarihi: '2026-11-20' }, 25_000)
  const owed = async (caller = ctx) => {
    const [visits] = await earlierVisits(caller, { kayit_ids: [now] })
    const { vehicles } = await lookupVehicles(caller, { q: '34ABC123' })
    return [visits?.owed_kurus, visits?.owed_count, vehicles[0]?.owed_kurus]
  }
  expect(await owed()).toEqual([0, 0, 0])
  await saveAccountsStart(ctx, { start: '2026-11-01' })
  await take(ctx, { kayit_id: partly, amount_kurus: 20_000 })
  await take(ctx, { kayit_id: paid, amount_kurus: 35_000 })
  await take(ctx, { kayit_id: now, amount_kurus: 5_000 })
  // 300,00 and 700,00; an overpaid record lowers no other debt, and the open one is no debt yet.
  expect(await owed()).toEqual([100_000, 2, 100_000])
  const mechanic = userCtx(db, await buildMember(db, owner, { role: 'mechanic' }))
  expect(await owed(mechanic)).toEqual([undefined, 0, undefined])
})
