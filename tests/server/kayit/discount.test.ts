import { describe, expect, test } from 'vitest'

import { testDatabase } from '#tests/support/database/database.ts'
import { changesIn } from '#tests/support/rows/changes.ts'
import {
  DISCOUNTED,
  discount,
  discountedShop,
  itemsAndTotal,
  saveItems,
} from '#tests/support/rows/discount.ts'
import { item, storedMemory, suggested } from '#tests/support/rows/items.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'

const db = await testDatabase()
const shop = () => discountedShop(db)

describe('a discount', () => {
  test('lowers the total, is named, has one piece and stands last, wherever it was sent', async () => {
    const { ctx, id, oil, pads, stored } = await shop()
    expect(await stored()).toEqual(DISCOUNTED)
    const saved = await saveItems(ctx, {
      id,
      islemler: [
        { ...oil, key: 'a' },
        { ...discount(60), islem_adi: 'Pazarlık', islem_adet: 3, key: 'b' },
        { ...pads, key: 'c' },
      ],
    })
    expect(saved.islemler.map(({ islem_adi, key }) => [islem_adi, key])).toEqual([
      ['Yağ', 'a'],
      ['Balata', 'c'],
      ['İskonto', 'b'],
    ])
    expect(await stored()).toEqual({
      items: [...DISCOUNTED.items.slice(0, 2), ['İskonto', 1, -6_000]],
      total: 19_000,
    })
  })

  test('may be the whole sum, and leaves a total of 0', async () => {
    const { ctx, id, oil, pads, less, stored } = await shop()
    await saveItems(ctx, { id, islemler: [oil, pads, { ...less, fiyat_kurus: -25_000 }] })
    expect((await stored()).total).toBe(0)
  })

  test('above the sum of the other items is refused at its price, also when these become fewer', async () => {
    const { ctx, id, oil, pads, less, stored } = await shop()
    const refusal = (sum: string, index: number) => ({
      code: 'INVALID' as const,
      message: `İskonto, işlemlerin toplamından (${sum}) fazla olamaz.`,
      field: `islemler.${index}.fiyat_kurus`,
    })
    await expectRefusal(
      saveItems(ctx, { id, islemler: [oil, pads, { ...less, fiyat_kurus: -25_001 }] }),
      refusal('₺250,00', 2),
    )
    await expectRefusal(
      saveItems(ctx, { id, islemler: [{ ...pads, fiyat_kurus: 3_999 }, less] }),
      refusal('₺39,99', 1),
    )
    await expectRefusal(saveItems(ctx, { id, islemler: [less] }), refusal('₺0,00', 0))
    expect(await stored()).toEqual(DISCOUNTED)
  })

  test('is one: a second one and one of nothing are refused', async () => {
    const { ctx, id, oil, less, stored } = await shop()
    await expectRefusal(saveItems(ctx, { id, islemler: [oil, less, discount(1)] }), {
      code: 'INVALID',
      message: 'Bir kayıtta tek iskonto olabilir.',
      field: 'islemler.2.fiyat_kurus',
    })
    await expect(saveItems(ctx, { id, islemler: [oil, discount(0)] })).rejects.toThrow('sıfırdan büyük')
    await expect(saveItems(ctx, { id, islemler: [{ ...oil, fiyat_kurus: -1 }] })).rejects.toThrow(
      'fiyat_kurus',
    )
    expect(await stored()).toEqual(DISCOUNTED)
  })

  test('is removed like an item, and stays when no items are sent', async () => {
    const { ctx, id, oil, pads, stored } = await shop()
    await saveItems(ctx, { id, info: { aciklama: 'not' } })
    expect(await stored()).toEqual(DISCOUNTED)
    await saveItems(ctx, { id, islemler: [oil, pads] })
    expect(await stored()).toEqual({ items: DISCOUNTED.items.slice(0, 2), total: 25_000 })
  })

  test('shows its amount before and after in the change log', async () => {
    const { ctx, id, oil, pads } = await shop()
    await saveItems(ctx, { id, islemler: [oil, pads, discount(50)] })
    await saveItems(ctx, { id, islemler: [oil, pads] })
    const line = (kurus: number) => ({ islem_adi: 'İskonto', islem_adet: 1, fiyat_kurus: kurus })
    const items = (await changesIn(db, ctx.actor.shop))
      .filter(({ verb }) => verb === 'update')
      .map(({ detail }) => JSON.parse(detail).items)
    expect(items).toEqual([
      { added: [], removed: [], changed: [{ before: line(-4_000), after: line(-5_000) }] },
      { added: [], removed: [line(-5_000)], changed: [] },
    ])
  })

  test('is no remembered or suggested name', async () => {
    const { ctx } = await shop()
    expect((await storedMemory(db, ctx.actor.shop)).map(({ name }) => name)).toEqual(['Balata', 'Yağ'])
    expect(await suggested(ctx, { q: 'İskonto' })).toEqual([])
  })

  test('of a new record is stored once when its save is repeated, and is changed by another input', async () => {
    const { ctx } = await shop()
    const sent = {
      key: 'anahtar-iskonto-1',
      islemler: [
        { ...discount(10), key: 'b' },
        { ...item('Yağ'), key: 'a' },
      ],
    }
    const { id } = await save(ctx, sent)
    const again = await save(ctx, sent)
    expect(again.islemler.map(({ islem_adi, key }) => [islem_adi, key])).toEqual([
      ['Yağ', 'a'],
      ['İskonto', 'b'],
    ])
    await save(ctx, { ...sent, islemler: [item('Yağ'), discount(20)] })
    expect(await itemsAndTotal(ctx, id)).toEqual({
      items: [
        ['Yağ', 1, 10_000],
        ['İskonto', 1, -2_000],
      ],
      total: 8_000,
    })
  })
})
