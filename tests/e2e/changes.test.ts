import { expect, test } from 'vitest'

import { deleteExpense } from '#server/expense/operations.ts'
import { deleteKayit } from '#server/kayit/operations.ts'
import { expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import { spend } from '#tests/support/rows/expense.ts'
import { kayitPage, storedRecords } from '#tests/support/screens/kayit-page.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { enter, pathOf, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

const info = { plaka: '34 ABC 123', musteri_adi_soyadi: 'Ali Usta' }
const oil = { islem_adi: 'Yağ', islem_adet: 1, fiyat_kurus: 12_000 }

async function open(path: string, user = panel.user()) {
  const page = await browser.open({ address: panel.address })
  await enter(page, panel, await user)
  await page.goto(path)
  return page
}

test('the history of a record shows each change with its user, fields and items', async () => {
  const user = await panel.user()
  const { id } = await save(user.ctx, { info, islemler: [oil] })
  const page = await open(`book/${id}`, Promise.resolve(user))
  const { field, cell, saveAtTop, says } = kayitPage(page)
  await field('Kilometre').fill('121.000')
  await cell('Adet', 1).fill('2')
  await saveAtTop.click()
  await says('Kayıt başarıyla güncellendi.')
  await kayitPage(page).openMenu('Geçmiş')
  const dialog = page.getByRole('dialog', { name: 'Geçmiş' })
  const entries = dialog.getByRole('list').first().locator('> li')
  await entries.first().getByText('Kayıt değiştirildi').waitFor()
  await eventually(() => entries.first().textContent()).toContain('Kilometre')
  const text = (await entries.first().textContent()) ?? ''
  expect(text).toContain(user.username)
  expect(text).toContain('121.000')
  expect(text).toContain('1 × Yağ, ₺120,00')
  expect(text).toContain('2 × Yağ, ₺120,00')
  await entries.last().getByText('Kayıt oluşturuldu').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page
    .locator(':focus')
    .and(page.getByRole('button', { name: 'Diğer işlemler', exact: true }))
    .waitFor()
})

test("the address holds the filters of the shop's history, whose rows open the record", async () => {
  const user = await panel.user()
  const { id } = await save(user.ctx, { info })
  await spend(user.ctx, { title: 'Elektrik' })
  const page = await open('settings', Promise.resolve(user))
  await page.getByRole('main').getByRole('link', { name: 'Geçmiş' }).click()
  await page.getByText('Gider oluşturuldu').waitFor()
  await page.getByText('Kayıt oluşturuldu').waitFor()
  await page.getByLabel('Ne').selectOption('Kayıt')
  await page.getByText('Gider oluşturuldu').waitFor({ state: 'detached' })
  expect(pathOf(page)).toBe('/changes?noun=kayit')
  await expectAccessible(page)
  await page.getByLabel('Son gün').fill('01.01.2020')
  await page.getByText('Değişiklik bulunamadı.').waitFor()
  await page.getByRole('button', { name: 'Temizle' }).click()
  await page.getByRole('link', { name: '34 ABC 123 · Ali Usta' }).click()
  await page.getByRole('heading', { name: 'Kayıt Düzenle' }).waitFor()
  expect(pathOf(page)).toBe(`/book/${id}`)
})

test('on a phone, a list of several pages of changes fits the width', async () => {
  const user = await panel.user()
  for (let count = 0; count < 51; count += 1) await spend(user.ctx, { title: 'Elektrik' })
  const page = await browser.open({ address: panel.address, screen: 'phone' })
  await enter(page, panel, user)
  await page.goto('changes')
  await page.getByRole('button', { name: 'Daha eski' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Daha eski' }).click()
  await page.getByText('Sayfa 2').waitFor()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Gider oluşturuldu' })
    .nth(1)
    .waitFor({ state: 'detached' })
  expect(await page.getByText('Gider oluşturuldu').count()).toBe(1)
})

test('a click restores a deleted row', async () => {
  const user = await panel.user()
  const { id: kayit_id } = await save(user.ctx, { info, islemler: [oil] })
  await deleteKayit(user.ctx, { kayit_id })
  await deleteExpense(user.ctx, await spend(user.ctx, { title: 'Elektrik' }))
  const page = await open('changes?tab=trash', Promise.resolve(user))
  await page.getByRole('heading', { name: 'Çöp kutusu' }).waitFor()
  await page.getByRole('button', { name: 'Geri getir: Elektrik' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Geri getir: 34 ABC 123 · Ali Usta' }).click()
  await page.getByText('Geri getirildi.').waitFor()
  await page.getByText('34 ABC 123 · Ali Usta').waitFor({ state: 'detached' })
  expect(await storedRecords(panel.db, user)).toMatchObject([{ id: kayit_id, deleted_at: null }])
  await page.getByRole('button', { name: 'Geri getir: Elektrik' }).click()
  await page.getByText('Çöp kutusu boş.').waitFor()
  await page.getByRole('tab', { name: 'Değişiklikler' }).click()
  await page.getByText('Kayıt geri getirildi').waitFor()
})

test('a row that cannot be restored any more says so', async () => {
  const user = await panel.user()
  const expense = await spend(user.ctx, { title: 'Elektrik' })
  await deleteExpense(user.ctx, expense)
  const page = await browser.open({ address: panel.address, expectedErrors: [/404/] })
  await enter(page, panel, user)
  await page.goto('changes?tab=trash')
  const button = page.getByRole('button', { name: 'Geri getir: Elektrik' })
  await button.waitFor()
  await panel.db.deleteFrom('expense').where('id', '=', expense.id).execute()
  await button.click()
  await page.getByRole('alert').first().waitFor()
  expect(await page.getByRole('alert').first().textContent()).toContain('Kayıt bulunamadı')
})
