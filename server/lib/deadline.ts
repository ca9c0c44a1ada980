/**
 * Calls `late` after `ms`, once what had arrived until then has been read: a process that was suspended finds the
 * answer and the end of the time at once, and the answer counts. Gives what cancels it.
 */
export function deadline(ms: number, late: () => void): () => void {
  let afterReading: NodeJS.Immediate | undefined
  const timer = setTimeout(() => {
    afterReading = setImmediate(late)
  }, ms)
  return () => {
    clearTimeout(timer)
    clearImmediate(afterReading)
  }
}

/** What `work` gives, unless that takes longer than `ms`: then throws `error`, and `work` goes on unwatched. */
export function within<T>(work: Promise<T>, ms: number, error: Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = deadline(ms, () => reject(error))
    work.then(resolve, reject).finally(cancel)
  })
}
