import { expect, test } from 'vitest'

import { item } from '#tests/support/rows/items.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { requestsDone, testBrowser } from '#tests/support/screens/browser.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

type Watched = { moved?: number }

/** The greatest cumulative layout shift of a load (docs/ux.md). */
const MOST = 0.01

test.each(['phone', 'desktop'] as const)(
  'nothing moves while a record or the settings load on a %s',
  async (screen) => {
    const user = await panel.user()
    const items = ['Balata', 'Disk', 'Yağ', 'Filtre'].map((name) => item(name))
    const { id } = await save(user.ctx, {
      info: { plaka: '34 ABC 1', musteri_adi_soyadi: 'Ayşe' },
      islemler: items,
    })
    const page = await browser.open({ address: panel.address, screen })
    await page.addInitScript(() => {
      const seen = globalThis as Watched
      seen.moved = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          seen.moved = (seen.moved ?? 0) + (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await enter(page, panel, user)
    for (const [path, ready] of [
      [`book/${id}`, '[name="islemler.3.islem_adi"]'],
      ['settings', '[name="company_name"]'],
    ] as const) {
      await page.goto(path)
      await page.locator(ready).waitFor({ state: 'attached' })
      await requestsDone(page)
      expect(await page.evaluate(() => (globalThis as Watched).moved ?? NaN)).toBeLessThanOrEqual(MOST)
    }
  },
)
