import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'

import type { CarForm } from './car-form.ts'
import { renderCarForm } from './render-car-form.ts'
import type { Letter } from './letter.ts'
import { renderLetter } from './render-letter.ts'
import { renderDocument } from './render.ts'
import type { ServiceDocument } from './service-document.ts'
import { TableLayout, type TablePart } from './table-layout.ts'

export type WorkerMessage = ServiceDocument | CarForm | Letter | TablePart

/** The worker's answer to each message: the PDF, or the bytes of it that are ready after this part, or the error. */
export type WorkerResult = { pdf: Uint8Array<ArrayBuffer> } | { error: unknown }

const port = parentPort
if (port === null) throw new Error('worker.ts runs in a worker thread only')

// One message at a time: the service sends the next one after this result.
port.on('message', (message: WorkerMessage) => {
  const bytes = 'part' in message ? drawPart(message) : render(message)
  bytes.then(
    (pdf) => port.postMessage({ pdf } satisfies WorkerResult, [pdf.buffer]),
    (error: unknown) => port.postMessage({ error } satisfies WorkerResult),
  )
})

function render(document: ServiceDocument | CarForm | Letter) {
  if ('letter' in document) return renderLetter(document)
  return 'form' in document ? renderCarForm(document) : renderDocument(document)
}

let tables: TableLayout | null = null
const chunks: Uint8Array[] = []

async function drawPart(part: TablePart): Promise<Uint8Array<ArrayBuffer>> {
  if (part.part === 'document') {
    tables = new TableLayout(part.document)
    tables.pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    return new Uint8Array()
  }
  if (tables === null) throw new Error('a part came before its document')
  const end = part.part === 'end' ? once(tables.pdf, 'end') : null
  tables.draw(part)
  await end
  // A finished document must not take memory until the next one.
  if (end !== null) tables = null
  return Uint8Array.from(Buffer.concat(chunks.splice(0)))
}
