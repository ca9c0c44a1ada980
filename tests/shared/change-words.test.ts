import { describe, expect, test } from 'vitest'

import { FIELD_WORDS, itemWords, sentenceOf, valueWords } from '#shared/change/words.ts'
import { KAYIT_RULES } from '#client/features/kayit/form/values.ts'
import { CHANGE_NOUNS, CHANGE_VERBS } from '#shared/change/schema.ts'

describe('the words of a change', () => {
  test("a record's fields are called as in its form", () => {
    const rules = Object.entries(KAYIT_RULES).filter(([name]) => name in FIELD_WORDS)
    expect(rules).toHaveLength(19)
    expect(rules.map(([name]) => FIELD_WORDS[name])).toEqual(rules.map(([, { label }]) => label))
  })

  test('every kind and every verb make a sentence', () => {
    for (const noun of CHANGE_NOUNS)
      for (const verb of CHANGE_VERBS) expect(sentenceOf({ noun, verb })).toMatch(/^[A-ZÇĞİÖŞÜ]\S* \S+/)
    expect(sentenceOf({ noun: 'kayit', verb: 'restore' })).toBe('Kayıt geri getirildi')
    expect(sentenceOf({ noun: 'export', verb: 'read' })).toBe('Liste dosya olarak indirildi')
    expect(sentenceOf({ noun: 'user', verb: 'factor-on' })).toBe('Kullanıcının iki adımlı doğrulaması açıldı')
  })

  test.for([
    ['amount_kurus', 125_050, '₺1.250,50'],
    ['giris_tarihi', '2026-11-20', '20.11.2026'],
    ['giris_tarihi', null, '—'],
    ['aciklama', '', '—'],
    ['km_bilgisi', 121_000, '121.000'],
    ['model_yili', 2014, '2014'],
    ['prices_with_vat', true, 'Evet'],
    ['prices_with_vat', false, 'Hayır'],
    ['idle_minutes', 30, '30 dakika sonra kapanır'],
    ['auth', 3, 'Yönetici'],
    ['auth', 0, 'Kullanıcı'],
    ['method', 'cash', 'Nakit'],
    ['method', 'cheque', 'Çek'],
    ['method', 'deferred', 'Vadeli'],
    ['plaka', '34 ABC 123', '34 ABC 123'],
  ] as const)('%s %s is shown as %s', ([name, value, shown]) => {
    expect(valueWords(name, value)).toBe(shown)
  })

  test('an item has quantity, name and price', () => {
    expect(itemWords({ islem_adi: 'Yağ', islem_adet: 2, fiyat_kurus: 12_000 })).toBe('2 × Yağ, ₺120,00')
  })
})
