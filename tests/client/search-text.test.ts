import * as fc from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'

import { parseAdminSearch } from '#client/features/admin/admin-search.ts'
import { search as customers } from '#client/features/customer/customer-search.ts'
import { parseExpenseSearch } from '#client/features/expense/expense-search.ts'
import { parseSupportSearch } from '#client/features/feedback/support-search.ts'
import { parseKayitSearch } from '#client/features/kayit/list/search.ts'
import { search as vehicles } from '#client/features/vehicle/vehicle-search.ts'
import { readSearchText, writeSearchText } from '#client/lib/search-text.ts'

const typed = [
  '34E1234',
  '1e5',
  'null',
  'true',
  '0532',
  '0x10',
  '1.50',
  '-0',
  '[1]',
  '{}',
  '"34"',
  '%20',
  'a+b&c=d',
]
const screens = [
  { name: 'records', parse: parseKayitSearch },
  { name: 'expenses', parse: parseExpenseSearch },
  { name: 'customers', parse: customers.parse },
  { name: 'vehicles', parse: vehicles.parse },
  { name: 'help', parse: parseSupportSearch },
  ...['users', 'shops', 'feedbacks'].map((tab) => ({
    name: tab,
    parse: (raw: Record<string, unknown>) => parseAdminSearch({ ...raw, tab }),
  })),
]

describe('a text in an address', () => {
  test.each(screens)('the search of $name comes back as it was typed', ({ parse }) => {
    for (const q of typed) {
      const read = readSearchText(writeSearchText(parse({ q })))
      expect(parse(read)).toMatchObject({ q })
      expect(parse(readSearchText(`?q=${encodeURIComponent(q === '"34"' ? '34' : q)}`)).q).toBe(
        q === '"34"' ? '34' : q,
      )
    }
  })

  test('any text comes back as it was typed, whatever it looks like', () => {
    const json = fc.json().map((text) => text.trim())
    const quoted = fc.string().map((text) => JSON.stringify(text))
    const numeric = fc.oneof(fc.double(), fc.integer()).map(String)
    const text = fc.oneof(
      json,
      quoted,
      quoted.map((one) => JSON.stringify(one)),
      numeric,
      fc.string({ unit: 'grapheme' }),
    )
    fc.assert(
      fc.property(text, text, (q, durum) => {
        expect(readSearchText(writeSearchText({ q, durum }))).toEqual({ q, durum })
      }),
      { numRuns: 2000 },
    )
  })

  test('an older address with quotation marks keeps its meaning', () => {
    expect(readSearchText('?q=%22123%22&durum=%22true%22')).toEqual({ q: '123', durum: 'true' })
    expect(readSearchText('?q=%22y%C4%B1lmaz%22')).toEqual({ q: '"yılmaz"' })
  })

  test('numbers and switches are read from their text, and an empty state has no address', () => {
    const search = { page: 3, size: 50, month: 11, year: 2026, open: true, durum: '5', q: '7' } as const
    expect(writeSearchText(search)).toBe('?page=3&size=50&month=11&year=2026&open=true&durum=5&q=7')
    expect(parseKayitSearch(readSearchText(writeSearchText(search)))).toEqual(search)
    expect(writeSearchText({ q: undefined })).toBe('')
    expect(readSearchText('')).toEqual({})
  })

  test('control characters of a pasted address are spaces', () => {
    expect(parseKayitSearch(readSearchText('?q=ali%0B%0Cveli%09%00')).q).toBe('ali veli ')
  })
})
