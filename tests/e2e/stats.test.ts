import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { MONTH_NAMES, daysOfMonth, monthOf, monthRange, previousMonth } from '#shared/date.ts'
import { roundsOf, screensOf } from '#tests/long-form.ts'
import { expectAccessible, loseCalls, requestsDone, testBrowser } from '#tests/support/screens/browser.ts'
import { pathOf, testPanel } from '#tests/support/panel/panel.ts'
import {
  BEFORE,
  NOW,
  TODAY,
  type Setting,
  day,
  figure,
  openFold,
  openStats as open,
  shown,
  title,
} from '#tests/support/screens/stats-page.ts'

const panel = await testPanel()
const browser = testBrowser()
const openStats = (setting?: Setting) => open({ panel, browser }, setting)

const TWO_BEFORE = previousMonth(BEFORE)

/** Returns the days of a month up to the current day of the month, with the income of `openStats` on them. */
function sameDays(month: typeof NOW) {
  const last = Math.min(Number(TODAY.slice(8)), daysOfMonth(month.year, month.month).length)
  const name = `${last === 1 ? 1 : `1–${last}`} ${MONTH_NAMES[month.month - 1]}`
  return { name, income: last >= 5 ? '5.250' : last >= 3 ? '4.250' : '0' }
}

/** Returns the cards of a section: their labels and their figures. */
async function cards(page: Page, name: string): Promise<Record<string, string>> {
  const section = page.getByRole('region', { name })
  const labels = await section.locator('dt').allTextContents()
  const values = await section.locator('dt + dd').allTextContents()
  return Object.fromEntries(labels.map((label, index) => [label, values[index] ?? '']))
}

/** Returns the rows of a chart's table; its folded line is open. */
async function table(page: Page, name: string): Promise<string[][]> {
  const part = page.locator('details div').filter({ has: page.locator(`> h3:text-is("${name}")`) })
  await part.getByRole('button', { name: 'Tabloyu göster' }).click()
  const rows = await page.getByRole('table', { name }).getByRole('row').all()
  return Promise.all(rows.map((row) => row.locator('th, td').allTextContents()))
}

const NAMES = [
  'Günlük kayıt sayısı',
  'Günlük gelir ve gider',
  'Günlük kâr / zarar',
  'En sık yapılan işlemler',
]

