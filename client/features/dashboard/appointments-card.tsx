import { Link } from '@tanstack/react-router'
import { useId } from 'react'

import { TomorrowButton } from '#client/components/appointment/tomorrow-button.tsx'
import { Plate } from '#client/components/plate.tsx'
import { useArrive } from '#client/lib/use-arrive.ts'
import { useNextAppointments } from '#client/lib/use-next-appointments.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { STATE_WORDS } from '#shared/appointment/states.ts'
import type { ListedAppointment } from '#shared/appointment/schema.ts'
import { joinIsolated } from '#shared/bidi.ts'
import { clockOf } from '#shared/clock.ts'
import type { Day } from '#shared/date.ts'

/** Lists today's appointments; renders nothing without any. */
export function AppointmentsCard({ today }: { today: Day }) {
  const id = useId()
  const { ofToday: all, ofTomorrow, texts, isPending: isWaiting } = useNextAppointments(today)
  const { arrive, isPending } = useArrive()
  // The parts below wait for the answer; otherwise they would move.
  if (all.length === 0 && ofTomorrow.length === 0) return isWaiting && <span hidden data-unknown="" />
  return (
    <Card aria-labelledby={id} className="p-0 md:p-0">
      <div className="flex items-baseline gap-3 border-b border-border px-4 pt-3 pb-2.5">
        <h2 id={id} className="text-lg font-semibold">
          Bugünkü randevular
        </h2>
        <span className="text-muted-foreground">{all.length}</span>
        <Link
          to="/books/appointments"
          className="-my-2 ml-auto inline-flex min-h-11 items-center px-1 text-sm font-medium text-primary md:min-h-8"
        >
          Takvim
        </Link>
      </div>
      {all.length === 0 && <p className="px-4 py-3 text-muted-foreground">Bugün randevu yok.</p>}
      <ul className="divide-y divide-border">
        {all.map((one) => (
          <li
            key={one.kayit_id}
            className="relative flex min-h-15 items-center gap-x-3 px-4 py-2 hover:bg-sunken"
          >
            <span className="w-12 shrink-0 font-semibold">{clockOf(one.start)}</span>
            <Link
              to="/book/$id"
              params={{ id: String(one.kayit_id) }}
              className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1 after:absolute after:inset-0"
            >
              {one.plate !== '' && <Plate text={one.plate} />}
              <span className="min-w-0 grow basis-40 max-md:basis-full">
                <span className="block truncate font-semibold">{nameOf(one)}</span>
                <span className="block truncate text-sm text-muted-foreground">
                  {joinIsolated(' · ', [one.car, one.work])}
                </span>
              </span>
            </Link>
            {one.state === 'came' ? (
              <Badge variant="success">{STATE_WORDS.came}</Badge>
            ) : (
              <Button
                variant="outline"
                className="relative"
                isPending={isPending}
                aria-label={`Geldi: ${one.plate || nameOf(one)}`}
                onClick={() => arrive(one)}
              >
                Geldi
              </Button>
            )}
          </li>
        ))}
      </ul>
      <TomorrowButton
        today={today}
        appointments={ofTomorrow}
        texts={texts}
        className="m-1 justify-self-start"
      />
    </Card>
  )
}

const nameOf = ({ customer, phone, work }: ListedAppointment): string => customer || phone || work
