import type { Page, Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { getKayit } from '#server/kayit/operations.ts'
import { expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import { item } from '#tests/support/rows/items.ts'
import { chooseInRow } from '#tests/support/screens/kayit-list-page.ts'
import { kayitScreen } from '#tests/support/screens/kayit-page.ts'
import { build } from '#tests/support/rows/kayit.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const panel = await testPanel()
const browser = testBrowser()
const openKayit = kayitScreen(panel, browser)

/** Opens a record with a gift, and the question about it. */
async function openRecord() {
  const user = await panel.user()
  const { kayit } = await build(user.ctx, { plaka: '34 HDY 1' }, [item('Balata', 50), item('Cila', 0)])
  const opened = await openKayit(user, kayit.id)
  const stored = async () => (await getKayit(user.ctx, { kayit_id: kayit.id })).kayit.durum
  return { ...opened, user, stored }
}

const question = (page: Page) => page.getByRole('alertdialog')

async function answer(page: Page, label: string, names = 'Cila'): Promise<void> {
  await question(page).getByText('1 işlem fiyatsız').waitFor()
  await question(page).getByText(names).waitFor()
  await question(page).getByRole('button', { name: label, exact: true }).click()
  await question(page).waitFor({ state: 'detached' })
}

/** Returns the address of the document that a press opens in a new tab. */
async function openedBy(page: Page, press: () => Promise<void>): Promise<string> {
  const isDocument = (request: Request) => request.url().includes('createPdf')
  const [asked] = await Promise.all([page.context().waitForEvent('request', isDocument), press()])
  return asked.url()
}

describe('an item without a price', () => {
  test('is marked in its row, and named once before the record is completed', async () => {
    const { page, field, saveAtTop, says, stored } = await openRecord()
    expect(await page.getByPlaceholder('fiyat yazın').count()).toBe(1)
    expect(await page.getByRole('button', { name: '1 işlem fiyatsız' }).count()).toBe(2)
    await field('Durum').selectOption('Tamamlandı')
    await saveAtTop.click()
    await question(page).waitFor()
    await expectAccessible(page)
    await answer(page, 'Vazgeç')
    expect(await stored()).toBe('Devam Ediyor')
    await page.keyboard.press('Control+s')
    await answer(page, 'Yine de kaydet')
    await says('Kayıt başarıyla güncellendi.')
    expect(await stored()).toBe('Tamamlandı')
    // The question is answered: further saves of the completed record ask nothing.
    await field('Müşteri Talebi').fill('Acele')
    await saveAtTop.click()
    await expect.poll(() => page.getByText('Kayıt başarıyla güncellendi.').count()).toBeGreaterThan(0)
    expect(await question(page).count()).toBe(0)
  })

  test('is named before either document, and in the one question about unsaved changes', async () => {
    const { page, field } = await openRecord()
    const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
    await press('KDV’li PDF')
    await answer(page, 'Vazgeç')
    expect(page.context().pages()).toHaveLength(1)
    for (const [name, path] of [
      ['KDV’li PDF', 'createPdf.php'],
      ['PDF', 'createPdf2.php'],
    ] as const) {
      await press(name)
      expect(await openedBy(page, () => answer(page, 'Yine de aç'))).toContain(path)
    }
    await field('Müşteri Talebi').fill('Acele')
    await press('KDV’li PDF')
    expect(await openedBy(page, () => answer(page, 'Kaydet ve aç'))).toContain('createPdf.php')
    expect(await question(page).count()).toBe(0)
  })

  test('is named, without a link, before a new record is saved for its document', async () => {
    const user = await panel.user()
    const { page, field, addItem, adding, saveAtTop, says } = await openKayit(user, 0)
    await field('Müşteri Adı Soyadı').fill('Ali Veli')
    await field('Plaka').fill('34 ABC 123')
    await addItem('Balata', '100')
    await adding.name.fill('Cila')
    await page.getByRole('button', { name: 'Kaydet ve KDV’li PDF' }).click()
    await answer(page, 'Vazgeç')
    expect(page.context().pages()).toHaveLength(1)
    await saveAtTop.click()
    await says('Kayıt başarıyla eklendi.')
    expect(await page.getByRole('link', { name: 'KDV’li PDF' }).count()).toBe(0)
  })

  test('a record whose items have prices is completed and printed without a question', async () => {
    const user = await panel.user()
    const { kayit } = await build(user.ctx, { plaka: '34 HDY 2' }, [item('Balata', 50)])
    const { page, field, saveAtTop, says } = await openKayit(user, kayit.id)
    await field('Durum').selectOption('Tamamlandı')
    await saveAtTop.click()
    await says('Kayıt başarıyla güncellendi.')
    const press = () => page.getByRole('button', { name: 'PDF', exact: true }).click()
    expect(await openedBy(page, press)).toContain('createPdf2.php')
  })

  test('is counted before one row or several are completed, and before a document of a row or the preview', async () => {
    const { page, stored, user } = await openRecord()
    const other = await build(user.ctx, { plaka: '06 HDY 2' }, [item('Garanti', 0), item('Hediye', 0)])
    await page.goto('books')
    const row = (plate: string) => page.getByRole('row').filter({ hasText: plate })
    await row('34 HDY 1')
      .getByRole('button', { name: /, değiştir$/ })
      .click()
    await page.getByRole('menu').getByText('Tamamlandı').click()
    await answer(page, 'Vazgeç')
    expect(await stored()).toBe('Devam Ediyor')
    for (const plate of ['34 HDY 1', '06 HDY 2']) await chooseInRow(row(plate), 'Seç')
    const bar = page.getByRole('region', { name: 'Seçilen kayıtlar' })
    await bar.getByRole('button', { name: 'Durumu değiştir' }).click()
    await page.getByRole('menu').getByText('Tamamlandı').click()
    await question(page).getByText('3 işlem fiyatsız').waitFor()
    await question(page).getByText('Cila, Garanti, Hediye').waitFor()
    await question(page).getByRole('button', { name: 'Yine de tamamla' }).click()
    await page.getByText('Durum değiştirildi.').waitFor()
    expect(await stored()).toBe('Tamamlandı')
    expect((await getKayit(user.ctx, { kayit_id: other.kayit.id })).kayit.durum).toBe('Tamamlandı')
    await page.reload()
    await row('34 HDY 1').getByRole('button', { name: 'PDF', exact: true }).click()
    await answer(page, 'Vazgeç')
    await chooseInRow(row('34 HDY 1'), 'Önizle')
    const preview = page.getByRole('complementary', { name: /^Önizleme/ })
    await preview.getByText('Fiyat girilmedi').waitFor()
    await preview.getByRole('button', { name: 'PDF', exact: true }).click()
    await answer(page, 'Vazgeç')
    await preview.getByRole('button', { name: 'KDV’li PDF' }).click()
    expect(await openedBy(page, () => answer(page, 'Yine de aç'))).toContain('createPdf.php')
  })
})

test('a mechanic completes a record without the question, which would reveal a price', async () => {
  const { user, stored } = await openRecord()
  const page = await browser.open({ address: panel.address })
  await enter(page, panel, await buildMember(panel.db, user, { role: 'mechanic' }))
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('kayit.unpriced')) asked.push(request.url())
  })
  await page.goto('books')
  await page.getByRole('button', { name: /, değiştir$/ }).click()
  await page.getByRole('menu').getByText('Tamamlandı').click()
  await page.getByText('Durum değiştirildi.').waitFor()
  expect(asked).toEqual([])
  expect(await stored()).toBe('Tamamlandı')
})
