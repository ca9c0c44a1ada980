import { expect, test } from 'vitest'

import { parseChangeSearch } from '#client/features/change/change-search.ts'

test('the filter by a user keeps every id, and a page is at most a million', () => {
  expect(parseChangeSearch({ actor: '1000001', page: 1_000_001 })).toEqual({ actor: 1_000_001 })
  expect(parseChangeSearch({ actor: 2.5, page: 2 })).toEqual({ page: 2 })
})
