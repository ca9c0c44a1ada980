import { getCompileCacheDir } from 'node:module'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'

import { currentCaller } from '#server/platform/lib/caller.ts'
import { shareOf } from '#server/platform/lib/processes.ts'
import { createSemaphore, type Load } from '#server/platform/lib/semaphore.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

import type { CarForm } from './car-form.ts'
import type { Letter } from './letter.ts'
import type { DocumentCompany, ServiceDocument } from './service-document.ts'
import type { TablePart } from './table-layout.ts'
import type { WorkerMessage, WorkerResult } from './worker.ts'

export type PdfService = ReturnType<typeof createPdfService>

export type PdfServiceOptions = {
  /** Threads; the second starts when the first is busy. */
  threads?: number
  maxWaiting?: number
  /** Milliseconds for one document or one part of tables, the start of its thread included. */
  timeLimit?: number
  /** Milliseconds for which a thread for tables waits for its next document. */
  idleLimit?: number
  /** The module of the thread; another one in tests. */
  worker?: URL
}

const RETRY_AFTER_SECONDS = 3
/** Memory of a thread for tables: twice the need of the largest tagged ones; longer ones are written as they come. */
const TABLE_MEMORY_MB = 80

/**
 * Renders PDFs in long-lived threads, so that no request waits while another one's document is laid out. Callers take
 * turns: many documents of one shop delay another's by one.
 */
export function createPdfService(options: PdfServiceOptions = {}) {
  const {
    // One core is left for the requests.
    threads: threadCount = shareOf(Math.min(2, availableParallelism() - 1)),
    maxWaiting = shareOf(32),
    timeLimit = 10_000,
    idleLimit = 300_000,
    worker = new URL('./worker.ts', import.meta.url),
  } = options
  const threads = Array.from({ length: threadCount }, () => new RenderThread({ module: worker, timeLimit }))
  const tableThreads = new Set<RenderThread>()
  let idleTableThread: RenderThread | null = null
  // The last used thread is taken first, so that a quiet shop starts only one.
  const idle = [...threads]
  const queue = createSemaphore({
    permits: threadCount,
    maxQueued: maxWaiting,
    keyOf: currentCaller,
    refusal: () => new AppError('UNAVAILABLE', messages.pdfBusy, { retryAfter: RETRY_AFTER_SECONDS }),
  })
  let closing: Promise<unknown> | null = null
  const closedError = () => new AppError('UNAVAILABLE', messages.unavailable)

  const renderOne = (document: ServiceDocument | CarForm | Letter): Promise<Uint8Array> =>
    queue.run(async () => {
      if (closing !== null) throw closedError()
      const thread = idle.pop()
      if (thread === undefined) throw new Error('more permits than threads')
      try {
        return await thread.render(copyLogo(document))
      } catch (error) {
        throw closing === null ? error : closedError()
      } finally {
        idle.push(thread)
      }
    })

  return {
    /** Returns the number of documents in threads and of those that wait for one. */
    load(): Load {
      const { inUse, waiting } = queue.load()
      return { inUse: inUse + tableThreads.size, waiting }
    },

    /**
     * Returns the document as PDF. Throws UNAVAILABLE when too many are waiting or the service is closed; any other error is
     * a bug, a thread that died or a timeout, and affects only this document.
     */
    render: (document: ServiceDocument): Promise<Uint8Array> => renderOne(document),

    /** Returns the form of an intake or a delivery as PDF. Throws like `render`. */
    renderForm: (form: CarForm): Promise<Uint8Array> => renderOne(form),

    /** Returns a statement or a car's history as PDF. Throws like `render`. */
    renderLetter: (letter: Letter): Promise<Uint8Array> => renderOne(letter),

    /**
     * Yields a document of tables as PDF, part by part as it is read, from a thread of its own: a long one keeps no
     * service document waiting. Throws like `render`. One thread stays for the next document, because loading libraries
     * and fonts takes longer than drawing; a thread whose document is not finished ends.
     */
    async *renderTables(parts: AsyncIterable<TablePart>): AsyncGenerator<Uint8Array> {
      if (closing !== null) throw closedError()
      const limits = { timeLimit, memoryMb: TABLE_MEMORY_MB }
      const thread = idleTableThread ?? new RenderThread({ module: worker, ...limits })
      idleTableThread = null
      tableThreads.add(thread)
      let isFinished = false
      try {
        for await (const part of parts) {
          const isFirst = part.part === 'document'
          const bytes = await thread.render(isFirst ? { ...part, document: copyLogo(part.document) } : part)
          if (bytes.length > 0) yield bytes
        }
        isFinished = true
      } catch (error) {
        throw closing === null ? error : closedError()
      } finally {
        tableThreads.delete(thread)
        if (isFinished && idleTableThread === null && closing === null)
          idleTableThread = thread.closeAfter(idleLimit)
        else await thread.close()
      }
    },

    /** Refuses every document that is not finished, because no caller waits for it any more, and ends the threads. */
    async close(): Promise<void> {
      closing ??= Promise.all(
        [threads, ...tableThreads, idleTableThread ?? []].flat().map((thread) => thread.close()),
      )
      await closing
    },
  }
}

/** A view into a larger buffer would send all of that to the thread. */
function copyLogo<D extends { company: DocumentCompany }>(document: D): D {
  const { logo } = document.company
  return { ...document, company: { ...document.company, logo: logo && Uint8Array.from(logo) } }
}

/** Memory of a thread: three times the need of 1,000 items, so that a leak ends the thread and not the server. */
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
class RenderThread {
  readonly #options: ThreadOptions
  #worker: Worker | null = null
  #idleTimer: NodeJS.Timeout | undefined

  constructor(options: ThreadOptions) {
    this.#options = options
  }

  /**
   * Rejects when the document fails, the thread dies, or the time limit is reached. Not to be called while another
   * document is rendered.
   */
  async render(message: WorkerMessage): Promise<Uint8Array> {
    clearTimeout(this.#idleTimer)
    const worker = (this.#worker ??= this.#start())
    worker.ref()
    try {
      return await resultOf(worker, message, this.#options.timeLimit)
    } catch (error) {
      // A running thread may still send this document, which must not reach the next caller.
      if (error instanceof TimeLimitError) await this.close()
      throw error
    } finally {
      // An idle thread must not keep the process alive.
      worker.unref()
    }
  }

  /** Closes the thread if it gets no message within `ms`; a later message starts it again. */
  closeAfter(ms: number): this {
    this.#idleTimer = setTimeout(() => void this.close(), ms).unref()
    return this
  }

  async close(): Promise<void> {
    clearTimeout(this.#idleTimer)
    const worker = this.#worker
    this.#worker = null
    await worker?.terminate()
  }

  #start(): Worker {
    const { module, memoryMb = MEMORY_MB } = this.#options
    const compileCache = getCompileCacheDir()
    // The thread gets neither the flags nor the secrets of the process.
    const worker = new Worker(module, {
      name: 'pdf',
      execArgv: [],
      env: compileCache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compileCache) },
      // Young objects are a tenth: without a limit they alone may take 50 MB.
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: memoryMb / 10 },
    })
    const clearWorker = () => {
      if (this.#worker === worker) this.#worker = null
    }
    // Without a listener of its own, an error between two documents would end the whole process.
    return worker.on('error', clearWorker).on('exit', clearWorker)
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
