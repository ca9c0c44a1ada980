import { describe, expect, test } from 'vitest'

import { deleteKayit, getKayit } from '#server/kayit/operations.ts'

import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { build, save } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()
const shop = async () => userCtx(db, await buildUser(db))

const oil = { islem_adi: 'Yağ değişimi', islem_adet: 1, fiyat_kurus: 125_050 }
const pads = { islem_adi: 'Balata', islem_adet: 4, fiyat_kurus: 30_000 }
const labour = { islem_adi: 'işçilik', islem_adet: 1, fiyat_kurus: 9_999 }

type Ctx = Awaited<ReturnType<typeof shop>>
type Saved = Awaited<ReturnType<typeof save>>

/** Checks that a save returned the stored record; returns the keys of its items, in order. */
async function keysOf(ctx: Ctx, returned: Saved) {
  const { id, islemler, created: _, ...saved } = returned
  const items = islemler.map(({ id, islem_adi, islem_adet, fiyat_kurus }) => ({
    id,
    islem_adi,
    islem_adet,
    fiyat_kurus,
  }))
  expect({ ...saved, islemler: items }).toEqual(await getKayit(ctx, { kayit_id: id }))
  return islemler.map(({ key }) => key)
}

describe('the record that a save returns', () => {
  test('a new record is returned as stored', async () => {
    const ctx = await shop()
    const info = { plaka: ' 34 abc 1 ', giris_tarihi: '05.11.2026', km_bilgisi: '98.500' }
    const saved = await save(ctx, { info, islemler: [oil, pads] })
    expect(saved.kayit).toMatchObject({ plaka: '34 abc 1', giris_tarihi: '2026-11-05', cikis_tarihi: null })
    expect(saved).toMatchObject({ version: 1, created: true, islemler: [oil, pads] })
    expect(await keysOf(ctx, saved)).toEqual([undefined, undefined])
  })

  test('a changed record is returned as stored, with unsent items in their order and with its documents', async () => {
    const ctx = await shop()
    const { kayit } = await build(ctx, { giris_tarihi: '2026-11-05' }, [labour, oil, pads])
    const document = { kayit_id: kayit.id, ad: 'Ruhsat.jpg', tur: 'image/jpeg', boyut: 5, url: '/ruhsat' }
    await db
      .insertInto('belge')
      .values({ shop_id: ctx.actor.shop, ...document })
      .execute()
    const saved = await save(ctx, { id: kayit.id, info: { giris_tarihi: '', durum: 'Beklemede' } })
    expect(saved.kayit).toEqual({ ...kayit, giris_tarihi: null, durum: 'Beklemede' })
    expect(saved).toMatchObject({ version: 2, created: false, belgeler: [{ ad: 'Ruhsat.jpg' }] })
    expect(await keysOf(ctx, saved)).toEqual([undefined, undefined, undefined])
  })
})

describe('the item keys that a save returns', () => {
  test('new items are returned with their keys', async () => {
    const ctx = await shop()
    const islemler = [{ ...oil, key: 'a' }, pads, { ...labour, key: 'c' }]
    expect(await keysOf(ctx, await save(ctx, { islemler }))).toEqual(['a', undefined, 'c'])
  })

  test('moved, changed, removed and added items are returned with their keys', async () => {
    const ctx = await shop()
    const first = await save(ctx, {
      islemler: [oil, pads, labour].map((it, at) => ({ ...it, key: `k${at}` })),
    })
    const [k0, k1, k2] = first.islemler
    const saved = await save(ctx, {
      id: first.id,
      info: {},
      islemler: [
        { ...labour, id: k2?.id, key: 'k2' },
        { ...pads, islem_adi: 'Yeni', key: 'yeni-1' },
        { ...oil, id: k0?.id, islem_adet: 7, key: 'k0' },
        { ...oil, key: 'yeni-2' },
      ],
    })
    expect(await keysOf(ctx, saved)).toEqual(['k2', 'yeni-1', 'k0', 'yeni-2'])
    const idOf = new Map(saved.islemler.map(({ key, id }) => [key, id]))
    expect([idOf.get('k0'), idOf.get('k2')]).toEqual([k0?.id, k2?.id])
    expect([...idOf.values()]).not.toContain(k1?.id)
  })

  test('a repeated id and an id of another record are returned with the keys of their rows', async () => {
    const ctx = await shop()
    const other = await build(ctx, {}, [labour])
    const { kayit, islemler } = await build(ctx, {}, [oil])
    const [own, foreign] = [islemler[0]?.id, other.islemler[0]?.id]
    const sent = [
      { ...pads, id: own, key: 'keeps it' },
      { ...labour, id: own, key: 'is new' },
      { ...oil, id: foreign, key: 'is new too' },
    ]
    const saved = await save(ctx, { id: kayit.id, info: {}, islemler: sent })
    expect(await keysOf(ctx, saved)).toEqual(['keeps it', 'is new', 'is new too'])
    expect(saved.islemler.map(({ id }) => id === own || id === foreign)).toEqual([true, false, false])
  })

  test('a repeated new record is returned with the keys of its items', async () => {
    const ctx = await shop()
    const sent = { key: 'sayfa-anahtari-1', islemler: [{ ...oil, key: 'a' }] }
    await save(ctx, sent)
    const again = await save(ctx, { ...sent, islemler: [{ ...pads, key: 'b' }, ...sent.islemler] })
    expect(again).toMatchObject({ version: 2, created: true, islemler: [pads, oil] })
    expect(await keysOf(ctx, again)).toEqual(['b', 'a'])
  })
})

describe('a change that is repeated because its response was lost', () => {
  async function change(ctx: Ctx) {
    const { kayit, islemler, version } = await build(ctx, {}, [oil])
    const kept = { ...oil, id: islemler[0]?.id, key: 'kept' }
    const sent = [{ ...pads, key: 'new' }, kept]
    return { id: kayit.id, info: { aciklama: 'bir' }, islemler: sent, version, key: 'form-1-anahtari' }
  }

  test('a repeated change returns what the first one returned', async () => {
    const ctx = await shop()
    const sent = await change(ctx)
    const first = await save(ctx, sent)
    const again = await save(ctx, sent)
    expect(again).toEqual(first)
    expect(await keysOf(ctx, again)).toEqual(['new', 'kept'])
  })

  test('a repeated change returns later changes of others; items that were new then have no key', async () => {
    const ctx = await shop()
    const sent = await change(ctx)
    const { id, islemler } = await save(ctx, sent)
    await save(ctx, { id, info: { aciklama: 'iki' }, islemler: [labour, ...islemler] })
    const again = await save(ctx, sent)
    expect(again).toMatchObject({ version: 3, created: false, kayit: { aciklama: 'iki' } })
    expect(await keysOf(ctx, again)).toEqual([undefined, undefined, 'kept'])
  })

  test('a repeated change of a record that was deleted since is not found', async () => {
    const ctx = await shop()
    const sent = await change(ctx)
    await save(ctx, sent)
    await deleteKayit(ctx, { kayit_id: sent.id })
    await expect(save(ctx, sent)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
