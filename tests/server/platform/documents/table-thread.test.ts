import { afterEach, expect, test, vi } from 'vitest'

import {
  type PdfService,
  type PdfServiceOptions,
  createPdfService,
} from '#server/platform/documents/pdf-service.ts'
import type { TablePart } from '#server/platform/documents/table-layout.ts'
import { bookOf, collected } from '#tests/support/documents/export.ts'

const UNRELIABLE = new URL(import.meta.resolve('#tests/support/documents/unreliable-pdf-worker.ts'))

let service: PdfService
const start = (options: PdfServiceOptions = {}) =>
  (service = createPdfService({ worker: UNRELIABLE, ...options }))
afterEach(async () => {
  await service.close()
})

/** Returns a document of one table, in which the thread acts out `fault`. */
async function* tables(fault = ''): AsyncGenerator<TablePart> {
  const { title, about, issuedOn, company } = bookOf()
  yield { part: 'document', document: { title, about, issuedOn, company, isTagged: true } }
  yield { part: 'table', heading: fault, columns: [] }
  yield { part: 'end' }
}

/** Returns the thread of each part of a document. */
const threadsOf = (answers: Uint8Array[]) => [...new Set(answers.map((bytes) => bytes[1]))]
const render = async (fault?: string) => threadsOf(await collected(service.renderTables(tables(fault))))

test('the next document is made by the thread of the last', async () => {
  start()
  const first = await render()
  expect(first).toHaveLength(1)
  expect([await render(), await render()]).toEqual([first, first])
})

test('documents at once have a thread each, of which one stays', async () => {
  start()
  const both = await Promise.all([render(), render()])
  expect(new Set(both.flat()).size).toBe(2)
  const next = await render()
  expect(both).toContainEqual(next)
  expect(await render()).toEqual(next)
})

test('an idle thread ends, and the next document starts another', async () => {
  start({ idleLimit: 50 })
  const first = await render()
  await vi.waitFor(async () => expect(await render()).not.toEqual(first), { interval: 200, timeout: 10_000 })
})

test('a thread that dies while idle is replaced', async () => {
  start()
  const first = await render()
  await render('throw after the answer').catch(() => {})
  await vi.waitFor(async () => expect(await render()).not.toEqual(first), { timeout: 10_000 })
})

test.each([
  { fault: 'exit', message: /ended with code 3/ },
  { fault: 'throw', message: /thread broke/ },
  { fault: 'hang', message: /took longer than 2000 ms/ },
  { fault: 'refuse', message: /document refused/ },
  { fault: 'eat memory', message: /memory/ },
])('$fault: only that document fails', async ({ fault, message }) => {
  start({ timeLimit: fault === 'hang' ? 2_000 : 45_000 })
  const first = await render()
  const other = service.renderTables(tables())
  expect(threadsOf([(await other.next()).value as Uint8Array])).toEqual(first)
  await expect(render(fault)).rejects.toThrow(message)
  expect(threadsOf(await collected(other))).toEqual(first)
  expect(await render()).toEqual(first)
})

test('a reader that leaves ends its thread and no other', async () => {
  start()
  const [left, other] = [service.renderTables(tables()), service.renderTables(tables())]
  const [leftThread] = threadsOf([(await left.next()).value as Uint8Array])
  const otherThread = threadsOf([(await other.next()).value as Uint8Array])
  expect(otherThread).not.toEqual([leftThread])
  await left.return(undefined)
  expect(service.load().inUse).toBe(1)
  expect(threadsOf(await collected(other))).toEqual(otherThread)
  expect(await render()).toEqual(otherThread)
})

test('a failed document’s thread makes no other', async () => {
  start()
  const first = await render()
  await expect(render('refuse')).rejects.toThrow(/document refused/)
  expect(await render()).not.toEqual(first)
})

test('a closed service with an idle thread makes no document', async () => {
  start()
  await render()
  await service.close()
  await expect(render()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})
