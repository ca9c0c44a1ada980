import * as fc from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'

import { renderDocument } from '#server/platform/documents/render.ts'
import type { DocumentVariant } from '#server/platform/documents/service-document.ts'
import { MAX_PRICE_KURUS, MAX_QUANTITY, MAX_TOTAL_KURUS } from '#shared/money.ts'
import { type ReadPdf, readPdf, withoutSpace } from '#tests/support/documents/read-pdf.ts'
import {
  type Work,
  buildDocument,
  itemRows,
  readAmount,
  someWork,
} from '#tests/support/documents/service-document.ts'

const print = async (variant: DocumentVariant, work: readonly Work[]) =>
  await readPdf(await renderDocument(buildDocument({ variant, work })))

const column = (rows: readonly string[][], index: number) =>
  rows.map((cells) => readAmount(cells[index] ?? ''))
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** Returns the amount after the last line that equals the label. */
function after(text: string, label: string): number {
  const lines = text.split('\n')
  return readAmount(lines[lines.lastIndexOf(label) + 1] ?? '')
}

/** Checks the sums that a customer can verify with a calculator. */
function expectSound(printed: ReadPdf, work: readonly Work[]): void {
  const items = itemRows(printed.rows)
  expect(items.map(([name = '']) => withoutSpace(name))).toEqual(
    work.map(({ islem_adi }) => withoutSpace(islem_adi)),
  )
  const quantities = items.map((cells) => Number(cells[1]?.replaceAll('.', '')))
  expect(quantities).toEqual(work.map(({ islem_adet }) => islem_adet))
  const [unit, gross, net, vat] = [2, 5, 3, 4].map((index) => column(items, index)) as [
    number[],
    number[],
    number[],
    number[],
  ]
  expect(unit).toEqual(work.map(({ fiyat_kurus }) => fiyat_kurus))
  expect(gross).toEqual(unit.map((price, index) => price * (quantities[index] ?? 0)))
  expect(gross).toEqual(net.map((amount, index) => amount + (vat[index] ?? 0)))

  const totals = ['KDV hariç toplam', 'KDV %20', 'KDV dahil toplam'].map((label) =>
    after(printed.text, label),
  )
  expect(totals).toEqual([sum(net), sum(vat), sum(gross)])
}

/** Checks that every text ends before the next one of its line, and inside the margins. */
function expectApart({ pages }: ReadPdf): void {
  for (const { texts } of pages) {
    const lines = Map.groupBy(texts, ({ y }) => y.toFixed(1))
    for (const line of lines.values()) {
      const fromLeft = line.toSorted((a, b) => a.x - b.x)
      const touching = fromLeft.filter(({ right }, index) => right >= (fromLeft[index + 1]?.x ?? 553.4))
      expect(touching).toEqual([])
    }
  }
}

/** Returns the largest quantity that keeps the record's total within its limit. */
const mostOf = (fiyat_kurus: number, limit = MAX_TOTAL_KURUS) =>
  Math.min(MAX_QUANTITY, Math.floor(limit / Math.max(1, fiyat_kurus)))

const LONG = 'Triger seti, devirdaim pompası, gergi ve avara rulmanlarının değişimi; 5W-30 motor yağı ve '
  .repeat(3)
  .slice(0, 200)
  .trim()

const EXTREMES: Work[] = [
  { islem_adi: LONG, islem_adet: mostOf(MAX_PRICE_KURUS) - 1, fiyat_kurus: MAX_PRICE_KURUS },
  { islem_adi: 'W'.repeat(200), islem_adet: MAX_QUANTITY, fiyat_kurus: 999_999 },
  { islem_adi: 'Vida', islem_adet: 1, fiyat_kurus: 1 },
]

describe('the printed amounts', () => {
  test.each([0, 1, 20, 60])('%i items: each line multiplies and every column adds up', async (count) => {
    const work = someWork(count)
    const printed = await print('vat', work)
    if (count > 0) expectSound(printed, work)
    expectApart(printed)
    const plain = await print('plain', work)
    expectApart(plain)
    expect(after(plain.text, 'KDV hariç toplam')).toBe(count === 0 ? 0 : sum(column(itemRows(plain.rows), 3)))
  })

  test('the largest prices, quantities and names fit without touching', async () => {
    const printed = await print('vat', EXTREMES)
    expectSound(printed, EXTREMES)
    expectApart(printed)
    expectApart(await print('plain', EXTREMES))
    expect(itemRows(printed.rows)[0]?.slice(1)).toEqual([
      '999',
      '₺999.999.999,99',
      '₺832.499.999.991,68',
      '₺166.499.999.998,33',
      '₺998.999.999.990,01',
    ])
  })

  test('amounts add up for any names, quantities and prices', async () => {
    const visible = fc.string({
      unit: fc.constantFrom(...Array.from('AaĞğİıŞş9 -/&<>()\\₺')),
      minLength: 1,
      maxLength: 120,
    })
    const item = fc
      .record({
        islem_adi: visible,
        islem_adet: fc.integer({ min: 1, max: MAX_QUANTITY }),
        fiyat_kurus: fc.oneof(
          fc.integer({ min: 0, max: 1_000_000 }),
          fc.integer({ min: 0, max: MAX_PRICE_KURUS }),
        ),
      })
      .map((work) => ({
        ...work,
        islem_adet: Math.min(work.islem_adet, mostOf(work.fiyat_kurus, MAX_TOTAL_KURUS / 60)),
      }))
    await fc.assert(
      fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 60 }), async (work) => {
        const printed = await print('vat', work)
        expectSound(printed, work)
        expectApart(printed)
        const plain = await print('plain', work)
        expect(after(plain.text, 'KDV hariç toplam')).toBe(sum(column(itemRows(plain.rows), 3)))
      }),
      { numRuns: 25 },
    )
  })
})

describe('the columns of a document', () => {
  test('the amounts of a column are right-aligned', async () => {
    const { pages } = await print('vat', someWork(20))
    const texts = pages[0]?.texts ?? []
    const rights = texts.filter(({ text }) => text.startsWith('₺')).map(({ right }) => right.toFixed(1))
    expect(new Set(rights).size).toBe(4)
  })

  test('the name takes the width that the amounts leave', async () => {
    const room = async (variant: DocumentVariant) => {
      const texts = (await print(variant, someWork(3))).pages[0]?.texts ?? []
      const x = (text: string) => texts.find((piece) => piece.text === text)?.x ?? 0
      return x('Birim fiyat') - x('İşlem')
    }
    expect(await room('vat')).toBeGreaterThan(230)
    expect(await room('plain')).toBeGreaterThan(330)
  })
})
