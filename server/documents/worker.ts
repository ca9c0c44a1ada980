import { parentPort } from 'node:worker_threads'

import { renderDocument } from './render.ts'
import type { ServiceDocument } from './service-document.ts'

/** What the worker returns for each document: the PDF, or what went wrong. */
export type WorkerAnswer = { pdf: Uint8Array<ArrayBuffer> } | { error: unknown }

const port = parentPort
if (port === null) throw new Error('worker.ts runs in a worker thread only')

// One document at a time: the service sends the next one after the answer.
port.on('message', (document: ServiceDocument) => {
  renderDocument(document).then(
    (pdf) => port.postMessage({ pdf } satisfies WorkerAnswer, [pdf.buffer]),
    (error: unknown) => port.postMessage({ error } satisfies WorkerAnswer),
  )
})
