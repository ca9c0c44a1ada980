import { type ReactNode, useId } from 'react'

import { cn } from '#client/lib/cn.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'

import { Legend, type SeriesLook } from './series-look.tsx'

interface ChartFigureProps {
  title: string
  /** The element: 'section' for a list of parts, by default 'figure'. */
  as?: 'figure' | 'section'
  /** The chart in one short sentence; `undefined` during loading. */
  summary: string | undefined
  /** Whether there is nothing to draw: the summary says so and replaces chart and table. */
  isEmpty: boolean
  legend?: readonly SeriesLook[]
  /** An explanation of how to read the chart, if it needs one. */
  note?: string
  /** The height of the plot, e.g. `h-64`, reserved during loading. */
  plotClass: string
  children: ReactNode
  /** The same figures as a table. */
  table: ReactNode
}

/**
 * A card with a named figure or section: title, summary, legend, chart and table. It has the same height during
 * loading.
 */
export function ChartFigure(props: ChartFigureProps) {
  const { title, as: Box = 'figure', summary, isEmpty, legend, note, plotClass, children, table } = props
  const id = useId()
  const isLoading = summary === undefined
  const Caption = Box === 'figure' ? 'figcaption' : 'div'
  return (
    <Box
      data-slot="card"
      aria-labelledby={id}
      aria-busy={isLoading || undefined}
      className="min-w-0 rounded-lg border border-border bg-card p-4 shadow-sm md:p-6"
    >
      <Caption className="mb-3 grid gap-1">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        {isLoading ? (
          <Skeleton className="my-0.5 h-4 w-3/5" />
        ) : (
          <p className="min-h-5 text-sm wrap-anywhere text-muted-foreground">{isEmpty ? '' : summary}</p>
        )}
        {legend !== undefined && !isEmpty && <Legend series={legend} />}
        {note !== undefined && !isEmpty && <p className="text-xs text-muted-foreground">{note}</p>}
      </Caption>
      {isLoading && <Skeleton className={plotClass} />}
      {isEmpty && !isLoading && (
        <p className={cn('flex items-center justify-center text-muted-foreground', plotClass)}>{summary}</p>
      )}
      {!isEmpty && !isLoading && <div className={cn(plotClass, 'print:h-auto!')}>{children}</div>}
      {isLoading && <Skeleton className="mt-3 mb-1 h-9 w-36 md:h-7" />}
      {!isEmpty && !isLoading && table}
    </Box>
  )
}
