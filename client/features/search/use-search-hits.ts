import { useEffect, useState } from 'react'

import { trpc } from '#client/lib/api.ts'
import type { SearchResult } from '#shared/search/schema.ts'

/** Debounce in ms; pauses between keys are shorter. */
const DELAY_MS = 150
const LEAST = 2

export interface SearchHits {
  /** Hits of the present text; `undefined` while they load, or when the text is too short. */
  result: SearchResult | undefined
  /** Hits of the previous text while the present ones load. */
  previous: { query: string; result: SearchResult } | undefined
  isWaiting: boolean
  error: unknown
  retry: () => void
}

/** Returns the hits for a text, debounced. */
export function useSearchHits(text: string): SearchHits {
  const wanted = text.trim().length < LEAST ? '' : text.trim()
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = window.setTimeout(() => setAsked(wanted), DELAY_MS)
    return () => window.clearTimeout(timer)
  }, [wanted])
  const { data, error, isFetching, refetch } = trpc.search.find.useQuery(
    { q: asked },
    { enabled: asked !== '', staleTime: 0, retry: false },
  )
  const [last, setLast] = useState<SearchHits['previous']>(undefined)
  if (data !== undefined && last?.result !== data) setLast({ query: asked, result: data })
  const isCurrent = asked === wanted
  const result = isCurrent && asked !== '' ? data : undefined
  const hasFailed = isCurrent && result === undefined && error !== null && !isFetching
  return {
    result,
    previous: wanted === '' || result !== undefined || hasFailed ? undefined : last,
    isWaiting: wanted !== '' && result === undefined && !hasFailed,
    error: hasFailed ? error : null,
    retry: () => void refetch(),
  }
}
