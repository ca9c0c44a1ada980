import { logError } from '#client/lib/log.ts'
import { createStore, type Store } from '#client/lib/store.ts'

type State<T> = { status: 'waiting' | 'failed' } | { status: 'loaded'; it: T }

/** Code that is loaded on demand. */
interface Loadable<T> {
  state: Store<State<T>>
  /** Loads the code, unless it is loaded or loading. */
  load: () => void
}

/** Returns code to load on demand. Unlike React's `lazy`, a failure does not take the screen with it. */
export function loadOnDemand<T>(get: () => Promise<{ default: T }>): Loadable<T> {
  const state = createStore<State<T>>({ status: 'waiting' })
  let isAsked = false
  const load = () => {
    if (isAsked) return
    isAsked = true
    get().then(
      (file) => state.set({ status: 'loaded', it: file.default }),
      (error: unknown) => {
        logError('Sayfanın bir bölümü yüklenemedi.', error)
        state.set({ status: 'failed' })
      },
    )
  }
  return { state, load }
}
