import { describe, expect, test } from 'vitest'

import type { UserCtx } from '#server/platform/core/context.ts'
import { getKayit } from '#server/kayit/operations.ts'
import { MAX_PRICE_KURUS, MAX_QUANTITY, MAX_UNPRICED_PIECES } from '#shared/money.ts'
import { legacyClient, pageClient, testApp } from '#tests/support/panel/app.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { item, price } from '#tests/support/rows/items.ts'
import { build, save as store } from '#tests/support/rows/kayit.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const db = await testDatabase()

/** Saves the items of a stored record and leaves its other fields alone. */
const save = (ctx: UserCtx, body: Parameters<typeof store>[1]) => store(ctx, { info: {}, ...body })

/** Stores a shop with a record of two items, and its mechanic. */
async function shop() {
  const owner = await buildUser(db)
  const mechanic = await buildMember(db, owner, { role: 'mechanic' })
  const ctx = userCtx(db, owner)
  const { kayit, islemler, version } = await build(ctx, {}, [item('Yağ', 100, 2), item('Balata', 50)])
  const [oil, pads] = islemler
  if (oil === undefined || pads === undefined) throw new Error('a record without its items')
  const stored = async () =>
    (await getKayit(ctx, { kayit_id: kayit.id })).islemler.map(({ islem_adi, islem_adet, fiyat_kurus }) => [
      islem_adi,
      islem_adet,
      fiyat_kurus,
    ])
  return { ctx, owner, mechanic, as: userCtx(db, mechanic), id: kayit.id, version, oil, pads, stored }
}

