import { type ComponentType, useEffect } from 'react'

import { loadOnDemand } from '#client/lib/load-on-demand.ts'
import { useStore } from '#client/lib/store.ts'

/**
 * Returns a part of a screen whose code is a separate file, loaded once the screen is drawn. Until then, and if the load
 * fails, it renders nothing: the screen must be usable without it.
 */
export function lazyPart<Props extends object>(
  get: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const code = loadOnDemand(get)
  return function LazyPart(props: Props) {
    const state = useStore(code.state, (current) => current)
    useEffect(() => code.load(), [])
    return state.status === 'loaded' && <state.it {...props} />
  }
}
