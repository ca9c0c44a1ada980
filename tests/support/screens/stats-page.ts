import type { Locator, Page } from 'playwright-core'

import { type Day, MONTH_NAMES, monthOf, monthRange, previousMonth, todayInIstanbul } from '#shared/date.ts'

import type { Screen, TestBrowser } from './browser.ts'
import { spend } from '#tests/support/rows/expense.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { enter, type Panel } from '#tests/support/panel/panel.ts'

/** The current month: the screen reads the machine's clock, so the tests' months follow it too. */
export const TODAY = todayInIstanbul(new Date())
export const NOW = monthOf(TODAY)
export const BEFORE = previousMonth(NOW)
export const title = ({ month, year }: typeof NOW) => `${MONTH_NAMES[month - 1]} ${year}`
export const day = ({ month, year }: typeof NOW, number: number): Day =>
  `${monthRange(year, month).from.slice(0, 8)}${String(number).padStart(2, '0')}`

export type Setting = { screen?: Screen; path?: string; expectedErrors?: RegExp[] }

/** Opens a shop with a loss this month and a profit in the month before, logged in. */
export async function openStats(
  { panel, browser }: { panel: Panel; browser: TestBrowser },
  { screen = 'desktop', path = 'stats', expectedErrors = [] }: Setting = {},
) {
  const user = await panel.user()
  const record = (giris_tarihi: Day, durum: string, islemler: [string, number, number][]) =>
    save(user.ctx, {
      info: { giris_tarihi, durum, plaka: '34 ABC 123' },
      islemler: islemler.map(([islem_adi, islem_adet, lira]) => ({
        islem_adi,
        islem_adet,
        fiyat_kurus: Math.round(lira * 100),
      })),
    })
  await record(day(NOW, 1), 'Tamamlandı', [['yağ değişimi', 2, 600.25]])
  await record(day(NOW, 1), 'İptal', [['boya', 1, 90_000]])
  await record(day(BEFORE, 3), 'Tamamlandı', [['fren balatası', 4, 1000]])
  await record(day(BEFORE, 3), 'Devam Ediyor', [['ışık ayarı', 1, 250]])
  await record(day(BEFORE, 5), 'Tamamlandı', [['fren balatası', 1, 1000]])
  await spend(user.ctx, { title: 'Kira', amount_kurus: 150_000, spend_date: day(NOW, 1) })
  await spend(user.ctx, { title: 'Çay', amount_kurus: 5040, spend_date: day(BEFORE, 4) })
  const page = await browser.open({ address: panel.address, screen, expectedErrors })
  await enter(page, panel, user)
  await page.goto(path)
  return {
    page,
    user,
    month: page.getByLabel('Ay', { exact: true }),
    year: page.getByLabel('Yıl', { exact: true }),
  }
}

/** Waits until the figures of the month are shown. */
export const shown = (page: Page, period: typeof NOW) =>
  page
    .getByRole('status')
    .filter({ hasText: `${title(period)} istatistikleri` })
    .waitFor({ state: 'attached' })

export const figure = (page: Page, name: string) => page.getByRole('figure', { name })

/** Opens a folded line of the details and returns it. */
export async function openFold(page: Page, title: string): Promise<Locator> {
  const summary = page.locator('summary').filter({ has: page.getByText(title, { exact: true }) })
  await summary.click()
  return page.locator('details').filter({ has: summary })
}
