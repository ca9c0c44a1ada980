import { describe, expect, test } from 'vitest'

import { renderDocument } from '#server/platform/documents/render.ts'
import { type ReadPage, readPdf, withoutSpace } from '#tests/support/documents/read-pdf.ts'
import { buildDocument, itemRows, someWork } from '#tests/support/documents/service-document.ts'

const HEAD = ['İşlem', 'Adet', 'Birim fiyat', 'KDV hariç', 'KDV %20', 'Tutar']

const print = async (overrides: Parameters<typeof buildDocument>[0]) =>
  await readPdf(await renderDocument(buildDocument(overrides)))

const says = (page: ReadPage | undefined, text: string) =>
  page?.texts.some((piece) => piece.text === text) ?? false

/** Checks that nothing is outside the margins or below the footer. */
function expectInside(pages: readonly ReadPage[]): void {
  const outside = pages.flatMap(({ texts }) =>
    texts.filter(({ x, y, right }) => x < 41.9 || right > 553.4 || y < 36 || y > 810),
  )
  expect(outside).toEqual([])
}

describe.each([1, 20, 500, 1_000])('a document of %i items', (count) => {
  test('all items are printed in order, with a head, a page number and the disclaimer on every page', async () => {
    const work = someWork(count)
    const { pages, rows } = await print({ work })
    expect(itemRows(rows).map(([name]) => name)).toEqual(work.map(({ islem_adi }) => islem_adi))
    for (const [index, page] of pages.entries()) {
      for (const title of HEAD) expect(says(page, title)).toBe(true)
      expect(says(page, `Sayfa ${index + 1} / ${pages.length}`)).toBe(true)
      expect(says(page, 'Mali değeri yoktur. Fatura yerine geçmez.')).toBe(true)
    }
    expectInside(pages)
  })
})

describe('page breaks', () => {
  test('totals never stand alone on a page: at least two items precede them', async () => {
    for (let count = 10; count <= 32; count++) {
      const { pages } = await print({ work: someWork(count) })
      const withTotals = pages.filter((page) => says(page, 'KDV hariç toplam'))
      expect(withTotals).toHaveLength(1)
      expect(itemRows(withTotals[0]?.rows ?? []).length).toBeGreaterThanOrEqual(2)
    }
  })

  test('repeated table heads are hidden from screen readers, and further pages name their document', async () => {
    const { pages } = await print({ work: someWork(60) })
    expect(pages.flatMap(({ roles }) => roles).filter((role) => role === 'TH')).toHaveLength(6)
    expect(says(pages[0], 'Servis fişi · No 1284 · 34 ABC 123')).toBe(false)
    for (const page of pages.slice(1)) {
      expect(says(page, 'Servis fişi · No 1284 · 34 ABC 123')).toBe(true)
      expect(says(page, 'Yıldız Oto Servis')).toBe(true)
    }
  })

  test('a complaint and notes of 10.000 characters continue over pages without losing a word', async () => {
    const message = 'Yokuşta çekişten düşüyor, rölantide titreme var. '
    const long = message.repeat(205).slice(0, 10_000).trim()
    const { solid, pages, text } = await print({
      kayit: { musteri_talebi: long, aciklama: long },
      work: someWork(30),
    })
    const body = withoutSpace(long)
    const edges = /MalideğeriyokturFaturayerinegeçmez\.|Sayfa\d+\/\d+/g
    expect(solid.replace(edges, '').split(withoutSpace(message)).length - 1).toBeGreaterThanOrEqual(
      2 * (body.split(withoutSpace(message)).length - 1) - pages.length,
    )
    expect(text.split('\n').filter((line) => line === 'Teslim eden')).toHaveLength(1)
    expectInside(pages)
  })

  test('the signatures stand together on one page', async () => {
    for (const count of [13, 14, 15, 16, 17]) {
      const { pages } = await print({ work: someWork(count), kayit: { aciklama: 'not '.repeat(400) } })
      const page = pages.find((candidate) => says(candidate, 'Teslim eden'))
      expect(says(page, 'Teslim alan')).toBe(true)
      expect(page?.texts.filter(({ text }) => text === 'Ad soyad, tarih, imza')).toHaveLength(2)
      expectInside(pages)
    }
  })
})
