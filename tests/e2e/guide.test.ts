import { expect, test } from 'vitest'

import { type Screen, expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import { enter, pathOf, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

type Setting = { screen?: Screen; expectedErrors?: RegExp[] }

async function openGuide(path: string, setting: Setting = {}) {
  const page = await browser.open({ address: panel.address, ...setting })
  await enter(page, panel, await panel.user())
  await page.goto(path)
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })
  return { page, heading, card: page.getByRole('region', { name: 'Kullanım kılavuzu' }) }
}

test.each(['phone', 'desktop'] as const)(
  'on a %s a topic opens from the list, with pictures that are loaded when they are reached',
  async (screen) => {
    const { page, card, heading } = await openGuide('feedbacks', { screen })
    await card.getByRole('link').first().waitFor()
    expect(await card.getByRole('link').count()).toBe(17)
    await card.getByRole('link', { name: /^Giderler/ }).click()
    await heading('Gider ekleme').waitFor()
    expect(pathOf(page)).toBe('/feedbacks/giderler')
    expect(await page.title()).toMatch(/^Giderler – Kullanım kılavuzu/)
    const picture = page.getByRole('img', { name: /^Yeni gider penceresi/ })
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(500)
    await expectAccessible(page)
    await page.goBack()
    await card.getByRole('link', { name: /^Giderler/ }).waitFor()
  },
)

test('the search of the questions finds sections of the guide and leads to them', async () => {
  const { page, card, heading } = await openGuide('feedbacks')
  await page.getByRole('searchbox', { name: 'Ara' }).fill('YEDEK KOD')
  await page.getByText('Sorularda bulunamadı; kılavuzdaki bölümler aşağıda.').waitFor()
  await card.locator('mark').first().waitFor()
  await expectAccessible(page)
  await card
    .getByRole('link', { name: /^İki adımlı doğrulama/ })
    .first()
    .click()
  const section = heading('İki adımlı doğrulama')
  await expect.poll(() => section.evaluate((element) => element === document.activeElement)).toBe(true)
  await expect.poll(async () => (await section.boundingBox())?.y).toBeLessThan(400)
  expect(new URL(page.url()).hash).toBe('#iki-adimli-dogrulama')
  await page.goBack()
  await card.locator('mark').first().waitFor()
  expect(pathOf(page)).toBe('/feedbacks?q=YEDEK+KOD')
})

test('a deep link opens a section, and an unknown topic says so and shows the others', async () => {
  const { page, heading } = await openGuide('feedbacks/kayitlar#durum-degistirme')
  await expect.poll(async () => (await heading('Durum değiştirme').boundingBox())?.y).toBeLessThan(400)
  await page.goto('feedbacks/yok')
  await page.getByText('Kılavuzda böyle bir konu yok.').waitFor()
  await page.getByRole('navigation', { name: 'Konular' }).getByRole('link', { name: 'İlk gün' }).click()
  await heading('Firma bilgileri').waitFor()
  await page.getByRole('link', { name: 'Destek’e dön' }).click()
  await page.getByRole('region', { name: 'Sık sorulan sorular' }).waitFor()
})

test('a search whose text of the guide does not arrive says so, and finds its sections after a reload', async () => {
  const expectedErrors = [/ERR_FAILED|Failed to load|dynamically imported/]
  const { page, card } = await openGuide('feedbacks', { expectedErrors })
  await page.route('**/assets/guide-search-*.js', (route) => route.abort())
  await page.getByRole('searchbox', { name: 'Ara' }).fill('yedek kod')
  await card.getByRole('alert').getByText('Bu bölüm yüklenemedi.').waitFor()
  expect(await page.getByText('Kılavuzda bu sözcük geçmiyor.').count()).toBe(0)
  await expectAccessible(page)
  await page.unroute('**/assets/guide-search-*.js')
  await card.getByRole('button', { name: 'Sayfayı yenile' }).click()
  await card.locator('mark').first().waitFor()
  expect(await card.getByRole('alert').count()).toBe(0)
})
