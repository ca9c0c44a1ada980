import * as fc from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { kayitProblem, recordDay } from '#shared/kayit/rules.ts'
import { kayitIdInput } from '#shared/kayit/ids.ts'
import { kayitInput, kayitListInput } from '#shared/kayit/schema.ts'
import { messages } from '#shared/messages.ts'

/** Returns the parsed value of a field of the record, or the message of its refusal. */
function readInfo(field: string, value: unknown): unknown {
  const result = z.safeParse(kayitInput, { info: { [field]: value } })
  if (!result.success) return result.error.issues[0]?.message
  return (result.data.info as Record<string, unknown>)[field]
}

/** Returns the same for a field of a work item. */
function readItem(field: string, value: unknown): unknown {
  const result = z.safeParse(kayitInput, { info: {}, islemler: [{ islem_adi: 'Yağ', [field]: value }] })
  if (!result.success) return result.error.issues[0]?.message
  return (result.data.islemler?.[0] as Record<string, unknown> | undefined)?.[field]
}

describe('a work item', () => {
  test.each([
    [1, 1],
    [100_000, 100_000],
    [100_001, 'Adet en fazla 100.000 olabilir.'],
    [0, 'Gönderilen bilgiler geçersiz.'],
    [2.9, 'Gönderilen bilgiler geçersiz.'],
    ['3', 'Gönderilen bilgiler geçersiz.'],
    [null, 'Gönderilen bilgiler geçersiz.'],
  ])('the quantity %j becomes %j', (sent, read) => expect(readItem('islem_adet', sent)).toBe(read))

  test.each([
    [0, 0],
    [10_005, 10_005],
    [99_999_999_999, 99_999_999_999],
    [100_000_000_000, 'Fiyat en fazla 999.999.999,99 olabilir.'],
    [Number.MAX_SAFE_INTEGER, 'Fiyat en fazla 999.999.999,99 olabilir.'],
    [-1, 'Gönderilen bilgiler geçersiz.'],
    [100.05, 'Gönderilen bilgiler geçersiz.'],
    ['100', 'Gönderilen bilgiler geçersiz.'],
    [null, 'Gönderilen bilgiler geçersiz.'],
  ])('the price of %j kuruş becomes %j', (sent, read) => expect(readItem('fiyat_kurus', sent)).toBe(read))

  test.each([
    [' Yağ  değişimi ', 'Yağ  değişimi'],
    ['', 'İşlem adı boş olamaz.'],
    [' \n ', 'İşlem adı boş olamaz.'],
    [null, 'İşlem adı boş olamaz.'],
    [7, '7'],
    ['x'.repeat(201), 'İşlem adı en fazla 200 karakter olabilir.'],
    ['a\u0007b', 'Metinde izin verilmeyen karakterler var.'],
  ])('the name %j becomes %j', (sent, read) => expect(readItem('islem_adi', sent)).toBe(read))

  test.each([
    ['k'.repeat(100), 'k'.repeat(100)],
    ['k'.repeat(101), 'Gönderilen bilgiler geçersiz.'],
    [7, 'Gönderilen bilgiler geçersiz.'],
  ])('the key %j becomes %j', (sent, read) => expect(readItem('key', sent)).toBe(read))

  test('an item without quantity, price and id is one and new, and its price is found by the save', () => {
    const { islemler } = z.parse(kayitInput, { info: {}, islemler: [{ islem_adi: 'Yağ' }] })
    expect(islemler).toEqual([{ id: 0, islem_adi: 'Yağ', islem_adet: 1 }])
  })
})

describe('the fields of a record', () => {
  test.each([
    ['05/11/2026', '2026-11-05'],
    ['5.11.2026', '2026-11-05'],
    ['05-11-2026', '2026-11-05'],
    ['2026-11-05', '2026-11-05'],
    ['2026/11/05', '2026-11-05'],
    ['00/00/0000', null],
    ['0000-00-00', null],
    ['', null],
    [null, null],
    ['31.11.2026', 'Geçersiz tarih.'],
    ['29.02.2026', 'Geçersiz tarih.'],
    ['bugün', 'Geçersiz tarih.'],
    [20_261_105, 'Geçersiz tarih.'],
  ])('the date %j becomes %j', (sent, read) => {
    for (const field of ['giris_tarihi', 'cikis_tarihi', 'kayit_tarihi'])
      expect(readInfo(field, sent)).toBe(read)
  })

  test.each([
    ['120.000', 120_000],
    [120_000, 120_000],
    ['', null],
    [null, null],
    [0, 0],
    [99_999_999, 99_999_999],
    [100_000_000, 'Kilometre geçersiz.'],
    [-1, 'Kilometre geçersiz.'],
    ['yüz bin', 'Kilometre geçersiz.'],
    ['120 000', 120_000],
    ['120\u00a0000', 120_000],
    ["120'000", 120_000],
    ['1.120.000 km', 1_120_000],
    ['85000Km.\u200e ', 85_000],
    ['120,000', 'Kilometre geçersiz.'],
    ['12 00', 'Kilometre geçersiz.'],
    ['km', 'Kilometre geçersiz.'],
    ['120 mil', 'Kilometre geçersiz.'],
  ])('the kilometres %j become %j', (sent, read) => expect(readInfo('km_bilgisi', sent)).toBe(read))

  test('texts are trimmed and otherwise unchanged, and leading zeros stay', () => {
    expect(readInfo('tc_vergino', '0012345678')).toBe('0012345678')
    expect(readInfo('aciklama', ' a\r\n  b\n')).toBe('a\r\n  b')
    expect(readInfo('aciklama', 'x'.repeat(10_001))).toBe('Açıklama en fazla 10.000 karakter olabilir.')
    expect(readInfo('plaka', '\ud800')).toBe('Metinde izin verilmeyen karakterler var.')
  })

  test('a field that is absent stays absent', () => {
    expect(z.parse(kayitInput, { info: { plaka: 'x' } })).toEqual({ id: 0, info: { plaka: 'x' } })
  })
})

