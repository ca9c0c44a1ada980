import { beforeAll, describe, expect, test } from 'vitest'

import { listCustomers } from '#server/customer/list.ts'
import { lookupCustomers } from '#server/customer/lookup.ts'
import { suggestItems } from '#server/item/suggest.ts'
import { findEverywhere } from '#server/search/operations.ts'
import { getStats } from '#server/stats/operations.ts'
import { listVehicles } from '#server/vehicle/list.ts'
import { lookupVehicles } from '#server/vehicle/lookup.ts'
import { legacyClient, outcomeByPost, testApp } from '#tests/support/app.ts'
import { testDatabase } from '#tests/support/database.ts'
import { buildUser, type TestUser, userCtx } from '#tests/support/factories.ts'
import { list, save } from '#tests/support/kayit.ts'
import { FOREIGN_PHONES, ITEMS, NAMES, PHONES, PLATES, VINS } from '#tests/support/look-alikes.ts'

const db = await testDatabase()
const app = testApp(db)
const PERSON = { musteri_adi_soyadi: NAMES[0] ?? '', musteri_tel: PHONES[0] ?? '' }
const CAR = { plaka: '34 İST 123', sasi_no: VINS[0] ?? '' }

let owner: TestUser
let ctx: ReturnType<typeof userCtx>
beforeAll(async () => {
  owner = await buildUser(db)
  ctx = userCtx(db, owner)
  await save(ctx, {
    info: { ...PERSON, ...CAR },
    islemler: [{ islem_adi: 'Fren balatası', islem_adet: 1, fiyat_kurus: 100 }],
  })
  await save(ctx, {
    info: { musteri_adi_soyadi: 'Hans Meier', musteri_tel: FOREIGN_PHONES[0] ?? '', plaka: 'B-MW 1234' },
  })
})

const PAGE = { sort: 'last_day', dir: 'desc', page: 1, size: 20 } as const
const of = (texts: readonly string[]) => ({ texts, name: texts[0] })

describe('a search in any spelling finds the record, the customer and the car', () => {
  test.each([of(PHONES), of(NAMES)])('$name', async ({ texts }) => {
    for (const q of texts) {
      const found = await findEverywhere(ctx, { q })
      expect.soft(found.records.items, q).toHaveLength(1)
      expect.soft(found.customers.items, q).toHaveLength(1)
      expect.soft((await list(ctx, { q })).total, q).toBe(1)
      expect.soft((await listCustomers(ctx, { ...PAGE, q })).total, q).toBe(1)
      expect.soft((await lookupCustomers(ctx, { q })).customers, q).toHaveLength(1)
    }
  })

  test.each([of(PLATES), of(VINS)])('$name', async ({ texts }) => {
    for (const q of texts) {
      const found = await findEverywhere(ctx, { q })
      expect.soft(found.records.items, q).toHaveLength(1)
      expect.soft(found.vehicles.items, q).toHaveLength(1)
      expect.soft((await list(ctx, { q })).total, q).toBe(1)
      expect.soft((await listVehicles(ctx, { ...PAGE, q })).total, q).toBe(1)
      expect.soft((await lookupVehicles(ctx, { q })).vehicles, q).toHaveLength(1)
    }
  })

  test('a foreign phone, with + or 00', async () => {
    for (const q of FOREIGN_PHONES) {
      expect.soft((await list(ctx, { q })).total, q).toBe(1)
      expect.soft((await lookupCustomers(ctx, { q })).customers, q).toHaveLength(1)
    }
  })

  test('a work item', async () => {
    for (const q of ITEMS)
      expect.soft((await suggestItems(ctx, { q, plate: '', vin: '', kayit_id: 0 })).items, q).toHaveLength(1)
  })
})

describe('records in any spelling are of one customer and one car', () => {
  const infos = [
    ...PHONES.map((musteri_tel, i) => ({ musteri_tel, plaka: PLATES[i % PLATES.length] ?? '' })),
    ...NAMES.map((musteri_adi_soyadi, i) => ({ musteri_adi_soyadi, sasi_no: VINS[i % VINS.length] ?? '' })),
    ...PLATES.map((plaka, i) => ({ plaka, sasi_no: '', musteri_tel: PHONES[i % PHONES.length] ?? '' })),
  ].map((info) => ({ ...PERSON, ...CAR, ...info }))
  const item = (i: number) => ({ islem_adi: ITEMS[i % ITEMS.length] ?? '', islem_adet: 1 })
  const linked = async () => {
    const rows = await db
      .selectFrom('kayit')
      .where('user_id', '=', ctx.actor.shop)
      .where('plaka', '<>', 'B-MW 1234')
      .select(['vehicle_id', 'customer_id'])
      .distinct()
      .execute()
    return rows.length
  }

  test('saved on the page, or sent to the old path, with their work items counted as one', async () => {
    const submit = outcomeByPost(legacyClient(app, db, owner))
    for (const [i, info] of infos.entries()) {
      if (i % 2 === 0) await save(ctx, { info, islemler: [{ ...item(i), fiyat_kurus: 100 }] })
      else await submit('submitKayit.php', { info, islemler: [item(i)] }, ({ id }) => id)
    }
    expect(await linked()).toBe(1)
    const month = await getStats(ctx, { month: 11, year: 2026 })
    expect(month.en_fazla_islemler).toEqual([
      { islem_adi_upper: 'FREN BALATASI', toplam_islem_adeti: infos.length + 1 },
    ])
  }, 60_000)
})

describe('a plate without a digit', () => {
  test('names no car: two such records are of two cars, and nothing is offered for it', async () => {
    const other = userCtx(db, await buildUser(db))
    const cars = async () => (await listVehicles(other, { ...PAGE, q: '' })).total
    for (const plaka of ['PLAKASIZ', 'PLAKASIZ', 'plakasız', 'MİSAFİR', 'YOK'])
      await save(other, { info: { musteri_adi_soyadi: `Müşteri ${plaka}`, plaka } })
    expect(await cars()).toBe(5)
    for (const q of ['PLAKASIZ', 'misafir', 'yok', 'PL'])
      expect((await lookupVehicles(other, { q })).vehicles).toEqual([])
    expect((await list(other, { q: 'plakasiz' })).total).toBe(3)

    await save(other, { info: { plaka: 'YOK', sasi_no: 'WVWZZZ1JZ3W386752' } })
    await save(other, { info: { plaka: 'PLAKASIZ', sasi_no: 'WVWZZZ1JZ3W386752' } })
    expect(await cars()).toBe(6)
  })
})
