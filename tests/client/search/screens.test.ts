import { describe, expect, test } from 'vitest'

import { findScreens } from '#client/features/search/screens.ts'

const names = (query: string, isAdmin = false, hasFigures = true) =>
  findScreens(query, { isAdmin, hasFigures, hasPayments: true, hasQuotes: true, hasTrash: true }).map(
    ({ name }) => name,
  )

describe('the screens of the search', () => {
  test('all of them where nothing is typed, that of administrators only for them', () => {
    expect(names('')).toEqual([
      'Anasayfa',
      'Yeni kayıt',
      'Kayıtlar',
      'Açık işler',
      'Hatırlatmalar',
      'Gün sonu',
      'Alacaklar',
      'Ay sonu',
      'Giderler',
      'Araçlar',
      'Müşteriler',
      'İstatistikler',
      'Geçmiş',
      'Çöp kutusu',
      'Ayarlar',
      'Destek',
    ])
    expect(names('', true).at(-1)).toBe('Yönetim')
    expect([names('yönetim'), names('yönetim', true)]).toEqual([[], ['Yönetim']])
    const mechanic = {
      isAdmin: false,
      hasFigures: false,
      hasPayments: false,
      hasQuotes: false,
      hasTrash: false,
    }
    expect(findScreens('çöp', mechanic)).toEqual([])
    expect(findScreens('alacak', mechanic)).toEqual([])
  })

  test.each([
    ['gider', 'Giderler'],
    ['GİDER', 'Giderler'],
    ['yeni kayıt', 'Yeni kayıt'],
    ['kayit yeni', 'Yeni kayıt'],
    ['istatistik', 'İstatistikler'],
    ['ISTATISTIK', 'İstatistikler'],
    ['kar', 'İstatistikler'],
    ['KÂR', 'İstatistikler'],
    ['acik is', 'Açık işler'],
    ['şifre', 'Ayarlar'],
    ['sifre', 'Ayarlar'],
    ['yardım', 'Destek'],
    ['veresiye', 'Alacaklar'],
    ['muhasebeci', 'Ay sonu'],
    ['kdv tahmini', 'Ay sonu'],
  ])('%j finds %j', (query, name) => {
    expect(names(query)[0]).toBe(name)
  })

  test('a screen is found by the beginnings of its words, by its name first', () => {
    expect(names('gider')).toEqual(['Giderler', 'İstatistikler'])
    expect(names('ider')).toEqual([])
    expect(names('gider kayıt')).toEqual([])
    expect(names('34 abc')).toEqual([])
  })
})
