// @vitest-environment jsdom
import { expect, test } from 'vitest'

import { pressView, viewOf } from '#client/features/kayit/list/views.tsx'
import { changeSearch, parseKayitSearch } from '#client/features/kayit/list/search.ts'

/** Returns the address after a press on the view, as the list changes it. */
const after = (raw: Record<string, unknown>, view: Parameters<typeof pressView>[0]) => {
  const search = parseKayitSearch(raw)
  return changeSearch(search, pressView(view, search))
}

const OPEN = { open: true }
const MONTH = { month: 11, year: 2026 }
const DONE = { durum: 'Tamamlandı' }

test.each([
  ['month and year', MONTH],
  ['a status', DONE],
  ['a year alone', { year: 2025 }],
])('a view replaces %s', (_what, filter) => {
  expect(after(filter, OPEN)).toEqual(OPEN)
})

test('a view replaces another one', () => {
  expect(after(OPEN, MONTH)).toEqual(MONTH)
  expect(after(MONTH, DONE)).toEqual(DONE)
})

test('a second press removes exactly the filters of the view', () => {
  expect(after(OPEN, OPEN)).toEqual({})
  expect(after({ ...MONTH, ...DONE }, MONTH)).toEqual(DONE)
})

test('a view keeps search and order and leads to the first page', () => {
  expect(after({ q: 'ali', sort: 'plaka', page: 3 }, OPEN)).toEqual({ q: 'ali', sort: 'plaka', open: true })
})

test('a saved view has everything but the page', () => {
  const search = parseKayitSearch({ q: 'ali', sort: 'plaka', durum: 'Beklemede', size: 50, page: 3 })
  expect(viewOf(search)).toEqual({ q: 'ali', sort: 'plaka', durum: 'Beklemede', size: 50 })
})
