import type { Locator, Page } from 'playwright-core'

import type { Screen, testBrowser } from '#tests/support/screens/browser.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { enter, type Panel } from '#tests/support/panel/panel.ts'

import { eventually } from './eventually.ts'

export type Info = NonNullable<NonNullable<Parameters<typeof save>[1]>['info']>
type Setting = { screen?: Screen; path?: string; expectedErrors?: RegExp[] }

/** The records of a shop with every kind of status and with missing dates. */
export const SHOP: Info[] = [
  { musteri_adi_soyadi: 'Zeki Çınar', plaka: '34 ABC 123', cikis_tarihi: '2026-03-05', durum: 'Tamamlandı' },
  { musteri_adi_soyadi: 'AYŞE IŞIK', plaka: '06 İST 7', cikis_tarihi: '2026-01-20', durum: 'İptal' },
  { musteri_adi_soyadi: 'Çiğdem Ak', plaka: '', sasi_no: 'WVWZZZ1JZ3W386752', giris_tarihi: '2025-02-10' },
  { musteri_adi_soyadi: 'Cemal Su', plaka: '35 KLM 9', giris_tarihi: '2026-02-11', durum: 'Beklemede' },
]

/** Returns a function that opens the list of a shop with these records, logged in. */
export const listOpener =
  (panel: Panel, browser: ReturnType<typeof testBrowser>) =>
  async (records: Info[], { screen = 'desktop', path = 'books', expectedErrors }: Setting = {}) => {
    const user = await panel.user()
    const ids = []
    for (const info of records) ids.push((await save(user.ctx, { info })).id)
    const page = await browser.open({ address: panel.address, screen, expectedErrors: expectedErrors ?? [] })
    await enter(page, panel, user)
    await page.goto(path)
    return { page, user, ids, list: listOf(page) }
  }

/** Returns the button of a view or status above the list. */
export const viewButton = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Görünümler' })
    .getByRole('button', { name: new RegExp(`^${name}( ?[\\d.]+)?$`) })

/** Opens the menu 'Görünüm', presses one of its buttons or boxes, and closes it if it is still open. */
export async function chooseView(page: Page, name: string, role: 'button' | 'checkbox' = 'button') {
  const menu = page.getByRole('button', { name: /^Görünüm / })
  await menu.click()
  await page.getByRole(role, { name: new RegExp(`^${name}( |$)`) }).click()
  if (name !== 'Görünümü kaydet') await page.keyboard.press('Escape')
}

/** Presses an entry of the menu of a row. */
export async function chooseInRow(row: Locator, name: string) {
  await row.getByRole('button', { name: /^Diğer işlemler/ }).click()
  await row.getByRole('button', { name, exact: true }).last().click()
}

/** Returns the list on the page, with helpers for tests. */
export function listOf(page: Page) {
  const table = page.getByRole('table', { name: 'Kayıtlar' })
  return {
    table,
    rows: table.locator('tbody').getByRole('row'),
    search: page.getByRole('searchbox', { name: 'Ara' }),
    /** Returns the customers of the shown page, once there are as many as expected. */
    names: async (count: number) => {
      const cells = table.locator('tbody [data-slot="customer"]')
      await eventually(() => cells.count()).toBe(count)
      return cells.allTextContents()
    },
    sort: (column: string) => table.getByRole('columnheader', { name: column }).getByRole('button').click(),
  }
}
