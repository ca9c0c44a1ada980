import { afterAll, expect, test } from 'vitest'

import { rebuildAll } from '#server/commands/jobs/rebuild.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { recountTotals } from '#server/stats/recount.ts'
import { databaseUrl, open, testDatabaseTarget } from '#tests/support/database/database.ts'
import { runRebuild } from '#tests/support/database/rebuild-command.ts'
import { shopRows, spoil } from '#tests/support/rows/derived.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { countedTotals, storedTotals } from '#tests/support/rows/stats.ts'

const target = await testDatabaseTarget()
const db = open(target)
afterAll(() => db.destroy())

/** Stores a shop with more records than one batch holds. */
async function largeShop(): Promise<{ ctx: UserCtx; ids: number[] }> {
  const ctx = userCtx(db, await buildUser(db))
  const ids: number[] = []
  for (let count = 0; count < 520; count++) {
    const day = `2026-${String(1 + (count % 4)).padStart(2, '0')}-11`
    const { id } = await save(ctx, {
      info: { giris_tarihi: day },
      islemler: [{ islem_adi: `Yağ ${count % 3}`, islem_adet: 1, fiyat_kurus: 1_000 + 100 * count }],
    })
    ids.push(id)
  }
  return { ctx, ids }
}

test('a record that is saved during a rebuild stays right, and so do the totals', async () => {
  const { ctx, ids } = await largeShop()
  // Rows and totals agree with each other, as if an older version had computed them differently.
  await db
    .updateTable('kayit')
    .set({ day: '2025-03-09', search_name: 'x' })
    .where('shop_id', '=', ctx.actor.shop)
    .execute()
  await db.updateTable('islem').set({ islem_adi_upper: 'X' }).where('shop_id', '=', ctx.actor.shop).execute()
  await db.deleteFrom('day_totals').where('shop_id', '=', ctx.actor.shop).execute()
  for (const table of ['operation_totals', 'status_totals', 'make_totals'] as const)
    await db.deleteFrom(table).where('shop_id', '=', ctx.actor.shop).execute()
  await recountTotals(db, ctx.actor.shop)

  const rebuilding = rebuildAll(db)
  const saves = ids
    .filter((_, index) => index % 20 === 0)
    .map(async (id, index) => {
      const info = { musteri_adi_soyadi: `Işık ${index}`, giris_tarihi: '2026-06-01' }
      await save(ctx, {
        id,
        info,
        islemler: [{ islem_adi: 'Fren', islem_adet: 2, fiyat_kurus: 100 * index }],
      })
    })
  await Promise.all([rebuilding, ...saves])

  const after = await shopRows(db, ctx.actor.shop)
  expect(await rebuildAll(db)).toMatchObject({ kayit: 0, islem: 0 })
  expect(await shopRows(db, ctx.actor.shop)).toEqual(after)
  expect(after.kayit.filter(({ day }) => day === '2026-06-01')).toHaveLength(26)
  expect(await storedTotals(db, ctx.actor.shop)).toEqual(await countedTotals(db, ctx.actor.shop))
})

test('the rebuild command corrects wrong values and reports how many', async () => {
  const ctx = userCtx(db, await buildUser(db))
  await save(ctx, { islemler: [{ islem_adi: 'Yağ', islem_adet: 1, fiyat_kurus: 1_000 }] })
  await rebuildAll(db)
  const fresh = await shopRows(db, ctx.actor.shop)
  await spoil(db, ctx.actor.shop)
  const { out, err, code } = await runRebuild({ DATABASE_URL: databaseUrl(target) })
  expect({ err, code }).toEqual({ err: '', code: 0 })
  expect(out).toMatch(
    /^\d servisin aylık, günlük ve işlem toplamları yeniden sayıldı\.\nDüzeltilen: 1 kayıt, 1 işlem, 0 gider, 0 geri bildirim\.\nAraca ve müşteriye bağlanan: 0 kayıt\.\n$/,
  )
  expect(await shopRows(db, ctx.actor.shop)).toEqual(fresh)
})
