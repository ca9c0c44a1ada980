import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator'

import { STATE_WORDS } from '#shared/appointment/states.ts'
import { startOfDay } from '#shared/date.ts'
import { carName } from '#shared/kayit/rules.ts'

import type { CalendarRow } from './queries.ts'

type CalendarContent = {
  shop: number
  company: string
  rows: readonly CalendarRow[]
}

const MINUTE_MS = 60_000
/** How often a phone should read the calendar, in seconds. */
const REFRESH_SECONDS = 15 * 60
/** Also breaks a line in some programs. */
const LINE_BREAKS = /[\p{Cc}\u2028\u2029]+/gu

/**
 * Returns the appointments as an iCalendar text (RFC 5545) with instants in UTC, the same for the same rows: the stamp of an
 * event is its record's last change, and its sequence the number of changes. Phones are not in it, because calendar
 * services store what they read.
 */
export function calendarText({ shop, company, rows }: CalendarContent): string {
  const calendar = ical({
    prodId: '//Oto Servis Yonetim Paneli//Randevular//TR',
    method: ICalCalendarMethod.PUBLISH,
    name: plain(company === '' ? 'Randevular' : `Randevular – ${company}`),
    timezone: null,
    ttl: REFRESH_SECONDS,
    x: [{ key: 'X-WR-TIMEZONE', value: 'Europe/Istanbul' }],
  })
  for (const row of rows) {
    const { state, work } = row
    const start = startOfDay(row.appointment_day).getTime() + row.appointment_start * MINUTE_MS
    const isFree = state === 'missed' || state === 'cancelled'
    const what = [row.plaka, row.musteri_adi_soyadi || work].filter((text) => text !== '').join(' · ')
    const more = [work, carName(row)].map(plain).filter((text) => text !== '')
    calendar.createEvent({
      id: `${shop}-${row.id}-${row.created_at.getTime()}@oto-servis`,
      sequence: row.version - 1,
      stamp: row.updated_at,
      lastModified: row.updated_at,
      start: new Date(start),
      end: new Date(start + row.appointment_minutes * MINUTE_MS),
      summary: plain(`${state === 'awaited' ? '' : `${STATE_WORDS[state]}: `}${what || 'Randevu'}`),
      description: more.length === 0 ? null : more.join('\n'),
      status: state === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      transparency: isFree ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
    })
  }
  return calendar.toString()
}

/** Returns a text in one line. */
const plain = (text: string): string => text.toWellFormed().replaceAll(LINE_BREAKS, ' ').trim()
