import { describe, expect, test } from 'vitest'

import { getKayit } from '#server/kayit/operations.ts'
import type { Islem } from '#shared/kayit/schema.ts'
import { legacyClient, pageClient, testApp } from '#tests/support/panel/app.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import {
  DISCOUNTED,
  discount,
  discountedShop,
  itemsAndTotal,
  saveItems,
} from '#tests/support/rows/discount.ts'
import { item } from '#tests/support/rows/items.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'

const db = await testDatabase()
const app = testApp(db)
const shop = () => discountedShop(db)

/** Returns an item without one of its fields. */
const without = (name: string) => (one: object) =>
  Object.fromEntries(Object.entries(one).filter(([field]) => field !== name))

describe('a mechanic', () => {
  test('sees the discount without its amount, by every transport', async () => {
    const { mechanic, as, id } = await shop()
    const seen = [
      (await getKayit(as, { kayit_id: id })).islemler,
      (await pageClient(db, mechanic).kayit.get({ kayit_id: id })).islemler,
      (await legacyClient(app, db, mechanic).post('getKayit.php', { kayit_id: id })).body['data'],
    ]
    for (const answer of seen) {
      const text = JSON.stringify(answer)
      expect(text).toContain('İskonto')
      expect(text).not.toMatch(/40[.,]?0?0?\b|4000/)
    }
  })

  test('keeps the discount, whatever is sent', async () => {
    const { as, id, oil, pads, less, stored } = await shop()
    const sent = ({ id, islem_adi, islem_adet }: Islem) => ({ id, islem_adi, islem_adet })
    const [oilSent, padsSent] = [sent(oil), sent(pads)]
    const lessSent = { ...sent(less), kind: 'discount' as const }
    for (const islemler of [
      [oilSent, padsSent, lessSent],
      [oilSent, padsSent, sent(less)],
      [lessSent, oilSent, padsSent],
      [oilSent, padsSent],
      [oilSent, padsSent, { ...lessSent, fiyat_kurus: -1 }],
      [oilSent, padsSent, { ...discount(1), id: 0 }],
      [oilSent, padsSent, discount(1), discount(2)],
    ]) {
      await saveItems(as, { id, islemler })
      expect(await stored()).toEqual(DISCOUNTED)
    }
    await saveItems(as, { id, islemler: [oilSent, item('Cila', 0), padsSent, lessSent] })
    expect((await stored()).items.map(([name]) => name)).toEqual(['Yağ', 'Cila', 'Balata', 'İskonto'])
  })

  test('adds no discount of its own', async () => {
    const { as, ctx } = await shop()
    const { id } = await save(as, { islemler: [item('Yağ'), discount(10)] })
    expect((await itemsAndTotal(ctx, id)).items.map(([name]) => name)).toEqual(['Yağ'])
  })

  test('removes no work from a record with a discount, whatever the hidden prices are', async () => {
    const { as, ctx, id, oil, pads, less, stored } = await shop()
    const refusal = {
      code: 'INVALID' as const,
      message:
        'Bu kayıtta iskonto var. İşlem silmek ya da adet azaltmak için fiyatları gören bir kullanıcıya başvurun.',
      field: 'islemler',
    }
    await expectRefusal(saveItems(as, { id, islemler: [oil, less] }), refusal)
    await expectRefusal(saveItems(as, { id, islemler: [{ ...oil, islem_adet: 1 }, pads, less] }), refusal)
    await saveItems(as, { id, islemler: [{ ...oil, islem_adi: 'Motor yağı', islem_adet: 3 }, pads, less] })
    expect((await stored()).total).toBe(31_000)
    await saveItems(ctx, { id, islemler: [oil, pads] })
    await saveItems(as, { id, islemler: [pads] })
    expect((await stored()).total).toBe(5_000)
  })
})

