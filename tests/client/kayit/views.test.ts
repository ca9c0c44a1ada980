// @vitest-environment jsdom
import { expect, test } from 'vitest'

import { pressView } from '#client/features/kayit/list/filters.tsx'
import { changeSearch, parseKayitSearch } from '#client/features/kayit/list/search.ts'

/** The address after a press on the view, as the list makes it. */
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
])('a view takes the place of %s', (_what, filter) => {
  expect(after(filter, OPEN)).toEqual(OPEN)
})

test('a view takes the place of another one', () => {
  expect(after(OPEN, MONTH)).toEqual(MONTH)
  expect(after(MONTH, DONE)).toEqual(DONE)
})

test('a second press takes back what the view names, and no more', () => {
  expect(after(OPEN, OPEN)).toEqual({})
  expect(after({ ...MONTH, ...DONE }, MONTH)).toEqual(DONE)
})

test('search and order stay, the first page comes', () => {
  expect(after({ q: 'ali', sort: 'plaka', page: 3 }, OPEN)).toEqual({ q: 'ali', sort: 'plaka', open: true })
})
