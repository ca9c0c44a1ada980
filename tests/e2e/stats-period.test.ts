import { readFileSync } from 'node:fs'

import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { addDays, formatDay } from '#shared/date.ts'
import { expectAccessible, SCREENS, testBrowser } from '#tests/support/screens/browser.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { pathOf, testPanel } from '#tests/support/panel/panel.ts'
import { NOW, openFold, openStats, shown, TODAY } from '#tests/support/screens/stats-page.ts'

const panel = await testPanel()
const browser = testBrowser()

/** A past year, so that the tests do not depend on the day. */
const YEAR = NOW.year - 2

/** Runs `openStats` with records of two past years. */
async function openYears(path: string) {
  const { page, user } = await openStats({ panel, browser }, { path: 'feedbacks' })
  const job = (
    info: { giris_tarihi: string; arac_marka: string; durum?: string },
    ...item: [string, number]
  ) =>
    save(user.ctx, {
      info: { durum: 'Tamamlandı', cikis_tarihi: info.giris_tarihi, ...info },
      islemler: [{ islem_adi: item[0], islem_adet: 1, fiyat_kurus: item[1] }],
    })
  await job({ giris_tarihi: `${YEAR - 1}-03-05`, arac_marka: 'Fiat' }, 'Yağ', 100_000)
  await job({ giris_tarihi: `${YEAR}-03-05`, arac_marka: 'Fiat' }, 'Yağ', 100_050)
  await job({ giris_tarihi: `${YEAR}-11-20`, arac_marka: 'FİAT' }, '=Balata', 49_950)
  await job({ giris_tarihi: `${YEAR}-12-31`, arac_marka: '' }, 'yağ', 10_000)
  await job({ giris_tarihi: `${YEAR}-12-31`, arac_marka: 'Opel', durum: 'İptal' }, 'Motor', 500_000)
  await page.goto(path)
  return page
}

const shownYear = (page: Page, year: number) =>
  page
    .getByRole('status')
    .filter({ hasText: `${year} yılı istatistikleri` })
    .waitFor({ state: 'attached' })

const wordsOf = async (part: Locator) => (await part.innerText()).replaceAll(/\s+/g, ' ')
const text = (page: Page, name: string) => wordsOf(page.getByRole('region', { name, exact: true }))
/** Opens a folded line and returns its text. */
const fold = async (page: Page, title: string) => wordsOf(await openFold(page, title))

/** Chooses a kind of period; its select keeps the focus. */
async function chooseKind(page: Page, kind: string) {
  const select = page.getByLabel('Dönem', { exact: true })
  await select.focus()
  await select.selectOption(kind)
  await eventually(() => select.locator('option:checked').textContent()).toBe(kind)
  expect(await select.evaluate((one) => one === document.activeElement)).toBe(true)
}

const FOLDS = [
  'İşleme göre gelir',
  'Markaya göre gelir',
  'Kayıt başına ortalama gelir',
  'Açık işler',
  'Grafiklerin tabloları',
]

const isWiderThanScreen = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

describe('a year', () => {
  test('a year is compared with the year before in words, and Back leads to the month', async () => {
    const page = await openYears('stats')
    await shown(page, NOW)
    await chooseKind(page, 'Yıl')
    await shownYear(page, NOW.year)
    expect(pathOf(page)).toBe('/stats?period=year')
    await page.getByLabel('Yıl', { exact: true }).selectOption(String(YEAR))
    await page.getByRole('button', { name: 'Uygula' }).click()
    await shownYear(page, YEAR)
    expect(pathOf(page)).toBe(`/stats?period=year&year=${YEAR}`)
    const column = await text(page, `${YEAR} yılı`)
    expect(column).toContain(`Bir önceki yıla göre: ${YEAR - 1} yılı`)
    expect(column).toContain('Gelir ₺1.600 Önceki: ₺1.000 %60 fazla')
    expect(column).toContain('Kâr / zarar ₺1.600 Önceki: ₺1.000 ₺600 fazla')
    expect(column).toContain('Kayıt sayısı 4 Önceki: 1')
    const closed = await text(page, 'Ayrıntılar')
    expect(closed).toContain('İşleme göre gelir en çok yağ, ₺1.101 Markaya göre gelir en çok Fiat, ₺1.500')
    expect(closed).toContain('Kayıt başına ortalama gelir ₺533, %47 az')
    expect(await fold(page, 'Kayıt başına ortalama gelir')).toContain(
      'Bir önceki yıla göre %47 az, önceki ₺1.000. Geliri olan 3 kayıt sayıldı.',
    )
    expect(await fold(page, 'İşleme göre gelir')).toMatch(/en çok yağ \(%68,8\)\. yağ ₺1\.101 =Balata ₺500/)
    expect(await fold(page, 'Markaya göre gelir')).toMatch(/Fiat ₺1\.500 Belirtilmemiş ₺100/)

    await page.goBack()
    await shownYear(page, NOW.year)
    await page.goBack()
    await shown(page, NOW)
    expect(pathOf(page)).toBe('/stats')
    await page.goto(`stats?period=year&year=${YEAR - 3}`)
    await shownYear(page, YEAR - 3)
    await page.getByText('Bu dönemde kâr ve zarar yok.').waitFor()
    expect(await page.getByText('Bu dönemde gelir yok.').count()).toBe(3)
  })

  test.each(['phone', 'desktop'] as const)(
    'a year is accessible on a %s and can be read with the keyboard',
    async (screen) => {
      const page = await openYears(`stats?period=year&year=${YEAR}`)
      await page.setViewportSize(SCREENS[screen])
      await shownYear(page, YEAR)
      const chart = page.getByRole('figure', { name: 'Aylık gelir', exact: true })
      await chart.getByRole('application').focus()
      await page.keyboard.press('Home')
      for (const _ of ['Şubat', 'Mart']) await page.keyboard.press('ArrowRight')
      await chart.locator('.visx-tooltip').getByText(`Mart ${YEAR}`, { exact: true }).waitFor()
      expect(await chart.getByRole('status').textContent()).toBe(
        `Mart ${YEAR}: ${YEAR} ₺1.001, Mart ${YEAR - 1} ₺1.000`,
      )
      for (const title of FOLDS) await openFold(page, title)
      await page.getByRole('button', { name: 'Tabloyu göster' }).last().click()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expectAccessible(page)
      }
      expect(await isWiderThanScreen(page)).toBe(false)
    },
  )
})

