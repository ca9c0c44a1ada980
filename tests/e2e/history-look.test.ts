import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { expectAccessible, requestsDone, type Screen, testBrowser } from '#tests/support/screens/browser.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { chooseMore } from '#tests/support/screens/more-menu.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'
import { readPdf } from '#tests/support/documents/read-pdf.ts'

const panel = await testPanel()
const browser = testBrowser()

/** The longest name, without a space to break at. */
const LONG = 'W'.repeat(200)
const GOLF = { plaka: '34 ABC 123', musteri_adi_soyadi: 'Ayşe Işık', musteri_tel: '0532 123 45 67' }
const DONE = { durum: 'Tamamlandı', cikis_tarihi: '2026-05-01' }

type Record = NonNullable<Parameters<typeof save>[1]>

/** Opens a screen of a shop with these records. */
async function openShop(path: string, { screen, records }: { screen: Screen; records: Record[] }) {
  const user = await panel.user()
  for (const record of records) await save(user.ctx, record)
  const page = await browser.open({ address: panel.address, screen })
  await enter(page, panel, user)
  await page.goto(path)
  return page
}

/** Opens the page of the first car or customer of the list. */
async function openFirst(page: Page): Promise<void> {
  await page.locator('main tbody').getByRole('link').first().click()
  await page.locator('summary').first().waitFor()
}

/** Returns the elements that leave the window or the edges of the part. */
const cutOff = (part: Locator) =>
  part.evaluate((root) => {
    const { left, right } = root.getBoundingClientRect()
    const shown = [...root.querySelectorAll('*')].filter((one) => one.closest('.sr-only') === null)
    const wide = shown.filter((one) => {
      const box = one.getBoundingClientRect()
      return box.width > 0 && (box.left < Math.max(0, left) - 1 || box.right > Math.min(360, right) + 1)
    })
    return wide.map((one) => one.outerHTML.slice(0, 120))
  })

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)
const middleOf = async (one: Locator) => {
  const box = await one.boundingBox()
  return (box?.y ?? 0) + (box?.height ?? 0) / 2
}

describe('names of 200 letters without a space at 360 px', () => {
  const other = { musteri_adi_soyadi: LONG, musteri_tel: '0533 765 43 21', arac_marka: LONG }
  const records = [
    { info: { ...GOLF, arac_marka: LONG } },
    { info: { ...other, plaka: '34 ABC 132' } },
    { info: { ...other, plaka: '', sasi_no: LONG } },
    { info: { ...other, plaka: '34 ABC 123' } },
  ]

  test.each(['vehicles?q=34abc123', 'customers?q=www'])(
    'fit into the dialog of a merge, from %s',
    async (path) => {
      const page = await openShop(path, { screen: 'phone', records })
      await openFirst(page)
      await chooseMore(page, 'Birleştir')
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('radio').first().check()
      expect(await cutOff(dialog)).toEqual([])
      // A row shows all its text, on as many lines as needed.
      const rows = dialog.locator('label:has(input[type="radio"])')
      const heights = await rows.evaluateAll((labels) =>
        labels.map((label) => label.scrollHeight - label.clientHeight),
      )
      expect(heights.every((hidden) => hidden <= 0)).toBe(true)
      expect(heights.length).toBeGreaterThan(0)
      await expectAccessible(page)
    },
  )

  test.each(['vehicles?q=34abc123', 'customers?q=www'])('fit into the page, from %s', async (path) => {
    const page = await openShop(path, { screen: 'phone', records })
    await openFirst(page)
    expect(await widthOf(page)).toBe(360)
    expect(await cutOff(page.getByRole('main'))).toEqual([])
    await expectAccessible(page)
  })
})

