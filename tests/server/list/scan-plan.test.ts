import * as fc from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'

import { chooseScan, looksThroughStatus, type ScanFilter } from '#server/list/scan-plan.ts'

const FILTER: ScanFilter = { search: 'none', hasPeriod: false, order: 'distinct', page: 1, size: 20 }
const counted = (total: number) => ({ total, isMore: false })
const MORE = { total: 1_000, isMore: true }

describe('a list of all times', () => {
  test.each([
    ['without a search is left to PostgreSQL', [{}, undefined], 'planner'],
    [
      'with a search that reads the n-gram index is sorted',
      [{ search: 'reads-index' }, counted(30)],
      'ngram',
    ],
    ['with a search that tests rows is read in its order', [{ search: 'tests-rows' }, MORE], 'ordered'],
    ['of a rare status is sorted', [{ status: { ofStatus: 10, ofPeriod: 10_000 } }, counted(10)], 'filtered'],
    [
      'of a common status is left to PostgreSQL',
      [{ status: { ofStatus: 9_000, ofPeriod: 10_000 } }, counted(9_000)],
      'planner',
    ],
    [
      'of a late page of a status is sorted',
      [{ page: 400, status: { ofStatus: 8_500, ofPeriod: 10_000 } }, counted(8_500)],
      'filtered',
    ],
    [
      'with a search in a rare status tests the rows of the status',
      [{ search: 'tests-rows', status: { ofStatus: 5_000, ofPeriod: 90_000 } }, counted(300)],
      'filtered',
    ],
    [
      'with a search in a large status reads the n-gram index',
      [{ search: 'reads-index', status: { ofStatus: 5_001, ofPeriod: 90_000 } }, counted(300)],
      'ngram',
    ],
  ] as const)('%s', (_, [filter, count], plan) => {
    expect(chooseScan({ ...FILTER, ...filter }, count)).toBe(plan)
  })
})

describe('a list of a period', () => {
  const period = { ...FILTER, hasPeriod: true }

  test.each([
    ['that was not counted is sorted', [{}, undefined], 'filtered'],
    ['of 3,000 rows is sorted', [{}, counted(3_000)], 'filtered'],
    ['of more rows is read in its order', [{}, counted(3_001)], 'ordered'],
    [
      'of more rows is sorted by dates, which its index holds',
      [{ order: 'dates' }, counted(3_001)],
      'filtered',
    ],
    ['of more rows is sorted by a column of few values', [{ order: 'few-values' }, MORE], 'filtered'],
    [
      'with a search that reads the n-gram index is sorted',
      [{ search: 'reads-index' }, counted(30)],
      'ngram',
    ],
    ['with a search that tests rows is read in its order', [{ search: 'tests-rows' }, MORE], 'ordered'],
  ] as const)('%s', (_, [filter, count], plan) => {
    expect(chooseScan({ ...period, ...filter }, count)).toBe(plan)
  })
})

test('nothing is read exactly where the count says that a page has no rows', () => {
  const filters = fc.record({
    search: fc.constantFrom('none', 'reads-index', 'tests-rows'),
    hasPeriod: fc.boolean(),
    order: fc.constantFrom('distinct', 'dates', 'few-values'),
    page: fc.integer({ min: 1, max: 30 }),
    size: fc.constantFrom(10, 20, 50, 100),
  })
  fc.assert(
    fc.property(filters, fc.nat(3_000), fc.boolean(), (filter, total, isMore) => {
      const isEmpty = chooseScan(filter, { total, isMore }) === 'no-rows'
      expect(isEmpty).toBe(!isMore && total <= (filter.page - 1) * filter.size)
    }),
  )
})

test('a status is looked through up to 5,000 rows', () => {
  const of = (ofStatus: number) => looksThroughStatus({ ofStatus, ofPeriod: 90_000 })
  expect([of(5_000), of(5_001), looksThroughStatus(undefined)]).toEqual([true, false, false])
})
