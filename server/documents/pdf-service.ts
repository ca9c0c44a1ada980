import { availableParallelism } from 'node:os'

import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

import { type RenderThread, createRenderThread } from './render-thread.ts'
import type { ServiceDocument } from './service-document.ts'

export type PdfService = {
  /**
   * The document as PDF. Throws UNAVAILABLE when too many are waiting or the service is closed; any other error is
   * a bug, a thread that died or a timeout, and affects only this document.
   */
  render(document: ServiceDocument): Promise<Uint8Array>
  /** Refuses every document that is not finished, because no caller waits for it any more, and ends the threads. */
  close(): Promise<void>
}

export type PdfServiceOptions = {
  /** Threads; the second starts when the first is busy. */
  threads?: number
  /** Documents that may wait for a thread. */
  maxWaiting?: number
  /** Milliseconds for one document, the start of its thread included. */
  timeLimit?: number
  /** The module of the thread; another one in tests. */
  worker?: URL
}

type Job = {
  document: ServiceDocument
  resolve: (pdf: Uint8Array) => void
  reject: (error: unknown) => void
}

const RETRY_AFTER_SECONDS = 3

/** Renders PDFs in long-lived threads, so that no request waits while another one's document is laid out. */
export function createPdfService(options: PdfServiceOptions = {}): PdfService {
  const {
    // One core is left for the requests.
    threads: threadCount = Math.max(1, Math.min(2, availableParallelism() - 1)),
    maxWaiting = 32,
    timeLimit = 10_000,
    worker = new URL('./worker.ts', import.meta.url),
  } = options
  const threads = Array.from({ length: threadCount }, () => createRenderThread(worker, timeLimit))
  const idle = [...threads]
  const waiting: Job[] = []
  let closing: Promise<unknown> | null = null
  const closed = () => new AppError('UNAVAILABLE', messages.unavailable)

  function work(thread: RenderThread, job: Job): void {
    thread
      .render(job.document)
      .finally(() => release(thread))
      .then(job.resolve, (error: unknown) => job.reject(closing === null ? error : closed()))
  }

  function release(thread: RenderThread): void {
    const next = waiting.shift()
    if (next !== undefined) return work(thread, next)
    // The last used thread is taken first, so that a quiet shop starts only one.
    idle.push(thread)
  }

  return {
    render(document) {
      if (closing !== null) return Promise.reject(closed())
      return new Promise((resolve, reject) => {
        const thread = idle.pop()
        const job = { document, resolve, reject }
        if (thread !== undefined) work(thread, job)
        else if (waiting.length < maxWaiting) waiting.push(job)
        else reject(new AppError('UNAVAILABLE', messages.pdfBusy, { retryAfter: RETRY_AFTER_SECONDS }))
      })
    },

    async close() {
      for (const job of waiting.splice(0)) job.reject(closed())
      closing ??= Promise.all(threads.map((thread) => thread.close()))
      await closing
    },
  }
}
