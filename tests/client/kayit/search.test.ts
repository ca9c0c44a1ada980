import { describe, expect, test } from 'vitest'

import { filterKey } from '#client/features/kayit/list/filter-key.ts'
import {
  changeSearch,
  COLUMN_LABELS,
  parseKayitSearch,
  toListInput,
} from '#client/features/kayit/list/search.ts'
import { KAYIT_SORTS, kayitListInput } from '#shared/kayit/schema.ts'

describe('the address of the list', () => {
  test('the address omits defaults', () => {
    expect(parseKayitSearch({})).toEqual({})
    expect(parseKayitSearch({ page: 1, size: 20, sort: 'cikis_tarihi', dir: 'asc', q: '' })).toEqual({})
  })

  test('the address keeps other values', () => {
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
    { durum: null },
    { open: false },
    { open: 'evet' },
    { baska: 1 },
  ])('the invalid address %j is repaired', (raw) => {
    expect(parseKayitSearch(raw)).toEqual({})
  })

  test('an address typed by hand is read', () => {
    expect(parseKayitSearch({ page: '2', size: '50', month: '3', q: 34 })).toEqual({
      page: 2,
      size: 50,
      month: 3,
      q: '34',
    })
  })

  test('the empty status differs from every status', () => {
    expect(parseKayitSearch({ durum: '' })).toEqual({ durum: '' })
  })

  test('trailing spaces of a search are kept, and a very long search is cut', () => {
    expect(parseKayitSearch({ q: 'ali ' }).q).toBe('ali ')
    expect(parseKayitSearch({ q: 'a'.repeat(500) }).q).toHaveLength(200)
  })
})

describe('a change of the address', () => {
  const search = parseKayitSearch({ page: 4, q: 'ali', month: 5, year: 2025 })

  test.each([{ q: 'veli' }, { sort: 'plaka' }, { dir: 'desc' }, { size: 50 }, { durum: 'İptal' }])(
    'a change of %j leads to page 1',
    (change) => {
      expect(changeSearch(search, change)).toEqual({ q: 'ali', month: 5, year: 2025, ...change })
    },
  )

  test('a change of the page keeps the rest', () => {
    expect(changeSearch(search, { page: 5 })).toEqual({ ...search, page: 5 })
  })

  test('an emptied filter is removed', () => {
    expect(changeSearch(search, { month: undefined, year: undefined })).toEqual({ q: 'ali' })
  })
})

describe('the input of the list query', () => {
  test('the server gets every value and none that it would refuse', () => {
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

  test('a far page of a search belongs to a list of which everything was counted', () => {
    expect(toListInput({ q: 'a', page: 50 })).not.toHaveProperty('exact')
    expect(toListInput({ q: 'a', page: 51 })).toMatchObject({ exact: true })
    expect(toListInput({ page: 51 })).not.toHaveProperty('exact')
    expect(toListInput({ q: 'a' }, { isExact: true })).toMatchObject({ exact: true })
  })

  test('an order and a page leave the same records, a filter does not', () => {
    const same = filterKey({ q: 'a', year: 2026 })
    expect(filterKey({ q: 'a', year: 2026, page: 3, size: 50, sort: 'plaka', dir: 'desc' })).toBe(same)
    const others = [{ q: 'b', year: 2026 }, { q: 'a' }, { q: 'a', year: 2026, durum: '' }]
    for (const other of others) expect(filterKey(other)).not.toBe(same)
  })

  test('every sortable column is one of the server, in the same order', () => {
    expect(Object.keys(COLUMN_LABELS)).toEqual([...KAYIT_SORTS])
  })
})
