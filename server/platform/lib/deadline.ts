/**
 * Calls `late` after `ms`, but only after input that had arrived by that time was read: after a suspension of the
 * process the response and the timeout come together, and the response wins. Returns a function that cancels it.
 */
export function callAfter(ms: number, late: () => void): () => void {
  let afterReading: NodeJS.Immediate | undefined
  const timer = setTimeout(() => {
    afterReading = setImmediate(late)
  }, ms)
  return () => {
    clearTimeout(timer)
    clearImmediate(afterReading)
  }
}

/** Returns the result of `work`. After `ms` it throws `late()`; `work` continues and its result is ignored. */
export function withTimeout<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = callAfter(ms, () => reject(late()))
    work.then(resolve, reject).finally(cancel)
  })
}
