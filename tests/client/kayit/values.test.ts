import { describe, expect, test } from 'vitest'

import {
  type InfoValues,
  baseOf,
  infoProblems,
  nameOf,
  newBase,
  pdfAddress,
  saveInput,
} from '#client/features/kayit/form/values.ts'
import { warningOf } from '#client/features/kayit/form/warnings.ts'
import { kayitInput } from '#shared/kayit/schema.ts'

import { detailOf } from './detail.ts'

const TODAY = '2026-11-21'
const filled = (change: Partial<InfoValues> = {}): InfoValues => ({
  ...newBase(TODAY).values.info,
  musteri_adi_soyadi: 'Ayşe Işık',
  plaka: '34 ABC 123',
  ...change,
})

test('a new record is in progress, came in today, and has no items', () => {
  const { version, values } = newBase(TODAY)
  expect(version).toBeNull()
  expect(values.info).toMatchObject({
    durum: 'Devam Ediyor',
    giris_tarihi: TODAY,
    kayit_tarihi: TODAY,
    cikis_tarihi: '',
    plaka: '',
  })
  expect(values.rows).toEqual([])
})

test.each([
  [{}, '34 ABC 123 · Ayşe Işık'],
  [{ plaka: ' ', sasi_no: 'WVWZZZ1JZXW000001' }, 'WVWZZZ1JZXW000001 · Ayşe Işık'],
  [{ plaka: '34 ABC 123', sasi_no: 'X', musteri_adi_soyadi: '' }, '34 ABC 123'],
  [{ plaka: '', musteri_adi_soyadi: '' }, ''],
])('with %j it is called %j', (change, name) => {
  expect(nameOf(filled(change))).toBe(name)
})

test('a loaded record is typed text: numbers as digits, what is absent as nothing', () => {
  const { version, values } = baseOf(detailOf({ km_bilgisi: 120_000, model_yili: null, durum: 'Beklemede' }))
  expect(version).toBe(4)
  expect(values.info).toMatchObject({ km_bilgisi: '120000', model_yili: '', durum: 'Beklemede' })
})

describe('what is sent', () => {
  const values = { info: filled(), rows: [] }

  test('of a new record carries the key and no version', () => {
    const input = saveInput(values, { id: 0, version: null, key: 'anahtar-1' })
    expect(input).toMatchObject({ id: 0, info: { plaka: '34 ABC 123' }, islemler: [], key: 'anahtar-1' })
    expect(input).not.toHaveProperty('version')
  })

  test('of a loaded one carries the version and the key', () => {
    const input = saveInput(values, { id: 9, version: 3, key: 'anahtar-1' })
    expect(input).toMatchObject({ id: 9, info: {}, version: 3, key: 'anahtar-1' })
  })

  test('is what the server understands, with nothing lost on the way', () => {
    const detail = detailOf()
    const base = baseOf(detail)
    const sent = kayitInput.parse(saveInput(base.values, { id: 5, version: base.version, key: 'anahtar-1' }))
    expect(sent.id).toBe(5)
    expect(sent.info).toMatchObject({
      km_bilgisi: 98_500,
      model_yili: 2016,
      giris_tarihi: '2026-11-03',
    })
    expect(sent.info.cikis_tarihi).toBeNull()
    expect(sent.islemler?.map(({ id, fiyat_kurus }) => [id, fiyat_kurus])).toEqual([
      [11, 10_005],
      [12, 120_000],
    ])
  })
})

describe('what is wrong with the fields', () => {
  test('is nothing with a customer and a plate or a chassis number', () => {
    expect(infoProblems(filled())).toEqual({})
    expect(infoProblems(filled({ plaka: '', sasi_no: 'X' }))).toEqual({})
  })

  test('is said all at once', () => {
    expect(
      infoProblems(
        filled({ musteri_adi_soyadi: '  ', plaka: ' ', giris_tarihi: '31.02.2026', km_bilgisi: 'çok' }),
      ),
    ).toEqual({
      musteri_adi_soyadi: 'Müşteri adı zorunludur.',
      plaka: 'Plaka veya Şasi No’dan en az biri girilmelidir.',
      giris_tarihi: 'Geçersiz tarih.',
      km_bilgisi: 'Kilometre geçersiz.',
    })
  })
})

describe('unusual values are warned about, never refused', () => {
  test.each([
    ['plaka', '34 ABC 123'],
    ['plaka', ''],
    ['musteri_tel', '0532 123 45 67'],
    ['musteri_tel', '444 12 34'],
    ['sasi_no', 'WVWZZZ1JZXW000001'],
    ['tc_vergino', '10000000146'],
    ['tc_vergino', ''],
    ['arac_marka', '???'],
  ] as const)('%s %j is usual', (name, value) => {
    expect(warningOf(name, value)).toBeUndefined()
  })

  test.each([
    ['plaka', 'M-AB 1234', 'Plaka alışılmış biçimde değil; yine de kaydedebilirsiniz.'],
    ['musteri_tel', '12345', 'Telefon numarası alışılmış biçimde değil; yine de kaydedebilirsiniz.'],
    ['sasi_no', 'KISA', 'Yeni araçlarda şasi no 17 karakterdir (I, O, Q olmaz); yine de kaydedebilirsiniz.'],
    [
      'tc_vergino',
      '10000000147',
      'Geçerli bir T.C. kimlik no ya da vergi no değil; yine de kaydedebilirsiniz.',
    ],
  ] as const)('%s %j is not', (name, value, sentence) => {
    expect(warningOf(name, value)).toBe(sentence)
    expect(infoProblems(filled({ [name]: value }))).toEqual({})
  })
})

test('the two documents have the addresses of the contract', () => {
  expect(pdfAddress('/oto-servis', 'kdvli', 5)).toBe('/oto-servis/api/createPdf.php?id=5')
  expect(pdfAddress('/oto-servis', 'kdvsiz', 5)).toBe('/oto-servis/api/createPdf2.php?id=5')
})
