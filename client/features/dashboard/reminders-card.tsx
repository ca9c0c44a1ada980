import { Link } from '@tanstack/react-router'
import { useId } from 'react'

import { Plate } from '#client/components/plate.tsx'
import { chatOf, titleOf } from '#client/components/reminder/words.ts'
import { WriteLink } from '#client/components/reminder/write-link.tsx'
import { trpc } from '#client/lib/api.ts'
import { QUIET } from '#client/lib/query-client.ts'
import { useReminderActs } from '#client/lib/use-reminders.ts'
import { Card } from '#client/ui/card.tsx'
import { isolated, joinIsolated } from '#shared/bidi.ts'
import { type Day, formatDay } from '#shared/date.ts'
import { isInRange } from '#shared/reminder/rules.ts'

const MOST = 3

/** Shows at most three reminders of the week, those not written yet first; renders nothing without any. */
export function RemindersCard({ today }: { today: Day }) {
  const id = useId()
  const { data } = trpc.reminder.list.useQuery(undefined, { meta: QUIET })
  const act = useReminderActs(today)
  const week = data?.reminders.filter(({ shown_on }) => isInRange(shown_on, 'week', today)) ?? []
  if (data === undefined || week.length === 0) return null
  const shown = week.toSorted((a, b) => Number(a.opened_at !== null) - Number(b.opened_at !== null))
  return (
    <Card aria-labelledby={id} className="p-0 md:p-0">
      <div className="flex items-baseline gap-3 border-b border-border px-4 pt-3 pb-2.5">
        <h2 id={id} className="text-lg font-semibold">
          Hatırlatmalar
        </h2>
        <span className="text-muted-foreground">{`bu hafta ${week.length}`}</span>
        <Link
          to="/reminders"
          className="-my-2 ml-auto inline-flex min-h-11 items-center px-1 text-sm font-medium text-primary md:min-h-8"
        >
          Tümü
        </Link>
      </div>
      <ul className="divide-y divide-border">
        {shown.slice(0, MOST).map((one) => (
          <li
            key={`${one.vehicle_id} ${one.cause} ${one.title}`}
            className="relative flex min-h-15 items-center gap-x-3 py-2 pr-2 pl-4 hover:bg-sunken"
          >
            <Link
              to="/vehicle/$id"
              params={{ id: String(one.vehicle_id) }}
              className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1 after:absolute after:inset-0"
            >
              <Plate text={one.plate} />
              <span className="min-w-0 grow basis-32">
                <span className="block truncate font-semibold">{isolated(titleOf(one))}</span>
                <span className="block truncate text-sm text-muted-foreground">
                  {joinIsolated(' · ', [formatDay(one.day).slice(0, 5), one.customer])}
                </span>
              </span>
            </Link>
            <WriteLink
              href={chatOf(one, data, today)}
              name={isolated(one.customer || one.plate)}
              variant="ghost"
              onOpen={() => void act('opened', one)}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}
