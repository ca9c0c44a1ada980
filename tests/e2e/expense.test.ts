import { describe, expect, test } from 'vitest'

import { formatDay, todayInIstanbul } from '#shared/date.ts'
import { screensOf } from '#tests/long-form.ts'
import { lostAnswer } from '#tests/support/screens/broken-answer.ts'
import { expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import { listed, spend } from '#tests/support/rows/expense.ts'
import { SHOP, expenseScreen } from '#tests/support/screens/expense-screen.ts'
import { testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const openExpenses = expenseScreen(panel, testBrowser())
const today = todayInIstanbul(new Date())

describe.each(screensOf('phone'))('the expenses on a %s', (screen) => {
  test('the list begins empty, and a new expense is added with its parsed amounts', async () => {
    const { page, list, form, user } = await openExpenses([], { screen })
    await page.getByText('Kayıt yok.').waitFor()
    await list.sum('₺0,00')
    await expectAccessible(page)

    await form.open()
    expect(await form.title.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await form.date.inputValue()).toBe(formatDay(today))
    expect(await form.method('Nakit').isChecked()).toBe(true)
    await expectAccessible(page)
    await form.title.fill('Yağ filtresi')
    await form.amount.fill('1.250')
    await form.note.focus()
    expect(await form.amount.inputValue()).toBe('1.250,00')
    await form.method('Havale').click()
    await form.note.fill('20 adet')
    await form.save.click()
    await form.gone()
    await page.getByText('Gider eklendi.').waitFor()
    expect(await list.titles(1)).toEqual(['Yağ filtresi'])
    await list.sum('₺1.250,00')
    const { items } = await listed(user.ctx)
    expect(items).toMatchObject([
      {
        title: 'Yağ filtresi',
        amount_kurus: 125_000,
        spend_date: today,
        method: 'transfer',
        note: '20 adet',
      },
    ])
    await expectAccessible(page)
  })

  test('missing fields are reported next to them, and nothing is sent', async () => {
    const { page, form, user } = await openExpenses([], { screen })
    await form.open()
    await form.date.fill('')
    await form.save.click()
    await form.dialog.getByText('Başlık, tutar (>0) ve tarih zorunlu.').waitFor()
    const marks = () =>
      Promise.all(
        [form.title, form.amount, form.date, form.note].map((field) => field.getAttribute('aria-invalid')),
      )
    expect(await marks()).toEqual(['true', 'true', 'true', null])
    expect(await form.title.evaluate((field) => field === document.activeElement)).toBe(true)
    await expectAccessible(page)

    await form.type({ title: 'Kira', amount: '0' })
    await form.date.fill('31.02.2026')
    await form.save.click()
    await form.dialog.getByText('Geçersiz tarih.').waitFor()
    expect(await marks()).toEqual([null, 'true', 'true', null])
    await form.amount.fill('9.999.999.999')
    await form.dialog.getByText('Tutar en fazla 999.999.999,99 olabilir.').waitFor()
    await form.amount.fill('12,50')
    await form.date.fill('5.3.2026')
    expect(await marks()).toEqual([null, null, null, null])
    expect((await listed(user.ctx)).total).toBe(0)
    await form.save.click()
    await form.gone()
    expect((await listed(user.ctx)).items).toMatchObject([{ amount_kurus: 1250, spend_date: '2026-03-05' }])
  })

  test('an expense is changed, and unchanged fields stay', async () => {
    const { page, list, form, user } = await openExpenses(SHOP, { screen })
    expect(await list.titles(3)).toEqual(['Çay', 'Kira', 'ELEKTRİK'])
    const edit = list.row('Çay').getByRole('button', { name: 'Düzenle' })
    await edit.click()
    await form.dialog.getByText('Listede gösterilen tarih: 01.12.2026').waitFor()
    expect([await form.amount.inputValue(), await form.date.inputValue()]).toEqual(['49,95', '20.10.2026'])
    await form.amount.fill('60')
    await form.amount.press('Enter')
    await form.gone()
    await list.sum('₺1.610,50')
    expect(await edit.evaluate((button) => button === document.activeElement)).toBe(true)
    expect((await listed(user.ctx, { q: 'çay' })).items).toMatchObject([
      { amount_kurus: 6000, spend_date: '2026-10-20', spread_date: '2026-12-01', version: 2 },
    ])
    await expectAccessible(page)
  })
})

describe('text typed into the expense form', () => {
  test('the text survives a failed save, and the retry creates one expense', async () => {
    const { page, list, form, user } = await openExpenses([], { expectedErrors: [/ERR_FAILED/] })
    // The server stores it, but the response is lost.
    await page.route('**/expense.save*', lostAnswer, { times: 1 })
    await form.open()
    await form.type({ title: 'Kira', amount: '100' })
    await form.save.click()
    await form.dialog.getByRole('alert').getByText('Kayıt kaydedilemedi.').waitFor()
    expect([await form.title.inputValue(), await form.amount.inputValue()]).toEqual(['Kira', '100,00'])
    await expectAccessible(page)
    await form.title.fill('Kasım kirası')
    await form.save.click()
    await form.gone()
    // The list may have shown the first attempt meanwhile.
    await expect.poll(() => list.titles(1), { timeout: 30_000 }).toEqual(['Kasım kirası'])
    expect((await listed(user.ctx)).total).toBe(1)
  })

  test('text typed during a save stays, and changes the stored expense', async () => {
    const { page, list, form, user } = await openExpenses([])
    await page.route(
      '**/expense.save*',
      async (route) => {
        await form.note.fill('bu arada')
        await route.continue()
      },
      { times: 1 },
    )
    await form.open()
    await form.type({ title: 'Kira', amount: '1250' })
    await form.save.click()
    await page.getByText('Gider eklendi.').waitFor()
    await page.getByRole('dialog', { name: 'Gider düzenle' }).waitFor()
    expect([await form.title.inputValue(), await form.note.inputValue()]).toEqual(['Kira', 'bu arada'])
    expect(await form.note.evaluate((field) => field === document.activeElement)).toBe(true)
    await expectAccessible(page)
    expect((await listed(user.ctx)).items).toMatchObject([{ title: 'Kira', amount_kurus: 125_000, note: '' }])

    await page.reload()
    await list.row('Kira').getByRole('button', { name: 'Düzenle' }).click()
    await form.dialog.getByText('Kaydedilmemiş bilgiler geri yüklendi.').waitFor()
    expect(await form.note.inputValue()).toBe('bu arada')
    await form.save.click()
    await form.gone()
    expect((await listed(user.ctx)).items).toMatchObject([{ title: 'Kira', note: 'bu arada', version: 2 }])
  })

  test('the form stays open until the response, which may be a refusal', async () => {
    const { page, form } = await openExpenses([], { expectedErrors: [/ERR_FAILED/] })
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/expense.save*', async (route) => {
      await held
      await route.abort()
    })
    await form.open()
    await form.type({ title: 'Kira', amount: '100' })
    await form.save.click()
    await expect.poll(() => form.save.getAttribute('aria-busy')).toBe('true')
    await page.keyboard.press('Escape')
    await form.dialog.getByRole('button', { name: 'Kapat' }).click()
    await form.cancel.click()
    release()
    await form.dialog.getByRole('alert').getByText('Kayıt kaydedilemedi.').waitFor()
    expect(await form.title.inputValue()).toBe('Kira')
    await form.dialog.getByRole('button', { name: 'Kapat' }).click()
    await form.gone()
  })

  test('the text survives a reload and Escape, and is discarded by Vazgeç', async () => {
    const { page, form } = await openExpenses([])
    await form.open()
    await form.type({ title: 'Yarım kalan', amount: '1.250,50' })
    await page.reload()
    await form.open()
    await form.dialog.getByText('Kaydedilmemiş bilgiler geri yüklendi.').waitFor()
    expect([await form.title.inputValue(), await form.amount.inputValue()]).toEqual([
      'Yarım kalan',
      '1.250,50',
    ])
    await page.keyboard.press('Escape')
    await form.gone()
    await form.open()
    expect(await form.title.inputValue()).toBe('Yarım kalan')
    await expectAccessible(page)
    await form.cancel.click()
    await form.gone()
    await form.open()
    expect([await form.title.inputValue(), await form.amount.inputValue()]).toEqual(['', ''])
  })

  test('an expired session asks for the password, and then the expense is saved', async () => {
    const { page, user, form } = await openExpenses([], { expectedErrors: [/status of 401/] })
    await form.open()
    await form.type({ title: 'Kira', amount: '100' })
    await panel.db.deleteFrom('sessions').where('user_id', '=', user.id).execute()
    await form.save.click()
    const again = page.getByRole('dialog', { name: 'Oturum sona erdi' })
    await again.getByLabel('Parola', { exact: true }).fill(user.password)
    await expectAccessible(page)
    await again.getByRole('button', { name: 'Giriş yap' }).click()
    await page.getByText('Gider eklendi.').waitFor()
    expect((await listed(user.ctx)).items).toMatchObject([{ title: 'Kira', amount_kurus: 10_000 }])
  })
})

