import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { afterAll, expect, test } from 'vitest'

import { rebuildAll } from '#server/commands/jobs/rebuild.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { recountTotals } from '#server/stats/recount.ts'
import { databaseUrl, open, testDatabaseTarget } from '#tests/support/database/database.ts'
import { shopRows, spoil } from '#tests/support/rows/derived.ts'
import { temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { launchPanel } from '#tests/support/panel/panel-process.ts'
import { countedTotals, storedTotals } from '#tests/support/rows/stats.ts'

const target = await testDatabaseTarget()
const db = open(target)
afterAll(() => db.destroy())

const COMMAND = join(import.meta.dirname, '../../server/commands/rebuild.ts')

/** Runs `npm run rebuild` without npm; returns its output and its exit code. */
async function run(env: Record<string, string>) {
  const child = spawn(process.execPath, [COMMAND], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { out, err, code: code as number | null }
}

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
  const { out, err, code } = await run({ DATABASE_URL: databaseUrl(target) })
  expect({ err, code }).toEqual({ err: '', code: 0 })
  expect(out).toMatch(
    /^\d servisin aylık, günlük ve işlem toplamları yeniden sayıldı\.\nDüzeltilen: 1 kayıt, 1 işlem, 0 gider, 0 geri bildirim\.\nAraca ve müşteriye bağlanan: 0 kayıt\.\n$/,
  )
  expect(await shopRows(db, ctx.actor.shop)).toEqual(fresh)
})

test('the rebuild command refuses embedded data that a panel uses, and works after that has stopped', async () => {
  const dataDir = temporaryFolder()
  const panel = launchPanel(dataDir)
  expect(await panel.word).toMatch(/^ready/)
  expect(await run({ DATA_DIR: dataDir })).toEqual({
    out: '',
    err: 'DATA_DIR: bu klasördeki veritabanını başka bir panel kullanıyor.\n',
    code: 1,
  })
  await panel.end('SIGTERM')
  expect(await run({ DATA_DIR: dataDir })).toMatchObject({ err: '', code: 0 })
  rmSync(dataDir, { recursive: true, force: true })
})
