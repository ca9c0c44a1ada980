import { useEffect, useMemo } from 'react'

import { loadOnDemand } from '#client/lib/load-on-demand.ts'
import { useStore } from '#client/lib/store.ts'

import type { GuideHit } from './guide.ts'

const code = loadOnDemand(() => import('./guide-search.ts'))

export interface GuideHits {
  /** The sections that the search finds; `undefined` until the text of the guide is loaded. */
  hits: readonly GuideHit[] | undefined
  /** Whether the text could not be loaded, so that the screen must not claim that the guide lacks a word. */
  isFailed: boolean
}

/** Returns the sections of the guide that a search finds. The first search loads its text. */
export function useGuideHits(query: string): GuideHits {
  const state = useStore(code.state, (current) => current)
  const isNeeded = query.trim() !== ''
  useEffect(() => {
    if (isNeeded) code.load()
  }, [isNeeded])
  const hits = useMemo(() => (state.status === 'loaded' ? state.it(query) : undefined), [state, query])
  return { hits, isFailed: state.status === 'failed' }
}
