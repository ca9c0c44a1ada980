import { beforeEach, describe, expect, test } from 'vitest'

import type { UserCtx } from '#server/platform/core/context.ts'
import { purgeDeletedNamed } from '#server/item/named.ts'
import { deletePackage, listPackages, restorePackage } from '#server/item/packages.ts'
import { deletePrice, getPrice, listPrices, restorePrice } from '#server/item/prices.ts'
import { messages } from '#shared/messages.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, TEST_NOW, userCtx } from '#tests/support/rows/factories.ts'
import { item, pack, price } from '#tests/support/rows/items.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'

const db = await testDatabase()
const CHANGED = { code: 'CONFLICT', message: 'Bu kayıt siz düzenlerken değiştirildi.' } as const
const NO_PRICE = { code: 'NOT_FOUND', message: 'Bu fiyat listede bulunamadı.' } as const
const NO_PACKAGE = { code: 'NOT_FOUND', message: 'Hazır paket bulunamadı.' } as const
const PRICE_TAKEN = {
  code: 'INVALID',
  message: 'Bu işlem fiyat listesinde zaten var.',
  field: 'name',
} as const
const DAY_MS = 86_400_000
const KEY = 'anahtar-0001'

let ctx: UserCtx
let other: UserCtx
beforeEach(async () => {
  ctx = userCtx(db, await buildUser(db))
  other = userCtx(db, await buildUser(db))
})

const prices = async (q = '', page = 1) => {
  const { items, total } = await listPrices(ctx, { q, page })
  return { names: items.map(({ name }) => name), total }
}
const packages = async () => (await listPackages(ctx)).packages

describe('the price list', () => {
  test('is in Turkish order, searched by the beginnings of words, and paged', async () => {
    for (const name of ['Şanzıman', 'Civata', 'Çamurluk ışığı', 'Isıtıcı', 'İğne'])
      await price(ctx, { name, price_kurus: 1_000 })
    expect(await prices()).toEqual({
      names: ['Civata', 'Çamurluk ışığı', 'Isıtıcı', 'İğne', 'Şanzıman'],
      total: 5,
    })
    expect(await prices('isi')).toEqual({ names: ['Çamurluk ışığı', 'Isıtıcı'], total: 2 })
    for (let number = 10; number < 27; number++) await price(ctx, { name: `Z ${number}`, price_kurus: 1 })
    expect(await prices('', 2)).toEqual({ names: ['Z 25', 'Z 26'], total: 22 })
    expect(await listPrices(other, { q: '', page: 1 })).toEqual({ items: [], total: 0 })
  })

  test('an entry is stored, and changed with its version only', async () => {
    const made = await price(ctx, { name: ' Balata ', price_kurus: 125_050 })
    expect(made).toEqual({ id: made.id, name: 'Balata', price_kurus: 125_050, quantity: 1, version: 1 })
    const changed = await price(ctx, { ...made, name: 'balata', quantity: 4 })
    expect(changed).toEqual({ ...made, name: 'balata', quantity: 4, version: 2 })
    await expectRefusal(price(ctx, { ...made, price_kurus: 1 }), CHANGED)
    await expectRefusal(price(other, made), NO_PRICE)
    expect((await listPrices(ctx, { q: '', page: 1 })).items).toEqual([changed])
    expect(await getPrice(ctx, made)).toEqual(changed)
    await expectRefusal(getPrice(other, made), NO_PRICE)
  })

  test('a name exists once, however it is written, and another shop may have it too', async () => {
    await price(ctx, { name: 'Işık', price_kurus: 1 })
    const second = await price(ctx, { name: 'Isık', price_kurus: 1 })
    await expectRefusal(price(ctx, { name: 'IŞIK', price_kurus: 2 }), PRICE_TAKEN)
    await expectRefusal(price(ctx, { ...second, name: 'IŞIK' }), PRICE_TAKEN)
    await price(other, { name: 'Işık', price_kurus: 1 })
    expect((await prices()).total).toBe(2)
  })

  test('a repeated save with its key stores one entry', async () => {
    const input = { name: 'Balata', price_kurus: 1, key: KEY }
    const first = await price(ctx, input)
    expect(await price(ctx, input)).toEqual(first)
    const change = { ...first, price_kurus: 2, key: KEY }
    expect(await price(ctx, change)).toEqual(await price(ctx, change))
    expect((await prices()).total).toBe(1)
  })

  test('has at most 1,000 entries', async () => {
    const deleted = await price(ctx, { name: 'Silecek', price_kurus: 1 })
    await deletePrice(ctx, deleted)
    const { id: _, version: __, ...row } = await price(ctx, { name: 'Balata', price_kurus: 1 })
    const columns = { ...row, price_kurus: 1, shop_id: ctx.actor.shop, search_text: '', name_sort_key: '' }
    await db
      .insertInto('item_price')
      .values(Array.from({ length: 999 }, (_, index) => ({ ...columns, name_key: `B${index}` })))
      .execute()
    const full = { code: 'INVALID', message: 'Fiyat listesinde en fazla 1.000 işlem olabilir.' } as const
    await expectRefusal(price(ctx, { name: 'Yağ', price_kurus: 1 }), full)
    await expectRefusal(restorePrice(ctx, deleted), full)
    expect((await prices()).total).toBe(1_000)
  })

  test('a deleted entry can be restored while its name is free', async () => {
    const { id } = await price(ctx, { name: 'Balata', price_kurus: 1 })
    await expectRefusal(deletePrice(other, { id }), NO_PRICE)
    await deletePrice(ctx, { id })
    await expectRefusal(deletePrice(ctx, { id }), NO_PRICE)
    expect(await prices()).toEqual({ names: [], total: 0 })
    await expectRefusal(restorePrice(other, { id }), NO_PRICE)
    await restorePrice(ctx, { id })
    await restorePrice(ctx, { id })
    expect((await prices()).total).toBe(1)
    await deletePrice(ctx, { id })
    await price(ctx, { name: 'BALATA', price_kurus: 2 })
    await expectRefusal(restorePrice(ctx, { id }), PRICE_TAKEN)
  })
})

