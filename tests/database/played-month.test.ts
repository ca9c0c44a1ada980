import { describe, expect, test } from 'vitest'

import { listAppointments } from '#server/appointment/operations.ts'
import { readCalendar } from '#server/appointment/calendar.ts'
import { listChangesOf } from '#server/change/list.ts'
import { countBook } from '#server/kayit/operations.ts'
import { listReminders } from '#server/reminder/list.ts'
import { findEverywhere } from '#server/search/operations.ts'
import { getPeriodStats } from '#server/stats/operations.ts'
import { CALENDAR_DAYS, CANCELLED_DAYS } from '#shared/appointment/calendar.ts'
import { endOf, placeOverlaps, weekOf } from '#shared/appointment/rules.ts'
import { STATE_WORDS } from '#shared/appointment/states.ts'
import { clockOf } from '#shared/clock.ts'
import { addDays, type Day } from '#shared/date.ts'
import { isShort } from '#tests/long-form.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { calendarToken, eventsOf } from '#tests/support/rows/calendar.ts'
import {
  APPOINTMENTS,
  type Booking,
  DAYS,
  FIRST_DAY,
  type Month,
  playDay,
  setClock,
  startMonth,
} from '#tests/support/rows/played-month.ts'
import { expectedReminders, REMINDERS } from '#tests/support/rows/played-reminders.ts'

const db = await testDatabase()
const DAY_MS = 86_400_000

const stateOf = ({ isVisit, state }: Booking) => (isVisit ? 'came' : state)
const live = ({ bookings }: Month) => bookings.filter(({ isDeleted }) => !isDeleted)
const byTime = (one: Booking, other: Booking) =>
  Date.parse(one.day) - Date.parse(other.day) || one.start - other.start || one.id - other.id

/** Compares two weeks from this Monday, or only today as the first screen asks for it, with the model. */
async function compareLists(month: Month): Promise<void> {
  const monday = weekOf(month.today)[0] ?? ''
  for (const [from, to] of [
    [monday, addDays(monday, 13)],
    [month.today, month.today],
  ] as const) {
    const { appointments } = await listAppointments(month.ctx, { from, to })
    const expected = live(month).filter(({ day }) => day >= from && day <= to)
    expect(
      appointments.map(({ kayit_id, version, state, day, start, minutes, plate, customer }) => [
        kayit_id,
        version,
        state,
        day,
        start,
        minutes,
        plate,
        customer,
      ]),
    ).toEqual(
      expected
        .toSorted(byTime)
        .map((one) => [
          one.id,
          one.version,
          stateOf(one),
          one.day,
          one.start,
          one.minutes,
          one.plate,
          one.name,
        ]),
    )
    comparePlaces(appointments.filter(({ day, state }) => day === month.today && state !== 'cancelled'))
  }
}

/** Compares the columns of a day with a count of the appointments at each start. */
function comparePlaces(day: readonly { start: number; minutes: number }[]): void {
  const placed = placeOverlaps(day)
  expect(placed).toHaveLength(day.length)
  for (const { item, column, columns } of placed) {
    const beside = placed.filter((other) => item.start < endOf(other.item) && other.item.start < endOf(item))
    expect(beside.filter((other) => other.column === column)).toHaveLength(1)
    const atStart = beside.filter((other) => other.item.start <= item.start)
    expect(columns).toBeGreaterThanOrEqual(atStart.length)
  }
}

/** Compares statistics, sums and the book with the shop that has the same visits and no appointment. */
async function compareVisits(month: Month): Promise<void> {
  const period = { from: FIRST_DAY, to: addDays(FIRST_DAY, DAYS) }
  expect(await getPeriodStats(month.ctx, period)).toEqual(await getPeriodStats(month.twin, period))
  expect(await countBook(month.ctx)).toMatchObject({ total: month.visits })
}

