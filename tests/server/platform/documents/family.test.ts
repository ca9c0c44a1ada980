import { describe, expect, test } from 'vitest'

import { renderCarForm } from '#server/platform/documents/render-car-form.ts'
import { renderDocument } from '#server/platform/documents/render.ts'
import { renderLetter } from '#server/platform/documents/render-letter.ts'
import { formatTL } from '#shared/money.ts'
import { isShort } from '#tests/long-form.ts'
import { deliveryForm, intakeForm } from '#tests/support/documents/car-form.ts'
import { historyLetter, statementLetter } from '#tests/support/documents/letters.ts'
import { readPdf } from '#tests/support/documents/read-pdf.ts'
import { buildDocument, buildLogo, someWork } from '#tests/support/documents/service-document.ts'

/** A kind of document with a number of lines, the title of its first column of amounts, and its final sum. */
type Kind = {
  title: string
  render: (lines: number) => Promise<Uint8Array>
  total: (lines: number) => number
  head: string
}

const work = (lines: number) => buildDocument({ work: someWork(lines) })
const quote = { valid_until: '2026-12-05', title: 'T-2026-0042' }
const { company } = work(0)

const KINDS: Readonly<Record<string, Kind>> = {
  record: {
    title: 'Servis fişi 34 ABC 123',
    render: (lines) => renderDocument(work(lines)),
    total: (lines) => work(lines).totals.brut_kurus,
    head: 'Birim fiyat',
  },
  quote: {
    title: 'Teklif T-2026-0042',
    render: (lines) => renderDocument({ ...work(lines), isPublic: true, quote }),
    total: (lines) => work(lines).totals.brut_kurus,
    head: 'Birim fiyat',
  },
  statement: {
    title: 'Hesap ekstresi',
    render: (lines) => renderLetter(statementLetter(lines)),
    total: (lines) => 125_000 * lines,
    head: 'Bakiye',
  },
  history: {
    title: 'Araç geçmişi',
    render: (lines) => renderLetter(historyLetter(lines)),
    total: (lines) => work(lines).totals.brut_kurus,
    head: 'Birim fiyat',
  },
  delivery: {
    title: 'Teslim Formu 16 KRM 146',
    render: (lines) => {
      const { lines: items, totals } = work(lines)
      return renderCarForm(deliveryForm({ company, lines: items, total_kurus: totals.brut_kurus }))
    },
    total: (lines) => work(lines).totals.brut_kurus,
    head: 'Adet',
  },
}

const SIZES = [0, 1, 20, 60, ...(isShort ? [] : [1_000])]
const CASES = Object.keys(KINDS).flatMap((kind) => SIZES.map((lines) => [kind, lines] as const))

describe('every document', () => {
  test.each(CASES)(
    '%s of %i lines has the same frame, its head on each page, and its sum with the last line',
    async (kind, lines) => {
      const { title, render, total, head } = KINDS[kind] ?? { ...KINDS['record'] }
      const bytes = await render?.(lines)
      const pdf = await readPdf(bytes ?? new Uint8Array())
      expect([pdf.title, pdf.author, pdf.language]).toEqual([title, company.name, 'tr-TR'])
      expect(pdf.pages[0]?.roles).toEqual(expect.arrayContaining(['H1', 'Table', 'TH']))
      const written = pdf.pages.map(({ texts }) => texts.map(({ text }) => text))
      for (const [index, texts] of written.entries()) {
        expect(texts).toContain(`Sayfa ${index + 1} / ${written.length}`)
        expect(texts).toContain('Mali değeri yoktur. Fatura yerine geçmez.')
        expect(texts).toContain(head)
        expect(texts).toContain(company.name)
      }
      const last = written.at(-1)?.join(' ') ?? ''
      expect(last).toContain(formatTL(total?.(lines) ?? 0))
      // The table has its lines once, and the last two stand on the page of the sum.
      // A delivery is one page, and names the number of lines that do not fit.
      expect(pdf.rows).toHaveLength(kind === 'delivery' ? pdf.rows.length : 1 + Math.max(1, lines))
      expect(pdf.pages.at(-1)?.rows.length).toBeGreaterThanOrEqual(Math.min(lines, 2))
    },
  )
})

test('a public document has no line for the telephone that it does not show', async () => {
  const textOf = async (isPublic: boolean) => {
    const pdf = await readPdf(await renderDocument({ ...work(1), isPublic, quote }))
    return pdf.pages.flatMap(({ texts }) => texts.map(({ text }) => text))
  }
  expect(await textOf(false)).toContain('Telefon')
  expect(await textOf(true)).not.toContain('Telefon')
})

/** Returns how often a name stands in a file; pdfkit compresses only contents, fonts and images. */
const count = (file: string, name: RegExp) => file.match(name)?.length ?? 0

test('every kind keeps the rules of PDF/A-2b: embedded fonts, a colour profile, no script, key or transparency', async () => {
  const logo = await buildLogo()
  const files = [
    await renderDocument(
      buildDocument({
        company: { logo, name: 'Işık & Oğlu <Oto>' },
        kayit: { musteri_adi_soyadi: 'محمد 😀' },
      }),
    ),
    await renderCarForm(intakeForm()),
    ...(await Promise.all(Object.values(KINDS).map(({ render }) => render(1)))),
  ]
  for (const bytes of files) {
    const file = Buffer.from(bytes).toString('latin1')
    const { xmp } = await readPdf(bytes)
    expect(xmp).toContain('<pdfaid:part>2</pdfaid:part>')
    expect(xmp).toContain('<pdfaid:conformance>B</pdfaid:conformance>')
    expect(file).toMatch(/\/OutputIntents \[\d+ 0 R\]/)
    expect(file).toMatch(/\/S \/GTS_PDFA1[\s\S]*?\/DestOutputProfile/)
    expect(file).toMatch(/^%PDF-1\.7\n%[\x80-\xff]{4}/)
    expect(file).toMatch(/\/ID \[/)
    expect(count(file, /\/Type \/FontDescriptor/g)).toBeGreaterThan(0)
    expect(count(file, /\/FontFile[23] \d/g)).toBe(count(file, /\/Type \/FontDescriptor/g))
    expect(count(file, /\/ToUnicode \d/g)).toBe(count(file, /\/Subtype \/Type0/g))
    expect(file).not.toMatch(
      /\/Encrypt|\/JavaScript|\/JS\b|\/SMask \d|\/Transparency|\/LZWDecode|\/ca 0|\/Subtype \/Type1\b/,
    )
    expect(file.includes('<?xpacket begin=')).toBe(true)
  }
})
