import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { expectAccessible, requestsDone, testBrowser } from '#tests/support/screens/browser.ts'
import { chooseInRow, chooseView, listOpener, SHOP } from '#tests/support/screens/kayit-list-page.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { testPanel } from '#tests/support/panel/panel.ts'
import { getKayit } from '#server/kayit/operations.ts'

const panel = await testPanel()
const openList = listOpener(panel, testBrowser())

async function openShop(setting: Parameters<typeof openList>[1] = {}) {
  const opened = await openList(SHOP, setting)
  const { list, user, ids } = opened
  await list.names(4)
  return {
    ...opened,
    status: (name: string) =>
      list.rows.filter({ hasText: name }).getByRole('button', { name: /, değiştir$/ }),
    stored: async (index: number) => {
      const { kayit } = await getKayit(user.ctx, { kayit_id: ids[index] ?? 0 })
      return [kayit.durum, kayit.cikis_tarihi]
    },
    select: (name: string) => list.table.getByRole('checkbox', { name: new RegExp(`^Seç: .*${name}`) }),
  }
}

const bar = (page: Page) => page.getByRole('region', { name: 'Seçilen kayıtlar' })
const choose = (page: Page, name: string) => page.getByRole('menu').getByText(name).click()

describe('the status in the row', () => {
  test('the keyboard opens the menu of statuses; completing fills the exit date and can be undone', async () => {
    const { page, status, stored } = await openShop()
    const button = status('Cemal Su')
    expect(await button.getAttribute('aria-label')).toBe('Beklemede, değiştir')
    await button.focus()
    await page.keyboard.press('Enter')
    const items = page.getByRole('menuitemradio')
    await items.first().waitFor()
    expect(await items.allTextContents()).toEqual(['Devam Ediyor', 'Tamamlandı', 'Beklemede'])
    expect(await items.last().getAttribute('aria-checked')).toBe('true')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    expect(await button.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await eventually(() => items.last().evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByText('Durum değiştirildi.').waitFor()
    const [durum, exit] = await stored(3)
    expect([durum, exit !== null]).toEqual(['Tamamlandı', true])
    expect(await status('Cemal Su').textContent()).toBe('Tamamlandı')
    await page.getByRole('button', { name: 'Geri al' }).click()
    await page.getByText('Durum geri alındı.').waitFor()
    expect(await stored(3)).toEqual(['Beklemede', null])
  })

  test('assistive software opens the menu by a press without pointer and focus', async () => {
    const { page, status } = await openShop()
    const button = status('Cemal Su')
    await button.dispatchEvent('click')
    await page.getByRole('menuitemradio').first().waitFor()
    expect(await button.getAttribute('aria-expanded')).toBe('true')
    await button.click()
    await eventually(() => button.getAttribute('aria-expanded')).toBe('false')
  })

  test('a refused status is taken back, and the refreshed row can be changed', async () => {
    const { page, status, stored, user, ids } = await openShop({ expectedErrors: [/409/] })
    await save(user.ctx, { id: ids[3] ?? 0, info: { aciklama: 'Başka biri' } })
    await status('Cemal Su').click()
    await choose(page, 'Tamamlandı')
    await page.getByText('Kayıt bu arada değiştirildiği için durum aynı kaldı.').waitFor()
    expect(await stored(3)).toEqual(['Beklemede', null])
    await eventually(() => status('Cemal Su').textContent()).toBe('Beklemede')
    await requestsDone(page)
    await status('Cemal Su').click()
    await choose(page, 'Tamamlandı')
    await page.getByText('Durum değiştirildi.').waitFor()
  })

  test('two quick changes of a row are stored in their order, and neither is refused', async () => {
    const { page, status, stored } = await openShop()
    const first = Promise.withResolvers<void>()
    await page.route('**/kayit.setStatus*', async (route) => {
      await first.promise
      await route.continue()
    })
    await status('Cemal Su').click()
    await choose(page, 'Tamamlandı')
    await status('Cemal Su').click()
    await choose(page, 'Devam Ediyor')
    first.resolve()
    await eventually(() => page.getByText('Durum değiştirildi.').count()).toBe(2)
    expect((await stored(3))[0]).toBe('Devam Ediyor')
    expect(await status('Cemal Su').textContent()).toBe('Devam Ediyor')
  })

  test('without a connection the row shows the old status again', async () => {
    const { page, status } = await openShop({ expectedErrors: [/ERR_FAILED/] })
    await page.route('**/kayit.setStatus*', (route) => route.abort())
    await status('Cemal Su').click()
    await choose(page, 'Tamamlandı')
    await page.getByText('Durum değiştirilemedi. Lütfen tekrar deneyin.').waitFor()
    expect(await status('Cemal Su').textContent()).toBe('Beklemede')
  })

  test('on a phone the status opens a menu and not the record', async () => {
    const { page, status, stored } = await openShop({ screen: 'phone' })
    await status('Cemal Su').tap()
    await expectAccessible(page)
    await choose(page, 'Tamamlandı')
    await page.getByText('Durum değiştirildi.').waitFor()
    expect((await stored(3))[0]).toBe('Tamamlandı')
  })
})

describe('several rows', () => {
  test('Shift and arrows select rows, whose status is changed and undone in one step', async () => {
    const { page, stored } = await openShop()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await bar(page).getByText('3 kayıt seçildi').waitFor()
    await page.keyboard.press('Shift+ArrowUp')
    await bar(page).getByText('2 kayıt seçildi').waitFor()
    await bar(page).getByRole('button', { name: 'Durumu değiştir' }).click()
    await expectAccessible(page)
    await choose(page, 'Tamamlandı')
    await page.getByText('Durum değiştirildi.').waitFor()
    expect([(await stored(2))[0], (await stored(3))[0], (await stored(1))[0]]).toEqual([
      'Tamamlandı',
      'Tamamlandı',
      'İptal',
    ])
    await page.getByRole('button', { name: 'Geri al' }).click()
    await page.getByText('Durum geri alındı.').waitFor()
    expect([await stored(2), await stored(3)]).toEqual([
      ['Devam Ediyor', null],
      ['Beklemede', null],
    ])
  })

  test('checkboxes select one row, a range and the page; only the selected rows are printed', async () => {
    const { page, list, select } = await openShop()
    await chooseView(page, 'Seçim kutuları', 'checkbox')
    await select('Çiğdem Ak').click()
    await select('AYŞE IŞIK').click({ modifiers: ['Shift'] })
    await bar(page).getByText('3 kayıt seçildi').waitFor()
    const all = list.table.getByRole('checkbox', { name: 'Sayfadaki tüm kayıtları seç' })
    expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)
    await all.click()
    await bar(page).getByText('4 kayıt seçildi').waitFor()
    await select('Zeki Çınar').click()
    await select('AYŞE IŞIK').click()
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-asked', 'print')
    })
    await bar(page).getByRole('button', { name: 'Yazdır' }).click()
    expect(await page.locator('body').getAttribute('data-asked')).toBe('print')
    await page.emulateMedia({ media: 'print' })
    const printed = list.table.locator('tbody tr:visible [data-slot="customer"]')
    expect(await printed.allTextContents()).toEqual(['Çiğdem Ak', 'Cemal Su'])
    expect(await list.table.getByText('Beklemede').isVisible()).toBe(true)
    expect(await bar(page).isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })
    await bar(page).getByRole('button', { name: 'Seçimi bırak' }).click()
    await bar(page).waitFor({ state: 'detached' })
    await select('Cemal Su').click()
    await page.getByRole('button', { name: 'Açık işler' }).click()
    await list.names(2)
    expect(await bar(page).count()).toBe(0)
  })

  test('a row is selected in its menu, which shows the boxes while there is a selection', async () => {
    const { page, list, select } = await openShop()
    expect(await select('Cemal Su').count()).toBe(0)
    await chooseInRow(list.rows.filter({ hasText: 'Cemal Su' }), 'Seç')
    await bar(page).getByText('1 kayıt seçildi').waitFor()
    expect(await select('Cemal Su').isChecked()).toBe(true)
    await select('Cemal Su').click()
    await bar(page).waitFor({ state: 'detached' })
    await eventually(() => select('Cemal Su').count()).toBe(0)
  })

  test('rows that leave the list with their new status leave the selection', async () => {
    const { page, list, select } = await openShop()
    await chooseView(page, 'Seçim kutuları', 'checkbox')
    await page.getByRole('button', { name: 'Açık işler' }).click()
    await list.names(2)
    await select('Cemal Su').click()
    await bar(page).getByRole('button', { name: 'Durumu değiştir' }).click()
    await choose(page, 'Tamamlandı')
    await list.names(1)
    const all = list.table.getByRole('checkbox', { name: 'Sayfadaki tüm kayıtları seç' })
    const shown = () =>
      all.evaluate((box: HTMLInputElement) => [box.checked, box.indeterminate] satisfies boolean[])
    expect(await shown()).toEqual([false, false])
    await all.click()
    await bar(page).getByText('1 kayıt seçildi').waitFor()
    expect(await shown()).toEqual([true, false])
  })

  test('on a phone rows are selected in the menu of the card', async () => {
    const { page, list } = await openShop({ screen: 'phone' })
    for (const name of ['Çiğdem Ak', 'Cemal Su']) {
      await list.rows.filter({ hasText: name }).getByRole('button', { name: 'Diğer işlemler' }).tap()
      await page.getByRole('button', { name: 'Seç', exact: true }).tap()
    }
    expect(await bar(page).getByRole('paragraph').textContent()).toBe('2 kayıt seçildi')
    await expectAccessible(page)
  })
})
