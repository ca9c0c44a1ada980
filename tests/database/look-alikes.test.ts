import { beforeAll, describe, expect, test } from 'vitest'

import { listCustomers, lookupCustomers } from '#server/customer/list.ts'
import { suggestItems } from '#server/item/suggest.ts'
import { findEverywhere } from '#server/search/operations.ts'
import { getStats } from '#server/stats/operations.ts'
import { listVehicles, lookupVehicles } from '#server/vehicle/list.ts'
import { legacyClient, outcomeByPost, testApp } from '#tests/support/panel/app.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, type TestUser, userCtx } from '#tests/support/rows/factories.ts'
import { list, save } from '#tests/support/rows/kayit.ts'
import { FOREIGN_PHONES, ITEMS, NAMES, PHONES, PLATES, VINS } from '#tests/support/rows/look-alikes.ts'

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
      const lists = [(await list(ctx, { q })).total, (await listCustomers(ctx, { ...PAGE, q })).total]
      const offered = (await lookupCustomers(ctx, { q })).customers.length
      expect([q, found.records.items.length, found.customers.items.length, ...lists, offered]).toEqual([
        q,
        1,
        1,
        1,
        1,
        1,
      ])
    }
  })

  test.each([of(PLATES), of(VINS)])('$name', async ({ texts }) => {
    for (const q of texts) {
      const found = await findEverywhere(ctx, { q })
      const lists = [(await list(ctx, { q })).total, (await listVehicles(ctx, { ...PAGE, q })).total]
      const offered = (await lookupVehicles(ctx, { q })).vehicles.length
      expect([q, found.records.items.length, found.vehicles.items.length, ...lists, offered]).toEqual([
        q,
        1,
        1,
        1,
        1,
        1,
      ])
    }
  })

  test('the search finds a foreign phone, with + or 00', async () => {
    for (const q of FOREIGN_PHONES) {
      const offered = (await lookupCustomers(ctx, { q })).customers.length
      expect([q, (await list(ctx, { q })).total, offered]).toEqual([q, 1, 1])
    }
  })

  test('a work item', async () => {
    for (const q of ITEMS) {
      const { items } = await suggestItems(ctx, { q, plate: '', vin: '', kayit_id: 0 })
      expect([q, items.length]).toEqual([q, 1])
    }
  })
})

describe('each of these finds the one record and car', () => {
  const phone = { musteri_adi_soyadi: 'Ayşe Yılmaz', musteri_tel: '0532 111 22 33', plaka: '34 ABC 123' }
  const foreign = { ...phone, musteri_tel: '+49 170 1234567' }
  const shopWith = async (info: Partial<typeof phone> & { sasi_no?: string }) => {
    const other = userCtx(db, await buildUser(db))
    await save(other, { info: { ...phone, ...info } })
    await save(other, { info: { musteri_adi_soyadi: 'Ali Veli', plaka: '06 DE 45' } })
    return other
  }
  const PARTS = ['DFOOO161', 'OOO161', '000I6I', 'O00161', 'WBA3A5C5O', 'A5C5ODF', '5ODFOOO1', '5ODF', 'I6I']

  test.each(['WBA3A5C50DF000161', 'WBA3A5C5ODFOOOI6I'])(
    'the search finds the chassis number %s by its parts',
    async (sasi_no) => {
      const other = await shopWith({ sasi_no })
      const whole = ['WBA3A5C5ODFOOO161', 'ODFOOO161', 'OOO161'].map((vin) => `yılmaz ${vin}`)
      for (const q of [...PARTS, ...whole, 'ayse 34abc123 ODFOOO161']) {
        const { records } = await findEverywhere(other, { q })
        expect([q, records.items.length, (await list(other, { q })).total]).toEqual([q, 1, 1])
      }
      for (const q of PARTS) {
        const { vehicles } = await findEverywhere(other, { q })
        const { total } = await listVehicles(other, { ...PAGE, q })
        expect([q, vehicles.items.length, total]).toEqual([q, 1, 1])
      }
    },
  )

  test('a plate with such letters is found alone, a chassis number where there is none', async () => {
    const other = await shopWith({ sasi_no: 'WBA3A5C50DF000161' })
    expect(await list(other, { q: 'OOO 161' })).toMatchObject({ total: 1, similar: true })
    await save(other, { info: { musteri_adi_soyadi: 'Veli', plaka: '34 OOO 161' } })
    for (const q of ['OOO 161', '34 ooo 161']) {
      expect((await list(other, { q })).items.map(({ plaka }) => plaka)).toEqual(['34 OOO 161'])
      const { vehicles } = await findEverywhere(other, { q })
      expect(vehicles.items.map(({ plate }) => plate)).toEqual(['34 OOO 161'])
    }
  })

  test('the search finds a full-width plate, and a full-width search finds a plate', async () => {
    const other = await shopWith({ plaka: '３４ＡＢＣ１２３' })
    await save(other, { info: phone })
    expect((await listVehicles(other, { ...PAGE, q: '３４ａｂｃ' })).total).toBe(1)
    for (const q of ['34 abc 123', '３４ＡＢＣ１２３', 'yılmaz ３４ＡＢＣ１２３'])
      expect([q, (await list(other, { q })).total]).toEqual([q, 2])
  })

  test('the search finds words with signs between them, and a phone in several words', async () => {
    const [near, far] = [await shopWith({}), await shopWith(foreign)]
    const signs = ['34 - abc - 123 yılmaz', 'yılmaz - ayşe', 'yılmaz 0532 - 111 22 33', 'Tel: 0532 111 22 33']
    const numbers = ['34 abc 123 0532 111 22 33', '0532 111 22 33 34 abc 123', 'yılmaz 532 111']
    for (const q of [...signs, ...numbers]) {
      const { records } = await findEverywhere(near, { q })
      expect([q, records.items.length, (await list(near, { q })).total]).toEqual([q, 1, 1])
    }
    for (const q of ['yılmaz +49 170 1234567', '0049 170 123 45 67 ayşe', 'yilmaz 170 1234567']) {
      const customers = await listCustomers(far, { ...PAGE, q })
      expect([q, customers.total, (await list(far, { q })).total]).toEqual([q, 1, 1])
    }
    expect((await list(near, { q: 'yılmaz 0533 111 22 33' })).total).toBe(0)
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
      .where('shop_id', '=', ctx.actor.shop)
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
  })
})

describe('a plate without a digit', () => {
  test('identifies no car: two such records have two cars, and the form suggests none', async () => {
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
