import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { deleteKayit, getKayit, restoreKayit } from '#server/kayit/operations.ts'
import { saveKayit } from '#server/kayit/save.ts'
import { type Islem, type Kayit, type SavedKayit, kayitInput } from '#shared/kayit/schema.ts'

import { legacyClient, outcomeByPost, pageClient, testApp } from '#tests/support/panel/app.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, type TestUser, userCtx } from '#tests/support/rows/factories.ts'
import { type Outcome, outcomeOf } from '#tests/support/rows/refusal.ts'
import { allKayit } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()
const app = testApp(db)

type Body = { id?: number; info: object; islemler?: (object & { fiyat_kurus?: number })[] }

type Transport = {
  ids: () => Promise<number[]>
  get: (kayit_id: number) => Promise<Outcome<{ kayit: Kayit; islemler: Islem[] }>>
  save: (body: Body) => Promise<Outcome<{ id: number }>>
  remove: (kayit_id: number) => Promise<Outcome<undefined>>
}

const idOf = ({ kayit: { id } }: SavedKayit) => ({ id })

function operations(user: TestUser): Transport {
  const ctx = userCtx(db, user)
  return {
    ids: async () => (await allKayit(ctx, {})).map((item) => item.kayit_id),
    get: (kayit_id) => outcomeOf(() => getKayit(ctx, { kayit_id })),
    save: (body) => outcomeOf(async () => idOf(await saveKayit(ctx, z.parse(kayitInput, body)))),
    remove: (kayit_id) => outcomeOf(() => deleteKayit(ctx, { kayit_id }).then(() => undefined)),
  }
}

function procedures(user: TestUser): Transport {
  const { kayit } = pageClient(db, user)
  return {
    ids: async () => (await kayit.list({})).items.map((item) => item.kayit_id),
    get: (kayit_id) => outcomeOf(() => kayit.get({ kayit_id })),
    save: (body) => outcomeOf(() => kayit.save(body).then(idOf)),
    remove: (kayit_id) => outcomeOf(() => kayit.delete({ kayit_id }).then(() => undefined)),
  }
}

function legacy(user: TestUser): Transport {
  const client = legacyClient(app, db, user)
  const post = outcomeByPost(client)
  return {
    ids: async () => {
      const { body } = await client.get('getKayitlar.php')
      return (body['records'] as { kayit_id: number }[]).map((item) => item.kayit_id)
    },
    get: (kayit_id) => post('getKayit.php', { kayit_id }, ({ data }) => fromLegacy(data as LegacyDetail)),
    save: (body) => post('submitKayit.php', toLegacy(body), ({ id }) => ({ id: Number(id) })),
    remove: (kayit_id) => post('deleteKayit.php', { kayit_id }, () => undefined),
  }
}

/** Returns the page's input under the contract's names. */
const toLegacy = ({ id, info, islemler }: Body) => ({
  info: { ...info, id },
  islemler: islemler?.map(({ fiyat_kurus = 0, ...item }) => ({ ...item, islem_fiyat: fiyat_kurus / 100 })),
})

type LegacyDetail = { kayit: Kayit; islemler: (Omit<Islem, 'fiyat_kurus'> & { islem_fiyat: number })[] }

/** Returns the contract's record as the page receives it. */
const fromLegacy = ({ kayit, islemler }: LegacyDetail) => ({
  kayit: { ...kayit, giris_tarihi: kayit.giris_tarihi || null, cikis_tarihi: kayit.cikis_tarihi || null },
  islemler: islemler.map(({ islem_fiyat, ...item }) => ({
    ...item,
    fiyat_kurus: Math.round(islem_fiyat * 100),
  })),
})

const name = { musteri_adi_soyadi: 'Ayşe Işık', plaka: '34 ABC 123' }
const item = { islem_adi: 'Yağ', islem_adet: 2, fiyat_kurus: 125_075 }

