import { parentPort, threadId } from 'node:worker_threads'

import type { TablePart } from '#server/platform/documents/table-layout.ts'

type Fault = { id: number; fault: string }
type Message = { kayit: { id: number; musteri_talebi: string } } | TablePart

/**
 * Replaces the thread that makes documents: it acts out the record's `musteri_talebi` or the table's heading, and
 * otherwise returns the id of its thread in one byte after the id of the record, for tables after 0.
 */
const port = parentPort
port?.on('message', (message: Message) => {
  const { id, fault } = faultOf(message)
  switch (fault) {
    case 'exit':
      process.exit(3)
      break
    case 'throw':
      throw new Error('thread broke')
    case 'throw after the answer':
      setTimeout(() => {
        throw new Error('thread broke between two documents')
      }, 20)
      port.postMessage({ pdf: answer(id) })
      return
    case 'hang':
      for (;;);
    case 'eat memory': {
      const eaten: number[][] = []
      // A single array above 16 MB would make Node end the whole process instead of the thread.
      for (;;) eaten.push(Array.from<number>({ length: 200_000 }).fill(0.5))
    }
    case 'refuse':
      port.postMessage({ error: new TypeError('document refused') })
      return
    case 'take two seconds':
      setTimeout(() => port.postMessage({ pdf: answer(id) }), 1_990)
      return
    default:
  }
  setTimeout(() => port.postMessage({ pdf: answer(id) }), 20)
})

function faultOf(message: Message): Fault {
  if ('kayit' in message) return { id: message.kayit.id, fault: message.kayit.musteri_talebi }
  return { id: 0, fault: message.part === 'table' ? message.heading : '' }
}

function answer(id: number): Uint8Array {
  return Uint8Array.of(id, threadId % 256)
}
