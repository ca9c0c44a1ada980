import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

import { spend } from '#tests/support/rows/expense.ts'
import type { OpenOptions, TestBrowser } from './browser.ts'
import { type Panel, enter } from '#tests/support/panel/panel.ts'

type ExpenseBody = NonNullable<Parameters<typeof spend>[1]>
type Setting = Partial<Omit<OpenOptions, 'address'>> & { path?: string }

/** Returns a function that opens the expenses of a shop, logged in, with helpers for the list and the dialog. */
export const expenseScreen =
  (panel: Panel, browser: TestBrowser) =>
  async (bodies: ExpenseBody[], { path = 'expense', ...options }: Setting = {}) => {
    const user = await panel.user()
    const ids: number[] = []
    for (const body of bodies) ids.push((await spend(user.ctx, body)).id)
    const page = await browser.open({ address: panel.address, ...options })
    await enter(page, panel, user)
    await page.goto(path)
    return { page, user, ids, list: listOf(page), form: formOf(page) }
  }

function listOf(page: Page) {
  const table = page.getByRole('table', { name: 'Giderler' })
  const rows = table.locator('tbody').getByRole('row')
  return {
    table,
    rows,
    row: (title: string) => rows.filter({ hasText: title }),
    /** Returns the visible hits of the search. */
    marks: () => table.locator('mark').filter({ visible: true }).allTextContents(),
    search: page.getByRole('searchbox', { name: 'Ara' }),
    /** Returns an action of a row and the button that it gives the focus back to: on a phone that of the row's menu. */
    action: (title: string, name: 'Düzenle' | 'Sil') => rowAction(rows.filter({ hasText: title }), name),
    /** Returns the titles of the shown page, once there are as many as expected. */
    titles: async (count: number) => {
      const cells = table.locator('tbody td[data-label="Başlık"]')
      await expect.poll(() => cells.count(), { timeout: 30_000 }).toBe(count)
      return cells.allTextContents()
    },
    sum: (amount: string) => page.getByText(`Toplam ${amount}`).waitFor(),
  }
}

/** Returns the press on an action of an expense's row, and the button that opens it. */
export function rowAction(row: Locator, name: 'Düzenle' | 'Sil') {
  const page = row.page()
  const isPhone = (page.viewportSize()?.width ?? 0) < 768
  const opener = row.getByRole('button', { name: isPhone ? /^Diğer işlemler/ : name })
  const press = async () => {
    await opener.click()
    if (isPhone) await page.getByRole('menuitem', { name }).click()
  }
  return { press, opener }
}

function formOf(page: Page) {
  const dialog = page.getByRole('dialog')
  const form = {
    dialog,
    title: dialog.getByLabel('Başlık'),
    amount: dialog.getByLabel('Tutar'),
    date: dialog.getByLabel('Tarih'),
    note: dialog.getByLabel('Not', { exact: true }),
    category: (name: string) =>
      dialog.getByRole('group', { name: 'Kategori' }).getByRole('radio', { name, exact: true }),
    method: (name: 'Nakit' | 'Kart' | 'Havale' | 'Vadeli') => dialog.getByRole('radio', { name }),
    save: dialog.getByRole('button', { name: 'Kaydet' }),
    cancel: dialog.getByRole('button', { name: 'Vazgeç' }),
    open: async () => {
      await page.getByRole('button', { name: 'Yeni gider' }).click()
      await dialog.waitFor()
    },
    type: async ({ title, amount }: { title: string; amount: string }) => {
      await form.title.fill(title)
      await form.amount.fill(amount)
    },
    gone: () => dialog.waitFor({ state: 'detached' }),
  }
  return form
}

/** Three expenses in two months, one of them with a second date. */
export const SHOP: ExpenseBody[] = [
  { title: 'Kira', amount_kurus: 125_050, spend_date: '2026-11-01', note: 'Dükkân' },
  { title: 'ELEKTRİK', amount_kurus: 30_000, spend_date: '2026-10-15', note: 'Isıtıcı da IŞIK da' },
  { title: 'Çay', amount_kurus: 4995, spend_date: '2026-10-20', spread_date: '2026-12-01' },
]
