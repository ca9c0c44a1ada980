import { Fragment, type ReactNode, useState } from 'react'

import { EmptyState } from '#client/components/empty-state.tsx'
import { LoadError } from '#client/components/page-states.tsx'
import { formatCount } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { VisitPage } from '#shared/history/schema.ts'
import { messages } from '#shared/messages.ts'
import { VISITS_PAGE_SIZE } from '#shared/options.ts'

import { Stop, type StopLook } from './stop.tsx'

interface RoadProps {
  total: number
  /** The text without any visit. */
  empty: string
  /** Renders the visits of a page, from 1: a `RoadPart`. */
  renderPart: (page: number) => ReactNode
}

/** All visits along a road, the newest first; the first ones are unfolded. */
export function Road({ total, empty, renderPart }: RoadProps) {
  const [pages, setPages] = useState(1)
  if (total === 0) return <EmptyState title={empty} />
  const left = total - pages * VISITS_PAGE_SIZE
  return (
    <section aria-label="Gelişler" className="min-w-0">
      <ol className="road">
        {Array.from({ length: pages }, (_, index) => (
          <Fragment key={index}>{renderPart(index + 1)}</Fragment>
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

/** The number of unfolded visits on the first page. */
const OPEN = 3

interface RoadPartProps extends StopLook {
  page: number
  /** The query of the page's visits. */
  query: { data: VisitPage | undefined; isError: boolean; isFetching: boolean; refetch: () => unknown }
}

/** The visits of one page, their loading and their failure to load. */
export function RoadPart({ page, query, ...look }: RoadPartProps) {
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
  return data.visits.map((visit, index) => (
    <Stop
      key={visit.kayit_id}
      visit={visit}
      startsOpen={page === 1 && index < OPEN}
      // The focus moves to the first visit that the button loaded, also when the button is gone.
      isFocused={page > 1 && index === 0}
      {...look}
    />
  ))
}
