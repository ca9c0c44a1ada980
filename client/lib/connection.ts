import { createStore } from '#client/lib/store.ts'

/** Whether calls reach the server: 'lost' after one without a response, 'up' again after the next response. */
export const connection = createStore<'up' | 'lost'>('up')

const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 30_000
/** A connection that stays longer than this is stable: after the next loss the pauses begin short again. */
const STABLE_MS = 120_000

/**
 * While the connection is lost, calls `probe` until it resolves, with growing pauses, and at once when the device
 * reports a network. A resolved probe is a response, so the caches set the connection to 'up'. Returns the function
 * that ends it.
 */
export function watchConnection(probe: () => Promise<unknown>): () => void {
  let timer: number | undefined
  let pause = FIRST_PAUSE_MS
  let upSince = 0
  const tryNow = () => {
    window.clearTimeout(timer)
    probe().then(
      () => connection.set('up'),
      () => {
        connection.set('lost')
        wait()
      },
    )
  }
  const wait = () => {
    window.clearTimeout(timer)
    timer = window.setTimeout(tryNow, pause)
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
  }
  const stop = connection.subscribe(() => {
    window.clearTimeout(timer)
    if (connection.get() === 'up') {
      upSince = Date.now()
      return
    }
    if (Date.now() - upSince > STABLE_MS) pause = FIRST_PAUSE_MS
    wait()
  })
  // The device's own word only causes a probe: the server may be in the shop's network, without internet.
  window.addEventListener('online', tryNow)
  window.addEventListener('offline', tryNow)
  return () => {
    window.clearTimeout(timer)
    stop()
    window.removeEventListener('online', tryNow)
    window.removeEventListener('offline', tryNow)
  }
}

/** Calls `listener` each time when the connection is back. Returns the unsubscribe function. */
export function onReconnected(listener: () => void): () => void {
  return connection.subscribe(() => {
    if (connection.get() === 'up') listener()
  })
}
