import { describe, expect, test } from 'vitest'

import {
  exitDayFor,
  exitWarning,
  hasFoldedProblem,
  hasInfoProblem,
  foldedSummary,
  warningOf,
} from '#client/features/kayit/form/info-rules.ts'
import { missingFields } from '#client/features/kayit/form/missing-names.ts'
import { FOLDED_FIELDS, kayitProblems, newKayit } from '#client/features/kayit/form/values.ts'

const TODAY = '2026-11-21'
const EARLIER = '2026-11-03'

describe('the exit date follows the status', () => {
  test.each([
    { durum: 'Tamamlandı', day: '', filledIn: '', next: TODAY },
    { durum: 'Tamamlandı', day: EARLIER, filledIn: '', next: EARLIER },
    { durum: 'Devam Ediyor', day: TODAY, filledIn: TODAY, next: '' },
    { durum: 'Beklemede', day: TODAY, filledIn: TODAY, next: '' },
    { durum: 'Devam Ediyor', day: EARLIER, filledIn: '', next: EARLIER },
    // The loaded record has replaced the date.
    { durum: 'Devam Ediyor', day: EARLIER, filledIn: TODAY, next: EARLIER },
    { durum: 'Devam Ediyor', day: '', filledIn: '', next: '' },
    { durum: 'İptal', day: '', filledIn: '', next: '' },
  ])(
    '$durum with "$day", of which the form filled in "$filledIn", leads to "$next"',
    ({ durum, next, ...was }) => {
      expect(exitDayFor(durum, { ...was, today: TODAY })).toBe(next)
    },
  )
})

describe('the check of an exit date', () => {
  test('an exit date before the entry date causes a warning', () => {
    expect(exitWarning(TODAY, EARLIER)).toBe('Çıkış tarihi giriş tarihinden önce; yine de kaydedebilirsiniz.')
  })

  test.each([
    [EARLIER, TODAY],
    [TODAY, TODAY],
    ['', TODAY],
    [TODAY, ''],
    ['31.02.2026', EARLIER],
    [TODAY, '1.2'],
  ])('an entry on %j with an exit on %j causes no warning', (entry, exit) => {
    expect(exitWarning(entry, exit)).toBe('')
  })
})

describe('warnings about unusual values', () => {
  test.each([
    ['plaka', '34 ABC 123'],
    ['plaka', ''],
    ['musteri_tel', '0532 123 45 67'],
    ['musteri_tel', '444 12 34'],
    ['sasi_no', 'WVWZZZ1JZXW000001'],
    ['tc_vergino', '10000000146'],
    ['tc_vergino', '1234567890'],
    ['tc_vergino', ''],
    ['arac_marka', '???'],
    ['musteri_tel', '+49 170 1234567'],
    ['tc_vergino', '100 000 001 46'],
  ] as const)('the %s %j causes no warning', (name, value) => {
    expect(warningOf(name, value)).toBe('')
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
  ] as const)('the %s %j causes a warning', (name, value, message) => {
    expect(warningOf(name, value)).toBe(message)
  })
})

describe("'Diğer bilgiler'", () => {
  const { values } = newKayit(TODAY)

  test('the line of the fold names its fields that hold something, notes first and shortened', () => {
    expect(foldedSummary(values)).toBe('Giriş Tarihi 21.11.2026 · Kayıt Tarihi 21.11.2026')
    const note = 'Peşin almadan verme,\n  geçen sefer iki ay sürdü'
    expect(foldedSummary({ ...values, kayit_tarihi: '', motor_no: 'K9K08014', private_note: note })).toBe(
      'Özel not Peşin almadan verme, geçen sefer iki ay… · Motor No K9K08014 · Giriş Tarihi 21.11.2026',
    )
  })

  test('a field that a new job needs is never folded', () => {
    for (const name of [
      'plaka',
      'musteri_adi_soyadi',
      'musteri_tel',
      'km_bilgisi',
      'musteri_talebi',
      'durum',
    ])
      expect(FOLDED_FIELDS).not.toContain(name)
    expect(FOLDED_FIELDS).toHaveLength(10)
  })

  test.each([
    [{ musteri_adi_soyadi: 'Ayşe', plaka: '34 ABC 123', model_yili: '12' }, true],
    [{ musteri_adi_soyadi: 'Ayşe', plaka: '34 ABC 123', km_bilgisi: 'x' }, false],
    // A chassis number would do as well, but its field is folded.
    [{ musteri_adi_soyadi: 'Ayşe' }, true],
    [{ plaka: '34 ABC 123' }, false],
  ])('the fold has something to correct with %j: %j', (change, expected) => {
    expect(hasFoldedProblem(kayitProblems({ ...values, ...change }))).toBe(expected)
  })
})

describe('the fields that a new record still lacks', () => {
  const { values } = newKayit(TODAY)

  test.each([
    [{}, ['plaka', 'musteri_adi_soyadi']],
    [{ plaka: '34 ABC 1' }, ['musteri_adi_soyadi']],
    [{ sasi_no: 'WVW' }, ['musteri_adi_soyadi']],
    [{ plaka: ' ', musteri_adi_soyadi: 'Ayşe' }, ['plaka']],
    [{ sasi_no: 'WVW', musteri_adi_soyadi: 'Ayşe' }, []],
  ])('with %j they are %j', (typed, missing) => {
    expect(missingFields({ ...values, ...typed })).toEqual(missing)
    expect(hasInfoProblem(kayitProblems({ ...values, ...typed }))).toBe(missing.length > 0)
  })

  test('a problem of an item is no problem of the record’s own fields', () => {
    const row = { id: 0, key: 'k', islem_adi: '', islem_adet: 1, fiyat_kurus: 0, ilk_kurus: 0 }
    const named = { ...values, plaka: '34 ABC 1', musteri_adi_soyadi: 'Ayşe' }
    const problems = kayitProblems({ ...named, islemler: [row] })
    expect([problems.length, hasInfoProblem(problems)]).toEqual([1, false])
  })
})
