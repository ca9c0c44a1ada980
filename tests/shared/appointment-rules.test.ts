import { describe, expect, test } from 'vitest'

import {
  endOf,
  freeSpans,
  isOutsideHours,
  isRecognisable,
  mondayOf,
  parseHours,
  placeOverlaps,
  shownHours,
  USUAL_HOURS,
  weekdayOf,
  weekOf,
} from '#shared/appointment/rules.ts'
import { appointmentListInput, workingHoursInput } from '#shared/appointment/schema.ts'
import { addDays } from '#shared/date.ts'
import * as fc from '#tests/support/setup/fast-check.ts'

const timed = fc.record({
  start: fc.integer({ min: 0, max: 1_300 }),
  minutes: fc.integer({ min: 5, max: 720 }),
})
const times = fc.array(timed, { maxLength: 12 })
const overlap = (one: { start: number; minutes: number }, other: { start: number; minutes: number }) =>
  one.start < endOf(other) && other.start < endOf(one)

describe('a week', () => {
  test('begins on Monday, also across a change of years', () => {
    expect(mondayOf('2027-01-01')).toBe('2026-12-28')
    expect(weekOf('2027-01-01')).toEqual(expect.arrayContaining(['2026-12-31', '2027-01-03']))
    expect(weekdayOf('2026-11-29')).toBe(6)
  })

  test('holds its day', () => {
    fc.assert(
      fc.property(fc.integer({ min: -40_000, max: 40_000 }), (days) => {
        const day = addDays('2000-01-01', days)
        expect(weekOf(day)[weekdayOf(day)]).toBe(day)
      }),
    )
  })
})

describe('appointments that overlap', () => {
  test('never stand in the same column, and share the number of columns', () => {
    fc.assert(
      fc.property(times, (all) => {
        const placed = placeOverlaps(all)
        expect(placed.length).toBe(all.length)
        for (const [index, one] of placed.entries()) {
          expect(one.column).toBeLessThan(one.columns)
          for (const other of placed.slice(index + 1)) {
            if (!overlap(one.item, other.item)) continue
            expect(one.column).not.toBe(other.column)
            expect(one.columns).toBe(other.columns)
          }
        }
      }),
    )
  })

  test('use the whole width without an overlap', () => {
    expect(
      placeOverlaps([
        { start: 540, minutes: 60 },
        { start: 600, minutes: 60 },
      ]),
    ).toMatchObject([{ columns: 1 }, { columns: 1 }])
  })
})

describe('the free time of a day', () => {
  test('overlaps no appointment and lies within the opening hours', () => {
    fc.assert(
      fc.property(times, (all) => {
        const open = { from: 540, until: 1_080 }
        for (const { from, until } of freeSpans(open, all)) {
          expect(from).toBeGreaterThanOrEqual(open.from)
          expect(until).toBeLessThanOrEqual(open.until)
          expect(all.some((one) => overlap(one, { start: from, minutes: until - from }))).toBe(false)
        }
      }),
    )
  })

  test('is the whole day without an appointment, and nothing of a closed one', () => {
    expect(freeSpans({ from: 540, until: 1_080 }, [])).toEqual([{ from: 540, until: 1_080 }])
    expect(freeSpans(null, [])).toEqual([])
  })
})

describe('the opening hours', () => {
  test('are Monday to Saturday until a shop has its own', () => {
    expect(parseHours('')).toBe(USUAL_HOURS)
    expect(isOutsideHours({ day: '2026-11-24', start: 540, minutes: 540 }, USUAL_HOURS)).toBe(false)
    expect(isOutsideHours({ day: '2026-11-24', start: 1_050, minutes: 60 }, USUAL_HOURS)).toBe(true)
    expect(isOutsideHours({ day: '2026-11-29', start: 600, minutes: 60 }, USUAL_HOURS)).toBe(true)
  })

  test('are shown as whole hours with every appointment', () => {
    fc.assert(
      fc.property(times, (all) => {
        const { from, until } = shownHours(USUAL_HOURS, all)
        expect(from % 60).toBe(0)
        expect(from).toBeLessThanOrEqual(540)
        expect(until).toBeGreaterThanOrEqual(1_080)
        for (const one of all) {
          expect(one.start).toBeGreaterThanOrEqual(from)
          expect(Math.min(endOf(one), 1_440)).toBeLessThanOrEqual(until)
        }
      }),
    )
  })

  test('are refused if they close before they open', () => {
    const hours = [{ from: 1_080, until: 540 }, null, null, null, null, null, null]
    expect(workingHoursInput.safeParse({ hours, capacity: null }).success).toBe(false)
    expect(workingHoursInput.safeParse({ hours: USUAL_HOURS, capacity: 0 }).success).toBe(false)
    expect(workingHoursInput.safeParse({ hours: USUAL_HOURS, capacity: 8 }).success).toBe(true)
  })
})

test('a period is at most two weeks long', () => {
  expect(appointmentListInput.safeParse({ from: '2026-11-01', to: '2026-11-14' }).success).toBe(true)
  expect(appointmentListInput.safeParse({ from: '2026-11-01', to: '2026-11-15' }).success).toBe(false)
})

test('an appointment is recognised by any one of its texts', () => {
  const none = { plaka: '', sasi_no: '', musteri_adi_soyadi: ' ', musteri_tel: '', musteri_talebi: '' }
  expect(isRecognisable(none)).toBe(false)
  for (const name of Object.keys(none)) expect(isRecognisable({ ...none, [name]: 'x' })).toBe(true)
})
