import ICAL from 'ical.js'
import type { Kysely } from 'kysely'
import { expect } from 'vitest'

import { makeCalendarAddress } from '#server/appointment/calendar-address.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { calendarPath } from '#shared/appointment/calendar.ts'
import { requests } from '#tests/support/panel/app.ts'
import { publicApp } from '#tests/support/panel/public-page.ts'
import { TEST_NOW } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'

/** An event as a calendar program shows it in Istanbul: '2026-12-31 23:30'. */
export type CalendarEvent = {
  uid: string
  sequence: number
  status: string
  from: string
  until: string
  summary: string
  description: string
}

/** Reads a calendar with a library that is not its generator. */
export const eventsOf = (text: string): CalendarEvent[] =>
  new ICAL.Component(ICAL.parse(text) as unknown[]).getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return {
      uid: event.uid,
      sequence: event.sequence,
      status: String(component.getFirstPropertyValue('status')),
      from: inIstanbul(event.startDate.toJSDate()),
      until: inIstanbul(event.endDate.toJSDate()),
      summary: event.summary,
      description: event.description ?? '',
    }
  })

const CLOCK = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Istanbul',
  dateStyle: 'short',
  timeStyle: 'short',
})
const inIstanbul = (at: Date) => CLOCK.format(at)

/** Makes the user's calendar address and returns its token. */
export async function calendarToken(ctx: UserCtx): Promise<string> {
  const { link } = await makeCalendarAddress(ctx)
  return link.split('/').at(-2) ?? ''
}

type Call = { now?: Date; headers?: Record<string, string>; method?: string }

export const TIME = { day: '2026-11-24', start: 630, minutes: 90, state: 'awaited' as const }

/** Returns what a test does with the appointments and the calendar of a shop; `shop` gives its user and the token. */
export function calendarCalls(db: Kysely<DB>, shop: () => { ctx: UserCtx; token: string }) {
  const call = (path: string, { now, headers = {}, method = 'GET' }: Call = {}) =>
    requests(publicApp(db, now)).call(path, { method, headers })
  return {
    call,
    read: async (of = shop().token, options: Call = {}) => {
      const { status, text } = await call(calendarPath(of), options)
      expect(status).toBe(200)
      return text
    },
    book: (appointment: object = {}, info: object = {}) =>
      save(shop().ctx, { stage: 'appointment', info, appointment: { ...TIME, ...appointment } }),
    /** Changes an appointment a minute later. */
    change: ({ id, version }: { id: number; version: number }, appointment: object) => {
      const now = new Date(TEST_NOW.getTime() + 60_000)
      return save({ ...shop().ctx, now }, { id, version, info: {}, appointment: { ...TIME, ...appointment } })
    },
  }
}
