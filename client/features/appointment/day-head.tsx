import { cn } from '#client/lib/cn.ts'
import { freeSpans, weekdayOf } from '#shared/appointment/rules.ts'
import type { AppointmentList } from '#shared/appointment/schema.ts'
import type { Day } from '#shared/date.ts'

import { busyOn } from './view.ts'
import { dateText, hoursText, longDay, shortWeekday } from './words.ts'

interface DayHeadProps {
  list: AppointmentList
  day: Day
  today: Day
}

/** Names a day of the week with its appointments and its free time. */
export function DayHead({ list, day, today }: DayHeadProps) {
  const { count, isFull, free } = loadOf(list, day, today)
  const isToday = day === today
  return (
    <div
      className={cn(
        'border-l border-border px-2 py-2 xl:px-2.5',
        isToday && 'text-primary-ink shadow-[inset_0_3px_var(--primary)]',
      )}
    >
      <h3 className="font-semibold">
        <span aria-hidden>{`${shortWeekday(day)} ${dateText(day)}`}</span>
        <span className="sr-only">{isToday ? `${longDay(day)}, bugün` : longDay(day)}</span>
      </h3>
      <p
        className={cn(
          'text-xs xl:text-sm',
          isFull ? 'font-medium text-warning-ink' : 'text-muted-foreground',
        )}
      >
        <span className="block truncate">{count}</span>
        <span className="block truncate">{free || '\u00a0'}</span>
      </p>
    </div>
  )
}

/** Returns the load of a day in words; full or more is a warning and forbids nothing. A past day has no free time. */
export function loadOf(list: AppointmentList, day: Day, today: Day) {
  const busy = busyOn(list, day)
  const open = list.hours[weekdayOf(day)] ?? null
  const free = freeSpans(open, busy).reduce((sum, { from, until }) => sum + until - from, 0)
  const { capacity } = list
  const most = capacity === null ? '' : `/${capacity}`
  return {
    count: busy.length === 0 && capacity === null ? 'Randevu yok' : `${busy.length}${most} randevu`,
    isFull: capacity !== null && busy.length >= capacity,
    free:
      day < today ? '' : open === null ? 'Kapalı' : free === 0 ? 'Boş saat yok' : `${hoursText(free)} boş`,
  }
}
