import { describe, expect, test } from 'vitest'

import { deleteExpense } from '#server/expense/operations.ts'
import { addDays, todayInIstanbul } from '#shared/date.ts'
import { expectAccessible, loseCalls, testBrowser } from '#tests/support/screens/browser.ts'
import { SHOP, expenseScreen } from '#tests/support/screens/expense-screen.ts'
import { pathOf, testPanel } from '#tests/support/panel/panel.ts'
import { readPdf } from '#tests/support/documents/read-pdf.ts'

const panel = await testPanel()
const openExpenses = expenseScreen(panel, testBrowser())
const today = todayInIstanbul(new Date())

describe('the table of expenses', () => {
  test('the table shows the second date if there is one, and a dash for no note', async () => {
    const { list } = await openExpenses(SHOP)
    await list.titles(3)
    expect((await list.row('Çay').getByRole('cell').allTextContents()).slice(0, 6)).toEqual([
      '01.12.2026',
      'Çay',
      '—',
      '—',
      '—',
      '₺49,95',
    ])
  })

  test('the server sorts the table, and Back restores the previous order', async () => {
    const { page, list } = await openExpenses(SHOP)
    await list.titles(3)
    const head = (name: string) => list.table.getByRole('columnheader', { name })
    expect(await head('Tarih').getAttribute('aria-sort')).toBe('descending')
    await head('Başlık').getByRole('button').click()
    await expect.poll(() => list.titles(3)).toEqual(['Çay', 'ELEKTRİK', 'Kira'])
    expect(pathOf(page)).toBe('/expense?sort=title&dir=asc')
    await head('Tutar').getByRole('button').click()
    await expect.poll(() => list.titles(3)).toEqual(['Çay', 'ELEKTRİK', 'Kira'])
    await head('Tutar').getByRole('button').click()
    await expect.poll(() => list.titles(3)).toEqual(['Kira', 'ELEKTRİK', 'Çay'])
    await page.goBack()
    await page.goBack()
    await page.goBack()
    await expect.poll(() => list.titles(3)).toEqual(['Çay', 'Kira', 'ELEKTRİK'])
    expect(pathOf(page)).toBe('/expense')
  })

  test('the server pages the table, and the address of a missing page is repaired', async () => {
    const many = Array.from({ length: 25 }, (_, n) => ({
      title: `Gider ${n}`,
      spend_date: addDays(today, -n),
    }))
    const { page, list } = await openExpenses(many, { path: 'expense?page=9&size=7' })
    await list.titles(5)
    expect(pathOf(page)).toBe('/expense?page=2')
    await page.getByRole('button', { name: 'Önceki sayfa' }).click()
    await page.getByText('1–20 / 25').waitFor()
    await list.titles(20)
  })
})

test('the printed list names its range of rows and leaves out the controls', async () => {
  const many = Array.from({ length: 24 }, (_, n) => ({ title: `Gider ${n}` }))
  const { page, list } = await openExpenses(many)
  await list.titles(20)
  await page.emulateMedia({ media: 'print' })
  const rows = page.getByText('1–20 / 24')
  expect(await rows.isVisible()).toBe(true)
  expect(await page.getByLabel('Sayfa boyutu').isVisible()).toBe(false)
  expect(await page.getByRole('button', { name: 'Sonraki sayfa' }).isVisible()).toBe(false)
})

test('the printed list repeats the column names on each sheet', async () => {
  const note = 'Birkaç satır süren bir açıklama. '.repeat(6)
  const many = Array.from({ length: 20 }, (_, n) => ({ title: `Gider ${n}`, note }))
  const { page, list } = await openExpenses(many)
  await list.titles(20)
  const { pages } = await readPdf(Uint8Array.from(await page.pdf({ preferCSSPageSize: true })))
  const sheets = pages.map(({ texts }) => texts.map(({ text }) => text).join(''))
  expect(sheets).toHaveLength(2)
  for (const head of ['Tarih', 'Başlık', 'Not', 'Tutar'])
    expect(sheets.filter((sheet) => sheet.includes(head))).toHaveLength(2)
})

