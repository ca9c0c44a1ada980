import { beforeEach, expect, test } from 'vitest'

import type { UserCtx } from '#server/platform/core/context.ts'
import { deleteKayit, purgeDeleted, restoreKayit } from '#server/kayit/operations.ts'
import { purgeOrphans } from '#server/directory/links.ts'
import { relink } from '#server/kayit/relink.ts'
import { eraseCustomer } from '#server/personal-data/erase.ts'
import { eraseOrphanVehicles } from '#server/personal-data/retention.ts'
import { listErasures } from '#server/personal-data/register.ts'
import { ERASED_PLATE } from '#shared/personal-data/rules.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { dumpOf, hitsOf } from '#tests/support/database/dump.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { info, linksOf } from '#tests/support/rows/personal-data.ts'

const db = await testDatabase()
const NUMBERS = ['34 KNR 987', '34KNR987', 'WVWZZZ1JZXW987654', 'MTR98765']

let ctx: UserCtx
/** The record of the customer who bought the car from the erased seller. */
let bought: { id: number; customer_id: number; vehicle_id: number }
beforeEach(async () => {
  ctx = userCtx(db, await buildUser(db))
  const sold = await save(ctx, { info })
  const buyer = { musteri_adi_soyadi: 'Veli Alıcı', musteri_tel: '0544 000 11 22', tc_vergino: '' }
  const { id } = await save(ctx, { info: { ...info, ...buyer, giris_tarihi: '2026-11-10' } })
  bought = { id, ...(await linksOf(db, id)) }
  await eraseCustomer(ctx, { id: (await linksOf(db, sold.id)).customer_id, reason: 'request' })
})

const plate = async () =>
  (
    await db
      .selectFrom('vehicle')
      .where('id', '=', bought.vehicle_id)
      .select('plate')
      .executeTakeFirstOrThrow()
  ).plate

async function hits() {
  const own = [...(await dumpOf(db))].map(([name, rows]): [string, string[]] => [
    name,
    rows.filter((row) => row.includes(`"shop_id":${ctx.actor.shop},`)),
  ])
  return hitsOf(new Map(own), NUMBERS)
}

test('a car stays as long as one of its customers is not erased, also if that visit is in the trash', async () => {
  expect(await eraseOrphanVehicles(db, ctx.now)).toBe(0)
  await deleteKayit(ctx, { kayit_id: bought.id })
  expect(await eraseOrphanVehicles(db, ctx.now)).toBe(0)
  expect(await plate()).toBe('34 KNR 987')
  // The next test empties the trash of all shops.
  await restoreKayit(ctx, { kayit_id: bought.id })
})

test('once that visit was removed for good, the numbers go everywhere', async () => {
  await deleteKayit(ctx, { kayit_id: bought.id })
  const later = new Date(ctx.now.getTime() + 31 * 86_400_000)
  await purgeDeleted(db, later)
  await purgeOrphans(db, later)
  expect(await eraseOrphanVehicles(db, later)).toBe(1)
  expect(await plate()).toBe(ERASED_PLATE)
  expect(await hits()).toEqual({})
  const { items } = await listErasures(ctx, { page: 1 })
  expect(items).toMatchObject([{ reason: 'ended', actor_name: '', counts: { records: 0, vehicles: 1 } }, {}])
  // A run on the next day finds nothing more and writes nothing.
  expect(await eraseOrphanVehicles(db, later)).toBe(0)
  expect((await listErasures(ctx, { page: 1 })).items).toHaveLength(2)
})

test('once it was moved to another car by hand, that one has the numbers', async () => {
  const { after } = await relink(ctx, 'vehicle', { kayit_id: bought.id })
  expect(await eraseOrphanVehicles(db, ctx.now)).toBe(1)
  expect(await plate()).toBe(ERASED_PLATE)
  const other = await db.selectFrom('vehicle').where('id', '=', after).select('plate').executeTakeFirst()
  expect(other).toEqual({ plate: '34 KNR 987' })
  expect(await hits()).toMatchObject({ kayit: 1, vehicle: 1 })
})
