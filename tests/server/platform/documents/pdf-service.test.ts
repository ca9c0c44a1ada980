import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { afterEach, describe, expect, test, vi } from 'vitest'

import {
  type PdfService,
  type PdfServiceOptions,
  createPdfService,
} from '#server/platform/documents/pdf-service.ts'
import { renderDocument } from '#server/platform/documents/render.ts'
import { runAsCaller } from '#server/platform/lib/caller.ts'
import { AppError } from '#shared/errors.ts'
import { buildDocument, buildLogo, someWork } from '#tests/support/documents/service-document.ts'

const UNRELIABLE = new URL(import.meta.resolve('#tests/support/documents/unreliable-pdf-worker.ts'))

let service: PdfService
const start = (options: PdfServiceOptions = {}) => (service = createPdfService(options))
afterEach(async () => {
  await service.close()
})

describe('documents made in worker threads', () => {
  test('eight documents at once each have their own content and equal those made on this thread', async () => {
    start()
    const documents = Array.from({ length: 8 }, (_, index) => buildDocument({ work: someWork(20 + index) }))
    const pdfs = await Promise.all(documents.map((document) => service.render(document)))
    for (const [index, document] of documents.entries()) {
      expect(Buffer.from(pdfs[index] ?? []).equals(await renderDocument(document))).toBe(true)
    }
  })

  test('the main thread stays almost idle meanwhile', async () => {
    start()
    const document = buildDocument({ work: someWork(200) })
    await renderDocument(document)
    const alone = await cpuOf(async () => {
      for (let made = 0; made < 8; made++) await renderDocument(document)
    })
    const eight = () => Promise.all(Array.from({ length: 8 }, () => service.render(document)))
    // The first ones start the threads.
    await eight()
    const inThread = await cpuOf(eight)
    expect(inThread).toBeLessThan(alone / 2)
  })

  test('the caller may reuse its logo, and a view into a larger buffer is accepted', async () => {
    start()
    const png = await buildLogo()
    const large = Buffer.concat([Buffer.alloc(1_000), png, Buffer.alloc(1_000)])
    const logo = large.subarray(1_000, 1_000 + png.length)
    const document = buildDocument({ company: { logo } })
    const [first, second] = [await service.render(document), await service.render(document)]
    expect(Buffer.from(first).equals(second)).toBe(true)
    expect(Buffer.from(first).equals(await renderDocument(buildDocument({ company: { logo: png } })))).toBe(
      true,
    )
    expect(logo.equals(png)).toBe(true)
  })

  test('a process without other work ends although its workers are idle', async () => {
    start()
    const script = `
      const { createPdfService } = await import('#server/platform/documents/pdf-service.ts')
      const { pdfChunks } = await import('#server/platform/export/file.ts')
      const { bookOf, bytesOf } = await import('#tests/support/documents/export.ts')
      const { buildDocument } = await import('#tests/support/documents/service-document.ts')
      const service = createPdfService()
      const pdf = await service.render(buildDocument())
      const tables = await bytesOf(pdfChunks(bookOf(), service))
      process.stdout.write(String(pdf.length > 10_000 && tables.length > 1_000))`
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
      timeout: 15_000,
    })
    expect((await run).stdout).toBe('true')
  })
})

describe('the queue of documents', () => {
  test('documents over the limit are refused with a message, and the others are made', async () => {
    start({ threads: 1, maxWaiting: 3, worker: UNRELIABLE })
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, (_, id) => service.render(record({ id }))),
    )
    expect(results.map(({ status }) => status)).toEqual([...made(4), 'rejected', 'rejected'])
    const refusal =
      results.at(-1)?.status === 'rejected' ? (results.at(-1) as PromiseRejectedResult).reason : null
    expect(refusal).toBeInstanceOf(AppError)
    expect(refusal).toMatchObject({
      code: 'UNAVAILABLE',
      message: 'Şu anda çok fazla belge hazırlanıyor. Lütfen biraz sonra tekrar deneyin.',
      retryAfter: 3,
    })
    expect((await service.render(record({ id: 9 })))[0]).toBe(9)
  })

  test('a second thread starts only while the first is busy', async () => {
    start({ threads: 2, worker: UNRELIABLE })
    const one = [await service.render(record({ id: 1 })), await service.render(record({ id: 2 }))]
    expect(new Set(one.map((pdf) => pdf[1])).size).toBe(1)
    const both = await Promise.all([1, 2, 3, 4].map((id) => service.render(record({ id }))))
    expect(both.map((pdf) => pdf[0])).toEqual([1, 2, 3, 4])
    expect(new Set(both.map((pdf) => pdf[1])).size).toBe(2)
  })
})