describe('the ready packages', () => {
  const items = [item('Yağ', 500, 4), item('Yağ filtresi', 200)]

  test('are in Turkish order with their items in theirs', async () => {
    const second = await pack(ctx, { name: 'Periyodik bakım', items })
    const first = await pack(ctx, { name: 'Fren', items: [item('Balata')] })
    expect(second).toEqual({ id: second.id, name: 'Periyodik bakım', items, version: 1 })
    expect(await packages()).toEqual([first, second])
    expect(await listPackages(other)).toEqual({ packages: [] })
  })

  test('are changed with their version only, and repeated saves are one', async () => {
    const made = await pack(ctx, { name: 'Bakım', items, key: KEY })
    expect(await pack(ctx, { name: 'Bakım', items, key: KEY })).toEqual(made)
    const changed = await pack(ctx, { ...made, items: items.slice(1) })
    expect(changed).toEqual({ ...made, items: items.slice(1), version: 2 })
    await expectRefusal(pack(ctx, made), CHANGED)
    await expectRefusal(pack(other, made), NO_PACKAGE)
    await expectRefusal(pack(ctx, { name: 'BAKIM', items }), {
      code: 'INVALID',
      message: 'Bu adda bir hazır paket var. Başka bir ad yazın.',
      field: 'name',
    })
    expect(await packages()).toEqual([changed])
  })

  test('are at most 50', async () => {
    const full = {
      code: 'INVALID',
      message: 'En fazla 50 hazır paket kaydedilebilir. Önce birini silin.',
    } as const
    const deleted = await pack(ctx, { name: 'Eski', items })
    await deletePackage(ctx, deleted)
    for (let number = 1; number <= 50; number++) await pack(ctx, { name: `Paket ${number}`, items })
    await expectRefusal(pack(ctx, { name: 'Fazla', items }), full)
    await expectRefusal(restorePackage(ctx, deleted), full)
    expect(await packages()).toHaveLength(50)
    // Restoring a package that is not deleted needs no free place.
    const [first = deleted] = await packages()
    await restorePackage(ctx, first)
    await deletePackage(ctx, first)
    await restorePackage(ctx, deleted)
    expect(await packages()).toHaveLength(50)
  })

  test('a shop with more packages than allowed sees the first 100, and can add none', async () => {
    const { id: _, version: __, ...row } = await pack(ctx, { name: 'Bakım', items })
    const columns = { ...row, items: JSON.stringify(row.items), shop_id: ctx.actor.shop, name_sort_key: '' }
    await db
      .insertInto('item_package')
      .values(Array.from({ length: 199 }, (_, index) => ({ ...columns, name_key: `B${index}` })))
      .execute()
    const listed = await packages()
    expect(listed).toHaveLength(100)
    const [kept = { id: 0, version: 0 }] = listed
    await pack(ctx, { ...kept, name: 'Yağ değişimi', items })
    await deletePackage(ctx, kept)
    const full = { code: 'INVALID', message: messages.tooManyPackages } as const
    await expectRefusal(pack(ctx, { name: 'Fazla', items }), full)
    await expectRefusal(restorePackage(ctx, kept), full)
    const rows = db
      .selectFrom('item_package')
      .where('shop_id', '=', ctx.actor.shop)
      .where('deleted_at', 'is', null)
    expect(await rows.select('id').execute()).toHaveLength(199)
  })

  test('can be restored after they were deleted', async () => {
    const made = await pack(ctx, { name: 'Bakım', items })
    await expectRefusal(deletePackage(other, made), NO_PACKAGE)
    await deletePackage(ctx, made)
    expect(await packages()).toEqual([])
    await restorePackage(ctx, made)
    expect(await packages()).toEqual([made])
  })
})

test('a deletion is final after 30 days', async () => {
  // The time lies long before all other tests of this file, because the purge covers all shops.
  const at = (days: number, ms = 0) => new Date(TEST_NOW.getTime() + (days - 1_000) * DAY_MS + ms)
  const early = { ...ctx, now: at(0) }
  const { id } = await price(ctx, { name: 'Balata', price_kurus: 1 })
  await deletePrice(early, { id })
  const { id: packId } = await pack(ctx, { name: 'Bakım', items: [item('Yağ')] })
  await deletePackage(early, { id: packId })
  await expectRefusal(restorePrice({ ...ctx, now: at(30, 1) }, { id }), NO_PRICE)
  expect(await purgeDeletedNamed(db, at(30))).toBe(0)
  expect(await purgeDeletedNamed(db, at(30, 1))).toBe(2)
  await expectRefusal(restorePackage(early, { id: packId }), NO_PACKAGE)
})
