import { Plus } from 'lucide-react'

import { Plate } from '#client/components/plate.tsx'
import { cn } from '#client/lib/cn.ts'
import { freeSpans, isOutsideHours, type Span, spanWords, weekdayOf } from '#shared/appointment/rules.ts'
import type { AppointmentList, ListedAppointment } from '#shared/appointment/schema.ts'
import { joinIsolated } from '#shared/bidi.ts'
import { clockOf } from '#shared/clock.ts'

import { AppointmentActions } from './appointment-actions.tsx'
import { loadOf } from './day-head.tsx'
import { busyOn, shownOn, type ViewProps } from './view.ts'
import { dateText, longDay, shortWeekday } from './words.ts'

/** Shows one day as a list with its free time, below a strip of the week's days. */
export function DayView({ list, days, day, today, isLoading, onDay, onAsk }: ViewProps) {
  const all = shownOn(list, day)
  const gaps = freeSpans(list.hours[weekdayOf(day)] ?? null, busyOn(list, day))
  const lines: ({ at: number } & ({ one: ListedAppointment } | { gap: Span }))[] = [
    ...all.map((one) => ({ at: one.start, one })),
    ...gaps.map((gap) => ({ at: gap.from, gap })),
  ].sort((a, b) => a.at - b.at)
  const { count, free, isFull } = loadOf(list, day, today)
  return (
    <>
      <ul className="mb-3 grid grid-cols-7 gap-0.5 md:gap-1.5">
        {days.map((one) => {
          const { length } = busyOn(list, one)
          return (
            <li key={one}>
              <button
                type="button"
                aria-pressed={one === day}
                className="grid min-h-15 w-full justify-items-center rounded-md border border-input bg-card py-1.5 text-sm aria-pressed:border-foreground aria-pressed:bg-foreground aria-pressed:text-background"
                onClick={() => onDay(one)}
              >
                <span className={cn(one === today && 'font-semibold underline underline-offset-4')}>
                  {shortWeekday(one)}
                </span>
                <span className="text-lg leading-6 font-semibold">{dateText(one)}</span>
                <span className="sr-only">{`${one === today ? 'bugün, ' : ''}${length} randevu`}</span>
                <span aria-hidden className="h-3 text-xs leading-3 tracking-widest">
                  {length > 4 ? `${length}` : '•'.repeat(length)}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      <section
        aria-label={longDay(day)}
        aria-busy={isLoading}
        className="overflow-clip rounded-lg border border-border bg-card"
      >
        <p
          className={cn(
            'border-b border-border px-4 py-2 text-sm',
            isFull ? 'text-warning-ink' : 'text-muted-foreground',
          )}
        >
          {joinIsolated(' · ', [longDay(day), count, free])}
        </p>
        <ul className="divide-y divide-border">
          {lines.map((line) =>
            'one' in line ? (
              <DayLine
                key={line.one.kayit_id}
                one={line.one}
                today={today}
                list={list}
                onEdit={() => onAsk(line.one)}
              />
            ) : (
              <li key={`gap ${line.at}`}>
                <button
                  type="button"
                  aria-label={`Randevu ver: ${spanWords(line.gap)} boş`}
                  className="flex min-h-12 w-full items-center gap-3 bg-sunken px-4 text-left text-secondary-ink"
                  onClick={() => onAsk({ day, start: line.gap.from })}
                >
                  <span className="flex w-14 justify-end">
                    <Plus aria-hidden className="size-4 text-primary-ink" />
                  </span>
                  {`${spanWords(line.gap)} boş`}
                </button>
              </li>
            ),
          )}
          {lines.length === 0 && <li className="p-4 text-muted-foreground">Bu gün kapalı, randevu yok.</li>}
        </ul>
      </section>
    </>
  )
}

interface DayLineProps {
  one: ListedAppointment
  today: string
  list: AppointmentList
  onEdit: () => void
}

function DayLine({ one, today, list, onEdit }: DayLineProps) {
  const isGone = one.state === 'missed'
  return (
    <li className="flex flex-wrap items-start gap-x-2 gap-y-1 px-3 py-2.5">
      <span
        className={cn(
          'w-13 pt-0.5 text-lg font-semibold',
          one.state !== 'awaited' && 'text-muted-foreground',
        )}
      >
        {clockOf(one.start)}
      </span>
      <span
        className={cn('grid min-w-0 grow basis-24 gap-0.5', isGone && 'text-muted-foreground line-through')}
      >
        {one.plate !== '' && <Plate text={one.plate} className="justify-self-start" />}
        <span className="font-semibold wrap-anywhere">{one.customer || one.phone}</span>
        <span className="text-sm text-muted-foreground wrap-anywhere">
          {joinIsolated(' · ', [one.work, `${one.minutes} dk`])}
        </span>
        {isOutsideHours(one, list.hours) && one.state === 'awaited' && (
          <span className="text-sm text-warning-ink">Mesai dışı</span>
        )}
      </span>
      <span className="ml-auto self-center">
        <AppointmentActions {...{ one, today, onEdit }} texts={list.texts} isShort />
      </span>
    </li>
  )
}
