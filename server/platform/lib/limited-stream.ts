/** The limits, in ms, of a pause of the reader and of the whole stream. */
export type StreamLimits = { idle: number; total: number }

type StreamSource<T> = {
  chunks: AsyncGenerator<T>
  /** The result of the first `next()`: the caller awaits it while it can still refuse. */
  first: IteratorResult<T, unknown>
}

/**
 * Streams a generator as it is read. When the reader leaves or keeps it waiting beyond the limits, the generator is
 * ended, so that it holds nothing for a reader who is gone.
 */
export function limitedStream<T>(
  { chunks, first }: StreamSource<T>,
  limits: StreamLimits,
): ReadableStream<T> {
  let next: IteratorResult<T, unknown> | null = first
  let pause: NodeJS.Timeout | undefined
  let total: NodeJS.Timeout | undefined
  const settle = () => {
    clearTimeout(pause)
    clearTimeout(total)
  }
  const end = async () => {
    settle()
    // No reader is left for a failure.
    await chunks.return(undefined).catch(() => {})
  }
  const endAfter = (ms: number, controller: ReadableStreamDefaultController<T>) =>
    setTimeout(() => {
      controller.error(new Error(`the reader of a stream was slower than ${ms} ms`))
      void end()
    }, ms)
  return new ReadableStream<T>(
    {
      start(controller) {
        total = endAfter(limits.total, controller)
        pause = endAfter(limits.idle, controller)
      },
      async pull(controller) {
        clearTimeout(pause)
        try {
          const { done, value } = next ?? (await chunks.next())
          next = null
          if (done !== true) {
            pause = endAfter(limits.idle, controller)
            return controller.enqueue(value)
          }
          settle()
          controller.close()
        } catch (error) {
          settle()
          throw error
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
}
