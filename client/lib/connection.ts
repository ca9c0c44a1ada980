import { isNetworkError } from '#client/lib/error-message.ts'
import { createStore } from '#client/lib/store.ts'

/**
 * The state of the connection: 'doubtful' after a call without a response, 'lost' when a probe gets none either, 'up'
 * after any response.
 */
export const connection = createStore<'up' | 'doubtful' | 'lost'>('up')

let probeNow = () => {}

/**
 * Records a call without a response; a second one in a row causes a probe at once. Only a probe finds the connection
 * lost: calls may fail while the server responds to others.
 */
export function doubtConnection(): void {
  if (connection.get() === 'up') connection.set('doubtful')
  else if (connection.get() === 'doubtful') probeNow()
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
/** Milliseconds after which a connection is stable: after its loss the pauses begin short again. */
const STABLE_MS = 120_000

/**
 * Calls `probe` while the connection is not up, with growing pauses, and at once when the device reports a change of
 * its network. Returns the function that ends it.
 */
export function watchConnection(probe: () => Promise<unknown>): () => void {
  let timer: number | undefined
  let pause = FIRST_PAUSE_MS
  let upSince = 0
  /** The number of the latest probe: only its failure counts, and only without a response since. */
  let latest = 0
  let isProbing = false
  const tryNow = () => {
    window.clearTimeout(timer)
    latest += 1
    isProbing = true
    const number = latest
    probe().then(
      () => connection.set('up'),
      (error: unknown) => {
        // A refusal is a response.
        if (!isNetworkError(error)) return connection.set('up')
        if (number !== latest) return
        isProbing = false
        connection.set('lost')
        wait()
      },
    )
  }
  // Calls of a batch fail together.
  probeNow = () => {
    if (!isProbing) tryNow()
  }
  const wait = () => {
    window.clearTimeout(timer)
    timer = window.setTimeout(tryNow, pause)
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
  }
  const stop = connection.subscribe(() => {
    if (connection.get() === 'lost') return
    window.clearTimeout(timer)
    if (connection.get() === 'up') {
      upSince = Date.now()
      latest += 1
      isProbing = false
    } else {
      if (Date.now() - upSince > STABLE_MS) pause = FIRST_PAUSE_MS
      wait()
    }
  })
  // The device's report only causes a probe: the server may be in the shop's network, without internet.
  window.addEventListener('online', tryNow)
  window.addEventListener('offline', tryNow)
  return () => {
    window.clearTimeout(timer)
    probeNow = () => {}
    stop()
    window.removeEventListener('online', tryNow)
    window.removeEventListener('offline', tryNow)
  }
}

/**
 * Calls `listener` when a response arrives after a call without one; `wasLost`: no call has reached the server in
 * between. Returns the unsubscribe function.
 */
export function onReconnected(listener: (wasLost: boolean) => void): () => void {
  let before = connection.get()
  return connection.subscribe(() => {
    const wasLost = before === 'lost'
    before = connection.get()
    if (before === 'up') listener(wasLost)
  })
}
