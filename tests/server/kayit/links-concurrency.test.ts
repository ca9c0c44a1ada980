import { expect, test } from 'vitest'

import type { UserCtx } from '#server/platform/core/context.ts'
import { fillLinks } from '#server/kayit/fill-links.ts'
import { purgeUnused } from '#server/kayit/purge-unused.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()
const shop = async () => userCtx(db, await buildUser(db))

const count = async ({ actor }: UserCtx, table: 'vehicle' | 'customer') =>
  (await db.selectFrom(table).where('shop_id', '=', actor.shop).select('id').execute()).length

const unlinked = async ({ actor }: UserCtx) =>
  db
    .selectFrom('kayit')
    .where('shop_id', '=', actor.shop)
    .where((eb) => eb.or([eb('vehicle_id', 'is', null), eb('customer_id', 'is', null)]))
    .select('id')
    .execute()

test('concurrent records of a new car and customer store each once', async () => {
  const ctx = await shop()
  for (let round = 0; round < 10; round++) {
    const info = {
      plaka: `34 A 10${round}0`,
      musteri_adi_soyadi: `Ad ${round}`,
      musteri_tel: '0532 123 45 67',
    }
    await Promise.all(Array.from({ length: 8 }, () => save(ctx, { info })))
    expect([await count(ctx, 'vehicle'), await count(ctx, 'customer')]).toEqual([round + 1, round + 1])
  }
})

test('a car that loses its last record while another save finds it is never missing', async () => {
  const ctx = await shop()
  const { id } = await save(ctx, { info: { plaka: '34 A 1000', musteri_adi_soyadi: 'Ayşe' } })
  await save(ctx, { info: { plaka: '34 A 1001', musteri_adi_soyadi: 'Ayşe' } })
  for (let round = 0; round < 20; round++) {
    const [from, to] = round % 2 === 0 ? ['34 A 1000', '34 A 1001'] : ['34 A 1001', '34 A 1000']
    const [moved, found] = await Promise.all([
      save(ctx, { id, info: { plaka: to } }),
      // It also describes the car anew, which waits for the other save.
      save(ctx, { info: { plaka: from, musteri_adi_soyadi: 'Ayşe', arac_model: `Model ${round}` } }),
      purgeUnused(db, ctx.now),
    ])
    expect([moved.kayit.plaka, found.kayit.plaka]).toEqual([to, from])
    await db.deleteFrom('kayit').where('id', '=', found.id).execute()
  }
  expect(await unlinked(ctx)).toEqual([])
})

test('the records of an older version are linked beside saves, and nobody waits forever', async () => {
  const ctx = await shop()
  const infoOf = (number: number) => ({
    plaka: `34 A ${1000 + (number % 40)}`,
    musteri_adi_soyadi: `Ad ${number % 30}`,
    musteri_tel: `0532 123 45 ${10 + (number % 30)}`,
    arac_model: `Model ${number % 7}`,
  })
  for (let number = 0; number < 120; number++) await save(ctx, { info: infoOf(number) })
  await db
    .updateTable('kayit')
    .set({ vehicle_id: null, customer_id: null })
    .where('shop_id', '=', ctx.actor.shop)
    .execute()
  const saves = Array.from({ length: 60 }, (_, number) => save(ctx, { info: infoOf(119 - number) }))
  const [linked] = await Promise.all([fillLinks(db, ctx.now), ...saves])
  expect(linked).toBe(120)
  expect(await unlinked(ctx)).toEqual([])
  expect([await count(ctx, 'vehicle'), await count(ctx, 'customer')]).toEqual([40, 30])
})