test.each([
  { info: { id: 7, plaka: 'x' } },
  { info: {}, islemler: [{ islem_adi: 'Yağ', islem_fiyat: 100.05 }] },
  { info: {}, kayit_id: 7 },
])(
  'the input %j of an open page of an older version is refused instead of creating a record or a free item',
  (sent) => {
    const said = z.safeParse(kayitInput, sent).error?.issues.map(({ message }) => message)
    expect(said).toEqual(['Gönderilen bilgiler geçersiz.'])
  },
)

test('the list begins with the defaults of the specification (§9)', () => {
  const defaults = { q: '', sort: 'cikis_tarihi', dir: 'asc', page: 1, size: 20 }
  expect(z.parse(kayitListInput, {})).toEqual(defaults)
  for (const size of [10, 20, 50, 100]) expect(z.parse(kayitListInput, { size }).size).toBe(size)
  for (const wrong of [{ size: 30 }, { page: 0 }, { sort: 'user_id' }, { dir: 'up' }, { month: 0 }])
    expect(z.safeParse(kayitListInput, wrong).success).toBe(false)
})

test('every refusal of any input is one of our messages', () => {
  const catalogue: readonly string[] = Object.values(messages)
  const isOurs = (said: string) =>
    catalogue.includes(said) || / en fazla [\d.]+ karakter olabilir\.$/.test(said)
  const value = fc.oneof(fc.anything(), fc.constantFrom('', '-1', '1e9', 'x'.repeat(11_000), '\u0000'))
  const some = (fields: Record<string, fc.Arbitrary<unknown>>) =>
    fc.oneof(fc.record(fields, { requiredKeys: [] }), value)
  const info = some({ musteri_adi_soyadi: value, km_bilgisi: value, giris_tarihi: value })
  const item = some({ id: value, islem_adi: value, islem_adet: value, fiyat_kurus: value, key: value })
  const filter = { q: value, month: value, year: value, sort: value, dir: value, page: value, size: value }
  for (const [schema, sent] of [
    [
      kayitInput,
      some({ id: value, info, islemler: fc.oneof(fc.array(item), value), key: value, version: value }),
    ],
    [kayitListInput, some(filter)],
    [kayitIdInput, some({ kayit_id: value })],
  ] as const) {
    const said = fc.sample(sent, 300).flatMap((body) => z.safeParse(schema, body).error?.issues ?? [])
    expect(said.length).toBeGreaterThan(0)
    expect(said.filter((issue) => !isOurs(issue.message))).toEqual([])
  }
})

test('the day of a record is its entry date, or its record date without one', () => {
  expect(recordDay({ giris_tarihi: '2026-01-02', kayit_tarihi: '2026-03-04' })).toBe('2026-01-02')
  expect(recordDay({ giris_tarihi: null, kayit_tarihi: '2026-03-04' })).toBe('2026-03-04')
})

test.each([
  [{ musteri_adi_soyadi: 'A', plaka: '1', sasi_no: '' }, null],
  [{ musteri_adi_soyadi: 'A', plaka: ' ', sasi_no: '1' }, null],
  [
    { musteri_adi_soyadi: ' ', plaka: '', sasi_no: '' },
    { field: 'musteri_adi_soyadi', message: 'Müşteri adı zorunludur.' },
  ],
  [
    { musteri_adi_soyadi: 'A', plaka: ' ', sasi_no: '' },
    { field: 'plaka', message: 'Plaka veya Şasi No’dan en az biri girilmelidir.' },
  ],
])('the record %j has the problem %j', (info, problem) => expect(kayitProblem(info)).toEqual(problem))
