import { Plate } from '#client/components/plate.tsx'
import { joinIsolated } from '#shared/bidi.ts'
import { isOutsideHours } from '#shared/appointment/rules.ts'
import type { AppointmentList, ListedAppointment } from '#shared/appointment/schema.ts'
import { clockOf } from '#shared/clock.ts'
import type { Day } from '#shared/date.ts'

import { AppointmentActions } from './appointment-actions.tsx'
import { longDay } from './words.ts'

interface AppointmentBarProps {
  one: ListedAppointment
  today: Day
  list: AppointmentList
  onEdit: () => void
}

/** Shows the selected appointment of a week with its actions. */
export function AppointmentBar({ one, today, list, onEdit }: AppointmentBarProps) {
  const isOutside = isOutsideHours(one, list.hours)
  return (
    <section
      aria-label="Seçilen randevu"
      data-print="hide"
      className="sticky bottom-4 z-30 mt-3 flex flex-wrap items-center gap-x-5 gap-y-2 rounded-lg border border-l-4 border-border border-l-primary bg-card px-4 py-3 shadow-md"
    >
      <div>
        <p className="text-lg font-semibold">{clockOf(one.start)}</p>
        <p className="text-sm text-muted-foreground">{`${longDay(one.day)}, ${one.minutes} dk`}</p>
      </div>
      {one.plate !== '' && <Plate text={one.plate} />}
      <div className="min-w-0 grow basis-48">
        <p className="font-semibold wrap-anywhere">{one.customer || one.phone}</p>
        <p className="line-clamp-2 text-sm text-muted-foreground wrap-anywhere">
          {joinIsolated(' · ', [one.car, one.work])}
        </p>
        {isOutside && one.state === 'awaited' && <p className="text-sm text-warning-ink">Mesai dışı</p>}
      </div>
      <AppointmentActions {...{ one, today, onEdit }} texts={list.texts} />
    </section>
  )
}