describe('the filters of expenses', () => {
  test('the search covers title and note by Turkish rules as one types, and marks the hits', async () => {
    const { page, list } = await openExpenses(SHOP)
    await list.titles(3)
    await list.search.pressSequentially('ışık', { delay: 60 })
    expect(await list.titles(1)).toEqual(['ELEKTRİK'])
    await expect.poll(() => list.marks()).toEqual(['IŞIK'])
    await list.sum('₺300,00')
    await list.search.fill('elektrik')
    await expect.poll(() => list.marks()).toEqual(['ELEKTRİK'])
    expect(new URL(page.url()).searchParams.get('q')).toBe('elektrik')
    await page.reload()
    expect(await list.titles(1)).toEqual(['ELEKTRİK'])
    expect(await list.search.inputValue()).toBe('elektrik')
  })

  test('a pressed filter button keeps the focus', async () => {
    const { page, list } = await openExpenses(SHOP)
    await list.titles(3)
    const isFocused = (name: string) =>
      page.getByRole('button', { name }).evaluate((button) => button === document.activeElement)
    await page.getByLabel('Ay', { exact: true }).selectOption('Ekim')
    await page.getByLabel('Yıl', { exact: true }).selectOption('2026')
    await page.getByRole('button', { name: 'Uygula' }).click()
    await list.titles(2)
    expect(await isFocused('Uygula')).toBe(true)
    await page.getByRole('button', { name: 'Temizle' }).click()
    await list.titles(3)
    expect(await isFocused('Temizle')).toBe(true)
  })

  test('month and year are applied together with a search that was just typed', async () => {
    const { page, list } = await openExpenses(SHOP)
    await list.titles(3)
    await page.getByLabel('Ay', { exact: true }).selectOption('Ekim')
    await page.getByLabel('Yıl', { exact: true }).selectOption('2026')
    expect(pathOf(page)).toBe('/expense')
    await list.search.fill('çay')
    await page.getByRole('button', { name: 'Uygula' }).click()
    expect(await list.titles(1)).toEqual(['Çay'])
    const params = Object.fromEntries(new URL(page.url()).searchParams)
    expect(params).toEqual({ q: 'çay', month: '10', year: '2026' })
    await list.sum('₺49,95')

    await list.search.fill('yok böyle')
    await page.getByText('Kayıt yok.').waitFor()
    await list.sum('₺0,00')
    await page.getByRole('button', { name: 'Temizle' }).click()
    await list.titles(3)
    expect(pathOf(page)).toBe('/expense')
    expect(await list.search.inputValue()).toBe('')
    expect(await page.getByLabel('Ay', { exact: true }).inputValue()).toBe('')
  })
})

describe('loading the expenses', () => {
  test('a failed load shows a message and a retry', async () => {
    const { page, list } = await openExpenses(SHOP, { path: 'dashboard', expectedErrors: [/ERR_FAILED/] })
    let isLost = true
    await page.route('**/expense.list*', (route) => (isLost ? route.abort() : route.continue()))
    await page.getByRole('navigation').getByRole('link', { name: 'Giderler' }).click()
    await page.getByRole('alert').getByText('Giderler alınamadı.').waitFor()
    isLost = false
    await page.getByRole('button', { name: 'Tekrar dene' }).click()
    expect(await list.titles(3)).toContain('Kira')
  })
})

describe.each(['phone', 'desktop'] as const)('deleting an expense on a %s', (screen) => {
  test('deleting asks, removes the row at once, and can be undone', async () => {
    const { page, list } = await openExpenses(SHOP, { screen })
    await list.titles(3)
    const { press, opener } = list.action('Kira', 'Sil')
    const question = page.getByRole('alertdialog', { name: 'Silinsin mi?' })
    await press()
    await question.getByText('Kira – ₺1.250,50').waitFor()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Vazgeç' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true)

    await press()
    await question.getByRole('button', { name: 'Sil' }).click()
    expect(await list.titles(2)).toEqual(['Çay', 'ELEKTRİK'])
    await list.sum('₺349,95')
    await page.getByRole('button', { name: 'Geri al' }).click()
    await page.getByText('Gider geri alındı.').waitFor()
    await list.titles(3)
    await list.sum('₺1.600,45')
  })
})

describe('deleting an expense', () => {
  test('repeated presses of the button make one call', async () => {
    const { page, list } = await openExpenses(SHOP)
    await list.titles(3)
    const calls: string[] = []
    // Calls of the same moment share one request.
    page.on('request', (request) => calls.push(...(request.url().match(/expense\.delete/g) ?? [])))
    await list.row('Kira').getByRole('button', { name: 'Sil' }).click()
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Sil' })
    await confirm.evaluate((button: HTMLElement) => {
      for (let press = 0; press < 3; press++) button.click()
    })
    await page.getByText('Gider silindi.').waitFor()
    expect(await list.titles(2)).not.toContain('Kira')
    expect(calls).toHaveLength(1)
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('a failed deletion shows a message, and the row follows the server', async () => {
    const { page, list, user, ids } = await openExpenses(SHOP, {
      expectedErrors: [/ERR_FAILED/, /status of 404/],
    })
    await list.titles(3)
    const confirm = async (title: string) => {
      await list.row(title).getByRole('button', { name: 'Sil' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Sil' }).click()
    }
    const recover = await loseCalls(page, '**/expense.delete*')
    await confirm('Kira')
    expect(await page.getByRole('alert').textContent()).toBe('Kayıt silinemedi.')
    await list.titles(3)
    recover()
    await deleteExpense(user.ctx, { id: ids[0] ?? 0 })
    await confirm('Kira')
    await page.getByRole('alert').getByText('Kayıt bulunamadı.').waitFor()
    expect(await list.titles(2)).not.toContain('Kira')
  })
})
