import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

import * as fontkit from 'fontkit'
import PDFDocument from 'pdfkit'

import { columnsOf } from '#server/platform/documents/columns.ts'
import { finishPdf } from '#server/platform/documents/pdf-document.ts'
import { type PdfService, createPdfService } from '#server/platform/documents/pdf-service.ts'
import { renderDocument } from '#server/platform/documents/render.ts'
import type { ServiceDocument } from '#server/platform/documents/service-document.ts'
import { buildDocument, buildLogo, someWork } from '#tests/support/documents/service-document.ts'

import { quantiles } from './load.ts'

const ROUNDS = 40
const AT_ONCE = 8

/** Times in ms of one document after a warm-up; `cpu` is the time of this thread only. */
type Times = { p50: number; p95: number; cpu: number }

type PdfFigures = {
  /** 20 items with a logo, one after another: through the service, made on this thread, and with pdfkit alone. */
  twentyItems: { service: Times; sameThread: Times; pdfkitAlone: Times }
  firstDocument: number
  kilobytes: Record<string, number>
  /** Eight at once: the time until the last one, and the longest block of other work on this thread. */
  eightAtOnce: { items: number; all: number; longestGap: number; ownCpu: number }[]
  /** The longest block while no document is made, which is the noise of the machine. */
  idleGap: number
}

/** Measures documents; needs no database. */
export async function benchPdf(): Promise<PdfFigures> {
  const logo = await buildLogo()
  const document = (items: number) => buildDocument({ company: { logo }, work: someWork(items) })
  const service = createPdfService()
  const twenty = document(20)
  try {
    const started = performance.now()
    await service.render(twenty)
    const firstDocument = performance.now() - started
    const kilobytes = Object.fromEntries(
      await Promise.all(
        [1, 20, 500, 1_000].map(async (items) => [
          items,
          (await renderDocument(document(items))).length / 1024,
        ]),
      ),
    )
    return {
      twentyItems: {
        service: await timed(() => service.render(twenty)),
        sameThread: await timed(() => renderDocument(twenty)),
        pdfkitAlone: await timed(() => drawWithPdfkitAlone(twenty)),
      },
      firstDocument,
      kilobytes,
      eightAtOnce: [
        await eightAtOnce(service, twenty),
        await eightAtOnce(service, document(500)),
        await eightAtOnce(service, document(1_000)),
      ],
      idleGap: await longestGapDuring(() => setTimeout(2_000)),
    }
  } finally {
    await service.close()
  }
}

async function timed(work: () => Promise<unknown>): Promise<Times> {
  for (let round = 0; round < 5; round++) await work()
  const times: number[] = []
  const cpu = process.threadCpuUsage()
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  return { ...quantiles(times), cpu: cpuSince(cpu) / ROUNDS }
}

async function eightAtOnce(service: PdfService, document: ServiceDocument) {
  const cpu = process.threadCpuUsage()
  const started = performance.now()
  const longestGap = await longestGapDuring(async () => {
    await Promise.all(Array.from({ length: AT_ONCE }, () => service.render(document)))
  })
  return { items: document.lines.length, all: performance.now() - started, longestGap, ownCpu: cpuSince(cpu) }
}

async function longestGapDuring(work: () => Promise<void>): Promise<number> {
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }, 1)
  await work()
  clearInterval(timer)
  return longest
}

function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

const FONT_FILE = new URL(import.meta.resolve('#server/platform/documents/fonts/ServisSans-Regular.ttf'))
const FONT = fontkit.create(readFileSync(FONT_FILE))

/** Draws the same words with the minimum of pdfkit: its own table, one parsed font, no tags. */
async function drawWithPdfkitAlone(document: ServiceDocument): Promise<Uint8Array> {
  const pdf = new PDFDocument({ size: 'A4', margin: 42, font: '' })
  pdf
    .registerFont('regular', FONT as unknown as Uint8Array)
    .font('regular')
    .fontSize(8.5)
  const { company, kayit } = document
  if (company.logo !== null) pdf.image(Buffer.from(company.logo), { fit: [140, 58] })
  pdf.text([company.name, company.address, company.tel].join('\n'))
  pdf.text(
    Object.values(kayit)
      .filter((value) => value !== null)
      .join('\n'),
  )
  const columns = columnsOf(document)
  const rows = document.lines.map((line) => columns.map((column) => column.cell(line)))
  pdf.table({ data: [columns.map((column) => column.title), ...rows] })
  return await finishPdf(pdf)
}