describe('a failing thread', () => {
  test.each([
    { fault: 'exit', message: /ended with code 3/ },
    { fault: 'throw', message: /thread broke/ },
    { fault: 'hang', message: /took longer than 2000 ms/ },
    { fault: 'refuse', message: /document refused/ },
    { fault: 'eat memory', message: /memory/ },
  ])('$fault: only that document fails, and the waiting ones are made', async ({ fault, message }) => {
    start({ threads: 1, timeLimit: fault === 'hang' ? 2_000 : 45_000, worker: UNRELIABLE })
    const before = service.render(record({ id: 1 }))
    const faulty = service.render(record({ id: 2, musteri_talebi: fault }))
    const after = [3, 4, 5].map((id) => service.render(record({ id })))
    await expect(faulty).rejects.toThrow(message)
    expect((await before)[0]).toBe(1)
    expect((await Promise.all(after)).map((pdf) => pdf[0])).toEqual([3, 4, 5])
  })

  test('a document that is ready at its time limit does not reach the next caller', async () => {
    start({ threads: 1, timeLimit: 2_000, worker: UNRELIABLE })
    await vi.waitFor(() => service.render(record({ id: 1 })))
    const late = service.render(record({ id: 2, musteri_talebi: 'take two seconds' })).catch(() => null)
    const next = service.render(record({ id: 3 }))
    // The blocked thread runs its due timers before it receives messages.
    const block = () => {
      for (const until = performance.now() + 200; performance.now() < until;);
    }
    setTimeout(() => setImmediate(block), 1_950)
    expect((await next)[0]).toBe(3)
    expect((await late)?.[0] ?? 2).toBe(2)
  })

  test('a thread that dies between two documents is replaced', async () => {
    start({ threads: 1, worker: UNRELIABLE })
    const first = await service.render(record({ id: 1, musteri_talebi: 'throw after the answer' }))
    expect(first[0]).toBe(1)
    await vi.waitFor(async () => {
      const second = await service.render(record({ id: 2 }))
      expect([second[0], second[1] === first[1]]).toEqual([2, false])
    })
  })

  test('a document that cannot be sent to the thread fails alone', async () => {
    start({ threads: 1, worker: UNRELIABLE })
    const unsendable = { ...record({ id: 1 }), issuedOn: (() => '') as unknown as string }
    await expect(service.render(unsendable)).rejects.toThrow(/could not be cloned/)
    expect((await service.render(record({ id: 2 })))[0]).toBe(2)
  })

  test('a thread whose module is missing fails each document', async () => {
    start({ worker: new URL('file:///missing/worker.ts') })
    await expect(service.render(record({ id: 1 }))).rejects.toThrow(/missing/)
    await expect(service.render(record({ id: 2 }))).rejects.toThrow(/missing/)
  })
})

describe('closing the service', () => {
  test('closing refuses queued, running and later documents, and may be repeated', async () => {
    start({ threads: 1, worker: UNRELIABLE })
    const accepted = Array.from({ length: 33 }, (_, id) =>
      service.render(record({ id, musteri_talebi: 'hang' })),
    )
    const ended = Promise.allSettled(accepted)
    const closed = service.close()
    await expect(service.render(record({ id: 4 }))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await Promise.all([closed, service.close()])
    const refused = { status: 'rejected', reason: expect.objectContaining({ code: 'UNAVAILABLE' }) }
    expect(await ended).toEqual(accepted.map(() => refused))
  })

  test('an unused service closes at once', async () => {
    start()
    await service.close()
    await expect(service.render(record({ id: 1 }))).rejects.toBeInstanceOf(AppError)
  })
})

function record(kayit: { id: number; musteri_talebi?: string }) {
  return buildDocument({ kayit: { musteri_talebi: '', ...kayit } })
}

const made = (count: number) => Array.from({ length: count }, () => 'fulfilled')

/** Returns the CPU of this thread in ms, the median of three rounds: garbage is collected in any one of them. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const rounds: number[] = []
  for (let round = 0; round < 3; round++) {
    const before = process.threadCpuUsage()
    await work()
    const { user, system } = process.threadCpuUsage(before)
    rounds.push((user + system) / 1_000)
  }
  return rounds.toSorted((one, other) => one - other)[1] ?? NaN
}

test('documents of a caller that has many wait for another caller’s in turn', async () => {
  start({ threads: 1, worker: UNRELIABLE })
  const order: string[] = []
  const ask = (caller: string, id: number) =>
    runAsCaller(caller, () => service.render(record({ id }))).then(() => order.push(`${caller} ${id}`))
  const many = Array.from({ length: 8 }, (_, index) => ask('many', index + 1))
  await Promise.all([...many, ask('one', 100)])
  expect(order.indexOf('one 100')).toBeLessThanOrEqual(2)
  expect(order.filter((name) => name.startsWith('many'))).toEqual(
    Array.from({ length: 8 }, (_, index) => `many ${index + 1}`),
  )
})
