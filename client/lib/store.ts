import { useSyncExternalStore } from 'react'

/** A value outside of React; only components that use a changed part render again. */
export interface Store<S> {
  get: () => S
  set: (next: S) => void
  /** Calls `listener` after each change; returns the unsubscribe function. */
  subscribe: (listener: () => void) => () => void
}

export function createStore<S>(start: S): Store<S> {
  const listeners = new Set<() => void>()
  let state = start
  return {
    get: () => state,
    set: (next) => {
      if (Object.is(state, next)) return
      state = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Returns a part of the store's value. `select` must return the same object for the same value. */
export function useStore<S, T>(store: Store<S>, select: (state: S) => T): T {
  const selected = () => select(store.get())
  return useSyncExternalStore(store.subscribe, selected, selected)
}
