import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { addDays } from '#shared/date.ts'
import { CAUSES, REMINDER_STATES } from '#shared/reminder/causes.ts'
import { INSPECTION_KINDS, inspectionAfter, nextInspection } from '#shared/reminder/inspection.ts'
import { dayOfKm, kmPerDay, lastReading } from '#shared/reminder/kilometres.ts'
import {
  afterDone,
  combine,
  dueOf,
  isInRange,
  lastListedDay,
  nextService,
  RANGES,
  type Reminder,
  shownDay,
} from '#shared/reminder/rules.ts'
import { reminderInput } from '#shared/reminder/schema.ts'
import { reminderTitle, reminderWords } from '#shared/reminder/text.ts'
import * as fc from '#tests/support/setup/fast-check.ts'

const START = '2024-01-01'
const TODAY = '2026-11-29'
const someDay = fc.integer({ min: 0, max: 2_000 }).map((days) => addDays(START, days))
const reading = fc.record({ day: someDay, km: fc.integer({ min: 0, max: 900_000 }) })
const readings = fc.array(reading, { maxLength: 14 })
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value)
const reminder = fc.record({
  cause: fc.constant('service' as const),
  title: fc.constant(''),
  due_day: maybe(someDay),
  due_km: maybe(fc.integer({ min: 1, max: 300_000 })),
  car_kind: fc.constant(null),
  registered_on: fc.constant(null),
  state: fc.constantFrom(...REMINDER_STATES),
  snoozed_until: maybe(someDay),
  opened_at: maybe(someDay.map((day) => `${day}T09:00:00.000Z`)),
  version: fc.integer({ min: 1, max: 9 }),
})
const plain: Reminder = {
  cause: 'service',
  title: '',
  due_day: null,
  due_km: null,
  car_kind: null,
  registered_on: null,
  state: 'open',
  snoozed_until: null,
  opened_at: null,
  version: 1,
}

describe('the kilometres of a day', () => {
  test('are found from steady visits, whatever their order and repetitions', () => {
    const visits = fc.record({
      rate: fc.integer({ min: 1, max: 300 }),
      days: fc.uniqueArray(fc.integer({ min: 0, max: 1_500 }), { minLength: 2, maxLength: 10 }),
    })
    fc.assert(
      fc.property(visits, fc.nat(), ({ rate, days }, seed) => {
        const all = days.map((day) => ({ day: addDays(START, day), km: 1_000 + rate * day }))
        const from = seed % all.length
        const turned = [...all.slice(from), ...all.slice(0, from)]
        expect(kmPerDay([...turned, ...all])).toBeCloseTo(rate, 6)
      }),
    )
  })

  test('change little by one wrong reading among many', () => {
    const steady = Array.from({ length: 9 }, (_, at) => ({
      day: addDays(START, at * 90),
      km: 40_000 + at * 3_600,
    }))
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 900_000 }), (at, km) => {
        const rate = kmPerDay(steady.map((one, index) => (index === at ? { ...one, km } : one)))
        expect(Math.abs((rate ?? 0) - 40)).toBeLessThan(25)
      }),
    )
  })

  test('are unknown without two days, and for a car whose kilometres only fall', () => {
    expect(kmPerDay([])).toBeNull()
    expect(kmPerDay([{ day: START, km: 5 }])).toBeNull()
    expect(
      kmPerDay([
        { day: START, km: 5 },
        { day: START, km: 90 },
      ]),
    ).toBeNull()
    expect(
      kmPerDay([
        { day: START, km: 90_000 },
        { day: addDays(START, 30), km: 9_000 },
      ]),
    ).toBeNull()
  })

  test('are never negative or impossible', () => {
    fc.assert(
      fc.property(readings, (all) => {
        const rate = kmPerDay(all)
        expect(rate === null || (rate >= 0 && rate <= 1_500)).toBe(true)
      }),
    )
  })
})

