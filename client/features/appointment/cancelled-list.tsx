import { Button } from '#client/ui/button.tsx'
import { joinIsolated } from '#shared/bidi.ts'
import type { AppointmentList } from '#shared/appointment/schema.ts'
import { clockOf } from '#shared/clock.ts'
import type { Day } from '#shared/date.ts'

import { useChangeAppointment } from './use-appointments.ts'
import { fullName, longDay, titleOf } from './words.ts'

/** Lists the week's cancelled appointments, folded, so that they can come back. */
export function CancelledList({ list, days }: { list: AppointmentList; days: readonly Day[] }) {
  const change = useChangeAppointment()
  const cancelled = list.appointments.filter(({ state, day }) => state === 'cancelled' && days.includes(day))
  if (cancelled.length === 0) return null
  return (
    <details data-print="hide" className="mt-4 text-sm">
      <summary className="flex min-h-11 cursor-pointer items-center font-medium text-muted-foreground">
        {`İptal edilen randevular (${cancelled.length})`}
      </summary>
      <ul className="divide-y divide-border rounded-lg border border-border bg-card">
        {cancelled.map((one) => (
          <li key={one.kayit_id} className="flex flex-wrap items-center gap-x-3 px-4 py-1">
            <span className="min-w-0 grow wrap-anywhere">
              {joinIsolated(' · ', [`${longDay(one.day)} ${clockOf(one.start)}`, titleOf(one), one.work])}
            </span>
            <Button
              variant="ghost"
              size="sm"
              className="text-primary"
              aria-label={`Geri al: ${fullName(one)}`}
              onClick={() => void change(one, { state: 'awaited' })}
            >
              Geri al
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