/** Finds some bookings by their numbers, and reads their changes. */
async function compareRecords(month: Month): Promise<void> {
  for (let left = 3; left > 0; left -= 1) {
    const one = month.bookings[month.random(month.bookings.length)]
    if (one === undefined) return
    const { records } = await findEverywhere(month.ctx, { q: `#${one.id}` })
    const stage = one.isVisit ? undefined : 'appointment'
    const found = records.items.map((hit) => [hit.id, hit.plate, hit.stage, one.isVisit ? one.day : hit.day])
    expect(found).toEqual(one.isDeleted ? [] : [[one.id, one.plate, stage, one.day]])
    if (one.isDeleted) continue
    const { items } = await listChangesOf(month.ctx, { noun: 'kayit', id: one.id, page: 1 })
    expect(items.map(({ verb }) => verb).toReversed()).toEqual(one.log)
  }
}

/** Returns the local time so many minutes after the midnight of a day. */
const localTime = (day: Day, minutes: number) =>
  `${addDays(day, Math.floor(minutes / 1_440))} ${clockOf(minutes % 1_440)}`

/** Compares the calendar that a phone reads with the model; each booking has the same UID all month. */
async function compareCalendar(month: Month, token: string, uids: Map<number, string>): Promise<void> {
  const { ctx, today } = month
  const events = eventsOf(await readCalendar(ctx, token))
  const [from, to] = [addDays(today, -CALENDAR_DAYS.before), addDays(today, CALENDAR_DAYS.after)]
  const expected = live(month)
    .filter(({ day }) => day >= from && day <= to)
    .filter(
      (one) => stateOf(one) !== 'cancelled' || one.changed >= ctx.now.getTime() - CANCELLED_DAYS * DAY_MS,
    )
  expect(
    events.map(({ sequence, status, from: start, until, summary }) => [
      sequence,
      status,
      start,
      until,
      summary,
    ]),
  ).toEqual(
    expected.toSorted(byTime).map((one) => {
      const state = stateOf(one)
      const what = [one.plate, one.name].filter((text) => text !== '').join(' · ')
      return [
        one.version - 1,
        state === 'cancelled' ? 'CANCELLED' : 'CONFIRMED',
        localTime(one.day, one.start),
        localTime(one.day, endOf(one)),
        `${state === 'awaited' ? '' : `${STATE_WORDS[state]}: `}${what}`,
      ]
    }),
  )
  for (const [index, one] of expected.toSorted(byTime).entries()) {
    const uid = events[index]?.uid ?? ''
    expect(uids.get(one.id) ?? uid).toBe(uid)
    uids.set(one.id, uid)
  }
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length)
}

/** Compares the due reminders with the model. */
async function compareReminders(month: Month): Promise<void> {
  const { reminders } = await listReminders(month.ctx)
  const shown = reminders.map((one) => [one.shown_on, one.plate, one.customer, one.cause, one.title].join())
  expect(shown.toSorted()).toEqual(expectedReminders(month))
  const days = reminders.map(({ shown_on }) => shown_on)
  expect(days).toEqual(days.toSorted())
}

/** Returns the number of changes of reminders in the log. */
async function countWritten({ ctx }: Month): Promise<number> {
  const rows = await db
    .selectFrom('change')
    .where('shop_id', '=', ctx.actor.shop)
    .where('verb', '=', 'remind')
    .select('id')
    .execute()
  return rows.length
}

describe('a month of an invented shop', () => {
  test.each(isShort ? [1] : [1, 2, 3, 4])('agrees with a plain model every day (seed %i)', async (seed) => {
    const month = await startMonth(db, seed)
    const token = await calendarToken(month.ctx)
    const uids = new Map<number, string>()
    for (let index = 0; index < DAYS; index += 1) {
      await playDay(month, addDays(FIRST_DAY, index))
      await compareLists(month)
      await compareVisits(month)
      await compareRecords(month)
      await compareReminders(month)
      await compareCalendar(month, token, uids)
    }
    expect(month.bookings).toHaveLength(APPOINTMENTS)
    expect(new Set(month.bookings.map(stateOf))).toEqual(new Set(['awaited', 'came', 'missed', 'cancelled']))
    expect(month.reminders.made).toBe(REMINDERS)
    expect(await countWritten(month)).toBe(month.reminders.written)
    // A month later the cancelled ones are gone from the phone, later all.
    for (const day of ['2027-02-08', '2027-03-15']) {
      setClock(month, day, 720)
      await compareCalendar(month, token, uids)
    }
  })
})
