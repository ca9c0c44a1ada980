import { useRouter } from '@tanstack/react-router'
import { type ComponentProps, useEffect, useMemo, useState } from 'react'

import type { KayitListItem } from '#shared/kayit/schema.ts'

import { highlightSaved, toHighlight } from './saved-row.ts'
import type { KayitSearch } from './search.ts'

/**
 * Returns the properties of rows: a touch, a focus or a resting pointer preloads the record, and the row that was just
 * saved is highlighted.
 */
export function useRowProps(search: KayitSearch): (row: KayitListItem) => ComponentProps<'tr'> {
  const [firstState] = useState(JSON.stringify(search))
  const [highlightedId, setHighlightedId] = useState(toHighlight)
  useEffect(() => {
    highlightSaved(null)
  }, [])
  // Another page or filter ends the highlight, even if the user returns to the row.
  if (highlightedId !== null && JSON.stringify(search) !== firstState) setHighlightedId(null)
  const router = useRouter()
  const preloadProps = useMemo(() => createPreloadProps(router), [router])
  return useMemo(
    () =>
      ({ kayit_id }) => ({
        className: SELECTED,
        ...preloadProps,
        'data-id': kayit_id,
        ...(kayit_id === highlightedId && { 'data-saved': true }),
      }),
    [highlightedId, preloadProps],
  )
}

/** Time in ms after which a pointer that rests on a row may be about to press. */
const REST_MS = 60

/** Preloads the record of a row. */
function createPreloadProps(router: ReturnType<typeof useRouter>): ComponentProps<'tr'> {
  let timer: number | undefined
  const load = (row: HTMLTableRowElement) => {
    const id = row.dataset['id']
    // A failure is ignored here, because opening the row reports it.
    if (id !== undefined) router.preloadRoute({ to: '/book/$id', params: { id } }).catch(() => {})
  }
  const stop = () => window.clearTimeout(timer)
  return {
    onTouchStart: ({ currentTarget }) => load(currentTarget),
    onFocus: ({ currentTarget, target }) => target instanceof HTMLAnchorElement && load(currentTarget),
    onMouseEnter: ({ currentTarget }) => {
      stop()
      timer = window.setTimeout(load, REST_MS, currentTarget)
    },
    onMouseLeave: stop,
  }
}

/** Marks a selected or previewed row with an edge, not only with a colour. */
const SELECTED =
  'has-[[data-select]:checked]:bg-primary-soft has-data-previewed:bg-sunken has-[[data-select]:checked,[data-previewed]]:shadow-[inset_4px_0_0_var(--primary)]'
