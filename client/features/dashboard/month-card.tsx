import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'

import { Amount } from '#client/components/amount.tsx'
import { LoadError } from '#client/components/page-states.tsx'
import { trpc } from '#client/lib/api.ts'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Day } from '#shared/date.ts'
import { messages } from '#shared/messages.ts'
import { formatTL } from '#shared/money.ts'

import { monthResult, monthView } from './month-figures.ts'

/** Shows the money of this month beside the same days of the month before. */
export function MonthCard({ today }: { today: Day }) {
  const id = useId()
  const { data, isError, isFetching, refetch } = trpc.stats.get.useQuery(
    {},
    { select: (stats) => monthView(stats, today) },
  )
  const compared = data?.compared
  return (
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
      {isError && data === undefined ? (
        <div className="p-4">
          <LoadError message={messages.statsFailed} isPending={isFetching} onRetry={() => void refetch()} />
        </div>
      ) : (
        <dl>
          <Figure label="Gelir" kurus={data?.gelir} isKey>
            {compared != null && (
              <dd className="text-xs text-muted-foreground">
                {compared.days}: <span className="font-medium">{formatTL(compared.current)}</span>, geçen ay{' '}
                <span className="font-medium">{formatTL(compared.previous)}</span>
                {compared.words !== '' && (
                  <span className={compared.isMore ? 'font-medium text-success' : 'font-medium'}>
                    , {compared.words}
                  </span>
                )}
              </dd>
            )}
            {data !== undefined && <Sparkline points={data.line} />}
          </Figure>
          <Figure label="Gider" kurus={data?.gider} />
          <Figure {...monthResult(data)} />
        </dl>
      )}
    </Card>
  )
}

interface FigureProps {
  label: string
  /** `undefined` during loading. */
  kurus: number | undefined
  isKey?: boolean
  className?: string
  children?: ReactNode
}

function Figure({ label, kurus, isKey = false, className, children }: FigureProps) {
  return (
    <div className="border-b border-border px-4 py-3 last:border-b-0">
      <dt className="text-sm text-muted-foreground">{label}</dt>
      <dd className={isKey ? 'text-3xl font-semibold' : 'text-xl font-semibold'}>
        {kurus === undefined ? (
          <Skeleton className="my-1 h-6 w-32" />
        ) : (
          <Amount kurus={kurus} {...(className !== undefined && { className })} />
        )}
      </dd>
      {children}
    </div>
  )
}

/** Draws the income added up from day to day. It is decoration: the figures beside it say the same in words. */
function Sparkline({ points }: { points: number[] }) {
  const top = Math.max(...points)
  if (points.length < 2 || top === 0) return null
  const path = points.map((value, day) => `${day},${40 - (38 * value) / top}`).join(' ')
  return (
    <dd aria-hidden className="mt-2">
      <svg
        viewBox={`0 0 ${points.length - 1} 41`}
        preserveAspectRatio="none"
        className="h-12 w-full overflow-visible"
      >
        <polyline
          points={path}
          fill="none"
          stroke="var(--gelir)"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
        <line
          x1="0"
          x2={points.length - 1}
          y1="40.5"
          y2="40.5"
          stroke="var(--border)"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </dd>
  )
}
