import * as fc from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'

import { addDays, type DayRange } from '#shared/date.ts'
import {
  comparedPeriods,
  kindOf,
  daysIn,
  pointsOf,
  previousPeriod,
  previousPointsOf,
} from '#shared/stats/period.ts'
import { periodInput } from '#shared/stats/schema.ts'

const range = (text: string): DayRange => ({ from: text.slice(0, 10), to: text.slice(-10) })
const text = ({ from, to }: DayRange) => `${from}…${to}`
const compared = (period: string, today: string) => {
  const days = comparedPeriods(range(period), today)
  return days && `${text(days.current)} | ${text(days.previous)}`
}

describe('the days with which a period is compared', () => {
  test.each([
    [
      'a running year, same days',
      '2026-01-01…2026-12-31',
      '2026-11-22',
      '2026-01-01…2026-11-22 | 2025-01-01…2025-11-22',
    ],
    [
      '29 February, the 28th',
      '2028-01-01…2028-12-31',
      '2028-02-29',
      '2028-01-01…2028-02-29 | 2027-01-01…2027-02-28',
    ],
    [
      '1 March after a leap year',
      '2029-01-01…2029-12-31',
      '2029-03-01',
      '2029-01-01…2029-03-01 | 2028-01-01…2028-03-01',
    ],
    [
      'an ended leap year, all of it',
      '2024-01-01…2024-12-31',
      '2026-11-22',
      '2024-01-01…2024-12-31 | 2023-01-01…2023-12-31',
    ],
    [
      'the last day of a year',
      '2026-01-01…2026-12-31',
      '2026-12-31',
      '2026-01-01…2026-12-31 | 2025-01-01…2025-12-31',
    ],
    [
      'an ended month',
      '2026-03-01…2026-03-31',
      '2026-11-22',
      '2026-03-01…2026-03-31 | 2026-02-01…2026-02-28',
    ],
    [
      'a running month',
      '2026-11-01…2026-11-30',
      '2026-11-22',
      '2026-11-01…2026-11-22 | 2026-10-01…2026-10-22',
    ],
    [
      'ended days, as many before',
      '2026-11-10…2026-11-12',
      '2026-11-22',
      '2026-11-10…2026-11-12 | 2026-11-07…2026-11-09',
    ],
    ['one day', '2026-03-01…2026-03-01', '2026-11-22', '2026-03-01…2026-03-01 | 2026-02-28…2026-02-28'],
    [
      'running days, the first of as many',
      '2026-11-20…2026-11-29',
      '2026-11-22',
      '2026-11-20…2026-11-22 | 2026-11-10…2026-11-12',
    ],
  ])('%s', (...[, period, today, expected]) => {
    expect(compared(period, today)).toBe(expected)
  })

  test.each([
    ['a year that has not begun', '2027-01-01…2027-12-31'],
    ['days that have not begun', '2026-11-23…2026-11-30'],
    ['the first possible year', '1900-01-01…1900-12-31'],
    ['days with none before', '1900-01-05…1900-01-15'],
  ])('%s: with nothing', (...[, period]) => {
    expect(compared(period, '2026-11-22')).toBeNull()
  })
})

const day = fc.integer({ min: 1, max: 270 * 365 }).map((days) => addDays('1911-01-01', days))
const anyPeriod = fc
  .tuple(day, fc.integer({ min: 0, max: 3652 }))
  .map(([from, more]) => ({ from, to: addDays(from, more) }))

describe('the points of a chart', () => {
  test('they cover every day of the period once, in order', () => {
    fc.assert(
      fc.property(anyPeriod, (period) => {
        const points = pointsOf(period)
        expect(points[0]?.from).toBe(period.from)
        expect(points.at(-1)?.to).toBe(period.to)
        expect(points.every(({ from, to }) => from <= to)).toBe(true)
        expect(points.slice(1).map(({ from }) => from)).toEqual(
          points.slice(0, -1).map(({ to }) => addDays(to, 1)),
        )
      }),
    )
  })

  test('the points before cover the period before, each as long as its own', () => {
    fc.assert(
      fc.property(anyPeriod, (period) => {
        const [previous, points] = [previousPeriod(period), previousPointsOf(period)]
        expect([points[0]?.from, points.at(-1)?.to]).toEqual([previous?.from, previous?.to])
        fc.pre(kindOf(period) === 'days')
        expect(previous?.to).toBe(addDays(period.from, -1))
        expect(points.map(daysIn)).toEqual(pointsOf(period).map(daysIn))
      }),
    )
  })

  test.each([
    ['a year has months', '2026-01-01…2026-12-31', 12, 12],
    ['a month has days', '2026-03-01…2026-03-31', 31, 28],
    ['45 days have days', '2026-10-05…2026-11-18', 45, 45],
    ['46 days have weeks', '2026-10-04…2026-11-18', 7, 7],
    ['a quarter has weeks', '2026-07-01…2026-09-30', 14, 14],
    ['more than a quarter has months', '2026-06-15…2026-09-30', 4, 4],
  ])('%s', (...[, period, count, before]) => {
    expect(pointsOf(range(period))).toHaveLength(count)
    expect(previousPointsOf(range(period))).toHaveLength(before)
  })

  test('weeks have seven days from the first one on', () => {
    const points = pointsOf(range('2026-07-01…2026-09-30')).map(text)
    expect(points.slice(0, 2)).toEqual(['2026-07-01…2026-07-07', '2026-07-08…2026-07-14'])
    expect(points.at(-1)).toBe('2026-09-30…2026-09-30')
  })

  test('the months at the ends of other days are cut', () => {
    expect(pointsOf(range('2026-06-15…2026-10-02')).map(text)).toEqual([
      '2026-06-15…2026-06-30',
      '2026-07-01…2026-07-31',
      '2026-08-01…2026-08-31',
      '2026-09-01…2026-09-30',
      '2026-10-01…2026-10-02',
    ])
  })

  test('there are none before 1900', () => {
    expect(previousPointsOf(range('1900-01-01…1900-12-31'))).toEqual([])
  })
})

test.each([
  ['whole days', '2026-11-01…2026-11-01', undefined],
  ['no day', '2026-02-30…2026-03-01', 'Geçersiz tarih.'],
  ['another form', '01.11.2026…02.11.2026', 'Geçersiz tarih.'],
  [
    'a reversed period',
    '2026-11-02…2026-11-01',
    'Başlangıç tarihi bitiş tarihinden sonra olamaz. Tarihleri düzeltin.',
  ],
  ['ten years', '2017-01-01…2026-12-31', undefined],
  [
    'more than ten years',
    '2016-12-30…2026-12-31',
    'En fazla 10 yıllık bir aralık seçebilirsiniz. Aralığı kısaltın.',
  ],
])('the input: %s', (...[, period, refusal]) => {
  const { error } = periodInput.safeParse(range(period))
  expect(error?.issues[0]?.message).toBe(refusal)
})
