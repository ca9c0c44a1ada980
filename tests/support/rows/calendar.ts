import ICAL from 'ical.js'

import { makeCalendarAddress } from '#server/appointment/calendar-address.ts'
import type { UserCtx } from '#server/platform/core/context.ts'

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
