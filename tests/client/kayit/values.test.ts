import { describe, expect, test } from 'vitest'

import { pdfAddress } from '#client/features/kayit/form/pdf-address.ts'
import {
  customerTitle,
  type InfoValues,
  kayitProblems,
  type KayitValues,
  newKayit,
  saveInput,
  snapshotOf,
  addTypedLine,
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

test('a new record is in progress, entered today, and has no items', () => {
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
  [{}, 'Ayşe Işık'],
  [{ plaka: ' ', sasi_no: 'WVWZZZ1JZXW000001' }, 'WVWZZZ1JZXW000001 · Ayşe Işık'],
  [{ plaka: '34 ABC 123', sasi_no: 'X', musteri_adi_soyadi: '' }, ''],
  [{ plaka: '', musteri_adi_soyadi: '' }, ''],
]
test.each(NAMES)('the title of a record with %j says %j beside the plate', (change, about) => {
  expect(customerTitle(filled(change))).toBe(about)
})

test('the form values of a loaded record are text: numbers as digits, absent values as empty', () => {
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

describe('the input of a save', () => {
  test('a new record is sent with the key and without a version', () => {
    const input = saveInput(filled(), { id: 0, key: 'anahtar-1' })
    expect(input).toMatchObject({ id: 0, info: { plaka: '34 ABC 123' }, islemler: [], key: 'anahtar-1' })
    expect(input).not.toHaveProperty('version')
    expect(input.info).not.toHaveProperty('yeni')
  })

  test('a loaded record is sent complete and valid for the server', () => {
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

  test('a typed line that was not added is sent, and one without a name stays in the add area', () => {
    const line = { islem_adi: 'Akü', islem_adet: 2, fiyat: '100' }
    const values = addTypedLine(filled({ yeni: line }), { kdvDahil: false })
    expect(values.islemler).toMatchObject([{ id: 0, islem_adi: 'Akü', islem_adet: 2, fiyat_kurus: 12_000 }])
    expect(values.yeni).toMatchObject({ islem_adi: '', fiyat: '' })
    const nameless = filled({ yeni: { ...line, islem_adi: ' ' } })
    expect(addTypedLine(nameless, { kdvDahil: false })).toBe(nameless)
  })
})

describe('the validation of a record', () => {
  const problems = (change: Partial<KayitValues> = {}) =>
    kayitProblems(filled(change)).map(({ names, message }) => [names.join(), message])

  test('a customer and a plate or a chassis number are enough', () => {
    expect(problems()).toEqual([])
    expect(problems({ plaka: '', sasi_no: 'X' })).toEqual([])
    expect(problems({ plaka: 'M-AB 1234', musteri_tel: '12345', sasi_no: 'KISA' })).toEqual([])
  })

  test('a price in the add area needs a name: a save would lose it otherwise', () => {
    const yeni = { islem_adi: ' ', islem_adet: 1, fiyat: '55' }
    expect(problems({ yeni })).toEqual([['yeni.islem_adi', 'İşlem adı boş olamaz.']])
    expect(problems({ yeni: { ...yeni, islem_adi: 'Akü' } })).toEqual([])
    expect(problems({ yeni: { ...yeni, fiyat: ' ' } })).toEqual([])
  })

  test('all problems are returned in the order of the form, those of items by line', () => {
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

  test('a list with too many items has one problem for the whole list', () => {
    const rows = snapshotOf(detailOf()).values.islemler
    const islemler = Array.from({ length: 501 }, () => rows).flat()
    expect(problems({ islemler })).toEqual([['', 'Bir kayda en fazla 1.000 işlem eklenebilir.']])
  })
})

test('the addresses of the two documents are those of the contract', () => {
  expect(pdfAddress('kdvli', 5)).toBe('/oto-servis/api/createPdf.php?id=5')
  expect(pdfAddress('kdvsiz', 5)).toBe('/oto-servis/api/createPdf2.php?id=5')
})
