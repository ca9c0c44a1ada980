import { parentPort, threadId } from 'node:worker_threads'

/**
 * Replaces the thread that makes documents: it acts out the record's `musteri_talebi`, and otherwise returns the id of
 * its thread in one byte after the id of the record.
 */
const port = parentPort
port?.on('message', ({ kayit }: { kayit: { id: number; musteri_talebi: string } }) => {
  switch (kayit.musteri_talebi) {
    case 'exit':
      process.exit(3)
      break
    case 'throw':
      throw new Error('thread broke')
    case 'throw after the answer':
      setTimeout(() => {
        throw new Error('thread broke between two documents')
      }, 20)
      port.postMessage({ pdf: answer(kayit.id) })
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
      setTimeout(() => port.postMessage({ pdf: answer(kayit.id) }), 1_990)
      return
    default:
  }
  setTimeout(() => port.postMessage({ pdf: answer(kayit.id) }), 20)
})

function answer(id: number): Uint8Array {
  return Uint8Array.of(id, threadId % 256)
}
