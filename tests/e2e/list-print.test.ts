import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { addDays } from '#shared/date.ts'
import { requestsDone, testBrowser } from '#tests/support/screens/browser.ts'
import { spend } from '#tests/support/rows/expense.ts'
import { chooseView, type Info, listOpener, SHOP } from '#tests/support/screens/kayit-list-page.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { testPanel } from '#tests/support/panel/panel.ts'
import { readPdf } from '#tests/support/documents/read-pdf.ts'
import { TODAY } from '#tests/support/screens/stats-page.ts'

/* The printed list: plain rows that fit the sheet. */

const panel = await testPanel()
const openList = listOpener(panel, testBrowser())

/** The texts of a common shop, common ones and the longest ones. */
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
    arac_model: 'Sprinter 316 CDI',
    giris_tarihi: addDays(TODAY, -86),
    durum: 'Parça Bekliyor',
  },
]

/** The widths of A4 at 96 dpi, with and without the margins, upright and on its side. */
const WIDTHS = [794, 680, 1123, 1009]

/** Returns faults of the printed table: boxes, buttons, excessive width, broken facts and words. */
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

/** The amounts of a large repair. */
const MILLIONS = { islem_adi: 'Motor revizyonu', islem_adet: 1, fiyat_kurus: 123_456_789 }

const preset = (name: string, head: string) => async (page: Page) => {
  await chooseView(page, name)
  await page.getByRole('columnheader', { name: head, exact: true }).waitFor()
}

const LISTS: [path: string, prepare?: (page: Page) => Promise<void>][] = [
  ['books', preset('Tam', 'Çıkış Tarihi')],
  ['books', preset('Gündelik', 'İş')],
  ['vehicles'],
  ['customers'],
  ['expense'],
]

test('the printed lists fit their sheet', async () => {
  const { page, user } = await openList([], { path: 'dashboard' })
  for (const info of RECORDS) await save(user.ctx, { info, islemler: [MILLIONS] })
  const expense = { title: 'Kompresör ve lift yenileme bedeli', note: 'Üç taksit, kefilsiz. '.repeat(6) }
  await spend(user.ctx, { ...expense, amount_kurus: 123_456_789, spend_date: TODAY })
  const found: unknown[] = []
  for (const [path, prepare] of LISTS) {
    await page.emulateMedia({ media: 'screen' })
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(path)
    await page.locator('tbody').getByText('₺1.234.567').first().waitFor()
    await prepare?.(page)
    await requestsDone(page)
    await page.emulateMedia({ media: 'print' })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 1000 })
      for (const fault of await faults(page)) found.push([path, width, fault])
    }
  }
  expect(found).toEqual([])
})

const print = async (page: Page) => {
  await requestsDone(page)
  return readPdf(Uint8Array.from(await page.pdf({ preferCSSPageSize: true })))
}

test('the printed list names the applied filters and no period that waits for Uygula', async () => {
  const { page } = await openList(SHOP, { path: 'books?month=2&year=2026&durum=Beklemede&q=cemal' })
  await page.getByText('Cemal Su').first().waitFor()
  await page.getByLabel('Ay', { exact: true }).selectOption('Ağustos')
  await page.getByLabel('Yıl', { exact: true }).selectOption('2025')
  const filtered = await print(page)
  for (const words of ['Arama:cemal', 'Durum:Beklemede·Şubat2026', 'CemalSu', '1kayıt'])
    expect(filtered.solid.replaceAll(/[\u2066-\u2069]/g, '')).toContain(words)
  expect(filtered.text).not.toMatch(/Ağustos|2025|uygulanmadı|Tüm/)

  await page.goto('books')
  await page.getByText('Cemal Su').first().waitFor()
  await page.getByLabel('Ay', { exact: true }).selectOption('Ağustos')
  expect((await print(page)).text).not.toMatch(/Ağustos|Arama|Tüm/)
  await page.getByRole('button', { name: 'Açık işler' }).click()
  await page.waitForURL(/open=true/)
  expect((await print(page)).text).toContain('Açık işler')

  await page.goto('expense?month=3&year=2026')
  await page.getByLabel('Ay', { exact: true }).selectOption('Ağustos')
  const { solid } = await print(page)
  expect(solid).toContain('Mart2026')
  expect(solid).not.toContain('Ağustos')
})

test('a printed selection states the number of its rows', async () => {
  const { page } = await openList(SHOP)
  await chooseView(page, 'Seçim kutuları', 'checkbox')
  await page
    .getByRole('row', { name: /Cemal Su/ })
    .getByRole('checkbox')
    .check()
  await page.getByRole('region', { name: 'Seçilen kayıtlar' }).waitFor()
  const { solid } = await print(page)
  for (const words of ['CemalSu', '1kayıtseçildi']) expect(solid).toContain(words)
  for (const words of ['4kayıt', 'ZekiÇınar', '1–4/4']) expect(solid).not.toContain(words)
})

test('a long list repeats its head on each sheet, and no row is cut', async () => {
  // A name takes so many lines that some could move to the next sheet.
  const WORDS = 18
  const records = Array.from({ length: 24 }, (_, index) => {
    const number = String(index).padStart(2, '0')
    const name = `Ortaklık${number} `.repeat(WORDS).trim()
    return { musteri_adi_soyadi: name, sasi_no: `WVWZZZ1JZ3W3867${number}`, plaka: `34 AB 1${number}` }
  })
  const { page } = await openList(records, { path: 'books?size=50' })
  await preset('Tam', 'Çıkış Tarihi')(page)
  const { pages } = await print(page)
  const sheets = pages.map(({ texts }) => texts.map(({ text }) => text).join(' '))
  expect(sheets.length).toBeGreaterThan(1)
  for (const head of ['Plaka', 'Müşteri Adı', 'Durum'])
    expect(sheets.filter((sheet) => sheet.includes(head))).toEqual(sheets)
  const numbers = sheets.map((sheet) => [...sheet.matchAll(/Ortaklık(\d\d)/g)].map(([, number]) => number))
  const cut = numbers.flatMap((found) =>
    [...new Set(found)].filter((one) => found.filter((number) => number === one).length !== WORDS),
  )
  expect(cut).toEqual([])
  expect(numbers.flat()).toHaveLength(records.length * WORDS)
})
