import { describe, expect, test } from 'vitest'

import { testBrowser } from '#tests/support/screens/browser.ts'
import { pathOf, testPanel } from '#tests/support/panel/panel.ts'
import { field, held, openShop, option, search, type Setting } from '#tests/support/screens/search-page.ts'

const panel = await testPanel()
const browser = testBrowser()

const open = (setting: Setting = {}) => openShop({ panel, browser }, setting)

describe('Enter without a choice', () => {
  test('leads to the records with the typed text', async () => {
    const { page } = await open()
    await search(page, '06xy')
    await page.keyboard.press('Enter')
    await expect.poll(() => pathOf(page)).toBe('/books?q=06xy')
    await page.getByRole('row', { name: 'Ayşe Sarı' }).waitFor()
  })

  test('opens the cars where only cars match, as the last entry says', async () => {
    const { page } = await open()
    await search(page, 'golf')
    await page.getByText('1 araç bulundu. Enter araçlarda arar.').waitFor({ state: 'attached' })
    expect(await option(page, 'Araçlarda ara: “golf”').textContent()).toContain('Enter')
    await page.keyboard.press('Enter')
    await expect.poll(() => pathOf(page)).toBe('/vehicles?q=golf')
    await page.getByRole('row', { name: '34 ABC 123' }).waitFor()
  })

  test('waits for the answer after a whole plate and opens the car', async () => {
    const { page } = await open()
    const { arrive } = await held(page)
    await search(page, '34abc123')
    await page.keyboard.press('Enter')
    await page.getByText('Aranıyor...').waitFor()
    expect(pathOf(page)).toBe('/settings')
    arrive()
    await expect.poll(() => pathOf(page)).toMatch(/^\/vehicle\/\d+$/)
    await page.getByRole('heading', { level: 1, name: '34 ABC 123' }).waitFor()
  })

  test('a waiting Enter is cancelled by another text', async () => {
    const { page } = await open()
    const { arrive } = await held(page)
    await search(page, '34abc123')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Backspace')
    arrive()
    await option(page, /34 ABC 123.*Açık iş/).waitFor()
    expect(pathOf(page)).toBe('/settings')
    expect(await field(page).inputValue()).toBe('34abc12')
  })

  test('opens the records when the search fails', async () => {
    const { page } = await open({ expectedErrors: [/ERR_FAILED/] })
    const { arrive } = await held(page, (route) => route.abort())
    await search(page, 'golf')
    await page.keyboard.press('Enter')
    arrive()
    await expect.poll(() => pathOf(page)).toBe('/books?q=golf')
  })
})
