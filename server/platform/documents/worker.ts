import { parentPort } from 'node:worker_threads'

import { renderDocument } from './render.ts'
import type { ServiceDocument } from './service-document.ts'

/** The worker's message for each document: the PDF or the error. */
export type WorkerResult = { pdf: Uint8Array<ArrayBuffer> } | { error: unknown }

const port = parentPort
if (port === null) throw new Error('worker.ts runs in a worker thread only')

// One document at a time: the service sends the next one after this result.
port.on('message', (document: ServiceDocument) => {
  renderDocument(document).then(
    (pdf) => port.postMessage({ pdf } satisfies WorkerResult, [pdf.buffer]),
    (error: unknown) => port.postMessage({ error } satisfies WorkerResult),
  )
})
