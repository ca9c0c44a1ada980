import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'

import { holdKeys } from './hold-keys.ts'
import type { SearchUser } from './search-user.ts'

const load = () => import('./search-dialog.tsx')
const SearchDialog = lazy(load)

export interface Search {
  open: () => void
  /** Called when the user will probably open the search. */
  preload: () => void
  dialog: ReactNode
}

/** Returns the search of every screen. It is loaded when first opened, and receives the text typed meanwhile. */
export function useSearch(user: SearchUser): Search {
  const router = useRouter()
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  /** Ends the holding of the keys; null while they are not held. */
  const endHold = useRef<(() => string) | null>(null)
  const takeTyped = () => {
    const typed = endHold.current?.() ?? ''
    endHold.current = null
    return typed
  }
  useEffect(
    () => () => {
      endHold.current?.()
      endHold.current = null
    },
    [],
  )
  return {
    open: () => {
      if (endHold.current !== null) return
      const mine = holdKeys(() => {
        endHold.current = null
        setState((now) => (now === 'open' ? 'closed' : now))
      })
      endHold.current = mine
      const unlessCancelled = (go: () => void) => () => {
        if (endHold.current === mine) go()
      }
      load().then(
        unlessCancelled(() => setState('open')),
        // The file is missing: no connection, or an update since this page was opened. The list's own search replaces
        // it.
        unlessCancelled(() => {
          takeTyped()
          void router.navigate({ to: '/books', state: { focusSearch: true } })
        }),
      )
    },
    preload: () => void load().catch(() => {}),
    dialog: (
      <Suspense>
        {state !== 'never' && (
          <SearchDialog
            user={user}
            takeTyped={takeTyped}
            open={state === 'open'}
            onOpenChange={(isOpen) => setState(isOpen ? 'open' : 'closed')}
          />
        )}
      </Suspense>
    ),
  }
}
