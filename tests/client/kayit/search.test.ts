import { describe, expect, test } from 'vitest'

import {
  changeSearch,
  COLUMN_LABELS,
  parseKayitSearch,
  toListInput,
} from '#client/features/kayit/list/search.ts'
import { KAYIT_SORTS, kayitListInput } from '#shared/kayit/schema.ts'

describe('the list’s address', () => {
  test('leaves out what is the default', () => {
    expect(parseKayitSearch({})).toEqual({})
    expect(parseKayitSearch({ page: 1, size: 20, sort: 'cikis_tarihi', dir: 'asc', q: '' })).toEqual({})
  })

  test('keeps what is not', () => {
    const search = {
      page: 3,
      size: 50,
      sort: 'musteri_adi_soyadi',
      dir: 'desc',
      q: 'ışık',
      month: 11,
      year: 2026,
      durum: 'Tamamlandı',
      open: true,
    }
    expect(parseKayitSearch(search)).toEqual(search)
  })

  test.each([
    { page: 0 },
    { page: -1 },
    { page: 1.5 },
    { page: 'iki' },
    { page: 1e9 },
    { size: 15 },
    { size: 1000 },
    { sort: 'sifre' },
    { sort: 'toString' },
    { sort: ['plaka'] },
    { dir: 'yukarı' },
    { month: 0 },
    { month: 13 },
    { year: 1899 },
    { year: 2201 },
    { q: { a: 1 } },
    { q: '   ' },
    { q: 'a\u0000b' },
    { durum: null },
    { open: false },
    { open: 'evet' },
    { baska: 1 },
  ])('repairs %j', (raw) => {
    expect(parseKayitSearch(raw)).toEqual({})
  })

  test('understands one that was typed by hand', () => {
    expect(parseKayitSearch({ page: '2', size: '50', month: '3', q: 34 })).toEqual({
      page: 2,
      size: 50,
      month: 3,
      q: '34',
    })
  })

  test('tells the empty status from every status', () => {
    expect(parseKayitSearch({ durum: '' })).toEqual({ durum: '' })
  })

  test('keeps the spaces of an unfinished search and cuts an endless one', () => {
    expect(parseKayitSearch({ q: 'ali ' }).q).toBe('ali ')
    expect(parseKayitSearch({ q: 'a'.repeat(500) }).q).toHaveLength(200)
  })
})

describe('a change', () => {
  const search = parseKayitSearch({ page: 4, q: 'ali', month: 5, year: 2025 })

  test.each([{ q: 'veli' }, { sort: 'plaka' }, { dir: 'desc' }, { size: 50 }, { durum: 'İptal' }])(
    'of %j leads to page 1',
    (change) => {
      expect(changeSearch(search, change)).toEqual({ q: 'ali', month: 5, year: 2025, ...change })
    },
  )

  test('of the page keeps the rest', () => {
    expect(changeSearch(search, { page: 5 })).toEqual({ ...search, page: 5 })
  })

  test('to nothing takes a filter away', () => {
    expect(changeSearch(search, { month: undefined, year: undefined })).toEqual({ q: 'ali' })
  })
})

describe('the server', () => {
  test('gets every value, and none that it would refuse', () => {
    expect(toListInput({})).toEqual({ page: 1, size: 20, sort: 'cikis_tarihi', dir: 'asc', q: '' })
    const wild = {
      page: '7',
      size: '100',
      sort: 'durum',
      dir: 'desc',
      q: 'x'.repeat(300),
      month: 12,
      durum: '',
    }
    expect(kayitListInput.safeParse(toListInput(parseKayitSearch(wild))).success).toBe(true)
  })

  test('sorts by each column that has a name, in the same order', () => {
    expect(Object.keys(COLUMN_LABELS)).toEqual([...KAYIT_SORTS])
  })
})
