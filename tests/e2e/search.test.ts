import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import { pathOf, testPanel } from '#tests/support/panel/panel.ts'
import { field, held, openShop, option, search, type Setting } from '#tests/support/screens/search-page.ts'

const panel = await testPanel()
const browser = testBrowser()

const chosen = (page: Page) => page.locator('[role="option"][aria-selected="true"]').textContent()
const open = (setting: Setting = {}) => openShop({ panel, browser }, setting)

describe('by keyboard', () => {
  test('Ctrl+K finds, the arrows choose, Enter opens', async () => {
    const { page, first } = await open()
    await search(page, 'öztürk hüs')
    await option(page, /^Hüseyin Öztürk.*1 geliş/).waitFor()
    expect(await page.locator('mark').allTextContents()).toContain('Öztürk')
    await page.getByText('1 müşteri, 1 kayıt bulundu.').waitFor({ state: 'attached' })
    expect(await page.getByRole('group').allTextContents()).toHaveLength(2)
    await page.keyboard.press('ArrowDown')
    expect(await chosen(page)).toContain('1 geliş')
    await page.keyboard.press('ArrowDown')
    expect(await chosen(page)).toContain(`Kayıt ${first}`)
    await page.keyboard.press('ArrowDown')
    expect(await chosen(page)).toBe('Kayıtlarda ara: “öztürk hüs”')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect.poll(() => pathOf(page)).toBe(`/book/${first}`)
    await field(page).waitFor({ state: 'detached' })
    // The screen has the focus, not the header's button.
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main')?.id)).toBe('icerik')
  })

  test('a record is found by its number, and Ctrl+Enter opens it in a new tab', async () => {
    const { page, second } = await open()
    await search(page, `#${second}`)
    await option(page, `Kayıt ${second}`).waitFor()
    await page.keyboard.press('ArrowDown')
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.keyboard.press('Control+Enter'),
    ])
    await tab.waitForURL(`${panel.address}book/${second}`)
    expect(pathOf(page)).toBe('/settings')
    await field(page).waitFor()
  })

  test('Escape returns the focus to the field with the user’s text, which stays', async () => {
    const { page } = await open()
    const name = page.getByLabel('Firma Adı')
    await name.fill('Yarım')
    await search(page, 'gider')
    await page.keyboard.press('Escape')
    await field(page).waitFor({ state: 'detached' })
    await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await name.inputValue()).toBe('Yarım')
  })

  test('a hit over a record with unsaved text asks first, and the text stays', async () => {
    const { page } = await open()
    await page.goto('book/0')
    const note = page.getByLabel('Müşteri Adı Soyadı', { exact: true })
    await note.fill('Yarım kalan')
    await search(page, 'gider')
    await page.getByRole('option', { name: 'Giderler', exact: true }).click()
    const question = page.getByRole('alertdialog')
    await question.waitFor()
    await field(page).waitFor({ state: 'detached' })
    const isInside = () => question.evaluate((dialog) => dialog.contains(document.activeElement))
    await expect.poll(isInside).toBe(true)
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    expect(await note.inputValue()).toBe('Yarım kalan')
    expect(pathOf(page)).toBe('/book/0')
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main')?.id)).toBe('icerik')
  })

  test('screens are found, the administration only by administrators', async () => {
    const { page } = await open()
    await search(page, 'yönetim')
    await page.getByText('Sonuç bulunamadı.').first().waitFor()
    expect(await page.getByRole('option', { name: 'Yönetim', exact: true }).count()).toBe(0)
    await field(page).fill('istatis')
    await option(page, 'İstatistikler').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => pathOf(page)).toBe('/stats')
  })

  test('names without Turkish marks are found, and called similar', async () => {
    const { page } = await open()
    await search(page, 'ozturk')
    await page.getByRole('group', { name: 'Müşteriler (benzer)' }).waitFor()
    expect(await page.locator('mark').first().textContent()).toBe('Öztürk')
  })

  test('Enter does not open a hit of an earlier text', async () => {
    const { page } = await open()
    await search(page, '34 abc')
    await page.getByRole('group', { name: 'Araçlar' }).waitFor()
    const { arrive } = await held(page)
    await field(page).fill('06 xy')
    await page.keyboard.press('ArrowDown')
    expect(await chosen(page)).toBe('Kayıtlarda ara: “06 xy”')
    arrive()
    await option(page, /^06 XY 77/)
      .first()
      .waitFor()
    // The choice stays when hits arrive before it.
    expect(await chosen(page)).toBe('Kayıtlarda ara: “06 xy”')
  })
})

describe('by thumb', () => {
  test('the header opens a sheet, a tap opens a hit, and what was opened is offered next time', async () => {
    const { page, second } = await open({ screen: 'phone' })
    await page.getByRole('button', { name: 'Her yerde ara' }).tap()
    expect(await page.getByRole('dialog').boundingBox()).toMatchObject({
      x: 0,
      y: 0,
      width: 360,
      height: 740,
    })
    expect(await page.getByRole('group').count()).toBe(1)
    await field(page).fill('sarı')
    await expectAccessible(page)
    await option(page, new RegExp(`Kayıt ${second}`)).tap()
    await expect.poll(() => pathOf(page)).toBe(`/book/${second}`)
    await page.getByRole('button', { name: 'Her yerde ara' }).tap()
    const recent = page.getByRole('group', { name: 'Son açılanlar' }).getByRole('option')
    expect(await recent.textContent()).toContain('06 XY 77')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Kapat' }).tap()
    await field(page).waitFor({ state: 'detached' })
  })

  test('a car leads to its page', async () => {
    const { page } = await open({ screen: 'phone' })
    await page.getByRole('button', { name: 'Her yerde ara' }).tap()
    await field(page).fill('golf')
    await option(page, /VW Golf.*Hüseyin Öztürk.*Açık iş/).tap()
    await expect.poll(() => pathOf(page)).toMatch(/^\/vehicle\/\d+$/)
  })
})

test('a failed search shows a message and a retry, and still finds screens', async () => {
  const { page } = await open({ expectedErrors: [/ERR_FAILED/] })
  await page.route('**/search.find*', (route) => route.abort())
  await search(page, 'ay')
  await page.getByRole('alert').getByText('Bağlantı yok').waitFor()
  await option(page, 'Ayarlar').waitFor()
  await page.unroute('**/search.find*')
  await page.getByRole('button', { name: 'Tekrar dene' }).click()
  await option(page, /^Ayşe Sarı/).waitFor()
  expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true)
})

test('the list of records opens with its own search when the file of the search is missing', async () => {
  const { page } = await open({ expectedErrors: [/ERR_FAILED|Failed to load|dynamically imported/] })
  await page.route('**/search-dialog-*', (route) => route.abort())
  // On a busy machine the first press can come before the page listens.
  const press = async () => {
    await page.keyboard.press('Control+k')
    return pathOf(page)
  }
  await expect.poll(press, { interval: 500 }).toBe('/books')
  const own = page.getByRole('searchbox', { name: 'Ara' })
  await expect.poll(() => own.evaluate((input) => input === document.activeElement)).toBe(true)
})
