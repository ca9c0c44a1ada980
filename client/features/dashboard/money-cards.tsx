import { Link } from '@tanstack/react-router'
import { useId } from 'react'

import { LoadError } from '#client/components/page-states.tsx'
import { trpc } from '#client/lib/api.ts'
import { Card } from '#client/ui/card.tsx'
import type { Day } from '#shared/date.ts'
import { messages } from '#shared/messages.ts'
import { formatTL } from '#shared/money.ts'

import { Figure, PAIR } from './figure.tsx'
import { type IncomeLines, monthResult, monthView } from './month-figures.ts'
import { TodayCard } from './today-card.tsx'

/** Shows the money of today, then of this month beside the same days of the month before. */
export function MoneyCards({ today }: { today: Day }) {
  const id = useId()
  const { data, isError, isFetching, refetch } = trpc.stats.get.useQuery(
    {},
    { select: (stats) => monthView(stats, today) },
  )
  const compared = data?.compared
  const failure = isError && data === undefined && (
    <div className="p-4">
      <LoadError message={messages.statsFailed} isPending={isFetching} onRetry={() => void refetch()} />
    </div>
  )
  return (
    <div className="grid gap-4">
      <TodayCard today={today} />
      <Card aria-labelledby={id} className="p-0 md:p-0">
        <div className="flex items-baseline border-b border-border px-4 pt-3 pb-2.5">
          <h2 id={id} className="text-lg font-semibold">
            Bu ay
          </h2>
          <Link
            to="/stats"
            className="-my-2 ml-auto inline-flex min-h-11 items-center px-1 text-sm font-medium text-primary md:min-h-8"
          >
            Ayrıntılar
          </Link>
        </div>
        {failure || (
          <>
            <dl>
              <Figure label="Gelir" kurus={data?.gelir} isKey>
                {compared != null && (
                  <dd className="text-xs text-muted-foreground">
                    {compared.days}: <span className="font-medium">{formatTL(compared.current)}</span>, geçen
                    ay <span className="font-medium">{formatTL(compared.previous)}</span>
                    {compared.words !== '' && (
                      <span className={compared.isMore ? 'font-medium text-success' : 'font-medium'}>
                        , {compared.words}
                      </span>
                    )}
                  </dd>
                )}
                {data !== undefined && <Sparkline lines={data.lines} />}
              </Figure>
            </dl>
            <dl className={`${PAIR} border-t border-border`}>
              <Figure label="Gider" kurus={data?.gider} />
              <Figure {...monthResult(data)} />
            </dl>
          </>
        )}
      </Card>
    </div>
  )
}

/**
 * Draws the income added up from day to day over that of the month before, dashed. It is decoration: the figures beside
 * it say the same in words.
 */
function Sparkline({ lines: { current, previous, days } }: { lines: IncomeLines }) {
  const top = Math.max(...current, ...previous)
  if (days < 2 || top === 0) return null
  const path = (points: number[]) => points.map((value, day) => `${day},${40 - (38 * value) / top}`).join(' ')
  return (
    <dd aria-hidden className="mt-2">
      <svg
        viewBox={`0 0 ${days - 1} 41`}
        preserveAspectRatio="none"
        className="h-12 w-full overflow-visible *:fill-none *:[vector-effect:non-scaling-stroke]"
      >
        <polyline points={path(previous)} stroke="var(--muted-foreground)" strokeDasharray="4 3" />
        <polyline points={path(current)} stroke="var(--gelir)" strokeWidth="2" />
        <line x1="0" x2={days - 1} y1="40.5" y2="40.5" stroke="var(--border)" />
      </svg>
    </dd>
  )
}
