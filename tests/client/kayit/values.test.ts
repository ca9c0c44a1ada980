import { describe, expect, test } from 'vitest'

import { pdfAddress } from '#client/features/kayit/form/pdf-buttons.tsx'
import {
  type InfoValues,
  kayitProblems,
  type KayitValues,
  nameOf,
  newKayit,
  saveInput,
  snapshotOf,
  withLine,
} from '#client/features/kayit/form/values.ts'
import { kayitInput } from '#shared/kayit/schema.ts'

import { detailOf } from './detail.ts'

const TODAY = '2026-11-21'
const filled = (change: Partial<KayitValues> = {}): KayitValues => ({
  ...newKayit(TODAY).values,
  musteri_adi_soyadi: 'Ayşe Işık',
  plaka: '34 ABC 123',
  ...change,
})

test('a new record is in progress, came in today, and has no items', () => {
  const { version, values } = newKayit(TODAY)
  expect(version).toBeNull()
  expect(values).toMatchObject({
    durum: 'Devam Ediyor',
    giris_tarihi: TODAY,
    kayit_tarihi: TODAY,
    cikis_tarihi: '',
    plaka: '',
    islemler: [],
  })
})

const NAMES: [Partial<InfoValues>, string][] = [
  [{}, '34 ABC 123 · Ayşe Işık'],
  [{ plaka: ' ', sasi_no: 'WVWZZZ1JZXW000001' }, 'WVWZZZ1JZXW000001 · Ayşe Işık'],
  [{ plaka: '34 ABC 123', sasi_no: 'X', musteri_adi_soyadi: '' }, '34 ABC 123'],
  [{ plaka: '', musteri_adi_soyadi: '' }, ''],
]
test.each(NAMES)('with %j it is called %j', (change, name) => {
  expect(nameOf(filled(change))).toBe(name)
})

test('a loaded record is typed text: numbers as digits, what is absent as nothing', () => {
  const { version, values } = snapshotOf(
    detailOf({ km_bilgisi: 120_000, model_yili: null, durum: 'Beklemede' }),
  )
  expect(version).toBe(4)
  expect(values).toMatchObject({
    km_bilgisi: '120000',
    model_yili: '',
    durum: 'Beklemede',
    cikis_tarihi: '',
  })
})

describe('what is sent', () => {
  test('of a new record carries the key and no version', () => {
    const input = saveInput(filled(), { id: 0, key: 'anahtar-1' })
    expect(input).toMatchObject({ id: 0, info: { plaka: '34 ABC 123' }, islemler: [], key: 'anahtar-1' })
    expect(input).not.toHaveProperty('version')
    expect(input.info).not.toHaveProperty('yeni')
  })

  test('of a loaded one is what the server understands, with nothing lost on the way', () => {
    const { version, values } = snapshotOf(detailOf())
    const sent = kayitInput.parse(saveInput(values, { id: 5, version: version ?? 0, key: 'anahtar-1' }))
    expect(sent).toMatchObject({
      id: 5,
      version: 4,
      key: 'anahtar-1',
      info: { km_bilgisi: 98_500, model_yili: 2016, giris_tarihi: '2026-11-03', cikis_tarihi: null },
    })
    expect(sent.islemler?.map(({ id, key, fiyat_kurus }) => [id, key, fiyat_kurus])).toEqual([
      [11, 'islem-11', 10_005],
      [12, 'islem-12', 120_000],
    ])
  })

  test('holds the line that was typed but not added; one without a name stays where it is', () => {
    const line = { islem_adi: 'Akü', islem_adet: 2, fiyat: '100' }
    const values = withLine(filled({ yeni: line }), { kdvDahil: false })
    expect(values.islemler).toMatchObject([{ id: 0, islem_adi: 'Akü', islem_adet: 2, fiyat_kurus: 12_000 }])
    expect(values.yeni).toMatchObject({ islem_adi: '', fiyat: '' })
    const nameless = filled({ yeni: { ...line, islem_adi: ' ' } })
    expect(withLine(nameless, { kdvDahil: false })).toBe(nameless)
  })
})

describe('what is wrong', () => {
  const problems = (change: Partial<KayitValues> = {}) =>
    kayitProblems(filled(change)).map(({ names, message }) => [names.join(), message])

  test('is nothing with a customer and a plate or a chassis number', () => {
    expect(problems()).toEqual([])
    expect(problems({ plaka: '', sasi_no: 'X' })).toEqual([])
    expect(problems({ plaka: 'M-AB 1234', musteri_tel: '12345', sasi_no: 'KISA' })).toEqual([])
  })

  test('is said all at once, in the order of the form, the items by their lines', () => {
    const { islemler } = snapshotOf(detailOf()).values
    expect(
      problems({
        musteri_adi_soyadi: '  ',
        plaka: ' ',
        giris_tarihi: '31.02.2026',
        km_bilgisi: 'çok',
        islemler: islemler.map((row) => (row.id === 12 ? { ...row, islem_adi: '' } : row)),
      }),
    ).toEqual([
      ['plaka', 'Plaka veya Şasi No’dan en az biri girilmelidir.'],
      ['musteri_adi_soyadi', 'Müşteri adı zorunludur.'],
      ['km_bilgisi', 'Kilometre geçersiz.'],
      ['giris_tarihi', 'Geçersiz tarih.'],
      ['islemler.1.islem_adi', '2. satır: İşlem adı boş olamaz.'],
    ])
  })

  test('of a list that is too long is said of the whole', () => {
    const rows = snapshotOf(detailOf()).values.islemler
    const islemler = Array.from({ length: 501 }, () => rows).flat()
    expect(problems({ islemler })).toEqual([['', 'Bir kayda en fazla 1.000 işlem eklenebilir.']])
  })
})

test('the two documents have the addresses of the contract', () => {
  expect(pdfAddress('kdvli', 5)).toBe('/oto-servis/api/createPdf.php?id=5')
  expect(pdfAddress('kdvsiz', 5)).toBe('/oto-servis/api/createPdf2.php?id=5')
})