describe.each(screensOf('desktop'))('concurrent changes of one expense on a %s', (screen) => {
  const conflict = async () => {
    const opened = await openExpenses(SHOP.slice(0, 1), { screen, expectedErrors: [/status of 409/] })
    const { list, form, user, ids } = opened
    await list.titles(1)
    await list.row('Kira').getByRole('button', { name: 'Düzenle' }).click()
    await form.title.fill('Kasım kirası')
    await spend(user.ctx, { id: ids[0] ?? 0, title: 'Kira (yeni)', amount_kurus: 200_000 })
    await form.save.click()
    await form.dialog.getByRole('alert').getByText('Bu kayıt siz düzenlerken değiştirildi.').waitFor()
    const stored = async () => (await listed(user.ctx)).items[0]
    expect(await stored()).toMatchObject({ title: 'Kira (yeni)', amount_kurus: 200_000 })
    return { ...opened, stored }
  }

  test('my changes are applied to theirs on request, and their other fields stay', async () => {
    const { page, form, stored } = await conflict()
    await form.dialog.getByRole('row', { name: /^Başlık.*Kira \(yeni\).*Kasım kirası$/ }).waitFor()
    await expectAccessible(page)
    await form.dialog.getByRole('button', { name: 'Yazdıklarımı güncel kayda aktar' }).click()
    expect([await form.title.inputValue(), await form.amount.inputValue()]).toEqual([
      'Kasım kirası',
      '2.000,00',
    ])
    await form.save.click()
    await form.gone()
    expect(await stored()).toMatchObject({ title: 'Kasım kirası', amount_kurus: 200_000, version: 3 })
  })

  test('my changes can be discarded', async () => {
    const { form, stored } = await conflict()
    await form.dialog.getByRole('button', { name: 'Yazdıklarımı bırak' }).click()
    expect(await form.title.inputValue()).toBe('Kira (yeni)')
    await form.cancel.click()
    await form.gone()
    expect(await stored()).toMatchObject({ title: 'Kira (yeni)', version: 2 })
  })
})

