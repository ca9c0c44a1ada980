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
  /** What the thread works on; settled while it is idle. */
  #answer: PromiseWithResolvers<WorkerResult> | null = null

  constructor(options: ThreadOptions) {
    this.#options = options
  }

  /**
   * Rejects when the document fails, the thread dies or is closed, or the time limit is reached. Not to be called while
   * another document is rendered.
   */
  async render(message: WorkerMessage): Promise<Uint8Array> {
    const { timeLimit } = this.#options
    const worker = (this.#worker ??= this.#start())
    const late = () => void this.close(new Error(`the document took longer than ${timeLimit} ms`))
    const timer = setTimeout(late, timeLimit)
    worker.ref()
    try {
      worker.postMessage(message, [])
      this.#answer = Promise.withResolvers()
      const result = await this.#answer.promise
      if ('error' in result) throw result.error
      return result.pdf
    } finally {
      clearTimeout(timer)
      // An idle thread must not keep the process alive.
      worker.unref()
    }
  }

  async close(reason = new Error('the thread was closed')): Promise<void> {
    const worker = this.#worker
    this.#worker = null
    this.#answer?.reject(reason)
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
    const fail = (error: unknown) => {
      // A closed thread ends while the next one already works.
      if (this.#worker !== worker) return
      this.#worker = null
      this.#answer?.reject(error)
    }
    return worker
      .on('message', (result: WorkerResult) => this.#answer?.resolve(result))
      .on('error', fail)
      .on('exit', (code) => fail(new Error(`the document's thread ended with code ${code}`)))
  }
}