describe('a save by a mechanic', () => {
  test('keeps the prices of stored items, also under another name and quantity, whatever it sends', async () => {
    const { as, id, oil, pads, stored } = await shop()
    const saved = await save(as, {
      id,
      islemler: [
        { id: pads.id, islem_adi: 'Ön balata', islem_adet: 4, fiyat_kurus: 1 },
        { id: oil.id, islem_adi: 'Yağ', islem_adet: 2 },
      ],
    })
    expect(saved.islemler).toEqual([
      { id: pads.id, islem_adi: 'Ön balata', islem_adet: 4 },
      { id: oil.id, islem_adi: 'Yağ', islem_adet: 2 },
    ])
    expect(await stored()).toEqual([
      ['Ön balata', 4, 5_000],
      ['Yağ', 2, 10_000],
    ])
  })

  test('takes the price of a new item from the price list by its folded name, else of its last use, else 0', async () => {
    const { ctx, as, id, oil, pads, stored } = await shop()
    await price(ctx, { name: 'İç filtre', price_kurus: 32_109 })
    await build(ctx, {}, [item('İç filtre', 5), item('Rot balansı', 640)])
    await save(as, {
      id,
      islemler: [
        oil,
        pads,
        { islem_adi: ' iç filtre ', fiyat_kurus: 7 },
        { islem_adi: 'ROT BALANSI', fiyat_kurus: 7 },
        { islem_adi: 'Cila', fiyat_kurus: 7 },
      ],
    })
    expect((await stored()).slice(2)).toEqual([
      ['iç filtre', 1, 32_109],
      ['ROT BALANSI', 1, 64_000],
      ['Cila', 1, 0],
    ])
  })

  test('takes no price of ₺0 for one, and keeps ₺0 under the same name only: it may be a gift', async () => {
    const { ctx, as, stored } = await shop()
    const islemler = ['Balata', 'Cila', 'Sonra', 'Bilinmez', 'Hediye'].map((islem_adi) => ({ islem_adi }))
    const before = { giris_tarihi: '2026-01-01' }
    await build(ctx, { giris_tarihi: '2026-12-01' }, [item('Balata', 0)])
    const { id, islemler: first } = await store(as, { islemler })
    const prices = async (kayit_id: number) =>
      (await getKayit(ctx, { kayit_id })).islemler.map(({ fiyat_kurus }) => fiyat_kurus)
    expect(await prices(id)).toEqual([5_000, 0, 0, 0, 0])
    await build(ctx, before, [item('Cila', 44), item('Sonra', 900), item('Rot', 700)])
    await price(ctx, { name: 'Hediye', price_kurus: 0 })
    const renamed = first.map((one) => (one.islem_adi === 'Bilinmez' ? { ...one, islem_adi: 'Rot' } : one))
    await save(as, { id, islemler: renamed })
    expect(await prices(id)).toEqual([5_000, 0, 0, 70_000, 0])
    const { id: next } = await store(as, { islemler })
    expect(await prices(next)).toEqual([5_000, 4_400, 90_000, 0, 0])
    // A known price stays, also under another name.
    await save(as, { id, islemler: renamed.map((one) => ({ ...one, islem_adi: 'Sonra' })) })
    expect(await prices(id)).toEqual([5_000, 90_000, 0, 70_000, 90_000])
    expect(await stored()).toHaveLength(2)
  })

  test('creates a record with the prices of the list, and its total', async () => {
    const { ctx, owner, as } = await shop()
    await price(ctx, { name: 'Triger', price_kurus: 450_000 })
    const { id } = await store(as, { islemler: [{ islem_adi: 'Triger', islem_adet: 2, fiyat_kurus: 1 }] })
    const { islemler } = await getKayit(ctx, { kayit_id: id })
    expect(islemler).toMatchObject([{ islem_adi: 'Triger', fiyat_kurus: 450_000 }])
    const { items } = await pageClient(db, owner).kayit.list({})
    expect(items.find(({ kayit_id }) => kayit_id === id)?.toplam_kurus).toBe(900_000)
  })

  test('keeps what the desk has entered meanwhile, and is refused for its older version', async () => {
    const { ctx, as, id, version, oil, pads, stored } = await shop()
    await save(ctx, { id, islemler: [{ ...oil, fiyat_kurus: 77_700 }, pads] })
    const mine = { id, version, islemler: [{ ...oil, islem_adet: 3 }, pads] }
    await expect(save(as, mine)).rejects.toMatchObject({ code: 'CONFLICT' })
    await save(as, { ...mine, version: version + 1 })
    expect(await stored()).toEqual([
      ['Yağ', 3, 77_700],
      ['Balata', 1, 5_000],
    ])
  })

  test('a save with a key is carried out once, and its repetition tells no price either', async () => {
    const { as, id, oil, pads, stored } = await shop()
    const body = { id, islemler: [{ ...oil, islem_adet: 9, fiyat_kurus: 1 }, pads], key: 'anahtar-tekrar' }
    const [first, second] = [await save(as, body), await save(as, body)]
    expect(second).toEqual(first)
    expect(JSON.stringify(second)).not.toContain('kurus')
    expect((await stored())[0]).toEqual(['Yağ', 9, 10_000])
  })

  test('a save by an integrator keeps prices without ids, by the names of the items', async () => {
    const { mechanic, id, stored } = await shop()
    const client = legacyClient(testApp(db), db, mechanic)
    const islemler = [
      { islem_adi: 'balata', islem_adet: 2, islem_fiyat: '1,00' },
      { islem_adi: 'Yağ', islem_adet: 1 },
      { islem_adi: 'Yağ', islem_adet: 1, islem_fiyat: 5 },
    ]
    expect((await client.post('submitKayit.php', { info: { id }, islemler })).body).toMatchObject({
      success: true,
    })
    expect(await stored()).toEqual([
      ['balata', 2, 5_000],
      ['Yağ', 1, 10_000],
      // A second item of the same name gets the price of the name's last use.
      ['Yağ', 1, 10_000],
    ])
    const { body } = await client.post('getKayit.php', { kayit_id: id })
    const { islemler: read } = (body as { data: { islemler: object[] } }).data
    expect(read.map((one) => Object.keys(one).sort())).toEqual(
      Array.from({ length: 3 }, () => ['id', 'islem_adet', 'islem_adi']),
    )
  })

  test('is in the change log of the record for the owner with prices, for the mechanic without', async () => {
    const { ctx, owner, mechanic, as, id, oil, pads } = await shop()
    await save(as, { id, islemler: [{ ...oil, islem_adet: 5 }] })
    await save(ctx, { id, islemler: [{ ...oil, islem_adet: 5, fiyat_kurus: 1_234_567 }] })
    const of = { noun: 'kayit', id } as const
    const [ofPrice, ofMechanic] = (await pageClient(db, owner).change.of(of)).items
    expect(ofPrice?.detail.items?.changed).toMatchObject([{ after: { fiyat_kurus: 1_234_567 } }])
    expect(ofMechanic?.detail.items?.removed).toMatchObject([
      { islem_adi: pads.islem_adi, fiyat_kurus: 5_000 },
    ])
    const seen = (await pageClient(db, mechanic).change.of(of)).items
    expect(seen[0]).toMatchObject({ verb: 'update', detail: {} })
    expect(seen[0]?.detail).toEqual({})
    expect(seen[1]?.detail.items).toEqual({
      added: [],
      removed: [{ islem_adi: 'Balata', islem_adet: 1 }],
      changed: [{ before: { islem_adi: 'Yağ', islem_adet: 2 }, after: { islem_adi: 'Yağ', islem_adet: 5 } }],
    })
  })
})

