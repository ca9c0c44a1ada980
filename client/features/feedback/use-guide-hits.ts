import { useEffect, useMemo, useState } from 'react'

import { logError } from '#client/lib/log.ts'

import type { GuideHit } from './guide.ts'

type Find = (query: string) => GuideHit[]

/** Returns the sections of the guide that a search finds; `undefined` until a search has loaded its text. */
export function useGuideHits(query: string): GuideHit[] | undefined {
  const [find, setFind] = useState<{ sections: Find }>()
  const isNeeded = query.trim() !== '' && find === undefined
  useEffect(() => {
    if (!isNeeded) return
    import('./guide-search.ts').then(
      ({ findSections }) => setFind({ sections: findSections }),
      // Without hits rather than with none: the screen must not claim that the guide lacks the word.
      (error: unknown) => logError('Kullanım kılavuzu alınamadı.', error),
    )
  }, [isNeeded])
  return useMemo(() => find?.sections(query), [find, query])
}