describe('any days', () => {
  test('days are typed or chosen, and wrong ones are reported', async () => {
    const page = await openYears(`stats?period=year&year=${YEAR}`)
    await shownYear(page, YEAR)
    await chooseKind(page, 'Tarih aralığı')
    const [from, to] = [page.getByLabel('Başlangıç'), page.getByLabel('Bitiş')]
    await from.waitFor()
    expect([await from.inputValue(), await to.inputValue()]).toEqual([`01.01.${YEAR}`, `31.12.${YEAR}`])
    const apply = page.getByRole('button', { name: 'Uygula' })
    await to.fill('32.12')
    await apply.click()
    await page.getByText('Geçersiz tarih.').waitFor()
    await to.fill(`31.12.${YEAR - 1}`)
    await apply.click()
    await page.getByText('Başlangıç tarihi bitiş tarihinden sonra olamaz. Tarihleri düzeltin.').waitFor()
    expect(await to.getAttribute('aria-invalid')).toBe('true')
    await expectAccessible(page)
    await from.fill(`5/3/${YEAR}`)
    await to.fill(`20.11.${YEAR}`)
    await page.keyboard.press('Enter')
    const title = `5 Mart – 20 Kasım ${YEAR}`
    await page.getByRole('heading', { name: title }).waitFor()
    expect(pathOf(page)).toBe(`/stats?from=${YEAR}-03-05&to=${YEAR}-11-20`)
    expect(await text(page, title)).toContain('Gelir ₺1.500 Önceki: ₺0')
    await page.getByRole('button', { name: 'Son 30 gün' }).click()
    await page.waitForURL(`**/stats?from=${addDays(TODAY, -29)}&to=${TODAY}`)
    expect(await from.inputValue()).toBe(formatDay(addDays(TODAY, -29)))
    await page.goBack()
    await page.getByRole('heading', { name: title }).waitFor()
    expect(await from.inputValue()).toBe(`05.03.${YEAR}`)
  })

  test('exactly the days of a month show the sections of the month and stay in the address as days', async () => {
    const page = await openYears(`stats?month=11&year=${YEAR}`)
    const month = { month: 11, year: YEAR }
    await shown(page, month)
    await chooseKind(page, 'Tarih aralığı')
    await page.getByLabel('Başlangıç').waitFor()
    expect(pathOf(page)).toBe(`/stats?from=${YEAR}-11-01&to=${YEAR}-11-30`)
    await shown(page, month)
    await page.getByRole('region', { name: 'Tüm zamanlar' }).waitFor()
    expect(await fold(page, 'İşleme göre gelir')).toContain('=Balata ₺500')
    await page.getByLabel('Bitiş').fill(`29.11.${YEAR}`)
    await page.getByRole('button', { name: 'Uygula' }).click()
    await page.getByRole('heading', { name: `1–29 Kasım ${YEAR}` }).waitFor()
  })

  test('the figures of a chart can be downloaded for a spreadsheet', async () => {
    const page = await openYears(`stats?from=${YEAR}-03-05&to=${YEAR}-11-20`)
    const section = await openFold(page, 'İşleme göre gelir')
    await section.getByRole('button', { name: 'Tabloyu göster' }).click()
    const waiting = page.waitForEvent('download')
    await section.getByRole('button', { name: 'Dosya olarak indir' }).click()
    const download = await waiting
    expect(download.suggestedFilename()).toBe(`İşleme göre gelir 5 Mart – 20 Kasım ${YEAR}.csv`)
    expect(readFileSync(await download.path(), 'utf8')).toBe(
      "\uFEFFİşlem;Gelir;Pay %\r\nyağ;1000,50;66,7\r\n'=Balata;499,50;33,3\r\nToplam;1500,00;\r\n",
    )
    await expectAccessible(page)
  })
})

test('a month shows the sources of its income, and the open work leads to its list', async () => {
  const page = await openYears('stats')
  await shown(page, NOW)
  const operations = await openFold(page, 'İşleme göre gelir')
  await operations.getByText('yağ değişimi', { exact: true }).waitFor()
  expect(await fold(page, 'Markaya göre gelir')).toContain('Belirtilmemiş ₺1.201')
  expect(await fold(page, 'Açık işler')).toMatch(/Açık işler 5 iş, ₺6\.451 .*En eskisi \d+ gündür açık/)
  await page.getByRole('link', { name: 'Açık işleri göster' }).click()
  await page.waitForURL('**/books?sort=giris_tarihi&open=true')
  await page.getByText('5 kayıt').first().waitFor()
})
