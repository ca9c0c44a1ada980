import { readFileSync } from 'node:fs'

import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { formatTL } from '#shared/money.ts'
import { unzipped } from '#tests/support/documents/unzip.ts'
import { spend } from '#tests/support/rows/expense.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { take } from '#tests/support/rows/payment.ts'
import { buildMember } from '#tests/support/rows/staff.ts'
import { expectAccessible, type Screen, testBrowser } from '#tests/support/screens/browser.ts'
import { BEFORE, day, NOW, title } from '#tests/support/screens/stats-page.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

type Options = { screen?: Screen; path?: string; expectedErrors?: RegExp[] }

const ADDRESS = `cash/month?month=${BEFORE.month}&year=${BEFORE.year}`

/** Opens the month before: 1.000 lira of work, of which 750 were paid and 50 given back, and 300 lira of expenses. */
async function openMonth({ screen, path = ADDRESS, expectedErrors = [] }: Options = {}) {
  const user = await panel.user({ output_format: 'CSV' })
  const { ctx } = user
  const { id: kayit_id } = await save(ctx, {
    info: { plaka: '34 AY 01', giris_tarihi: day(BEFORE, 3), durum: 'Tamamlandı' },
    islemler: [{ islem_adi: 'Balata', islem_adet: 1, fiyat_kurus: 100_000 }],
  })
  await take(ctx, { kayit_id, amount_kurus: 75_000, method: 'card', day: day(BEFORE, 4) })
  await take(ctx, { kayit_id, amount_kurus: 5_000, kind: 'refund', day: day(BEFORE, 28) })
  await spend(ctx, { title: 'Parça', amount_kurus: 12_000, vat_rate: 20, spend_date: day(BEFORE, 2) })
  await spend(ctx, { title: 'Kira', amount_kurus: 18_000, spend_date: day(BEFORE, 3) })
  const page = await browser.open({ address: panel.address, expectedErrors, ...(screen && { screen }) })
  await enter(page, panel, user)
  await page.goto(path)
  return { user, ctx, page, months: page.getByRole('navigation', { name: 'Aylar' }) }
}

const card = (page: Page, name: string) => page.getByRole('region', { name })

/** Returns the name and the bytes of the file that a link saves. */
async function saved(page: Page, link: string) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: link, exact: true }).click(),
  ])
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}

const FAULT = {
  error: { message: 'Beklenmeyen', code: -32_603, data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500 } },
}

const MONTH = day(BEFORE, 1).slice(0, 7)

describe('the month', () => {
  test('has the figures of the statistics, what came in, and the estimate of its VAT', async () => {
    const { page } = await openMonth()
    const result = card(page, 'Ayın sonucu')
    await result.getByText('1 kayıt, tamamlanan 1').waitFor()
    const figures = await result.getByRole('definition').allTextContents()
    expect(figures.filter((text) => text.startsWith('₺'))).toEqual([
      formatTL(100_000),
      formatTL(30_000),
      formatTL(70_000),
    ])
    const taken = card(page, 'Giren para')
    await taken.getByText('1 tahsilat').waitFor()
    await taken.locator('dl > div').filter({ hasText: 'Kart₺750,00' }).waitFor()
    await taken.locator('dl > div').filter({ hasText: 'İade−₺50,00' }).waitFor()
    await taken.locator('dl > div').filter({ hasText: 'İadeden sonra₺700,00' }).waitFor()
    const vat = card(page, 'KDV tahmini')
    await vat.getByText('Bu bir tahmindir; beyanname yerine geçmez.').waitFor()
    await vat.getByText('1 giderin KDV oranı seçilmemiş').waitFor()
    expect(await vat.getByRole('definition').allTextContents()).toEqual(['₺166,67', '−₺20,00', '₺146,67'])
    expect(await page.getByText('bitmedi').count()).toBe(0)
    await result.getByRole('link', { name: 'İstatistiklerde aç' }).click()
    await page.getByRole('heading', { name: title(BEFORE) }).waitFor()
    await page.getByText('₺1.000').first().waitFor()
  })

  test('is kept in the address, and leads to the months before and after it up to the running one', async () => {
    const { page, months } = await openMonth()
    await months.getByText(title(BEFORE)).waitFor()
    await months.getByRole('link', { name: 'Sonraki ay' }).click()
    await months.getByText(title(NOW)).waitFor()
    await page.getByText(`${title(NOW)} bitmedi: tutarlar ve dosyalar şu anki durumu gösterir.`).waitFor()
    expect(await months.getByRole('button', { name: 'Sonraki ay' }).isDisabled()).toBe(true)
    await card(page, 'Giren para').getByText('Bu ay için tahsilat girilmemiş.').waitFor()
    await page.reload()
    await months.getByText(title(NOW)).waitFor()
    await page.goBack()
    await months.getByText(title(BEFORE)).waitFor()
    await card(page, 'Giren para').getByText('₺750').first().waitFor()
    await months.getByRole('link', { name: 'Önceki ay' }).click()
    await months.getByText(title(BEFORE)).waitFor({ state: 'detached' })
    await card(page, 'Ayın sonucu').getByText('0 kayıt, tamamlanan 0').waitFor()
  })

  test('shows the other cards when one of them fails, and loads it again', async () => {
    const { page } = await openMonth({ path: 'dashboard', expectedErrors: [/status of (207|500)/] })
    let isBroken = true
    // The cards' calls travel together, and only one of them fails.
    await page.route(/payment\.month/, async (route) => {
      if (!isBroken) return route.continue()
      const response = await route.fetch()
      const names = new URL(route.request().url()).pathname.split('/').at(-1)?.split(',') ?? []
      const answers = (await response.json()) as object[]
      const json = answers.map((answer, index) => (names[index] === 'payment.month' ? FAULT : answer))
      return route.fulfill({ response, json })
    })
    await page.goto(ADDRESS)
    const taken = card(page, 'Giren para')
    await taken.getByText('Tahsilatlar alınamadı.').waitFor()
    await card(page, 'Ayın sonucu').getByText('1 kayıt, tamamlanan 1').waitFor()
    isBroken = false
    await taken.getByRole('button', { name: 'Tekrar dene' }).click()
    await taken.getByText('1 tahsilat').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })
})