describe.each(screensOf('desktop'))('the statistics on a %s', (screen) => {
  test('the figures of the chosen month agree with what was entered', async () => {
    const { page, month, year } = await openStats({ screen })
    await shown(page, NOW)
    expect(await cards(page, title(NOW))).toEqual({
      'Kayıt sayısı': '2',
      Tamamlanan: '1',
      Gelir: '₺1.201',
      Gider: '₺1.500',
      'Kâr / zarar': 'Zarar −₺300',
    })
    const allTime = {
      'Toplam kayıt': '5',
      'Toplam gelir': '₺6.451',
      'Toplam gider': '₺1.550',
      'Toplam kâr / zarar': '₺4.900',
    }
    expect(await cards(page, 'Tüm zamanlar')).toEqual(allTime)
    const days = sameDays(BEFORE)
    await page.getByText('Geçen ayın aynı günlerine göre', { exact: true }).waitFor()
    await page.getByText(`${days.name}: ₺${days.income}`).waitFor()

    await month.selectOption(MONTH_NAMES[BEFORE.month - 1] ?? '')
    await year.selectOption(String(BEFORE.year))
    expect(pathOf(page)).toBe('/stats')
    await page.getByRole('button', { name: 'Uygula' }).click()
    await shown(page, BEFORE)
    expect(pathOf(page)).toBe(`/stats?month=${BEFORE.month}&year=${BEFORE.year}`)
    expect(await cards(page, title(BEFORE))).toEqual({
      'Kayıt sayısı': '3',
      Tamamlanan: '2',
      Gelir: '₺5.250',
      Gider: '₺50',
      'Kâr / zarar': '₺5.200',
    })
    expect(await cards(page, 'Tüm zamanlar')).toEqual(allTime)
    const two = TWO_BEFORE.month - 1
    await page.getByText('Bir önceki aya göre', { exact: true }).waitFor()
    expect(await page.getByText(`${MONTH_NAMES[two]}: ₺0`).count()).toBe(3)
    const dotted = (number: number) => day(BEFORE, number).split('-').toReversed().join('.')
    await openFold(page, 'Grafiklerin tabloları')
    const rows = await table(page, 'Günlük kâr / zarar')
    expect(rows[0]).toEqual(['Gün', 'Gelir', 'Gider', 'Gelir − gider', 'Gelir kaydı', 'Gider kaydı'])
    expect(rows.slice(3, 6)).toEqual([
      [dotted(3), '₺4.250', '₺0', '₺4.250', '2', '0'],
      [dotted(4), '₺0', '₺50', '−₺50', '0', '1'],
      [dotted(5), '₺1.000', '₺0', '₺1.000', '1', '0'],
    ])
    expect((await table(page, 'En sık yapılan işlemler')).slice(1)).toEqual([
      ['fren balatası', '5'],
      ['ışık ayarı', '1'],
    ])
    expect((await table(page, 'Günlük kayıt sayısı')).at(-1)).toEqual(['Toplam', '3'])
    expect((await table(page, 'Günlük gelir ve gider')).at(-1)).toEqual(['Toplam', '₺5.250', '₺50'])
    // The sticky header would cover a folded line.
    await page.evaluate(() => window.scrollTo(0, 0))
    await expectAccessible(page)

    const reset = page.getByRole('button', { name: 'Bu Ay' })
    await reset.click()
    await shown(page, NOW)
    expect(await reset.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(pathOf(page)).toBe('/stats')
    expect([await month.inputValue(), await year.inputValue()]).toEqual([String(NOW.month), String(NOW.year)])
    await page.goBack()
    await shown(page, BEFORE)
    expect(await month.inputValue()).toBe(String(BEFORE.month))
  })

  test('four named charts are drawn without faults, also for an empty month', async () => {
    const { page } = await openStats({ screen })
    await shown(page, NOW)
    for (const name of NAMES) await figure(page, name).locator('svg').last().waitFor()
    expect(await page.getByRole('figure').count()).toBe(4)
    await expectAccessible(page)

    await page.goto(`stats?month=2&year=${NOW.year - 5}`)
    await shown(page, { month: 2, year: NOW.year - 5 })
    for (const text of ['kayıt yok.', 'gelir ve gider yok.', 'kâr ve zarar yok.', 'işlem yok.'])
      await page.getByText(`Bu ayda ${text}`).waitFor()
    expect(await page.getByRole('application').count()).toBe(0)
    await expectAccessible(page)
  })
})

test('a month that has not begun is compared with nothing', async () => {
  const next = monthOf(monthRange(NOW.year, NOW.month).until)
  const { page } = await openStats({ path: `stats?month=${next.month}&year=${next.year}` })
  await shown(page, next)
  expect(await cards(page, title(next))).toMatchObject({ 'Kayıt sayısı': '0', Gelir: '₺0' })
  expect(await page.getByText(/önceki aya göre|günlerine göre/).count()).toBe(0)
  expect(await page.getByText(`${MONTH_NAMES[NOW.month - 1]}:`).count()).toBe(0)
})

test('an invalid address of the statistics is repaired', async () => {
  const { page } = await openStats({ path: `stats?month=13&year=${NOW.year}&yok=1` })
  await shown(page, NOW)
  expect(pathOf(page)).toBe(`/stats?year=${NOW.year}`)
})

test('the offered years go from the next one down to five years back', async () => {
  const { page, year } = await openStats()
  await shown(page, NOW)
  const years = Array.from({ length: 7 }, (_, index) => String(NOW.year + 1 - index))
  expect(await year.getByRole('option').allTextContents()).toEqual(years)
})

describe('loading the statistics', () => {
  test.each(screensOf('phone'))(
    'loading on a %s reserves the height of the charts and cards',
    async (screen) => {
      const { page } = await openStats({ path: 'feedbacks', screen })
      let release = () => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route('**/stats.get*', async (route) => {
        await held
        await route.continue()
      })
      if (screen === 'phone') await page.getByRole('button', { name: 'Menü' }).click()
      await page.getByRole('navigation').getByRole('link', { name: 'İstatistikler' }).click()
      await page.getByText('Yükleniyor...').waitFor({ state: 'attached' })
      const tops = () =>
        page.getByRole('figure').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
      const before = await tops()
      await expectAccessible(page)
      release()
      await shown(page, NOW)
      expect(await tops()).toEqual(before)
    },
  )

  test('the printed statistics show figures and charts, without the export', async () => {
    const { page } = await openStats()
    await shown(page, NOW)
    const download = page.getByRole('link', { name: /^Dışa aktar/ })
    await download.waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await download.isVisible()).toBe(false)
    expect(await figure(page, 'Günlük gelir ve gider').isVisible()).toBe(true)
    await page.emulateMedia({ media: 'screen' })
  })

  test('a failed load shows a message and a retry', async () => {
    const { page } = await openStats({ path: 'feedbacks', expectedErrors: [/ERR_FAILED/] })
    const recover = await loseCalls(page, '**/stats.get*')
    await page.getByRole('navigation').getByRole('link', { name: 'İstatistikler' }).click()
    const alert = page.getByRole('alert')
    await alert.getByText('İstatistikler alınamadı. Lütfen tekrar deneyin.').waitFor({ timeout: 40_000 })
    await expectAccessible(page)
    recover()
    await page.getByRole('button', { name: 'Tekrar dene' }).click()
    await shown(page, NOW)
    expect(await alert.count()).toBe(0)
    expect(await cards(page, 'Tüm zamanlar')).toMatchObject({ 'Toplam kayıt': '5' })
  })

  const noAnswers: [string, (route: Route) => Promise<void>][] = [
    ['no response', (route) => route.abort()],
    ['no tRPC response', (route) => route.fulfill({ json: { x: 1 } })],
    ['a page of a proxy', (route) => route.fulfill({ status: 502, body: '<h1>502 Bad Gateway</h1>' })],
  ]
  test.each(noAnswers.slice(0, roundsOf(3, 1)))(
    'with %s while the session is answered, the message stays and no request is repeated',
    async (_, answer) => {
      const { page } = await openStats({ path: 'feedbacks', expectedErrors: [/ERR_FAILED/, /status of 502/] })
      await page.clock.install()
      let sent = 0
      await page.route(/\/trpc\/[^?]*stats\./, (route) => {
        sent += 1
        return answer(route)
      })
      await page.getByRole('navigation').getByRole('link', { name: 'İstatistikler' }).click()
      const message = page.getByRole('alert').getByText('İstatistikler alınamadı. Lütfen tekrar deneyin.')
      for (let second = 0; second < roundsOf(10, 6); second++) {
        await page.clock.runFor(1_000)
        await requestsDone(page)
      }
      await message.waitFor()
      await page.evaluate(() => {
        const watch = () => {
          if (document.querySelector('[role=alert]') === null) document.body.dataset['gone'] = ''
        }
        new MutationObserver(watch).observe(document.body, { childList: true, subtree: true })
      })
      const before = sent
      for (let times = 0; times < roundsOf(6, 3); times++) {
        await page.clock.runFor(5_000)
        await requestsDone(page)
      }
      expect([sent - before, await page.locator('body').getAttribute('data-gone')]).toEqual([0, null])
      await page.unroute(/\/trpc\/[^?]*stats\./)
      await page.getByRole('button', { name: 'Tekrar dene' }).click()
      await shown(page, NOW)
    },
  )

  test('a malformed response counts as a failure (specification §8)', async () => {
    const { page } = await openStats({ path: 'feedbacks' })
    const nothing = { result: { data: { json: {} } } }
    // The pointer may prefetch another screen's data in the same request, on its way to the link.
    await page.route(/\/trpc\/[^?]*stats\./, (route) => {
      const calls = new URL(route.request().url()).pathname.split(',').length
      return route.fulfill({ json: Array.from({ length: calls }, () => nothing) })
    })
    await page.getByRole('navigation').getByRole('link', { name: 'İstatistikler' }).click()
    await page.getByRole('alert').getByText('İstatistikler alınamadı. Lütfen tekrar deneyin.').waitFor()
    await expect.poll(() => page.getByRole('figure').count(), { timeout: 30_000 }).toBe(0)
  })
})
