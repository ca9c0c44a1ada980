import { describe, expect, test } from 'vitest'

import { addDays } from '#shared/date.ts'
import {
  addMonths,
  itemWarrantyText,
  leftOf,
  termsText,
  warrantyText,
  worksByTerms,
} from '#shared/intake/warranty.ts'
import { upperTr } from '#shared/turkish.ts'
import * as fc from '#tests/support/setup/fast-check.ts'

const day = fc.integer({ min: 0, max: 20_000 }).map((count) => addDays('2000-01-01', count))
const months = fc.integer({ min: 1, max: 120 })
const km = fc.integer({ min: 0, max: 500_000 })

describe('the end of a warranty', () => {
  test.each([
    ['2026-08-31', 6, '2027-02-28'],
    ['2027-08-31', 6, '2028-02-29'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-10-31', 1, '2026-11-30'],
    ['2026-02-28', 12, '2027-02-28'],
  ])('of %s after %i months is %s', (from, count, end) => {
    expect(addMonths(from, count)).toBe(end)
  })

  test('is never later than with one more month, and keeps the day where the month has it', () => {
    fc.assert(
      fc.property(day, months, (from, count) => {
        const end = addMonths(from, count)
        expect(addMonths(from, count + 1) > end).toBe(true)
        expect(Number(end.slice(8))).toBeLessThanOrEqual(Number(from.slice(8)))
        const next = addDays(end, 1)
        expect(end.slice(8) === from.slice(8) || next.endsWith('-01')).toBe(true)
      }),
    )
  })
})

describe('what is left of a warranty', () => {
  const terms = { warranty_months: 6, warranty_km: 10_000 }
  const given = { ...terms, day: '2026-05-31', km: 100_000 }

  test('ends after its last day and beyond its last kilometre', () => {
    expect(leftOf(given, { day: '2026-11-30', km: 110_000 })).toEqual({
      time: { months: 0, days: 0 },
      km: 0,
    })
    expect(leftOf(given, { day: '2026-12-01', km: 100_001 })).toBeNull()
    expect(leftOf(given, { day: '2026-06-01', km: 110_001 })).toBeNull()
    expect(leftOf(given, { day: '2026-05-30', km: 100_000 })).toBeNull()
  })

  test('is not ended by an unknown reading, and nothing is left of none', () => {
    const visit = { day: '2026-06-30', km: null }
    expect(leftOf(given, visit)).toEqual({ time: { months: 5, days: 0 }, km: null })
    expect(leftOf({ ...given, km: null }, { ...visit, km: 999_999 })).toMatchObject({ km: null })
    expect(leftOf({ ...given, warranty_months: null, warranty_km: null }, visit)).toBeNull()
  })

  test('never grows with days and kilometres', () => {
    fc.assert(
      fc.property(
        fc.record({ from: day, count: months, start: km, later: fc.nat(4_000), driven: fc.nat(30_000) }),
        ({ from, count, start, later, driven }) => {
          const warranty = { warranty_months: count, warranty_km: 20_000, day: from, km: start }
          const at = (days: number, more: number) =>
            leftOf(warranty, { day: addDays(from, days), km: start + more })
          const [now, then] = [at(0, 0), at(later, driven)]
          expect(now).toEqual({ time: { months: count, days: 0 }, km: 20_000 })
          const isInside = addDays(from, later) <= addMonths(from, count) && driven <= 20_000
          expect(then !== null).toBe(isInside)
          if (then === null || then.time === null) return
          const end = addMonths(from, count)
          expect(addDays(addMonths(addDays(from, later), then.time.months), then.time.days)).toBe(end)
          expect(then.km).toBe(20_000 - driven)
        },
      ),
    )
  })
})

describe('works by their terms', () => {
  const terms = fc.record({
    warranty_months: fc.option(fc.constantFrom(6, 24)),
    warranty_km: fc.option(fc.constantFrom(10_000, 20_000)),
  })
  const name = fc.constantFrom('Akü', 'AKÜ ', 'Balata', 'balata', 'Disk', 'Rot')
  const keyOf = (one: string) => upperTr(one.trim())

  test('have each work once, under its own terms or the rest’s, unless it has none', () => {
    fc.assert(
      fc.property(
        terms,
        fc.array(fc.record({ islem_adi: name, terms })),
        fc.array(name),
        (rest, typed, works) => {
          const own = typed.map((one) => ({ islem_adi: one.islem_adi, ...one.terms }))
          const groups = worksByTerms(rest, own, works)
          const termsOf = (one: string) => own.find((other) => keyOf(other.islem_adi) === keyOf(one)) ?? rest
          for (const { works: group, ...shared } of groups)
            for (const one of group) expect(termsOf(one)).toMatchObject(shared)
          const isGuaranteed = (one: string) => termsText(termsOf(one)) !== ''
          const shown = groups.flatMap((group) => group.works)
          const gone = own.filter((one) => !works.some((work) => keyOf(work) === keyOf(one.islem_adi)))
          const expected = [
            ...works,
            ...new Map(gone.map((one) => [keyOf(one.islem_adi), one.islem_adi])).values(),
          ]
          expect(shown.map(keyOf).toSorted()).toEqual(expected.filter(isGuaranteed).map(keyOf).toSorted())
          expect(new Set(groups.map(termsText)).size).toBe(groups.length)
        },
      ),
    )
  })

  test('say where there is none', () => {
    expect(itemWarrantyText({ islem_adi: 'Akü', warranty_months: 24, warranty_km: null })).toBe('Akü: 24 ay')
    expect(itemWarrantyText({ islem_adi: 'Yağ', warranty_months: null, warranty_km: null })).toBe(
      'Yağ: garanti yok',
    )
  })
})

test('a warranty in words', () => {
  const warranty = {
    kayit_id: 1,
    warranty_months: 6,
    warranty_km: 10_000,
    day: '2026-05-21',
    km: 100_000,
    works: ['Fren balatası'],
  }
  const visit = { day: '2026-08-21', km: 105_000 }
  expect(warrantyText(warranty, visit)).toBe('Fren balatası (3 ay, 5.000 km kaldı)')
  expect(warrantyText(warranty, { ...visit, km: null })).toBe(
    'Fren balatası (3 ay kaldı; 110.000 km’ye kadar)',
  )
  expect(warrantyText({ ...warranty, km: null }, visit)).toBe('Fren balatası (3 ay kaldı; 10.000 km içinde)')
  expect(warrantyText(warranty, { ...visit, day: '2026-11-20' })).toBe(
    'Fren balatası (1 gün, 5.000 km kaldı)',
  )
  expect(warrantyText(warranty, { ...visit, day: '2026-11-21' })).toBe(
    'Fren balatası (son gün, 5.000 km kaldı)',
  )
  const many = { ...warranty, warranty_km: null, works: ['Balata', 'Disk', 'Rot', 'Yağ'] }
  expect(warrantyText(many, visit)).toBe('Balata, Disk ve 2 iş daha (3 ay kaldı)')
  expect(warrantyText({ ...many, works: ['Balata', 'Disk', 'Rot'] }, visit)).toBe(
    'Balata, Disk, Rot (3 ay kaldı)',
  )
  expect(warrantyText({ ...many, works: [] }, visit)).toBeNull()
  expect(warrantyText(warranty, { ...visit, day: '2027-01-01' })).toBeNull()
  expect(termsText(warranty)).toBe('6 ay ya da 10.000 km')
  expect(termsText({ warranty_months: null, warranty_km: null })).toBe('')
})
