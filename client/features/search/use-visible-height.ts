import { useSyncExternalStore } from 'react'

/** Returns the height that a phone's keyboard leaves of the window, in pixels. */
export const useVisibleHeight = (): number => useSyncExternalStore(onResize, visibleHeight)

const visibleHeight = () => Math.round(window.visualViewport?.height ?? window.innerHeight)

function onResize(listener: () => void): () => void {
  const viewport = window.visualViewport ?? window
  viewport.addEventListener('resize', listener)
  return () => viewport.removeEventListener('resize', listener)
}
