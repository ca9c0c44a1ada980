import { beforeEach, expect, test } from 'vitest'

import type { UserCtx } from '#server/platform/core/context.ts'
import { deleteKayit } from '#server/kayit/operations.ts'
import { lookupVehicles } from '#server/vehicle/list.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()
const VIN = 'WVWZZZ1JZ3W386752'
type Info = NonNullable<NonNullable<Parameters<typeof save>[1]>['info']>

let ctx: UserCtx
beforeEach(async () => {
  ctx = userCtx(db, await buildUser(db))
})

const add = async (info: Info) => (await save(ctx, { info })).id
const lookup = async (q: string) => (await lookupVehicles(ctx, { q })).vehicles
const plates = async (q: string) => (await lookup(q)).map(({ plate }) => plate)

test('a known car has its last visit, the customer of that visit and the open work', async () => {
  const car = { plaka: '34 ABC 123', sasi_no: VIN, arac_marka: 'VW', arac_model: 'Golf', model_yili: 2003 }
  const open = await add({
    ...car,
    musteri_adi_soyadi: 'Ali Su',
    km_bilgisi: 80_000,
    giris_tarihi: '2026-01-05',
  })
  const last = await add({
    ...car,
    musteri_adi_soyadi: 'Ayşe Işık',
    musteri_tel: '0532 123 45 67',
    tc_vergino: '10000000146',
    durum: 'Tamamlandı',
    giris_tarihi: '2026-03-05',
    cikis_tarihi: '2026-03-06',
  })
  expect(await lookup('34abc123')).toEqual([
    {
      id: expect.any(Number),
      plate: '34 ABC 123',
      vin: VIN,
      make: 'VW',
      model: 'Golf',
      model_year: 2003,
      engine_no: '',
      customer: { id: expect.any(Number), name: 'Ayşe Işık', phone: '0532 123 45 67', tax_no: '10000000146' },
      last: { kayit_id: last, day: '2026-03-05', km: 80_000 },
      open_kayit_id: open,
      owed_kurus: 0,
    },
  ])
})

test('a car is found from the second character of its plate or chassis number, the newest visit first', async () => {
  await add({ plaka: '34 ABC 123', giris_tarihi: '2026-01-05' })
  await add({ plaka: '34 ABC 12', giris_tarihi: '2026-02-05' })
  await add({ plaka: '06 XYZ 7', sasi_no: VIN, giris_tarihi: '2026-03-05' })
  expect(await plates('34')).toEqual(['34 ABC 12', '34 ABC 123'])
  expect(await plates('34 abc 123')).toEqual(['34 ABC 123'])
  expect(await plates('34 a bc 12')).toEqual(['34 ABC 12', '34 ABC 123'])
  expect(await plates('wvwzzz1')).toEqual(['06 XYZ 7'])
  expect([await plates('3'), await plates('%'), await plates('AB')]).toEqual([[], [], []])
})

test('at most eight cars are named, an exact plate first', async () => {
  for (let number = 10; number < 22; number++)
    await add({ plaka: `34 A 10${number}`, giris_tarihi: `2026-01-${number}` })
  await add({ plaka: '34 A 10', giris_tarihi: '2020-01-01' })
  expect(await plates('34a10')).toEqual([
    '34 A 10',
    ...[21, 20, 19, 18, 17, 16, 15].map((number) => `34 A 10${number}`),
  ])
})

test('the newest visits come first, however long the cars are known', async () => {
  await add({ plaka: '34 A 1000', giris_tarihi: '2026-01-01' })
  for (let number = 1; number < 10; number++)
    await add({ plaka: `34 A 100${number}`, giris_tarihi: `2026-02-0${number}` })
  await add({ plaka: '34 A 1000', giris_tarihi: '2026-03-01' })
  expect((await plates('34')).slice(0, 2)).toEqual(['34 A 1000', '34 A 1009'])
})

test('a merged car is known by its own plate, and its visits are those of the car that it is', async () => {
  const [old, root] = [
    await add({ plaka: '34 A 1000', km_bilgisi: 90_000 }),
    await add({ plaka: '06 XYZ 7' }),
  ]
  const idOf = async (kayitId: number) =>
    (await db.selectFrom('kayit').where('id', '=', kayitId).select('vehicle_id').executeTakeFirstOrThrow())
      .vehicle_id ?? 0
  const [merged_into, id] = [await idOf(root), await idOf(old)]
  await db.updateTable('vehicle').set({ merged_into, visits: 0 }).where('id', '=', id).execute()
  expect(await lookup('34a1000')).toMatchObject([{ id, last: { kayit_id: old } }])
  expect(await lookup('34a100')).toEqual([])
  expect(await lookup('06x')).toMatchObject([{ id: merged_into, last: { kayit_id: root, km: 90_000 } }])
})

test('deleted records and other shops are not named', async () => {
  await deleteKayit(ctx, { kayit_id: await add({ plaka: '34 ABC 123' }) })
  expect(await plates('34')).toEqual([])
  await add({ plaka: '34 ABC 124' })
  const other = userCtx(db, await buildUser(db))
  expect((await lookupVehicles(other, { q: '34' })).vehicles).toEqual([])
})
