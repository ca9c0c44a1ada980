import { Worker } from 'node:worker_threads'

import type { WorkerResult } from './worker.ts'

/**
 * A worker thread that renders one document, or the next part of one, at a time and is replaced when it dies or takes
 * too long.
 */
export type RenderThread<Message> = {
  /**
   * Rejects when the document fails, the thread dies, or the time limit is reached. Not to be called while another
   * document is rendered.
   */
  render(message: Message): Promise<Uint8Array>
  close(): Promise<void>
}

/** Three times what 1,000 items need; a leak ends the thread and not the server. */
const MEMORY_MB = 320

type ThreadLimits = {
  /** Milliseconds for one message; the first one's include the start of the thread. */
  timeLimit: number
  memoryMb?: number
}

/** The thread starts with its first document. */
export function createRenderThread<Message>(
  module: URL,
  { timeLimit, memoryMb = MEMORY_MB }: ThreadLimits,
): RenderThread<Message> {
  let worker: Worker | null = null

  function start(): Worker {
    // The thread gets neither the flags nor the secrets of the process.
    const started = new Worker(module, {
      name: 'pdf',
      execArgv: [],
      env: {},
      // Young objects are a tenth: without a limit they alone may take 50 MB.
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: memoryMb / 10 },
    })
    const forget = () => {
      if (worker === started) worker = null
    }
    // Without a listener of its own, an error between two documents would end the whole process.
    started.on('error', forget).on('exit', forget)
    return started
  }

  async function stop(): Promise<void> {
    const stopped = worker
    worker = null
    await stopped?.terminate()
  }

  return {
    async render(message) {
      const current = (worker ??= start())
      current.ref()
      try {
        return await resultOf(current, message, timeLimit)
      } catch (error) {
        if (error instanceof TimeLimitError) await stop()
        throw error
      } finally {
        // An idle thread must not keep the process alive.
        current.unref()
      }
    },
    close: stop,
  }
}

class TimeLimitError extends Error {}

function resultOf(worker: Worker, message: unknown, timeLimit: number): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  const onMessage = (result: WorkerResult) => {
    if ('pdf' in result) resolve(result.pdf)
    else reject(result.error)
  }
  const onExit = (code: number) => reject(new Error(`the document's thread ended with code ${code}`))
  const timer = setTimeout(
    () => reject(new TimeLimitError(`the document took longer than ${timeLimit} ms`)),
    timeLimit,
  )
  worker.on('message', onMessage).on('error', reject).on('exit', onExit)
  try {
    worker.postMessage(message, [])
  } catch (error) {
    reject(error)
  }
  return promise.finally(() => {
    clearTimeout(timer)
    worker.off('message', onMessage).off('error', reject).off('exit', onExit)
  })
}
