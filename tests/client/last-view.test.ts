// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'

import { dropDrafts, writeDraft } from '#client/lib/drafts.ts'
import { writeLastView, readLastView } from '#client/lib/last-view.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

test('the last view is that of the user, without search and page', () => {
  writeLastView(1, { q: 'ali', page: 3, durum: 'Beklemede', size: 50 })
  expect(readLastView(1)).toEqual({ durum: 'Beklemede', size: 50 })
  expect(readLastView(2)).toEqual({})
})

test('the last view is deleted with the drafts at logout', () => {
  writeLastView(1, { size: 50 })
  writeLastView(2, { size: 10 })
  dropDrafts(1)
  expect([readLastView(1), readLastView(2)]).toEqual([{}, {}])
})

test.each(['', 'null', '7', '{broken'])('the stored text %j gives none', (text) => {
  writeDraft('son-gorunum:1', text)
  expect(readLastView(1)).toEqual({})
})

test('forbidden storage gives none and throws nothing', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('forbidden')
  })
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('forbidden')
  })
  writeLastView(1, { size: 50 })
  expect(readLastView(1)).toEqual({})
})
