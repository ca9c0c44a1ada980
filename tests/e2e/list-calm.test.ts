import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { brokenFacts } from '#tests/support/screens/broken-facts.ts'
import { testBrowser } from '#tests/support/screens/browser.ts'
import { listOpener, SHOP } from '#tests/support/screens/kayit-list-page.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { kayitPage } from '#tests/support/screens/kayit-page.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { testPanel } from '#tests/support/panel/panel.ts'

/* The list does not jump or break, hides nothing behind a bar and shows only true figures. */

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

/** Returns the texts of a card that overlap, leave the card, or are cut without an ellipsis. */
const cardProblems = (page: Page) =>
  page.evaluate(() => {
    const range = document.createRange()
    const drawn = (node: Node, card: Element) => {
      range.selectNodeContents(node)
      let right = Infinity
      let isCut = false
      for (let at = node.parentElement; at !== null && at !== card; at = at.parentElement) {
        const { overflowX, textOverflow } = getComputedStyle(at)
        if (overflowX === 'visible') continue
        right = Math.min(right, at.getBoundingClientRect().right)
        isCut ||= textOverflow !== 'ellipsis' && at.scrollWidth > at.clientWidth
      }
      const boxes = [...range.getClientRects()].map(
        (box) => new DOMRect(box.x, box.y, Math.min(box.right, right) - box.x, box.height),
      )
      return { text: (node.nodeValue ?? '').trim(), isCut, boxes: boxes.filter(({ width }) => width > 2) }
    }
    const meet = (one: DOMRect, other: DOMRect) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 4
    return [...document.querySelectorAll('main tbody tr')].flatMap((card) => {
      const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT)
      const texts: ReturnType<typeof drawn>[] = []
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
        if (node.parentElement?.closest('[data-card="actions"]') === null) texts.push(drawn(node, card))
      const { left, right, bottom } = card.getBoundingClientRect()
      return texts.flatMap(({ text, isCut, boxes }, index) => {
        const isOut = boxes.some((box) => box.left < left || box.right > right || box.bottom > bottom)
        const over = texts
          .slice(index + 1)
          .find((other) => other.boxes.some((box) => boxes.some((one) => meet(one, box))))
        return [
          ...(boxes.length > 0 && isCut ? [`${text} is cut`] : []),
          ...(isOut ? [`${text} leaves the card`] : []),
          ...(over === undefined ? [] : [`${text} over ${over.text}`]),
        ]
      })
    })
  })

test('on a phone neither a long plate nor a large amount covers or cuts the other', async () => {
  const { page, user } = await openList([], { screen: 'phone' })
  const islemler = [{ islem_adi: 'Motor', islem_adet: 1, fiyat_kurus: 1_234_567_890 }]
  const old = { giris_tarihi: '2026-01-05', durum: 'Devam Ediyor' }
  for (const plaka of ['34 ABCDEF 12345', '34 ABCDE 12345', '34ABCDEFG12345', '34 ABC 123'])
    for (const more of [old, { durum: 'Tamamlandı' }, { durum: 'Yedek parça yurt dışından bekleniyor' }])
      await save(user.ctx, { info: { plaka, arac_marka: 'Mercedes-Benz', ...more }, islemler })
  await page.reload()
  const amounts = page.locator('main tbody [data-card="amount"]')
  await eventually(() => amounts.count()).toBe(12)
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 2000 })
    expect([width, await cardProblems(page)]).toEqual([width, []])
    expect([width, await brokenFacts(page)]).toEqual([width, []])
    expect(await amounts.first().innerText()).toContain('12.345.678,90')
  }
})
