import { afterAll, describe, expect, test } from 'vitest'

import { createPdfService } from '#server/platform/documents/pdf-service.ts'
import { pdfChunks } from '#server/platform/export/file.ts'
import { type Column, sheetOf, sheetOfRows } from '#server/platform/export/sheet.ts'
import { AppError } from '#shared/errors.ts'

import { bookOf, bytesOf } from '#tests/support/documents/export.ts'
import { statementLetter } from '#tests/support/documents/letters.ts'
import { readPdf } from '#tests/support/documents/read-pdf.ts'
import { buildLogo } from '#tests/support/documents/service-document.ts'

const service = createPdfService({ timeLimit: 120_000 })
afterAll(() => service.close())

type Row = { ad: string; tutar: number }
const COLUMNS: readonly Column<Row>[] = [
  { title: 'Müşteri', width: 30, kind: 'text', value: ({ ad }) => ad },
  { title: 'Gün', width: 12, kind: 'day', value: () => '2026-11-03' },
  { title: 'Tutar (₺)', width: 16, kind: 'money', value: ({ tutar }) => tutar, sum: () => true },
]
const customers = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ ad: `Müşteri ${index + 1}`, tutar: 105 }))
const sheet = (rows: readonly Row[], name = 'Kayıtlar') => sheetOfRows(name, COLUMNS, rows)
const read = async (book: Parameters<typeof pdfChunks>[0]) =>
  readPdf(Uint8Array.from(await bytesOf(pdfChunks(book, service))))

describe('a PDF of tables', () => {
  test('every page has the head of the table and its number, the last the total with a row', async () => {
    const book = bookOf(sheet(customers(100)))
    const { pages, rows, title, author } = await read({ ...book, about: 'Kasım 2026' })
    expect([title, author]).toEqual(['Başlık', 'Yıldız Oto'])
    expect(pages.length).toBeGreaterThan(3)
    for (const [index, { texts }] of pages.entries()) {
      const written = texts.map(({ text }) => text)
      expect(written).toContain('Tutar (₺)')
      expect(written).toContain(`Sayfa ${index + 1}`)
    }
    expect(rows.slice(0, 2)).toEqual([
      ['Müşteri', 'Gün', 'Tutar (₺)'],
      ['Müşteri 1', '03.11.2026', '₺1,05'],
    ])
    expect(rows.slice(-2)).toEqual([
      ['Müşteri 100', '03.11.2026', '₺1,05'],
      ['Toplam', '', '₺105,00'],
    ])
    expect(pages.at(-1)?.texts.some(({ text }) => text === 'Müşteri 100')).toBe(true)
  })

  test('a document for a customer is a letter up to 1,000 rows, and a longer one a table', async () => {
    const letter = statementLetter(2)
    const titleOf = async (rows: number) => (await read({ ...bookOf(sheet(customers(rows))), letter })).title
    expect([await titleOf(2), await titleOf(1_001)]).toEqual(['Hesap ekstresi', 'Başlık'])
  })

  test('it has the shop’s logo, a heading for each of several tables, and says when one is empty', async () => {
    const logo = await buildLogo()
    const book = bookOf(sheet(customers(2)), sheet([], 'Giderler'))
    const bytes = await bytesOf(pdfChunks({ ...book, company: { ...book.company, logo } }, service))
    expect(bytes.includes('/Subtype /Image')).toBe(true)
    const { text, pages } = await readPdf(Uint8Array.from(bytes))
    expect(text).toContain('Giderler')
    expect(text).toContain('Kayıt yok.')
    expect(pages[0]?.roles).toEqual(expect.arrayContaining(['H1', 'H2', 'Table', 'TH', 'TD']))
  })

  test('long and strange texts stay inside their columns', async () => {
    const ad = `${'uzun'.repeat(60)} \u0000😀 ${'kelime '.repeat(20)}`
    const { pages } = await read(bookOf(sheet([{ ad, tutar: 99_999_999_999_999 }])))
    const wide = pages.flatMap(({ texts }) => texts.filter(({ right }) => right > 842))
    expect(wide).toEqual([])
  })

  test.each([
    [2_000, true],
    [2_001, false],
  ])('%i rows fit into the memory of the thread, with structure: %s', async (count, isTagged) => {
    const bytes = await bytesOf(pdfChunks(bookOf(sheet(customers(count))), service))
    expect(bytes.includes('/StructTreeRoot')).toBe(isTagged)
    expect(bytes.toString('latin1').match(/\/Type \/Page\n/g)?.length).toBeGreaterThan(60)
  })

  test('one that is too long to print is refused', () => {
    expect(() => pdfChunks(bookOf({ ...sheet([]), total: 10_001 }), service)).toThrow(
      'PDF en fazla 10.000 satır için hazırlanır.',
    )
  })
})

describe('the thread of tables', () => {
  const endless = async function* () {
    for (;;) yield customers(200)
  }
  const long = () => bookOf(sheetOf(COLUMNS, { name: 'x', total: 10_000, batches: endless }))

  test('it ends when the reader stops, and service documents do not wait for it', async () => {
    const chunks = pdfChunks(long(), service)
    expect((await chunks.next()).done).toBe(false)
    await chunks.return(undefined)
    expect(await chunks.next()).toEqual({ done: true, value: undefined })
  })

  test('closing the service refuses the running and later ones', async () => {
    const closing = createPdfService()
    const running = pdfChunks(long(), closing)
    expect((await running.next()).done).toBe(false)
    const [next] = await Promise.allSettled([running.next(), closing.close()])
    expect(next).toMatchObject({ status: 'rejected', reason: expect.any(AppError) })
    await expect(bytesOf(pdfChunks(long(), closing))).rejects.toBeInstanceOf(AppError)
  })
})