describe('the day of the kilometres', () => {
  test('does not follow a typing error of the newest visit', () => {
    const steady = [0, 1, 2].map((at) => ({ day: addDays(START, at * 90), km: 80_000 + at * 3_600 }))
    const newest = steady[2]
    for (const km of [8_900, 890_000, 99_999_999]) {
      const all = [...steady, { day: addDays(START, 270), km }]
      expect(lastReading(all)).toEqual(newest)
      expect(dayOfKm(90_000, all)).toBe(addDays(START, 250))
    }
    // The newest stands where two contradict each other.
    const two = [
      { day: START, km: 80_000 },
      { day: addDays(START, 9), km: 800 },
    ]
    expect(lastReading(two)).toEqual(two[1])
  })

  test('is not before the newest reading, and later for more kilometres', () => {
    const km = fc.integer({ min: 1, max: 999_999 })
    fc.assert(
      fc.property(readings, km, km, (all, one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)]
        const [early, late] = [dayOfKm(low, all), dayOfKm(high, all)]
        const last = lastReading(all)
        expect(early === null || early >= (last?.day ?? '')).toBe(true)
        expect(late === null || (early ?? '') <= late).toBe(true)
        expect(last === null || last.km < low || early === last.day).toBe(true)
      }),
    )
  })

  test('is when the car gets there, and decides only where it comes first', () => {
    const all = [
      { day: '2026-05-01', km: 80_000 },
      { day: '2026-11-17', km: 90_000 },
    ]
    expect(dueOf({ due_day: null, due_km: 91_000 }, all)).toEqual({ day: '2026-12-07', isByKm: true })
    expect(dueOf({ due_day: '2026-12-01', due_km: 91_000 }, all)).toEqual({
      day: '2026-12-01',
      isByKm: false,
    })
    expect(dueOf({ due_day: '2027-12-01', due_km: 91_000 }, all)?.day).toBe('2026-12-07')
    expect(dueOf({ due_day: null, due_km: 91_000 }, [])).toBeNull()
    expect(dayOfKm(9_000_000, all)).toBeNull()
  })
})

describe('the list', () => {
  test('shows each day in the past or the month, and the week is part of the month', () => {
    fc.assert(
      fc.property(fc.integer({ min: -500, max: 60 }), (days) => {
        const day = addDays(TODAY, days)
        const [week, month, past] = RANGES.map((range) => isInRange(day, range, TODAY))
        expect([past, month]).toEqual([days < 0, days >= 0 && days <= 30])
        expect(!week || month).toBe(true)
        expect(day <= lastListedDay(TODAY)).toBe(days <= 30)
      }),
    )
  })

  test('shows a snoozed reminder on the day of the snooze, but never before it is due', () => {
    expect(shownDay({ day: '2026-12-01' }, '2026-12-20')).toBe('2026-12-20')
    expect(shownDay({ day: '2026-12-01' }, '2026-11-20')).toBe('2026-12-01')
    expect(shownDay({ day: '2026-12-01' }, null)).toBe('2026-12-01')
  })
})

describe('reminders of merged cars', () => {
  const sameFields = (one: Reminder) => ({ ...one, version: 0 })

  test('make one, in whatever order they are combined', () => {
    fc.assert(
      fc.property(reminder, reminder, reminder, (a, b, c) => {
        const whole = combine([a, b, c])
        expect(combine([c, a, b])).toEqual(whole)
        expect(whole.version).toBe(a.version + b.version + c.version)
        expect(sameFields(combine([a, a]))).toEqual(sameFields(a))
      }),
    )
  })

  test('are refused for ever by one refusal, and else wait until the earliest day', () => {
    fc.assert(
      fc.property(reminder, reminder, (a, b) => {
        const { state, due_day } = combine([a, b])
        const states = [a.state, b.state]
        expect(state).toBe(states.includes('refused') ? 'refused' : states.includes('open') ? 'open' : 'done')
        const days = [a, b].filter((one) => one.state === state).flatMap((one) => one.due_day ?? [])
        expect(due_day).toBe(days.sort()[0] ?? null)
      }),
    )
  })
})

