import { describe, expect, test } from 'vitest'

import { getCustomer } from '#server/history/details.ts'
import { rebuildAll } from '#server/commands/jobs/rebuild.ts'
import { getPeriodStats, getStats } from '#server/stats/operations.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { legacyClient, testApp } from '#tests/support/panel/app.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { list } from '#tests/support/rows/kayit.ts'
import { countedTotals, storedTotals } from '#tests/support/rows/stats.ts'

const db = await testDatabase()
const NOVEMBER = { month: 11, year: 2026 }

/** Stores a shop whose integrator sends these statuses, each record with 100,00 ₺ of work. */
async function shopWith(statuses: readonly string[]) {
  const user = await buildUser(db)
  const { post } = legacyClient(testApp(db), db, user)
  for (const durum of statuses) {
    const dates = { giris_tarihi: '2026-11-05', cikis_tarihi: '2026-11-06' }
    const info = { musteri_adi_soyadi: 'Ayşe Işık', musteri_tel: '0532 111 22 33', plaka: '34 ABC 123' }
    const { body } = await post('submitKayit.php', {
      info: { ...info, ...dates, arac_marka: 'VW', durum },
      islemler: [{ islem_adi: 'Yağ', islem_adet: 1, islem_fiyat: 100 }],
    })
    expect(body).toMatchObject({ success: true })
  }
  return userCtx(db, user)
}

describe('statuses that an old path sends in another case', () => {
  test('a cancelled record counts in no income, wherever income is shown', async () => {
    const ctx = await shopWith(['İPTAL', 'iptal', 'İptal', 'IPTAL', 'TAMAMLANDI'])
    const stats = await getStats(ctx, NOVEMBER)
    expect(stats.son_ay_gelir_kurus).toBe(20_000)
    expect(stats.toplam_gelir_kurus).toBe(20_000)
    expect(stats.durumlara_gore_kayit).toEqual([
      { durum: 'İptal', adet: 3 },
      { durum: 'IPTAL', adet: 1 },
      { durum: 'Tamamlandı', adet: 1 },
    ])
    const { totals, income_by_make, income_by_operation } = await getPeriodStats(ctx, {
      from: '2026-11-01',
      to: '2026-11-30',
    })
    expect(totals).toMatchObject({ gelir_kurus: 20_000, tamamlanan_sayisi: 1, gelirli_kayit_sayisi: 2 })
    expect(income_by_make.top).toEqual([{ name: 'VW', gelir_kurus: 20_000 }])
    expect(income_by_operation.top).toEqual([{ name: 'YAĞ', gelir_kurus: 20_000 }])
    const [customer] = await db
      .selectFrom('customer')
      .where('shop_id', '=', ctx.actor.shop)
      .selectAll()
      .execute()
    expect(customer).toMatchObject({ visits: 5, total_kurus: 20_000 })
    expect(await getCustomer(ctx, { id: customer?.id ?? 0 })).toMatchObject({
      total_kurus: 20_000,
      years: [{ year: 2026, visits: 5, total_kurus: 20_000 }],
    })
  })

  test('open work is found, and its sum leaves cancelled records out', async () => {
    const ctx = await shopWith(['DEVAM EDİYOR', 'devam ediyor', 'TAMAMLANDI', 'Beklemede'])
    const { open_work } = await getPeriodStats(ctx, { from: '2026-11-01', to: '2026-11-30' })
    expect(open_work).toEqual({ kayit_sayisi: 2, en_eski: '2026-11-05', toplam_kurus: 20_000 })
    expect((await list(ctx, { open: true })).total).toBe(2)
  })

  test('the stored totals are those of a recount', async () => {
    const ctx = await shopWith(['İPTAL', 'iptal', 'TAMAMLANDI', 'İPTÂL'])
    const before = await storedTotals(db, ctx.actor.shop)
    expect(before).toEqual(await countedTotals(db, ctx.actor.shop))
    await rebuildAll(db)
    expect(await storedTotals(db, ctx.actor.shop)).toEqual(before)
  })
})