describe.each(screensOf('phone'))('the categories of expenses on a %s', (screen) => {
  test('a title proposes method and category of its last expense, and a choice of the user stays', async () => {
    const rent = { title: 'Kira', category: 'Kira', method: 'transfer' } as const
    const { form, user } = await openExpenses([rent], { screen })
    await form.open()
    expect(await form.category('Yok').isChecked()).toBe(true)
    await form.type({ title: 'Kira', amount: '100' })
    await expect.poll(() => form.category('Kira').isChecked()).toBe(true)
    expect(await form.method('Havale').isChecked()).toBe(true)
    await form.title.fill('Kira farkı')
    await expect.poll(() => form.category('Yok').isChecked()).toBe(true)
    await form.category('Diğer').click()
    await form.title.fill('Kira')
    await expect.poll(() => form.method('Havale').isChecked()).toBe(true)
    expect(await form.category('Diğer').isChecked()).toBe(true)
    await expectAccessible(form.dialog.page())
    await form.amount.press('Enter')
    await form.gone()
    const { items } = await listed(user.ctx, { category: 'Diğer' })
    expect(items).toMatchObject([{ title: 'Kira', method: 'transfer', amount_kurus: 10_000 }])
  })

  test('the chart has the sums of the categories, and a press filters the list by one', async () => {
    const expenses = [
      { title: 'Dükkân', category: 'Kira', amount_kurus: 30_000 },
      { title: 'Çay', category: '', amount_kurus: 10_000 },
    ]
    const { page, list } = await openExpenses(expenses, { screen })
    await list.titles(2)
    await page.getByText('1 giderin kategorisi yok').waitFor()
    await page.getByText('Kategoriye göre').click()
    const chart = page.getByRole('figure', { name: 'Kategoriye göre' })
    expect(await chart.getByRole('button').allTextContents()).toEqual([
      expect.stringMatching(/^Kira1 gider · %75₺300,00$/),
      expect.stringMatching(/^Kategorisiz1 gider · %25₺100,00$/),
    ])
    await expectAccessible(page)
    await chart.getByRole('button', { name: /^Kategorisiz/ }).click()
    expect(await list.titles(1)).toEqual(['Çay'])
    await list.sum('₺100,00')
    await page.reload()
    const pressed = chart.getByRole('button', { pressed: true })
    await expect.poll(() => pressed.allTextContents()).toEqual([expect.stringContaining('Kategorisiz')])
    await pressed.click()
    await list.titles(2)
  })
})
