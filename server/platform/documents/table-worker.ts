import { parentPort } from 'node:worker_threads'

import { joinChunks } from './pdf-document.ts'
import type { TablePart } from './table-document.ts'
import { TableLayout } from './table-layout.ts'
import type { WorkerResult } from './worker.ts'

const port = parentPort
if (port === null) throw new Error('table-worker.ts runs in a worker thread only')

let layout: TableLayout | null = null
const ready: Uint8Array[] = []

// One part at a time: the service sends the next one after this result, the bytes that are ready by then.
port.on('message', (part: TablePart) => {
  draw(part).then(
    (pdf) => port.postMessage({ pdf } satisfies WorkerResult, [pdf.buffer]),
    (error: unknown) => port.postMessage({ error } satisfies WorkerResult),
  )
})

/** The bytes that are ready after the part. */
async function draw(part: TablePart): Promise<Uint8Array<ArrayBuffer>> {
  if (part.part === 'document') {
    layout = new TableLayout(part.document)
    layout.pdf.on('data', (chunk: Uint8Array) => ready.push(chunk))
    return joinChunks([])
  }
  if (layout === null) throw new Error('a part came before its document')
  const ended = part.part === 'end' ? new Promise((resolve) => layout?.pdf.once('end', resolve)) : null
  layout.draw(part)
  await ended
  return joinChunks(ready.splice(0))
}
