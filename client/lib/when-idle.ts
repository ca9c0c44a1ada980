/** Time in ms after which `act` runs on a page that is never idle, and in a browser without idle callbacks (Safari). */
const LATEST_MS = 2_000

/** Calls `act` once the page has nothing to draw or to answer. Returns the function that stops waiting. */
export function whenIdle(act: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const id = requestIdleCallback(act, { timeout: LATEST_MS })
    return () => cancelIdleCallback(id)
  }
  const id = setTimeout(act, LATEST_MS)
  return () => clearTimeout(id)
}
