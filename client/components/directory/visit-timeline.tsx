import { Fragment, type ReactNode, useState } from 'react'

import { EmptyState } from '#client/components/empty-state.tsx'
import { LoadError } from '#client/components/page-states.tsx'
import { formatCount } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { VisitPage } from '#shared/history/schema.ts'
import { isOpenWork } from '#shared/kayit/rules.ts'
import { messages } from '#shared/messages.ts'
import { VISITS_PAGE_SIZE } from '#shared/options.ts'

import { TimelineVisit, type TimelineLook } from './timeline-visit.tsx'

interface VisitTimelineProps {
  total: number
  /** The text without any visit. */
  empty: string
  /** Renders the visits of a page, from 1: a `TimelinePage`. */
  renderPage: (page: number) => ReactNode
}

/** All visits along a timeline, the newest first. */
export function VisitTimeline({ total, empty, renderPage }: VisitTimelineProps) {
  const [pages, setPages] = useState(1)
  if (total === 0) return <EmptyState title={empty} />
  const left = total - pages * VISITS_PAGE_SIZE
  return (
    <section aria-label="Gelişler" className="min-w-0">
      <ol className="visit-timeline">
        {Array.from({ length: pages }, (_, index) => (
          <Fragment key={index}>{renderPage(index + 1)}</Fragment>
        ))}
      </ol>
      {left > 0 && (
        <Button variant="link" className="ml-8 md:ml-38" onClick={() => setPages(pages + 1)}>
          {`${formatCount(left)} geliş daha`}
        </Button>
      )}
    </section>
  )
}

interface TimelinePageProps extends TimelineLook {
  page: number
  /** The query of the page's visits. */
  query: { data: VisitPage | undefined; isError: boolean; isFetching: boolean; refetch: () => unknown }
}

/**
 * The visits of one page, their loading and their failure to load. Open work is unfolded, else the newest visit.
 */
export function TimelinePage({ page, query, ...look }: TimelinePageProps) {
  const { data, isError, isFetching, refetch } = query
  if (data === undefined && isError)
    return (
      <li>
        <LoadError message={messages.visitsFailed} isPending={isFetching} onRetry={() => void refetch()} />
      </li>
    )
  if (data === undefined)
    return (
      <li>
        <Skeleton className="h-40" />
      </li>
    )
  const hasWork = data.visits.some(isOpenWork)
  return data.visits.map((visit, index) => (
    <TimelineVisit
      key={visit.kayit_id}
      visit={visit}
      startsOpen={page === 1 && (hasWork ? isOpenWork(visit) : index === 0)}
      // The focus moves to the first visit that the button loaded, also when the button is gone.
      isFocused={page > 1 && index === 0}
      {...look}
    />
  ))
}
