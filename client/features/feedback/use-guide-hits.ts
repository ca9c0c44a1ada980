import { useEffect, useMemo, useState } from 'react'

import { logError } from '#client/lib/log.ts'

import type { GuideHit } from './guide.ts'

type Find = (query: string) => GuideHit[]

/** Returns the sections of the guide that a search finds; `undefined` until the first search has loaded its text. */
export function useGuideHits(query: string): GuideHit[] | undefined {
  const [find, setFind] = useState<{ sections: Find }>()
  const isNeeded = query.trim() !== '' && find === undefined
  useEffect(() => {
    if (!isNeeded) return
    import('./guide-search.ts').then(
      ({ findSections }) => setFind({ sections: findSections }),
      (error: unknown) => {
        logError('Kullanım kılavuzu alınamadı.', error)
        setFind({ sections: () => [] })
      },
    )
  }, [isNeeded])
  return useMemo(() => find?.sections(query), [find, query])
}
