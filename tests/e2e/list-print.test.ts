import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { testBrowser } from '#tests/support/browser.ts'
import { type Info, listOpener } from '#tests/support/kayit-list-page.ts'
import { testPanel } from '#tests/support/panel.ts'

/* The printed list: plain rows that fit the sheet. */

const panel = await testPanel()
const openList = listOpener(panel, testBrowser())

/** Usual texts, and the longest ones of a usual shop. */
const RECORDS: Info[] = [
  {
    musteri_adi_soyadi: 'Abdurrahman Karamustafaoğulları',
    musteri_tel: '+905321234567',
    plaka: '34 KLM 4521',
    sasi_no: 'WVWZZZ1JZ3W386752',
    arac_marka: 'Volkswagen',
    giris_tarihi: '2026-10-20',
    cikis_tarihi: '2026-11-27',
    durum: 'Tamamlandı',
  },
  {
    musteri_adi_soyadi: 'Marmara Uluslararası Taşımacılık Lojistik Sanayi ve Ticaret Limited Şirketi',
    plaka: '16 AB 123',
    sasi_no: 'NM0GE9E73H1234567',
    arac_marka: 'Mercedes-Benz',
    giris_tarihi: '2026-09-01',
    durum: 'Parça Bekliyor',
  },
]

/** A4 at 96 dpi, and without the margins of the sheet. */
const WIDTHS = [794, 680, 1123, 1009]

/** What is wrong with the printed table: boxes, buttons, a table wider than its sheet, broken facts and words. */
const faults = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    const isShown = (one: Element) => one.checkVisibility() && one.getClientRects().length > 0
    for (const one of document.querySelectorAll('main :is(input, select, [data-slot="button"])'))
      if (isShown(one)) found.push(`shown: ${one.getAttribute('aria-label') ?? one.outerHTML.slice(0, 80)}`)
    const table = document.querySelector('main table')
    const { right = Infinity } = table?.getBoundingClientRect() ?? {}
    if (right > innerWidth || document.documentElement.scrollWidth > innerWidth) found.push('too wide')
    const walker = document.createTreeWalker(table ?? document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.nodeValue ?? ''
      const cell = node.parentElement?.closest('td, th')
      if (cell === null || cell === undefined || !isShown(cell)) continue
      const frame = cell.getBoundingClientRect()
      const isOne = node.parentElement?.closest('.plate') !== null || /₺|^[\d.]{10}$/.test(text)
      for (const { 0: word, index } of text.matchAll(isOne ? /.+/g : /[^\s-]+/g)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const rects = [...range.getClientRects()].filter(({ width }) => width > 1)
        if (rects.length > 1) found.push(`broken: ${word}`)
        if (rects.some((rect) => rect.right > frame.right + 1)) found.push(`out of its cell: ${word}`)
      }
    }
    return found
  })

test.for(['Tam', 'Gündelik'])('the printed list fits its sheet: %s', async (preset) => {
  const { page, list } = await openList(RECORDS)
  await page.getByRole('button', { name: preset, exact: true }).click()
  await list.table
    .getByRole('columnheader', { name: preset === 'Tam' ? 'Çıkış' : 'İş', exact: preset !== 'Tam' })
    .waitFor()
  await list.names(RECORDS.length)
  await page.emulateMedia({ media: 'print' })
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 1000 })
    expect.soft([width, await faults(page)]).toEqual([width, []])
  }
})
