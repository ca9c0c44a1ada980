import { expect, test } from 'vitest'

import { testBrowser } from '#tests/support/browser.ts'
import { eventually, listOpener, SHOP } from '#tests/support/kayit-list-page.ts'
import { kayitPage } from '#tests/support/kayit-page.ts'
import { save } from '#tests/support/kayit.ts'
import { testPanel } from '#tests/support/panel.ts'

/* Nothing jumps, breaks, hides below a bar or claims what it does not show. */

const panel = await testPanel()
const openList = listOpener(panel, testBrowser())

test('after a save the list opens at its top, also if the new row is far down', async () => {
  const { page } = await openList(Array.from({ length: 19 }, () => ({ ...SHOP[3] })))
  const kayit = kayitPage(page)
  await kayit.open(0)
  await kayit.field('Müşteri Adı Soyadı').fill('Zeynep Son')
  await kayit.field('Plaka').fill('16 ZZ 999')
  await kayit.saveAtBottom.click()
  await page.waitForURL(/\/books/)
  await page.locator('tr[data-saved]').waitFor({ state: 'attached' })
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('the add line stays above the bar while items are added', async () => {
  const { page } = await openList([])
  await page.setViewportSize({ width: 1366, height: 657 })
  const kayit = kayitPage(page)
  await kayit.open(0)
  for (let row = 1; row <= 8; row++) {
    await kayit.adding.name.fill(`Parça ${row}`)
    await kayit.adding.name.press('Enter')
    await page.keyboard.type('100')
    await page.keyboard.press('Enter')
    await eventually(() => kayit.rows.count()).toBe(row)
    const hasFocus = await kayit.adding.name.evaluate((input) => input === document.activeElement)
    const isCovered = () =>
      kayit.adding.name.evaluate((input) => {
        const { left, bottom } = input.getBoundingClientRect()
        return document.elementFromPoint(left + 20, bottom - 2) !== input
      })
    expect([row, hasFocus]).toEqual([row, true])
    await eventually(isCovered).toBe(false)
  }
})

test('a long name without a space widens no statistics', async () => {
  const { page, user } = await openList([])
  const long = 'W'.repeat(64)
  await save(user.ctx, {
    info: { arac_marka: long.slice(0, 50), giris_tarihi: '2026-11-05', cikis_tarihi: '2026-11-05' },
    islemler: [{ islem_adi: long, islem_adet: 1, fiyat_kurus: 100_00 }],
  })
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['stats?month=11&year=2026', 'stats?period=year&year=2026']) {
      await page.goto(path)
      await page.getByText(long.slice(0, 20)).first().waitFor()
      expect([width, path, await page.evaluate(() => document.scrollingElement?.scrollWidth)]).toEqual([
        width,
        path,
        width,
      ])
    }
  }
})
