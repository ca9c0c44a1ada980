import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import type { UserCtx } from '#server/platform/core/context.ts'
import { deleteKayit, getKayit, restoreKayit } from '#server/kayit/operations.ts'
import { listErasures } from '#server/personal-data/register.ts'
import {
  eraseAbsentCustomers,
  getRetention,
  purgeChanges,
  saveRetention,
} from '#server/personal-data/retention.ts'
import { ERASED_CUSTOMER_NAME } from '#shared/personal-data/rules.ts'
import { retention } from '#shared/personal-data/schema.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, TEST_NOW, userCtx } from '#tests/support/rows/factories.ts'
import { list, names, save } from '#tests/support/rows/kayit.ts'
import { countedTotals, storedTotals } from '#tests/support/rows/stats.ts'

const db = await testDatabase()

let ctx: UserCtx
beforeEach(async () => {
  ctx = userCtx(db, await buildUser(db))
})

const oil = { islem_adi: 'Yağ', islem_adet: 1, fiyat_kurus: 12_345 }
let cars = 0
const came = (musteri_adi_soyadi: string, days: readonly string[]) =>
  days.reduce(async (before, giris_tarihi) => {
    await before
    cars += 1
    const info = { musteri_adi_soyadi, giris_tarihi, musteri_tel: '0532 123 45 67', plaka: `34 A ${cars}` }
    await save(ctx, { info, islemler: [oil] })
  }, Promise.resolve())

describe('how long a shop keeps its changes', () => {
  test('two years, until the owner says otherwise; each shop on its own', async () => {
    const other = userCtx(db, await buildUser(db))
    for (const own of [ctx, other])
      for (const day of ['2023-01-02', '2024-11-20', '2025-06-01', '2026-11-01'])
        await save({ ...own, now: new Date(`${day}T09:00:00Z`) }, {})
    const stored = z.parse(retention, await getRetention(ctx))
    expect(stored).toMatchObject({ change_months: 24, anonymise_years: null })
    expect(stored.old_changes).toEqual(
      [3, 3, 2, 1, 0, 0].map((changes, at) => ({ months: [6, 12, 24, 36, 60, 120][at], changes })),
    )
    await saveRetention(ctx, { change_months: 12, anonymise_years: null })
    await purgeChanges(db, TEST_NOW)
    const left = async ({ actor }: UserCtx) =>
      (
        await db
          .selectFrom('change')
          .where('shop_id', '=', actor.shop)
          .where('noun', '=', 'kayit')
          .orderBy('at')
          .select('at')
          .execute()
      ).map(({ at }) => at.toISOString().slice(0, 10))
    expect(await left(ctx)).toEqual(['2026-11-01'])
    expect(await left(other)).toEqual(['2025-06-01', '2026-11-01'])
  })

  test('is changed after the password only', async () => {
    const late = { ...ctx, actor: { ...ctx.actor, session: { ...ctx.actor.session, confirmedAt: null } } }
    const input = { change_months: 6, anonymise_years: null } as const
    await expect(saveRetention(late, input)).rejects.toMatchObject({ code: 'UNCONFIRMED' })
  })
})

describe('customers who have not come for years', () => {
  test('are counted before, and erased only where the shop wants it', async () => {
    await came('Eski Müşteri', ['2015-03-01', '2016-11-20'])
    await came('Sadık Müşteri', ['2014-03-01', '2026-01-01'])
    await came('Altı Yıllık', ['2020-03-01'])
    expect((await getRetention(ctx)).old_records).toEqual([
      { years: 5, records: 3 },
      { years: 10, records: 2 },
    ])
    expect(await eraseAbsentCustomers(db, TEST_NOW)).toBe(0)
    await saveRetention(ctx, { change_months: 24, anonymise_years: 10 })
    const totals = await storedTotals(db, ctx.actor.shop)
    expect(await eraseAbsentCustomers(db, TEST_NOW)).toBe(1)
    expect((await names(ctx)).sort()).toEqual(
      ['Altı Yıllık', 'Sadık Müşteri', 'Sadık Müşteri', ERASED_CUSTOMER_NAME, ERASED_CUSTOMER_NAME].sort(),
    )
    expect(await storedTotals(db, ctx.actor.shop)).toEqual(totals)
    expect(await countedTotals(db, ctx.actor.shop)).toEqual(totals)
    const { items } = await listErasures(ctx, { page: 1 })
    expect(items).toMatchObject([
      { reason: 'retention', customer_id: null, actor_name: '', counts: { records: 2, vehicles: 2 } },
    ])
    // A run on the next day finds nothing more and writes nothing.
    expect(await eraseAbsentCustomers(db, TEST_NOW)).toBe(0)
    expect((await listErasures(ctx, { page: 1 })).items).toHaveLength(1)
    expect((await getRetention(ctx)).old_records).toEqual([
      { years: 5, records: 1 },
      { years: 10, records: 0 },
    ])
  })

  test('stay with a quote or an appointment of these years, and go with an older one', async () => {
    await came('Bekleyen Müşteri', ['2015-03-01'])
    await came('Unutulan Müşteri', ['2014-03-01'])
    const asks = (musteri_adi_soyadi: string, plaka: string, kayit_tarihi: string) =>
      save(ctx, {
        stage: 'quote',
        info: { musteri_adi_soyadi, musteri_tel: '0532 123 45 67', plaka, kayit_tarihi },
        islemler: [oil],
      })
    const { id } = await asks('Bekleyen Müşteri', '34 B 1', '2026-11-20')
    await asks('Unutulan Müşteri', '34 B 2', '2015-05-05')
    await saveRetention(ctx, { change_months: 24, anonymise_years: 10 })
    expect((await getRetention(ctx)).old_records.at(-1)).toEqual({ years: 10, records: 1 })
    expect(await eraseAbsentCustomers(db, TEST_NOW)).toBe(1)
    expect((await names(ctx)).sort()).toEqual(['Bekleyen Müşteri', ERASED_CUSTOMER_NAME].sort())
    const { kayit } = await getKayit(ctx, { kayit_id: id })
    expect(kayit.musteri_adi_soyadi).toBe('Bekleyen Müşteri')
  })

  test('wait for what the shop may still restore from its trash', async () => {
    await came('Eski Müşteri', ['2015-03-01'])
    await came('Çöpteki Müşteri', ['2014-03-01', '2026-01-01'])
    const { items } = await list(ctx, { q: 'Çöpteki' })
    const trashed = items.find(({ giris_tarihi }) => giris_tarihi === '2026-01-01')?.kayit_id ?? 0
    await deleteKayit(ctx, { kayit_id: trashed })
    await saveRetention(ctx, { change_months: 24, anonymise_years: 10 })
    expect((await getRetention(ctx)).old_records.at(-1)).toEqual({ years: 10, records: 1 })
    const days = (count: number) => new Date(TEST_NOW.getTime() + count * 86_400_000)
    expect(await eraseAbsentCustomers(db, days(30))).toBe(1)
    await restoreKayit({ ...ctx, now: days(30) }, { kayit_id: trashed })
    expect((await names(ctx)).sort()).toEqual(
      ['Çöpteki Müşteri', 'Çöpteki Müşteri', ERASED_CUSTOMER_NAME].sort(),
    )
    await deleteKayit({ ...ctx, now: days(30) }, { kayit_id: trashed })
    expect(await eraseAbsentCustomers(db, days(60))).toBe(0)
    expect(await eraseAbsentCustomers(db, days(61))).toBe(1)
    expect(await names(ctx)).toEqual([ERASED_CUSTOMER_NAME, ERASED_CUSTOMER_NAME])
  })
})
