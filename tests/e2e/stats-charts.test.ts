import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { MONTH_NAMES } from '#shared/date.ts'
import { expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { testPanel } from '#tests/support/panel/panel.ts'
import {
  BEFORE,
  NOW,
  type Setting,
  day,
  figure,
  openStats as open,
  shown,
} from '#tests/support/screens/stats-page.ts'

const panel = await testPanel()
const browser = testBrowser()
const openStats = (setting?: Setting) => open({ panel, browser }, setting)

describe('a chart', () => {
  const inside = async (outer: Locator, inner: Locator) => {
    const [frame, box] = [await outer.boundingBox(), await inner.boundingBox()]
    if (frame === null || box === null) throw new Error('nothing is drawn')
    return box.x >= frame.x && box.x + box.width <= frame.x + frame.width
  }

  test.each(['phone', 'desktop'] as const)(
    'a chart on a %s can be read with the keyboard',
    async (screen) => {
      const { page } = await openStats({ screen, path: `stats?month=${BEFORE.month}&year=${BEFORE.year}` })
      await shown(page, BEFORE)
      const chart = figure(page, 'Günlük kâr / zarar')
      const tooltip = chart.locator('.visx-tooltip')
      // The tab stop before the plot is the plot of the previous figure.
      await figure(page, 'Günlük gelir ve gider').getByRole('application').focus()
      await page.keyboard.press('Tab')
      await tooltip.getByText(`1 ${MONTH_NAMES[BEFORE.month - 1]}`).waitFor()
      for (const _ of [2, 3]) await page.keyboard.press('ArrowRight')
      const name = `3 ${MONTH_NAMES[BEFORE.month - 1]}`
      await tooltip.getByText(name).waitFor()
      expect(await chart.getByRole('status').textContent()).toMatch(
        /^3 \S+ \S+: Gelir ₺4\.250, Gider ₺0, Kâr ₺4\.250, Gelir kaydı 2, Gider kaydı 0$/,
      )
      expect(await inside(chart, tooltip)).toBe(true)
      await page.keyboard.press('End')
      expect(await inside(chart, tooltip)).toBe(true)
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await tooltip.waitFor({ state: 'detached' })
    },
  )

  test.each(['phone', 'desktop'] as const)(
    'a chart on a %s truncates a long name by its width and shows it whole at the pointer',
    async (screen) => {
      const { page, user } = await openStats({ screen })
      const name = `ÖN SAĞ SALINCAK ${'BURCU VE ROTİL '.repeat(10)}DEĞİŞİMİ`
      const narrow = 'İ'.repeat(30)
      const islemler = [
        { islem_adi: name, islem_adet: 9, fiyat_kurus: 100 },
        { islem_adi: narrow, islem_adet: 8, fiyat_kurus: 100 },
      ]
      await save(user.ctx, { info: { giris_tarihi: day(NOW, 1) }, islemler })
      await page.reload()
      const chart = figure(page, 'En sık yapılan işlemler')
      const shape = (text: string) =>
        chart
          .locator('ol')
          .getByText(text)
          .evaluate((label) => ({
            isCut: label.scrollWidth > label.clientWidth,
            ends: getComputedStyle(label).textOverflow,
            lines: Math.round(label.clientHeight / Number.parseFloat(getComputedStyle(label).lineHeight)),
          }))
      expect(await shape(name)).toEqual({ isCut: true, ends: 'ellipsis', lines: 1 })
      expect(await shape(narrow)).toEqual({ isCut: false, ends: 'ellipsis', lines: 1 })

      await chart.locator('ol').getByText(name).hover()
      const title = chart.locator('.visx-tooltip').getByText(name)
      await title.waitFor()
      expect(await title.evaluate((text) => text.scrollHeight <= text.clientHeight)).toBe(true)
      expect(await inside(chart, chart.locator('.visx-tooltip'))).toBe(true)
      await chart.getByRole('application').focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Home')
      expect(await chart.getByRole('status').textContent()).toBe(`${name}: Adet 9`)
    },
  )

  test('a chart shows the figures of the bar under the pointer', async () => {
    const { page } = await openStats({ path: `stats?month=${BEFORE.month}&year=${BEFORE.year}` })
    await shown(page, BEFORE)
    const chart = figure(page, 'En sık yapılan işlemler')
    await chart.locator('ol').getByText('ışık ayarı').hover()
    await chart.locator('.visx-tooltip').getByText('Adet').waitFor()
    expect(await chart.getByRole('status').textContent()).toBe('')
    await page.mouse.move(0, 0)
    await chart.locator('.visx-tooltip').waitFor({ state: 'detached' })
  })
})
