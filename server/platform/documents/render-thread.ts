import { Worker } from 'node:worker_threads'

import type { WorkerMessage, WorkerResult } from './worker.ts'

/** Three times what 1,000 items need; a leak ends the thread and not the server. */
const MEMORY_MB = 320

type ThreadOptions = {
  /** The module of the thread. */
  module: URL
  /** Milliseconds for one message; the first one's include the start of the thread. */
  timeLimit: number
  memoryMb?: number
}

/**
 * A worker thread that renders one document, or the next part of one, at a time. It starts with the first message and
 * is replaced when it dies or takes too long.
 */
export class RenderThread {
  readonly #options: ThreadOptions
  #worker: Worker | null = null

  constructor(options: ThreadOptions) {
    this.#options = options
  }

  /**
   * Rejects when the document fails, the thread dies, or the time limit is reached. Not to be called while another
   * document is rendered.
   */
  async render(message: WorkerMessage): Promise<Uint8Array> {
    const worker = (this.#worker ??= this.#start())
    worker.ref()
    try {
      return await resultOf(worker, message, this.#options.timeLimit)
    } catch (error) {
      if (error instanceof TimeLimitError) await this.close()
      throw error
    } finally {
      // An idle thread must not keep the process alive.
      worker.unref()
    }
  }

  async close(): Promise<void> {
    const worker = this.#worker
    this.#worker = null
    await worker?.terminate()
  }

  #start(): Worker {
    const { module, memoryMb = MEMORY_MB } = this.#options
    // The thread gets neither the flags nor the secrets of the process.
    const worker = new Worker(module, {
      name: 'pdf',
      execArgv: [],
      env: {},
      // Young objects are a tenth: without a limit they alone may take 50 MB.
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: memoryMb / 10 },
    })
    const forget = () => {
      if (this.#worker === worker) this.#worker = null
    }
    // Without a listener of its own, an error between two documents would end the whole process.
    return worker.on('error', forget).on('exit', forget)
  }
}

class TimeLimitError extends Error {}

function resultOf(worker: Worker, message: WorkerMessage, timeLimit: number): Promise<Uint8Array> {
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
