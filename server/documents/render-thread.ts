import { Worker } from 'node:worker_threads'

import type { ServiceDocument } from './service-document.ts'
import type { WorkerResult } from './worker.ts'

/** A worker thread that renders one document at a time and is replaced when it dies or takes too long. */
export type RenderThread = {
  /**
   * Rejects when the document fails, the thread dies, or the time limit is reached. Not to be called while another
   * document is rendered.
   */
  render(document: ServiceDocument): Promise<Uint8Array>
  close(): Promise<void>
}

/** Three times what 1,000 items need; a leak ends the thread and not the server. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 320 }

/** The thread starts with its first document. `timeLimit` is in milliseconds and includes that start. */
export function createRenderThread(module: URL, timeLimit: number): RenderThread {
  let worker: Worker | null = null

  function start(): Worker {
    // The thread gets neither the flags nor the secrets of the process.
    const started = new Worker(module, {
      name: 'pdf',
      execArgv: [],
      env: {},
      resourceLimits: RESOURCE_LIMITS,
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
    async render(document) {
      const current = (worker ??= start())
      current.ref()
      try {
        return await resultOf(current, document, timeLimit)
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

function resultOf(worker: Worker, document: ServiceDocument, timeLimit: number): Promise<Uint8Array> {
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
    send(worker, document)
  } catch (error) {
    reject(error)
  }
  return promise.finally(() => {
    clearTimeout(timer)
    worker.off('message', onMessage).off('error', reject).off('exit', onExit)
  })
}

/** Copies the logo: the caller may go on using it, and a view into a larger buffer would send all of that. */
function send(worker: Worker, document: ServiceDocument): void {
  const logo = document.company.logo === null ? null : Uint8Array.from(document.company.logo)
  const copy = { ...document, company: { ...document.company, logo } }
  worker.postMessage(copy, logo === null ? [] : [logo.buffer])
}