describe('an old path', () => {
  const prices = (islemler: unknown) =>
    (islemler as { islem_adi: string; islem_fiyat?: number }[]).map(({ islem_adi, islem_fiyat }) => [
      islem_adi,
      islem_fiyat,
    ])

  async function legacyShop() {
    const all = await shop()
    const client = legacyClient(app, db, all.owner)
    const read = async () => {
      const { body } = await client.post('getKayit.php', { kayit_id: all.id })
      return (body['data'] as { islemler: Record<string, unknown>[] }).islemler
    }
    const send = (islemler: unknown) => client.post('submitKayit.php', { info: { id: all.id }, islemler })
    return { ...all, client, read, send }
  }

  test('gets the discount as an item with the names of the contract', async () => {
    const { read, less } = await legacyShop()
    const islemler = await read()
    expect(islemler[2]).toEqual({ id: less.id, islem_adi: 'İskonto', islem_adet: 1, islem_fiyat: -40 })
    expect(prices(islemler)).toEqual([
      ['Yağ', 100],
      ['Balata', 50],
      ['İskonto', -40],
    ])
  })

  test('sends the discount back as it is, with its id, without one and as text, and at any place', async () => {
    const { read, send, stored } = await legacyShop()
    const islemler = await read()
    const withoutIds = islemler.map(without('id'))
    const asText = withoutIds.map(({ islem_fiyat, ...rest }) => ({
      ...rest,
      islem_fiyat: String(islem_fiyat),
    }))
    for (const sent of [islemler, withoutIds, asText, withoutIds.toReversed()]) {
      expect((await send(sent)).body).toMatchObject({ success: true })
      const { items, total } = await stored()
      expect(items.at(-1)).toEqual(['İskonto', 1, -4_000])
      expect([items.length, total]).toEqual([3, 21_000])
    }
  })

  test('may rename the discount or change its quantity, which both stay as they are', async () => {
    const { read, send, stored } = await legacyShop()
    const [oil, pads, less] = await read()
    for (const change of [{ islem_adi: 'indirim' }, { islem_adet: 2 }]) {
      await send([oil, pads, { ...less, ...change }])
      const { items, total } = await stored()
      expect(items.at(-1)).toEqual(['İskonto', 1, -4_000])
      expect(total).toBe(21_000)
    }
  })

  test('makes no discount: another negative price is an item of 0, as before', async () => {
    const { read, send, stored, ctx, client } = await legacyShop()
    const [oil, pads, less] = await read()
    await send([oil, { ...pads, islem_fiyat: -5 }, less])
    expect((await stored()).items).toEqual([
      ['Yağ', 2, 10_000],
      ['Balata', 1, 0],
      ['İskonto', 1, -4_000],
    ])
    await send([oil, less, less])
    expect((await stored()).items).toEqual([
      ['Yağ', 2, 10_000],
      ['İskonto', 1, 0],
      ['İskonto', 1, -4_000],
    ])
    await send([oil, { ...less, islem_fiyat: -39.99 }])
    expect(await stored()).toEqual({
      items: [
        ['Yağ', 2, 10_000],
        ['İskonto', 1, 0],
      ],
      total: 20_000,
    })
    const info = { musteri_adi_soyadi: 'Ali Su', plaka: '06 AA 1' }
    const { body } = await client.post('submitKayit.php', {
      info,
      islemler: [{ islem_adi: 'İskonto', islem_adet: 1, islem_fiyat: -40 }],
    })
    expect(await itemsAndTotal(ctx, Number(body['id']))).toEqual({ items: [['İskonto', 1, 0]], total: 0 })
  })

  test('is told in a sentence when the discount would be more than the rest', async () => {
    const { read, send, stored } = await legacyShop()
    const islemler = await read()
    expect((await send(islemler.slice(2))).body).toMatchObject({
      success: false,
      message: 'İskonto, işlemlerin toplamından (₺0,00) fazla olamaz.',
    })
    expect(await stored()).toEqual(DISCOUNTED)
  })

  test('of a mechanic keeps the discount, by its id and by its name', async () => {
    const { mechanic, id, stored } = await legacyShop()
    const client = legacyClient(app, db, mechanic)
    const { body } = await client.post('getKayit.php', { kayit_id: id })
    const { islemler } = body['data'] as { islemler: Record<string, unknown>[] }
    expect(prices(islemler).map(([, price]) => price)).toEqual([undefined, undefined, undefined])
    for (const sent of [islemler, islemler.map(without('id')), islemler.slice(0, 2)]) {
      const answer = await client.post('submitKayit.php', { info: { id }, islemler: sent })
      expect(answer.body).toMatchObject({ success: true })
      expect(await stored()).toEqual(DISCOUNTED)
    }
  })
})
