import { messages } from '#shared/messages.ts'

import { dotted, plain, tl } from './amounts.ts'
import { drawerOf } from './figures.ts'
import type { Spending } from './ledger.ts'
import type { Shop, Step } from './shop.ts'

/** The drawer is counted for the first time. */
export const openDrawer = (counted: number): Step => ({
  words: 'the drawer is opened',
  run: async ({ page, ledger }) => {
    await page.goto('cash')
    await page.getByLabel('Kasada şu an ne kadar var?').fill(plain(counted))
    await page.keyboard.press('Enter')
    await page.getByLabel('Sayılan').waitFor()
    ledger.counts.push({ day: ledger.today, expected: counted, counted, reason: '' })
  },
})

/** The day is closed; `difference` is the cash counted beyond the expected one. */
export const closeDay = (difference = 0, reason = ''): Step => ({
  words: 'the day is closed',
  run: async ({ page, ledger }) => {
    const till = ledger.openTill ?? 0
    const { expected } = drawerOf(ledger, till)
    await page.goto('cash')
    await page.getByLabel('Sayılan').fill(plain(expected + difference))
    if (difference === 0) await page.getByText('Fark yok').waitFor()
    else {
      await page
        .getByRole('status')
        .filter({ hasText: tl(difference) })
        .waitFor()
      await page.getByLabel('Farkın sebebi').fill(reason)
    }
    await page.getByLabel('Sayılan').press('Enter')
    await page.getByText(new RegExp(`^Gün sonu No ${till}, `)).waitFor()
    ledger.counts.push({ day: ledger.today, expected, counted: expected + difference, reason })
  },
})

type NewSpending = Pick<Spending, 'title' | 'amount' | 'method'> & { category?: string; day?: string }

/** Money goes out. */
export const spend = ({ title, amount, method, category = '', day }: NewSpending): Step => ({
  words: `expense ${title}`,
  run: async ({ page, ledger }) => {
    await page.goto('expense')
    await page.getByRole('button', { name: 'Yeni gider' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Başlık').fill(title)
    await dialog.getByLabel('Tutar').fill(plain(amount))
    if (day !== undefined) await dialog.getByLabel('Tarih').fill(dotted(day))
    await choose({ page }, 'Ödeme', method)
    await choose({ page }, 'Kategori', category || 'Yok')
    await page.keyboard.press('Control+s')
    await dialog.waitFor({ state: 'detached' })
    ledger.spend({ title, amount, day: day ?? ledger.today, method, category })
  },
})

const choose = ({ page }: Pick<Shop, 'page'>, group: string, name: string) =>
  page
    .getByRole('dialog')
    .getByRole('group', { name: group })
    .getByRole('radio', { name, exact: true })
    .check({ force: true })

function named({ ledger }: Shop, title: string): Spending {
  const spending = ledger.spendings.find((one) => one.title === title)
  if (spending === undefined) throw new Error(`There is no expense '${title}'.`)
  return spending
}

/** An expense gets another amount or method. */
export const respend = (title: string, after: Partial<Pick<Spending, 'amount' | 'method'>>): Step => ({
  words: `expense ${title} is changed`,
  run: async (shop) => {
    const { page, ledger } = shop
    await page.goto('expense')
    await page.getByRole('row').filter({ hasText: title }).getByRole('button', { name: 'Düzenle' }).click()
    const dialog = page.getByRole('dialog')
    if (after.amount !== undefined) await dialog.getByLabel('Tutar').fill(plain(after.amount))
    if (after.method !== undefined) await choose(shop, 'Ödeme', after.method)
    await page.keyboard.press('Control+s')
    await dialog.waitFor({ state: 'detached' })
    ledger.change(named(shop, title), after)
  },
})

/** An expense is deleted. */
export const unspend = (title: string): Step => ({
  words: `expense ${title} is deleted`,
  run: async (shop) => {
    const { page, ledger } = shop
    await page.goto('expense')
    const row = page.getByRole('row').filter({ hasText: title })
    await row.getByRole('button', { name: 'Sil' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sil' }).click()
    // The open question hides all rows, so only the message says that the expense was deleted.
    await page.getByText(messages.expenseDeleted).waitFor()
    await row.waitFor({ state: 'detached' })
    ledger.change(named(shop, title), { isDeleted: true })
  },
})

/** A deleted expense comes back from the trash. */
export const restoreSpending = (title: string): Step => ({
  words: `expense ${title} is restored`,
  run: async (shop) => {
    const { page, ledger } = shop
    await page.goto('changes?tab=trash')
    await page.getByRole('button', { name: `Geri getir: ${title}` }).click()
    await page.getByText('Geri getirildi.').waitFor()
    ledger.change(named(shop, title), { isDeleted: false })
  },
})
