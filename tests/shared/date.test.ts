import * as fc from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'

import {
  MONTH_NAMES,
  addDays,
  daysBetween,
  daysOfMonth,
  formatDay,
  isDay,
  monthLabel,
  monthOf,
  monthRange,
  parseDay,
  previousMonth,
  todayInIstanbul,
  yearOptions,
} from '#shared/date.ts'

import { anyCodePoints } from './any-text.ts'

/** Returns the length of a month of the Gregorian calendar, computed without `Date`. */
function daysInMonth(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
}

const two = (n: number) => String(n).padStart(2, '0')
const month = fc.record({
  year: fc.integer({ min: 1900, max: 2200 }),
  month: fc.integer({ min: 1, max: 12 }),
})
const date = month.chain(({ year, month }) =>
  fc.integer({ min: 1, max: daysInMonth(year, month) }).map((day) => ({ year, month, day })),
)
const day = date.map(({ year, month, day }) => `${year}-${two(month)}-${two(day)}`)

describe('reading a date', () => {
  test('every spelling of every day is read as that day', () => {
    fc.assert(
      fc.property(date, ({ year: y, month: m, day: d }) => {
        const expected = { ok: true, day: `${y}-${two(m)}-${two(d)}` }
        for (const sign of ['/', '.', '-']) {
          expect(parseDay(`${two(d)}${sign}${two(m)}${sign}${y}`)).toEqual(expected)
          expect(parseDay(` ${d}${sign}${m}${sign}${y}\n`)).toEqual(expected)
        }
        expect(parseDay(`${y}-${two(m)}-${two(d)}`)).toEqual(expected)
        expect(parseDay(`${y}/${two(m)}/${two(d)}`)).toEqual(expected)
        expect(parseDay(formatDay(expected.day))).toEqual(expected)
      }),
    )
  })

  test.each(['', '  ', '00/00/0000', '00.00.0000', '00-00-0000', '0000-00-00', '0000/00/00'])(
    '%j means no date',
    (text) => {
      expect(parseDay(text)).toEqual({ ok: true, day: null })
    },
  )

  test.each(
    ['31/02/2026', '29.02.2025', '29-02-2100', '31.04.2026', '00.01.2026', '01.00.2026', '01.13.2026'].concat(
      ['2026-13-01', '2026-02-30', '0000-01-01', '01.01.1899', '01.01.2201', '00/00/2026', '2026-00-00'],
      ['01/02.2026', '2026.01.02', '2026-01/02', '01.02.26', '1.2', 'bugün', '21 Kasım 2026', '20261121'],
      ['2026-11-21T00:00', '2026-11-21 00:00:00', '٠١/٠١/٢٠٢٦', '001/01/2026', '-1/01/2026', 'null'],
    ),
  )('%j is refused', (text) => {
    expect(parseDay(text)).toEqual({ ok: false })
  })

  test('a day past the end of its month is refused in every spelling', () => {
    fc.assert(
      fc.property(month, fc.integer({ min: 1, max: 9 }), ({ year, month }, past) => {
        const day = daysInMonth(year, month) + past
        expect(parseDay(`${day}.${month}.${year}`)).toEqual({ ok: false })
        expect(parseDay(`${year}-${two(month)}-${day}`)).toEqual({ ok: false })
        expect(isDay(`${year}-${two(month)}-${day}`)).toBe(false)
      }),
    )
  })

  test('any text is read as a valid day or as none', () => {
    const noise = fc.string({ unit: fc.constantFrom(...Array.from('0123456789./- a')), maxLength: 12 })
    fc.assert(
      fc.property(fc.oneof(noise, anyCodePoints), (text) => {
        const parsed = parseDay(text)
        return !parsed.ok || parsed.day === null || isDay(parsed.day)
      }),
      { numRuns: 2000 },
    )
    expect(parseDay('1'.repeat(100_000))).toEqual({ ok: false })
    expect(parseDay(`${' '.repeat(100_000)}x${' '.repeat(100_000)}`)).toEqual({ ok: false })
  })

  test('a stored day has one spelling only', () => {
    fc.assert(fc.property(day, isDay))
    for (const text of [
      '2026-1-01',
      '2026/01/01',
      ' 2026-01-01',
      '2026-01-01\n',
      '1899-12-31',
      '2201-01-01',
      '',
    ]) {
      expect(isDay(text)).toBe(false)
    }
  })
})

