import { describe, expect, test } from 'vitest'

import { expectAccessible, type Screen, testBrowser } from '#tests/support/screens/browser.ts'
import { listOpener, SHOP } from '#tests/support/screens/kayit-list-page.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { pathOf, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const openList = listOpener(panel, testBrowser())

/** Opens the list of SHOP, whose second record is 'Cemal Su'. */
async function openShop(screen: Screen = 'desktop') {
  const opened = await openList(SHOP, { screen })
  await opened.list.names(4)
  const { page, list, ids } = opened
  return {
    ...opened,
    cell: list.rows.filter({ hasText: 'Cemal Su' }).getByText('Cemal Su'),
    path: `/book/${ids[3]}`,
    focused: () =>
      page.evaluate(
        () => document.activeElement?.closest('tr')?.querySelector('[data-slot="customer"]')?.textContent,
      ),
  }
}

describe('a row of the list', () => {
  test('a press anywhere in the row opens the record', async () => {
    const { page, cell, path } = await openShop()
    await cell.click()
    await page.getByRole('heading', { name: 'Kayıt Düzenle' }).waitFor()
    expect(pathOf(page)).toBe(path)
  })

  test.each(['Control', 'middle'] as const)('%s opens the record in a new tab', async (how) => {
    const { page, cell, path } = await openShop()
    const opened = page.context().waitForEvent('page')
    await cell.click(how === 'middle' ? { button: 'middle' } : { modifiers: [how] })
    const tab = await opened
    await eventually(() => pathOf(tab)).toBe(path)
    expect(pathOf(page)).toBe('/books')
  })

  test('selecting text does not open the record, and the buttons of the row still work', async () => {
    const { page, cell, list } = await openShop()
    const box = (await cell.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(box.x + 1, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2, { steps: 4 })
    await page.mouse.up()
    expect(await page.evaluate(() => getSelection()?.toString())).toContain('emal')
    expect(pathOf(page)).toBe('/books')
    await list.rows.filter({ hasText: 'Cemal Su' }).getByRole('button', { name: 'Sil' }).click()
    await page.getByRole('alertdialog').waitFor()
    expect(pathOf(page)).toBe('/books')
  })

  test('the row has a real link', async () => {
    const { list, path } = await openShop()
    const link = list.rows.filter({ hasText: 'Cemal Su' }).getByRole('link', { name: 'Düzenle' })
    expect(await link.getAttribute('href')).toBe(`/oto-servis${path}`)
  })
})

describe('the arrow keys', () => {
  test('arrow keys move to the rows as soon as they are loaded, and Enter opens the record', async () => {
    const { page, focused, path } = await openShop()
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe('Çiğdem Ak')
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe('Cemal Su')
    await page.keyboard.press('Enter')
    await eventually(() => pathOf(page)).toBe(path)
  })

  test('arrow keys move from the search field to its hits', async () => {
    const { page, list, focused, path } = await openShop()
    await page.keyboard.press('/')
    await page.keyboard.type('cemal')
    await list.names(1)
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe('Cemal Su')
    await page.keyboard.press('Enter')
    await eventually(() => pathOf(page)).toBe(path)
  })

  test('arrow keys do nothing while the rows belong to another search', async () => {
    const { page, list, focused } = await openShop()
    const arrival = Promise.withResolvers<void>()
    await page.route('**/kayit.list*', async (route) => {
      await arrival.promise
      await route.continue()
    })
    await list.search.fill('cemal')
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe(undefined)
    arrival.resolve()
    await list.names(1)
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe('Cemal Su')
  })

  test('arrow keys stay with a focused select', async () => {
    const { page, focused } = await openShop()
    await page.getByLabel('Ay', { exact: true }).focus()
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe(undefined)
  })
})

describe('the list of shortcuts', () => {
  test.each(['tablet', 'desktop'] as const)('"?" and a button show the shortcuts on a %s', async (screen) => {
    const { page } = await openShop(screen)
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Kısayollar' })
    await dialog.getByText('Kaydet ve KDV’li PDF').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('n')
    expect(pathOf(page)).toBe('/books')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    const menu = page.getByRole('button', { name: /^Hesap:/ })
    await menu.click()
    await expectAccessible(page)
    const button = page.getByRole('button', { name: 'Kısayollar' })
    expect([await button.getAttribute('title'), await button.getAttribute('aria-keyshortcuts')]).toEqual([
      'Kısayollar (?)',
      '?',
    ])
    await button.click()
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await eventually(() => menu.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.getByRole('searchbox').fill('')
    await page.keyboard.type('?')
    expect(await page.getByRole('searchbox').inputValue()).toBe('?')
    expect(await dialog.count()).toBe(0)
  })

  test('the list switches single-key shortcuts off and then omits them', async () => {
    const { page } = await openShop()
    const fresh = page.getByRole('link', { name: 'Yeni kayıt' })
    expect([await fresh.getAttribute('title'), await fresh.getAttribute('aria-keyshortcuts')]).toEqual([
      'Yeni kayıt (n)',
      'n',
    ])
    await page.getByRole('button', { name: /^Hesap:/ }).click()
    await page.getByRole('button', { name: 'Kısayollar' }).click()
    await page.getByLabel('Tek tuşlu kısayollar').uncheck()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Görünüm / }).click()
    expect(await page.getByLabel('Klavye kısayolları').isChecked()).toBe(false)
    await page.keyboard.press('Escape')
    expect(await fresh.getAttribute('aria-keyshortcuts')).toBe(null)
    await page.reload()
    await page.getByText('Cemal Su').waitFor()
    for (const key of ['?', 'n', 'ArrowDown']) await page.keyboard.press(key)
    expect([pathOf(page), await page.getByRole('dialog').count()]).toEqual(['/books', 0])
    expect(await page.evaluate(() => document.activeElement?.closest('tr'))).toBe(null)
  })
})
