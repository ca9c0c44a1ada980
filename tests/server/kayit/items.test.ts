import type { KyselyPlugin } from 'kysely'
import { describe, expect, test } from 'vitest'

import { getKayit } from '#server/kayit/operations.ts'
import { saveKayit } from '#server/kayit/save.ts'

import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { build, save } from '#tests/support/rows/kayit.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'

const db = await testDatabase()
const shop = async () => userCtx(db, await buildUser(db))

const oil = { islem_adi: 'Yağ değişimi', islem_adet: 1, fiyat_kurus: 125_050 }
const pads = { islem_adi: 'Balata', islem_adet: 4, fiyat_kurus: 30_000 }
const labour = { islem_adi: 'işçilik', islem_adet: 1, fiyat_kurus: 9_999 }

const storedRow = (userId: number, id: number) =>
  db
    .selectFrom('kayit')
    .where('shop_id', '=', userId)
    .where('id', '=', id)
    .select(['islem_sayisi', 'toplam_kurus'])
    .executeTakeFirstOrThrow()

const allItems = () => db.selectFrom('islem').selectAll().orderBy('id').execute()

describe('the items of a record', () => {
  test('items keep the order in which they were sent, and their exact prices', async () => {
    const { islemler } = await build(await shop(), {}, [labour, oil, pads])
    expect(islemler).toMatchObject([labour, oil, pads])
  })

  test('changed and moved items keep their ids, a new item gets one, and a missing item is deleted', async () => {
    const ctx = await shop()
    const { kayit, islemler } = await build(ctx, {}, [oil, pads, labour])
    const [first, second, third] = islemler.map((item) => item.id)
    const sent = [
      { id: third, ...labour },
      { id: 0, ...pads, islem_adi: 'Yeni' },
      { id: first, ...oil, islem_adet: 3 },
    ]
    await save(ctx, { id: kayit.id, info: {}, islemler: sent })
    const after = (await getKayit(ctx, { kayit_id: kayit.id })).islemler
    expect(after.map((item) => item.islem_adi)).toEqual(['işçilik', 'Yeni', 'Yağ değişimi'])
    expect([after[0]?.id, after[2]?.id]).toEqual([third, first])
    expect([first, second, third]).not.toContain(after[1]?.id)
    expect(after[2]?.islem_adet).toBe(3)
  })

  test('an empty list deletes all items, and no list keeps them', async () => {
    const ctx = await shop()
    const { kayit, islemler } = await build(ctx, {}, [oil])
    await save(ctx, { id: kayit.id, info: {} })
    expect((await getKayit(ctx, { kayit_id: kayit.id })).islemler).toEqual(islemler)
    await save(ctx, { id: kayit.id, info: {}, islemler: [] })
    expect((await getKayit(ctx, { kayit_id: kayit.id })).islemler).toEqual([])
    const totals = { islem_sayisi: 0, toplam_kurus: 0 }
    expect(await storedRow(ctx.actor.shop, kayit.id)).toEqual(totals)
  })

  test('the first of two items with one id keeps it and the other becomes new', async () => {
    const ctx = await shop()
    const { kayit, islemler } = await build(ctx, {}, [oil])
    const id = islemler[0]?.id
    const sent = [
      { ...pads, id },
      { ...labour, id },
    ]
    await save(ctx, { id: kayit.id, info: {}, islemler: sent })
    const after = (await getKayit(ctx, { kayit_id: kayit.id })).islemler
    expect(after.map((item) => item.islem_adi)).toEqual(['Balata', 'işçilik'])
    expect(after[0]?.id).toBe(id)
    expect(after[1]?.id).not.toBe(id)
  })

  test('an item id of another shop or record creates a new item and never changes the other one', async () => {
    const [ctx, other] = [await shop(), await shop()]
    const theirs = await build(other, {}, [oil])
    const neighbour = await build(ctx, {}, [pads])
    const mine = await build(ctx, {}, [labour])
    const foreignIds = [...theirs.islemler, ...neighbour.islemler].map((item) => item.id)
    const sent = foreignIds.map((id) => ({ id, islem_adi: 'Ele geçirildi', islem_adet: 9, fiyat_kurus: 100 }))
    await save(ctx, { id: mine.kayit.id, info: {}, islemler: sent })
    await save(ctx, { info: {}, islemler: sent })

    expect(await getKayit(other, { kayit_id: theirs.kayit.id })).toEqual(theirs)
    expect(await getKayit(ctx, { kayit_id: neighbour.kayit.id })).toEqual(neighbour)
    const after = (await getKayit(ctx, { kayit_id: mine.kayit.id })).islemler
    expect(after).toHaveLength(2)
    expect(after.map((item) => item.id).filter((id) => foreignIds.includes(id))).toEqual([])
  })

  test.each([
    ['name', { islem_adi: 'YAĞ DEĞİŞİMİ' }],
    ['quantity', { islem_adet: 7 }],
    ['price', { fiyat_kurus: 125_051 }],
  ])('a change of the %s alone is stored', async (_, change) => {
    const ctx = await shop()
    const { kayit, islemler } = await build(ctx, {}, [oil, pads])
    const sent = islemler.map((islem, index) => (index === 0 ? { ...islem, ...change } : islem))
    await save(ctx, { id: kayit.id, info: {}, islemler: sent })
    expect((await getKayit(ctx, { kayit_id: kayit.id })).islemler).toEqual(sent)
  })

  test('unchanged items are not written again', async () => {
    const ctx = await shop()
    const { kayit, islemler } = await build(ctx, {}, [oil, pads])
    const statements: string[] = []
    const watched: KyselyPlugin = {
      transformQuery: ({ node }) => {
        statements.push(node.kind)
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    }
    await save({ ...ctx, db: db.withPlugin(watched) }, { id: kayit.id, info: { aciklama: 'x' }, islemler })
    const [lock, items, documents, write, log] = ['Select', 'Select', 'Select', 'Update', 'Insert']
    expect(statements).toEqual([lock, items, documents, write, log].map((kind) => `${kind}QueryNode`))
    expect((await getKayit(ctx, { kayit_id: kayit.id })).islemler).toEqual(islemler)
  })
})

describe('the item totals stored on a record', () => {
  test('a record stores the number and the gross total of its items', async () => {
    const ctx = await shop()
    const { kayit } = await build(ctx, {}, [
      { ...oil, fiyat_kurus: 10_005 },
      { ...pads, fiyat_kurus: 1 },
    ])
    const totals = { islem_sayisi: 2, toplam_kurus: 10_009 }
    expect(await storedRow(ctx.actor.shop, kayit.id)).toEqual(totals)
  })

  test('item totals stay when only the record changes', async () => {
    const ctx = await shop()
    const { kayit } = await build(ctx, {}, [oil, pads])
    const before = await storedRow(ctx.actor.shop, kayit.id)
    await save(ctx, { id: kayit.id, info: { durum: 'İptal' } })
    expect(await storedRow(ctx.actor.shop, kayit.id)).toEqual(before)
    expect(before).toMatchObject({ islem_sayisi: 2, toplam_kurus: 245_050 })
  })

  test('the names of operations are stored upper-cased by Turkish rules for the statistics', async () => {
    const ctx = await shop()
    const { kayit } = await build(ctx, {}, [{ ...oil, islem_adi: '  ışık ayarı, direksiyon ' }])
    const rows = await db
      .selectFrom('islem')
      .where('kayit_id', '=', kayit.id)
      .select('islem_adi_upper')
      .execute()
    expect(rows).toEqual([{ islem_adi_upper: 'IŞIK AYARI, DİREKSİYON' }])
  })
})

describe('limits', () => {
  test('a total beyond the limit is refused and nothing of the save is stored', async () => {
    const ctx = await shop()
    const { kayit, islemler } = await build(ctx, {}, [oil])
    const before = await allItems()
    const dearest = { islem_adi: 'Çok', islem_adet: 100_000, fiyat_kurus: 99_999_999_999 }
    const refusal = {
      code: 'INVALID',
      message: 'Kayıt toplamı en fazla 999.999.999.999,99 olabilir.',
      field: 'islemler',
    } as const
    const change = save(ctx, { id: kayit.id, info: { durum: 'x' }, islemler: [...islemler, dearest] })
    await expectRefusal(change, refusal)
    await expectRefusal(save(ctx, { islemler: [dearest] }), refusal)
    expect(await getKayit(ctx, { kayit_id: kayit.id })).toMatchObject({ kayit, islemler, version: 1 })
    expect(await allItems()).toEqual(before)
  })

  test('an item that the database refuses rolls back the whole save', async () => {
    const ctx = await shop()
    const before = await build(ctx, {}, [oil, pads])
    // The input bypasses the schema, like a bug of ours would: the column refuses a quantity of 0.
    const broken = { id: 0, ...labour, islem_adet: 0, fiyat_kurus: 10_000 }
    const kept = before.islemler.map((item) => ({ ...item, fiyat_kurus: 500 }))
    const info = { musteri_adi_soyadi: 'Yarım', plaka: '34 A 1' }
    const change = saveKayit(ctx, { id: before.kayit.id, info, islemler: [...kept, broken] })
    await expect(change).rejects.toMatchObject({ code: '23514' })
    await expect(saveKayit(ctx, { id: 0, info, islemler: [broken] })).rejects.toMatchObject({ code: '23514' })
    expect(await getKayit(ctx, { kayit_id: before.kayit.id })).toEqual(before)
    const rows = await db.selectFrom('kayit').where('shop_id', '=', ctx.actor.shop).select('id').execute()
    expect(rows).toHaveLength(1)
  })
})
