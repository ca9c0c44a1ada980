import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState, type ReactNode } from 'react'

const load = () => import('./search-dialog.tsx')
const SearchDialog = lazy(load)

export interface Search {
  open: () => void
  /** Called when the search will probably be opened. */
  preload: () => void
  dialog: ReactNode
}

/** The search of every screen, which is loaded when it is first opened. */
export function useSearch(user: { id: number; isAdmin: boolean }): Search {
  const router = useRouter()
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  return {
    open: () => {
      load().then(
        () => setState('open'),
        // The file is missing: no connection, or an update since this page was opened. The list has a search too.
        () => void router.navigate({ to: '/books', state: { focusSearch: true } }),
      )
    },
    preload: () => void load().catch(() => {}),
    dialog: (
      <Suspense>
        {state !== 'never' && (
          <SearchDialog
            user={user}
            open={state === 'open'}
            onOpenChange={(isOpen) => setState(isOpen ? 'open' : 'closed')}
          />
        )}
      </Suspense>
    ),
  }
}