describe('a folded visit', () => {
  const islem_adi = 'Motor yağı ve filtrelerin değişimi, fren hidroliği kontrolü'
  const islemler = [{ islem_adi, islem_adet: 1, fiyat_kurus: 1_234_500 }]
  const records = [1, 2, 3, 4].map((month) => ({
    info: { ...GOLF, ...DONE, giris_tarihi: `2026-0${month}-05`, km_bilgisi: 80_000 + month * 5_000 },
    islemler,
  }))

  test.each([
    ['vehicles', 'tablet'],
    ['vehicles', 'desktop'],
    ['customers', 'desktop'],
    ['vehicles', 'phone'],
    ['customers', 'phone'],
  ] as const)('keeps the amount beside its work, which is shortened: %s, %s', async (path, screen) => {
    const page = await openShop(path, { screen, records })
    await openFirst(page)
    const folded = page.locator('details:not([open]) > summary')
    // Only the newest visit is unfolded.
    await eventually(() => folded.count()).toBe(3)
    const summary = folded.last()
    const [work, amount] = [summary.getByText(islem_adi), summary.getByText('₺12.345')]
    expect(Math.abs((await middleOf(work)) - (await middleOf(amount)))).toBeLessThan(4)
    expect((await work.boundingBox())?.width).toBeGreaterThan(80)
    // A phone has room for the kilometres only in an unfolded visit.
    const kilometres = summary.getByText('85.000 km')
    expect(await kilometres.isVisible()).toBe(screen !== 'phone')
    const place = screen === 'phone' ? amount : kilometres
    expect(Math.abs((await middleOf(place)) - (await middleOf(amount)))).toBeLessThan(4)
    expect(await widthOf(page)).toBe(page.viewportSize()?.width)
    await summary.click()
    await page.locator('details[open]').getByText('85.000 km').waitFor()
  })

  test('is printed with its items and without controls', async () => {
    const open = { info: { ...GOLF, durum: 'Devam Ediyor', giris_tarihi: '2026-05-05' }, islemler } as Record
    for (const path of ['vehicles', 'customers']) {
      const page = await openShop(path, { screen: 'desktop', records: [...records, open] })
      await openFirst(page)
      await requestsDone(page)
      await page.getByText('Kaydı aç').first().waitFor()
      const { solid } = await readPdf(Uint8Array.from(await page.pdf({ preferCSSPageSize: true })))
      // Every visit prints its item once, also the folded ones.
      expect(solid.split(islem_adi.replace(/\s/g, ''))).toHaveLength(6)
      for (const control of ['Kaydıaç', 'aitdeğil', 'Açıkiş']) expect(solid).not.toContain(control)
      await page.emulateMedia({ media: 'print' })
      expect(await page.locator('summary svg').last().isVisible()).toBe(false)
    }
  })
})

describe('a card of the lists on a phone', () => {
  const records = [{ info: { ...GOLF, arac_marka: 'Volkswagen', arac_model: 'Golf Variant', ...DONE } }]
  /** Returns the space between the amount and the edge of the card, in pixels. */
  const roomOf = async (page: Page) => {
    const row = page.locator('main tbody tr').first()
    await row.getByRole('link').first().waitFor()
    const [card, amount] = [await row.boundingBox(), await row.getByText('₺0').boundingBox()]
    return (card?.x ?? 0) + (card?.width ?? 0) - (amount?.x ?? 0) - (amount?.width ?? 0)
  }

  test.each(['vehicles', 'customers'])('has no empty stripe at the right: %s', async (path) => {
    const page = await openShop(path, { screen: 'phone', records })
    expect(await roomOf(page)).toBeLessThanOrEqual(16)
  })

  test('has room for its menu in the list of records', async () => {
    const page = await openShop('books', { screen: 'phone', records })
    expect(await roomOf(page)).toBeGreaterThanOrEqual(44)
  })
})

test.each([
  ['vehicles', 'Araç yok.'],
  ['customers', 'Müşteri yok.'],
])('a search without a hit is not called an empty shop: %s', async (path, empty) => {
  const page = await openShop(path, { screen: 'desktop', records: [{ info: GOLF }] })
  await page.getByRole('searchbox', { name: 'Ara' }).fill('yok böyle biri')
  await page.getByText('Sonuç bulunamadı.').waitFor()
  await page.getByText('Aramayı değiştirin veya temizleyin.').waitFor()
  expect(await page.getByText(empty).count()).toBe(0)
  const none = await openShop(path, { screen: 'desktop', records: [] })
  await none.getByText(empty).waitFor()
})
