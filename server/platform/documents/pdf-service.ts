import { availableParallelism } from 'node:os'

import { currentCaller } from '#server/platform/lib/caller.ts'
import { shareOf } from '#server/platform/lib/processes.ts'
import { createSemaphore, type Load } from '#server/platform/lib/semaphore.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

import { RenderThread } from './render-thread.ts'
import type { DocumentCompany, ServiceDocument } from './service-document.ts'
import type { TablePart } from './table-layout.ts'

export type PdfService = {
  /**
   * Returns the document as PDF. Throws UNAVAILABLE when too many are waiting or the service is closed; any other error is
   * a bug, a thread that died or a timeout, and affects only this document.
   */
  render(document: ServiceDocument): Promise<Uint8Array>
  /**
   * Yields a document of tables as PDF, part by part as it is read, from a thread of its own: a long one keeps no
   * service document waiting. Throws like `render`, and ends the thread when the reader stops.
   */
  renderTables(parts: AsyncIterable<TablePart>): AsyncGenerator<Uint8Array>
  /** How many documents threads work on, and how many wait for one. */
  load(): Load
  /** Refuses every document that is not finished, because no caller waits for it any more, and ends the threads. */
  close(): Promise<void>
}

export type PdfServiceOptions = {
  /** Threads; the second starts when the first is busy. */
  threads?: number
  /** Documents that may wait for a thread. */
  maxWaiting?: number
  /** Milliseconds for one document or one part of tables, the start of its thread included. */
  timeLimit?: number
  /** The module of the thread; another one in tests. */
  worker?: URL
}

const RETRY_AFTER_SECONDS = 3
/** Twice what the largest tagged tables need; longer ones are written as they come. */
const TABLE_MEMORY_MB = 80

/**
 * Renders PDFs in long-lived threads, so that no request waits while another one's document is laid out. Callers take
 * turns: many documents of one shop delay another's by one.
 */
export function createPdfService(options: PdfServiceOptions = {}): PdfService {
  const {
    // One core is left for the requests.
    threads: threadCount = shareOf(Math.min(2, availableParallelism() - 1)),
    maxWaiting = shareOf(32),
    timeLimit = 10_000,
    worker = new URL('./worker.ts', import.meta.url),
  } = options
  const threads = Array.from({ length: threadCount }, () => new RenderThread({ module: worker, timeLimit }))
  const tableThreads = new Set<RenderThread>()
  // The last used thread is taken first, so that a quiet shop starts only one.
  const idle = [...threads]
  const turns = createSemaphore({
    permits: threadCount,
    queued: maxWaiting,
    keyOf: currentCaller,
    refusal: () => new AppError('UNAVAILABLE', messages.pdfBusy, { retryAfter: RETRY_AFTER_SECONDS }),
  })
  let closing: Promise<unknown> | null = null
  const closed = () => new AppError('UNAVAILABLE', messages.unavailable)

  return {
    load() {
      const { inUse, waiting } = turns.load()
      return { inUse: inUse + tableThreads.size, waiting }
    },

    render: (document) =>
      turns.run(async () => {
        if (closing !== null) throw closed()
        const thread = idle.pop()
        if (thread === undefined) throw new Error('more permits than threads')
        try {
          return await thread.render(withOwnLogo(document))
        } catch (error) {
          throw closing === null ? error : closed()
        } finally {
          idle.push(thread)
        }
      }),

    async *renderTables(parts) {
      if (closing !== null) throw closed()
      const thread = new RenderThread({ module: worker, timeLimit, memoryMb: TABLE_MEMORY_MB })
      tableThreads.add(thread)
      try {
        for await (const part of parts) {
          const isFirst = part.part === 'document'
          const bytes = await thread.render(
            isFirst ? { ...part, document: withOwnLogo(part.document) } : part,
          )
          if (bytes.length > 0) yield bytes
        }
      } catch (error) {
        throw closing === null ? error : closed()
      } finally {
        tableThreads.delete(thread)
        await thread.close()
      }
    },

    async close() {
      closing ??= Promise.all([...threads, ...tableThreads].map((thread) => thread.close()))
      await closing
    },
  }
}

/** A view into a larger buffer would send all of that to the thread. */
function withOwnLogo<D extends { company: DocumentCompany }>(document: D): D {
  const { logo } = document.company
  return { ...document, company: { ...document.company, logo: logo && Uint8Array.from(logo) } }
}
