import type { ReactNode } from 'react'

interface StatsLayoutProps {
  summary: ReactNode
  /** The trend, the widest chart. */
  wide: ReactNode
  /** Two charts below the trend. */
  pair: ReactNode
  /** The last chart, beside the details. */
  last: ReactNode
  details: ReactNode
}

/** Places the figures of a period as a column, the trend and two charts beside it, and the rest below. */
export const StatsLayout = ({ summary, wide, pair, last, details }: StatsLayoutProps) => (
  <div className="grid gap-4">
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[19.75rem_minmax(0,1fr)]">
      {summary}
      <div className="grid min-w-0 grid-cols-1 content-between gap-4 lg:grid-cols-2 lg:*:first:col-span-2">
        {wide}
        {pair}
      </div>
    </div>
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      {last}
      {details}
    </div>
  </div>
)
