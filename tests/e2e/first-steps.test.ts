import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectAccessible, SCREENS, testBrowser, type Screen } from '#tests/support/screens/browser.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { kayitPage } from '#tests/support/screens/kayit-page.ts'
import { picture } from '#tests/support/documents/logo.ts'
import { enter, pathOf, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

const stepsOf = (page: Page) => {
  const card = page.getByRole('region', { name: 'İlk adımlar' })
  return { card, step: (name: string) => card.getByRole('link', { name }) }
}

/** Opens the first screen and waits for its figures, with which the steps appear. */
async function openFirstScreen(page: Page) {
  await page.goto('dashboard')
  await page.getByRole('region', { name: 'Bu ay' }).getByText(/^₺/).first().waitFor()
}

async function openShop({ screen = 'desktop' }: { screen?: Screen } = {}) {
  const user = await panel.user()
  const page = await browser.open({ address: panel.address, screen })
  await enter(page, panel, user)
  return { page, user, ...stepsOf(page) }
}

test.each(['phone', 'tablet', 'desktop'] as const)(
  'a new shop sees three steps below its work, without further requests, on a %s',
  async (screen) => {
    const { page, card, step } = await openShop({ screen })
    const calls: string[] = []
    page.on('request', (request) => calls.push(...(request.url().match(/kayit\.list|stats\.get/g) ?? [])))
    await openFirstScreen(page)
    await card.getByText('0 / 3 tamam').waitFor()
    for (const name of ['Logonuzu yükleyin', 'İlk kaydı açın', 'İlk belgenizi oluşturun'])
      expect(await step(name).count()).toBe(1)
    expect(calls.toSorted()).toEqual(['kayit.list', 'stats.get'])
    await expectAccessible(page)
    // The work comes first, and a new shop sees the start of the steps without scrolling.
    const work = await page.getByRole('region', { name: 'Serviste' }).boundingBox()
    const first = await step('Logonuzu yükleyin').boundingBox()
    expect(first?.y).toBeGreaterThan((work?.y ?? 0) + (work?.height ?? 0))
    expect(first?.y).toBeLessThan(SCREENS[screen].height - 100)
  },
)

test('each step leads to its screen and is ticked, and after the last one the card is gone', async () => {
  const { page, card, step } = await openShop({ screen: 'phone' })
  await openFirstScreen(page)
  await step('Logonuzu yükleyin').click()
  const upload = page.getByRole('button', { name: 'Logo yükle' })
  await expect.poll(async () => (await upload.boundingBox())?.y).toBeLessThan(SCREENS.phone.height)
  const buffer = await picture()
  await page.getByLabel('Logo dosyası').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
  await upload.click()
  await page.getByText('Logo güncellendi.').waitFor()
  await openFirstScreen(page)
  await card.getByText('1 / 3 tamam').waitFor()
  expect(await card.getByRole('listitem').first().textContent()).toBe('Logonuzu yükleyin: tamam')
  await expectAccessible(page)

  // Before the first record, the document is made together with it.
  await step('İlk belgenizi oluşturun').click()
  await expect.poll(() => pathOf(page)).toBe('/book/0')
  await page.goBack()
  await step('İlk kaydı açın').click()
  const kayit = kayitPage(page)
  await kayit.field('Plaka').fill('34 ABC 123')
  await kayit.field('Müşteri Adı Soyadı').fill('Ayşe Işık')
  await page.getByRole('button', { name: 'Kaydet', exact: true }).last().click()
  await page.waitForURL('**/books*')
  await openFirstScreen(page)
  await card.getByText('2 / 3 tamam').waitFor()

  await step('İlk belgenizi oluşturun').click()
  await page.waitForURL('**/books*')
  await page.getByRole('link', { name: 'Düzenle' }).click()
  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'KDV’li PDF', exact: true }).click()
  await opened
  await openFirstScreen(page)
  expect(await card.count()).toBe(0)
})

test('hidden steps stay hidden for their user only', async () => {
  const { page, card } = await openShop()
  await openFirstScreen(page)
  await card.getByRole('button', { name: 'Gizle' }).click()
  await card.waitFor({ state: 'detached' })
  const main = page.getByRole('main')
  expect(await main.evaluate((element) => element === document.activeElement)).toBe(true)
  await openFirstScreen(page)
  expect(await card.count()).toBe(0)

  await enter(page, panel, await panel.user())
  await openFirstScreen(page)
  await card.waitFor()

  const working = await panel.user()
  for (const number of [1, 2, 3, 4, 5]) await save(working.ctx, { info: { plaka: `34 ABC 10${number}` } })
  await enter(page, panel, working)
  await openFirstScreen(page)
  expect(await card.count()).toBe(0)
})
