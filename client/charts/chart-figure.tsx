import { type ReactNode, useId } from 'react'

import { cn } from '#client/lib/cn.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'

import { Legend, type SeriesLook } from './series-look.tsx'

interface ChartFigureProps {
  title: string
  /** The finding of the chart in one short sentence; `undefined` during loading. */
  summary: string | undefined
  /** Whether there is nothing to draw: the summary says so and replaces the chart. */
  isEmpty: boolean
  legend?: readonly SeriesLook[]
  /** An explanation of how to read the chart, if it needs one. */
  note?: string
  /** The height of the plot, e.g. `h-64`, reserved during loading. */
  plotClass: string
  children: ReactNode
}

/** A card with a named figure: title, finding, legend and chart. It has the same height during loading. */
export function ChartFigure(props: ChartFigureProps) {
  const { title, summary, isEmpty, legend, note, plotClass, children } = props
  const id = useId()
  const isLoading = summary === undefined
  return (
    <figure
      data-slot="card"
      aria-labelledby={id}
      aria-busy={isLoading || undefined}
      className="min-w-0 rounded-lg border border-border bg-card px-4 pt-3.5 pb-3 shadow-sm md:px-4.5"
    >
      <figcaption className="mb-2 grid gap-0.5">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <h2 id={id} className="text-base font-semibold">
            {title}
          </h2>
          {legend !== undefined && !isEmpty && <Legend series={legend} />}
        </div>
        {isLoading ? (
          <Skeleton className="my-0.5 h-4 w-3/5" />
        ) : (
          <p className="line-clamp-2 min-h-5 text-sm wrap-anywhere text-muted-foreground">
            {isEmpty ? '' : summary}
          </p>
        )}
        {note !== undefined && !isEmpty && <p className="text-xs text-muted-foreground">{note}</p>}
      </figcaption>
      {isLoading && <Skeleton className={plotClass} />}
      {isEmpty && !isLoading && (
        <p className={cn('flex items-center justify-center text-muted-foreground', plotClass)}>{summary}</p>
      )}
      {!isEmpty && !isLoading && <div className={cn(plotClass, 'print:h-auto!')}>{children}</div>}
    </figure>
  )
}
