import { describe, expect, test } from 'vitest'

import {
  changeSearch,
  COLUMN_LABELS,
  parseExpenseSearch,
  toListInput,
} from '#client/features/expense/expense-search.ts'
import { EXPENSE_SORTS, expenseListInput } from '#shared/expense/schema.ts'

describe('the address of the expenses', () => {
  test('the address omits defaults', () => {
    const defaults = { page: 1, size: 20, sort: 'spend_date', dir: 'desc', q: '' }
    expect(parseExpenseSearch(defaults)).toEqual({})
    expect(toListInput({})).toEqual(defaults)
  })

  test('the address keeps other values, typed by hand too', () => {
    const search = {
      page: 3,
      size: 50,
      sort: 'amount',
      dir: 'asc',
      q: 'ışık',
      month: 11,
      year: 2026,
    } as const
    expect(parseExpenseSearch(search)).toEqual(search)
    expect(parseExpenseSearch({ page: '2', month: '3', q: 2026 })).toEqual({ page: 2, month: 3, q: '2026' })
  })

  test.each([
    { page: 0 },
    { page: '1e3' },
    { size: 15 },
    { sort: 'note' },
    { sort: 'toString' },
    { dir: 'desc' },
    { dir: 'yukarı' },
    { month: 13 },
    { year: 1899 },
    { q: '  ' },
    { q: { a: 1 } },
    { baska: 1 },
  ])('the invalid address %j is repaired', (raw) => {
    expect(parseExpenseSearch(raw)).toEqual({})
  })

  test('the server never gets a value that it would refuse', () => {
    const wild = {
      page: '7',
      size: '100',
      sort: 'title',
      dir: 'asc',
      q: 'x'.repeat(300),
      month: 12,
      year: '2200',
    }
    expect(expenseListInput.safeParse(toListInput(parseExpenseSearch(wild))).success).toBe(true)
    expect(Object.keys(COLUMN_LABELS)).toEqual([...EXPENSE_SORTS])
  })

  test('every change except that of the page leads to page 1', () => {
    const search = parseExpenseSearch({ page: 4, q: 'kira', month: 5, year: 2025 })
    expect(changeSearch(search, { q: 'çay' })).toEqual({ q: 'çay', month: 5, year: 2025 })
    expect(changeSearch(search, { page: 5 })).toEqual({ ...search, page: 5 })
    expect(changeSearch(search, { month: undefined, year: undefined, q: undefined })).toEqual({})
  })
})
