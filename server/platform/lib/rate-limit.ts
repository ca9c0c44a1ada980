/** The most keys of which one limit counts calls; the oldest window is forgotten for a new key. */
const MAX_KEYS = 10_000

type Window = { count: number; until: number }

/**
 * Returns a function that counts a call of a key and returns the seconds to wait when the key has made `calls` of them
 * within `ms`; 0 for an allowed call. It counts in this process: it limits load, and no secret depends on it.
 */
export function createRateLimit({ calls, ms }: { calls: number; ms: number }) {
  const windows = new Map<string, Window>()
  return (key: string, now: Date): number => {
    const at = now.getTime()
    const found = windows.get(key)
    if (found !== undefined && found.until > at && found.until - ms <= at) {
      found.count += 1
      return found.count <= calls ? 0 : Math.ceil((found.until - at) / 1_000)
    }
    // A new window goes to the end, so that the first key is the one whose window began first.
    windows.delete(key)
    const [first] = windows.keys()
    if (windows.size >= MAX_KEYS && first !== undefined) windows.delete(first)
    windows.set(key, { count: 1, until: at + ms })
    return 0
  }
}