describe('an inspection', () => {
  test('is due by the kind and the first registration', () => {
    expect(nextInspection('private', '2024-03-15', TODAY)).toBe('2027-03-15')
    expect(nextInspection('private', '2020-02-29', TODAY)).toBe('2027-02-28')
    expect(nextInspection('motorcycle', '2021-11-29', TODAY)).toBe('2026-11-29')
    expect(nextInspection('tractor', '2018-01-10', TODAY)).toBe('2027-01-10')
    expect(nextInspection('commercial', '2020-11-28', TODAY)).toBe('2027-11-28')
  })

  test('is never before today, and at most the longest interval away', () => {
    fc.assert(
      fc.property(fc.constantFrom(...INSPECTION_KINDS), someDay, (kind, registered) => {
        const day = nextInspection(kind, registered, '2030-01-01')
        expect(day >= '2030-01-01').toBe(true)
        expect(
          day <= inspectionAfter(kind, '2030-01-01') || day <= nextInspection(kind, registered, registered),
        ).toBe(true)
      }),
    )
  })

  test('that was passed waits for the next one, and any other work is done', () => {
    const inspection = {
      ...plain,
      cause: 'inspection' as const,
      due_day: TODAY,
      car_kind: 'private' as const,
    }
    expect(afterDone(inspection, TODAY, TODAY)).toMatchObject({ state: 'open', due_day: '2028-11-29' })
    expect(afterDone({ ...inspection, car_kind: null }, TODAY, TODAY).state).toBe('done')
    expect(afterDone(plain, TODAY, TODAY)).toMatchObject({ state: 'done', snoozed_until: null })
    const warranty = { ...plain, cause: 'warranty' as const }
    expect(afterDone(warranty, TODAY, '2026-12-05')).toMatchObject({
      state: 'open',
      snoozed_until: '2026-12-06',
    })
  })
})

describe('the words of a message', () => {
  const words = (of: Partial<Parameters<typeof reminderWords>[0]>) =>
    reminderWords({
      cause: 'service',
      title: '',
      due_km: null,
      isByKm: false,
      day: '2026-12-05',
      today: TODAY,
      ...of,
    })

  test('say what is due and when', () => {
    expect(words({ due_km: 90_000, isByKm: true })).toBe('90.000 km bakımı yaklaştı')
    expect(words({})).toBe('bakımı yaklaştı (05.12.2026)')
    expect(words({ day: '2026-11-01' })).toBe('bakımının zamanı geçti (01.11.2026)')
    expect(words({ cause: 'inspection' })).toBe('muayene süresi 05.12.2026 günü bitiyor')
    expect(words({ cause: 'casco', day: '2026-11-01' })).toBe('kaskosu 01.11.2026 günü bitti')
    expect(words({ cause: 'warranty', title: 'Balata' })).toBe('Balata garantisi 05.12.2026 günü bitiyor')
    expect(words({ cause: 'other', title: 'Antifriz' })).toBe('Antifriz zamanı yaklaştı (05.12.2026)')
  })

  test('name every cause', () => {
    for (const cause of CAUSES) {
      expect(reminderTitle({ cause, title: cause === 'other' ? 'x' : '', due_km: null })).not.toBe('')
      expect(words({ cause, title: 'x' })).toMatch(/05\.12\.2026/)
    }
  })
})

test('the next service has no kilometres that a reminder cannot have', () => {
  expect(nextService(9_989_999, TODAY)).toEqual({ due_day: '2027-11-29', due_km: 9_999_999 })
  expect(nextService(9_990_000, TODAY)).toEqual({ due_day: '2027-11-29', due_km: null })
})

test('a reminder needs a day or kilometres, and only one of the shop’s own a title', () => {
  const parse = (of: object) => z.safeParse(reminderInput, { vehicle_id: 1, cause: 'service', ...of })
  expect(parse({}).error?.issues[0]?.message).toBe('Gün ya da kilometre yazın.')
  expect(parse({ due_km: '90.000' }).data?.due_km).toBe(90_000)
  expect(parse({ cause: 'other', due_day: '01.12.2026' }).error?.issues[0]?.message).toBe(
    'Hatırlatmanın adını yazın.',
  )
  expect(parse({ cause: 'other', title: 'Antifriz', due_day: '01.12.2026' }).success).toBe(true)
  expect(parse({ cause: 'warranty', state: 'refused' }).success).toBe(true)
})