describe('the files for the accountant', () => {
  test('are three clicks from the start page, in the format of the settings', async () => {
    const { page } = await openMonth({ path: 'dashboard' })
    const nav = page.getByRole('navigation').first()
    await nav.getByRole('link', { name: 'Kasa', exact: true }).click()
    await page.getByRole('link', { name: 'Ay sonu' }).click()
    const [first] = await page
      .locator('li')
      .filter({ hasText: 'Tahsilatlar' })
      .getByRole('link')
      .allTextContents()
    expect(first).toBe('CSV')
    expect((await saved(page, 'Tahsilatlar: CSV')).name).toMatch(/^tahsilatlar-\d{4}-\d\d\.csv$/)
  })

  test('are of the shown month, one by one and in one archive', async () => {
    const { page } = await openMonth()
    const payments = await saved(page, 'Tahsilatlar: CSV')
    expect(payments.name).toBe(`tahsilatlar-${MONTH}.csv`)
    expect(payments.bytes.toString('utf8').split('\r\n')).toHaveLength(4)
    const { name, bytes } = await saved(page, 'Hepsi bir arada: XLSX')
    expect(name).toBe(`muhasebe-${MONTH}.zip`)
    expect([...unzipped(bytes).keys()]).toEqual(
      ['döküm', 'tahsilatlar', 'giderler', 'gün-sonları', 'istatistikler'].map(
        (one) => `${one}-${MONTH}.xlsx`,
      ),
    )
    const expenses = await saved(page, 'Giderler: CSV')
    expect(expenses.bytes.toString('utf8')).toMatch(/Parça[^]*Kira/)
  })
})

test('the desk without the month’s money gets lists alone, and a mechanic no month', async () => {
  const { user, page } = await openMonth()
  await enter(page, panel, await buildMember(panel.db, user))
  await page.goto(ADDRESS)
  const files = card(page, 'Muhasebeci dosyaları')
  await files.waitFor()
  expect(await files.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
    'Kayıtlar',
    'Tahsilatlar',
    'Gün sonları',
  ])
  expect(await page.getByRole('region').count()).toBe(1)
  const { bytes } = await saved(page, 'Tahsilatlar: CSV')
  expect(bytes.toString('utf8')).toContain('750,00')
  await enter(page, panel, await buildMember(panel.db, user, { role: 'desk', sees_figures: true }))
  await page.goto(ADDRESS)
  await card(page, 'Giren para').getByText('1 tahsilat').waitFor()
  await enter(page, panel, await buildMember(panel.db, user, { role: 'mechanic' }))
  await page.goto(ADDRESS)
  await page.getByText('Bu sayfayı görme yetkiniz yok.').waitFor()
  expect(await card(page, 'Muhasebeci dosyaları').count()).toBe(0)
})

test('on a phone the files are saved by a thumb', async () => {
  const { page } = await openMonth({ screen: 'phone' })
  await card(page, 'KDV tahmini').getByText('Ödenecek (tahmini)').waitFor()
  await expectAccessible(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Hepsi bir arada: CSV' }).tap(),
  ])
  expect(download.suggestedFilename()).toBe(`muhasebe-${MONTH}.zip`)
})