describe('the number of pieces that a mechanic saves', () => {
  const most = MAX_UNPRICED_PIECES
  const refused = { code: 'INVALID', field: 'islemler' }

  test.each([1, MAX_PRICE_KURUS])('is limited whatever the list asks for: %d kuruş', async (price_kurus) => {
    const { ctx, as } = await shop()
    await price(ctx, { name: 'Triger', price_kurus })
    const of = (...pieces: number[]) =>
      store(as, { islemler: pieces.map((islem_adet) => ({ islem_adi: 'Triger', islem_adet })) })
    await expect(of(MAX_QUANTITY)).rejects.toMatchObject(refused)
    await expect(of(most, 1)).rejects.toMatchObject(refused)
    expect((await of(most - 1, 1)).islemler).toMatchObject([{ islem_adet: most - 1 }, { islem_adet: 1 }])
  })

  test.each([1, MAX_PRICE_KURUS])(
    'is limited whatever a stored item costs: %d kuruş',
    async (fiyat_kurus) => {
      const { ctx, as } = await shop()
      const { kayit, islemler } = await build(ctx, {}, [{ islem_adi: 'Motor', fiyat_kurus }])
      const of = (islem_adet: number) =>
        save(as, { id: kayit.id, islemler: [{ id: islemler[0]?.id ?? 0, islem_adi: 'Motor', islem_adet }] })
      await expect(of(most + 1)).rejects.toMatchObject(refused)
      expect((await of(most)).islemler).toMatchObject([{ islem_adet: most }])
    },
  )

  test('may stay above the limit where the desk has entered so many, but not grow', async () => {
    const { ctx, as, id, oil, pads, stored } = await shop()
    const screws = item('Vida', 1, 5_000)
    const [screw] = (await save(ctx, { id, islemler: [oil, pads, screws] })).islemler.slice(2)
    const of = (islem_adet: number, ...more: object[]) =>
      save(as, { id, islemler: [oil, pads, { id: screw?.id ?? 0, islem_adi: 'Vida', islem_adet }, ...more] })
    await expect(of(5_001)).rejects.toMatchObject(refused)
    await expect(of(5_000, { islem_adi: 'Cila' })).rejects.toMatchObject(refused)
    await of(4_000)
    await of(500, { islem_adi: 'Cila' })
    expect((await stored()).slice(2)).toEqual([
      ['Vida', 500, 100],
      ['Cila', 1, 0],
    ])
  })

  test('is no limit for who sees prices', async () => {
    const { ctx, id } = await shop()
    const saved = await save(ctx, { id, islemler: [item('Vida', 1, MAX_QUANTITY)] })
    expect(saved.islemler).toMatchObject([{ islem_adet: MAX_QUANTITY }])
  })
})

test('the change log of a save without ids is the same for a mechanic, whether two hidden prices are equal or not', async () => {
  const log = async (second: number) => {
    const { ctx, owner, mechanic } = await shop()
    await price(ctx, { name: 'Buji', price_kurus: second })
    const of = (islem_adi: string, islem_adet: number) => ({ islem_adi, islem_adet, fiyat_kurus: 4_000 })
    const { kayit } = await build(ctx, {}, [
      of('Buji', 1),
      { ...of('Buji', 4), fiyat_kurus: second },
      of('BUJİ', 2),
    ])
    const client = legacyClient(testApp(db), db, mechanic)
    for (const islemler of [
      [of('Buji', 4), of('Buji', 1), of('BUJİ', 2)],
      [of('BUJİ', 2), of('Buji', 1), of('Buji', 1), of('Buji', 4)],
      [of('Buji', 4), of('BUJİ', 1)],
    ])
      await client.post('submitKayit.php', { info: { id: kayit.id }, islemler })
    const { items } = await pageClient(db, mechanic).change.of({ noun: 'kayit', id: kayit.id })
    expect((await pageClient(db, owner).change.of({ noun: 'kayit', id: kayit.id })).items).toHaveLength(3)
    return items.map(({ verb, detail }) => ({ verb, detail }))
  }
  expect(await log(4_000)).toEqual(await log(7_000))
})

test('a save by the owner without a price keeps the stored one, and one with a price stores it', async () => {
  const { ctx, id, oil, pads, stored } = await shop()
  const { fiyat_kurus: _, ...unpriced } = oil
  await save(ctx, { id, islemler: [unpriced, { ...pads, fiyat_kurus: 0 }] })
  expect(await stored()).toEqual([
    ['Yağ', 2, 10_000],
    ['Balata', 1, 0],
  ])
})