describe('showing a date', () => {
  test('a date is shown as day, month and year with dots, and no date as a dash', () => {
    expect(formatDay('2026-09-03')).toBe('03.09.2026')
    expect(formatDay(null)).toBe('—')
  })

  test('months have their Turkish names', () => {
    expect(monthLabel('2026-11-21')).toBe('Kasım 2026')
    const intl = new Intl.DateTimeFormat('tr-TR', { month: 'long', timeZone: 'UTC' })
    expect(MONTH_NAMES).toEqual(Array.from({ length: 12 }, (_, i) => intl.format(Date.UTC(2026, i, 15))))
    expect(MONTH_NAMES.map((_, i) => monthLabel(`2026-${two(i + 1)}-01`))).toEqual(
      MONTH_NAMES.map((name) => `${name} 2026`),
    )
  })

  test('the offered years go from the next one down to five years back', () => {
    expect(yearOptions('2026-11-21')).toEqual([2027, 2026, 2025, 2024, 2023, 2022, 2021])
  })

  test('the offered years include the chosen one', () => {
    expect(yearOptions('2026-11-21', 2019)).toEqual([2027, 2026, 2025, 2024, 2023, 2022, 2021, 2019])
    expect(yearOptions('2026-11-21', 2021)).toEqual(yearOptions('2026-11-21'))
  })
})

describe('today in Istanbul', () => {
  test.each([
    ['2026-11-20T20:59:59.999Z', '2026-11-20'],
    ['2026-11-20T21:00:00.000Z', '2026-11-21'],
    ['2026-07-20T20:59:59.999Z', '2026-07-20'],
    ['2026-07-20T21:00:00.000Z', '2026-07-21'],
    ['2026-12-31T21:00:00.000Z', '2027-01-01'],
    ['2028-02-28T21:00:00.000Z', '2028-02-29'],
    // Until 2016 the shop's time zone was one hour behind in winter.
    ['2015-01-20T21:30:00.000Z', '2015-01-20'],
    ['2015-01-20T22:00:00.000Z', '2015-01-21'],
  ])('at %s it is %s', (instant, expected) => {
    expect(todayInIstanbul(new Date(instant))).toBe(expected)
  })

  test('today is the UTC day three hours later, at any instant since 2017', () => {
    const since = { min: new Date('2017-01-01'), max: new Date('2199-12-31'), noInvalidDate: true }
    fc.assert(
      fc.property(fc.date(since), (now) => {
        const shifted = new Date(now.getTime() + 3 * 3_600_000)
        expect(todayInIstanbul(now)).toBe(shifted.toISOString().slice(0, 10))
      }),
    )
  })

  test('an invalid moment is a bug and throws', () => {
    expect(() => todayInIstanbul(new Date(Number.NaN))).toThrow(RangeError)
  })
})

describe('calculating with days', () => {
  test('adding and measuring are inverses, across leap years and centuries', () => {
    fc.assert(
      fc.property(day, day, (from, to) => {
        expect(addDays(from, daysBetween(from, to))).toBe(to)
        expect(daysBetween(to, from) + daysBetween(from, to)).toBe(0)
        expect(Math.sign(daysBetween(from, to))).toBe(from === to ? 0 : from < to ? 1 : -1)
      }),
    )
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
    expect(daysBetween('2025-01-01', '2026-01-01')).toBe(365)
  })

  test('every month has a month before it, also across the year', () => {
    expect(previousMonth({ month: 11, year: 2026 })).toEqual({ month: 10, year: 2026 })
    expect(previousMonth({ month: 1, year: 2026 })).toEqual({ month: 12, year: 2025 })
  })

  test('a month has all its days, and its range holds exactly these', () => {
    fc.assert(
      fc.property(month, ({ year, month }) => {
        const days = daysOfMonth(year, month)
        const { from, until } = monthRange(year, month)
        expect(days).toHaveLength(daysInMonth(year, month))
        expect(days[0]).toBe(from)
        expect(addDays(days.at(-1) ?? '', 1)).toBe(until)
        expect(days.every((day) => from <= day && day < until)).toBe(true)
        expect(days.map(monthOf)).toEqual(days.map(() => ({ year, month })))
      }),
    )
    expect(monthRange(2026, 12)).toEqual({ from: '2026-12-01', until: '2027-01-01' })
  })
})