describe.each([
  ['operations', operations],
  ['tRPC', procedures],
  ['legacy', legacy],
])('records over %s', (_, open) => {
  const shop = async () => open(await buildUser(db))
  const built = async (transport: Transport): Promise<{ kayit: Kayit; islemler: Islem[] }> => {
    const saved = await transport.save({ info: name, islemler: [item] })
    const answer = await transport.get(typeof saved === 'string' ? 0 : saved.id)
    if (typeof answer === 'string') throw new Error(answer)
    return answer
  }

  test('a record is created, changed and deleted', async () => {
    const transport = await shop()
    const { kayit, islemler } = await built(transport)
    expect(kayit).toMatchObject({ ...name, durum: 'Devam Ediyor', kayit_tarihi: '2026-11-21' })
    expect(islemler).toMatchObject([{ islem_adi: 'Yağ', islem_adet: 2, fiyat_kurus: 125_075 }])
    expect(await transport.save({ id: kayit.id, info: { durum: 'Tamamlandı' } })).toMatchObject({
      id: kayit.id,
    })
    expect(await transport.get(kayit.id)).toMatchObject({
      kayit: { ...kayit, durum: 'Tamamlandı' },
      islemler,
    })
    expect(await transport.ids()).toEqual([kayit.id])
    expect(await transport.remove(kayit.id)).toBeUndefined()
    expect(await transport.ids()).toEqual([])
  })

  test.each([
    [{ info: { ...name, musteri_adi_soyadi: '' } }, 'Müşteri adı zorunludur.'],
    [{ info: { ...name, plaka: '' } }, 'Plaka veya Şasi No’dan en az biri girilmelidir.'],
    [{ info: { ...name, giris_tarihi: '31.02.2026' } }, 'Geçersiz tarih.'],
    [{ info: { ...name, plaka: 'x'.repeat(201) } }, 'Plaka en fazla 200 karakter olabilir.'],
    [{ info: { ...name, aciklama: 'a\u0000b' } }, 'Metinde izin verilmeyen karakterler var.'],
    [{ info: name, islemler: [{ ...item, islem_adi: ' ' }] }, 'İşlem adı boş olamaz.'],
    [{ info: name, islemler: [{ ...item, islem_adet: 100_001 }] }, 'Adet en fazla 100.000 olabilir.'],
    [
      { info: name, islemler: [{ ...item, fiyat_kurus: 100_000_000_000 }] },
      'Fiyat en fazla 999.999.999,99 olabilir.',
    ],
  ])('%j is refused and nothing is stored', async (body, message) => {
    const transport = await shop()
    expect(await transport.save(body)).toBe(message)
    expect(await transport.ids()).toEqual([])
  })

  test('a record of another shop, a deleted or an unknown one is not found and stays unchanged', async () => {
    const [mine, theirs] = [await shop(), await shop()]
    const before = await built(theirs)
    const removed = (await built(mine)).kayit.id
    await mine.remove(removed)
    for (const id of [before.kayit.id, removed, 9_007_199_254_740_991]) {
      expect(await mine.get(id)).toBe('Kayıt bulunamadı.')
      expect(await mine.save({ id, info: name })).toBe('Kayıt bulunamadı.')
      expect(await mine.remove(id)).toBe('Kayıt bulunamadı.')
    }
    expect(await mine.ids()).toEqual([])
    expect(await theirs.get(before.kayit.id)).toEqual(before)
  })

  test('item ids of another shop leave its items unchanged', async () => {
    const [mine, theirs] = [await shop(), await shop()]
    const before = await built(theirs)
    await mine.save({ info: name, islemler: before.islemler.map((islem) => ({ ...islem, islem_adi: 'x' })) })
    expect(await theirs.get(before.kayit.id)).toEqual(before)
  })
})

test('only the page can restore, and only own records', async () => {
  const [user, other] = [await buildUser(db), await buildUser(db)]
  const { id } = (await pageClient(db, user).kayit.save({ info: name })).kayit
  await pageClient(db, user).kayit.delete({ kayit_id: id })
  const refused = pageClient(db, other).kayit.restore({ kayit_id: id })
  await expect(refused).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Kayıt bulunamadı.' })
  await pageClient(db, user).kayit.restore({ kayit_id: id })
  expect(await getKayit(userCtx(db, user), { kayit_id: id })).toMatchObject({ version: 1 })
  await restoreKayit(userCtx(db, user), { kayit_id: id })
})

test('the page learns that another user has saved since', async () => {
  const { kayit } = pageClient(db, await buildUser(db))
  const {
    kayit: { id },
    version,
  } = await kayit.save({ info: name })
  await kayit.save({ id, info: { durum: 'Beklemede' }, version })
  const refused = kayit.save({ id, info: { durum: 'İptal' }, version })
  const message = 'Bu kayıt siz düzenlerken değiştirildi.'
  await expect(refused).rejects.toMatchObject({ code: 'CONFLICT', message })
})
