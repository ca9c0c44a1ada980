import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { countBook, getKayit } from '#server/kayit/operations.ts'
import { messages } from '#shared/messages.ts'
import { item } from '#tests/support/rows/items.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { buildMember } from '#tests/support/rows/staff.ts'
import { expectAccessible, type Screen, testBrowser } from '#tests/support/screens/browser.ts'
import { chooseInRow } from '#tests/support/screens/kayit-list-page.ts'
import { kayitPage, kayitScreen } from '#tests/support/screens/kayit-page.ts'
import { search } from '#tests/support/screens/search-page.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()
const open = kayitScreen(panel, browser)

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Opens a stored quote of 1.500,00. */
async function openQuote({ info = {}, screen }: { info?: object; screen?: Screen } = {}) {
  const user = await panel.user()
  const fields = { plaka: '34 ABC 123', musteri_adi_soyadi: 'Ayşe Işık', ...info }
  const { id } = await save(user.ctx, { stage: 'quote', info: fields, islemler: [item('Balata', 1_500)] })
  const page = await browser.open({ address: panel.address, ...(screen && { screen }) })
  await enter(page, panel, user)
  await page.goto(`book/${id}`)
  await button(page, 'Kayda çevir').waitFor()
  return { ...kayitPage(page), user, id }
}

describe('a quote on the screen', () => {
  test('is stored from the menu of a new record, without a car, and is in the list of quotes', async () => {
    const user = await panel.user()
    const { page, field, openMenu, says } = await open(user, 0)
    await field('Müşteri Adı Soyadı').fill('Ayşe Işık')
    await openMenu('Teklif olarak kaydet')
    await says('Teklif kaydedildi.')
    await page.waitForURL(/stage=quote/)
    await page.getByRole('button', { name: 'Teklifler 1', pressed: true }).waitFor()
    await page
      .getByRole('row', { name: /Ayşe Işık/ })
      .getByText('Teklif', { exact: true })
      .waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Teklifler 1' }).click()
    await page.getByText('Sonuç bulunamadı.').waitFor()
    expect(await countBook(user.ctx)).toMatchObject({ total: 0, quotes: 1 })
  })

  test('a refused quote leaves a later save a visit', async () => {
    const user = await panel.user()
    const { page, field, openMenu, saveAtTop, says } = await open(user, 0)
    await openMenu('Teklif olarak kaydet')
    await page.getByText('Müşteri adı zorunludur.').first().waitFor()
    await field('Müşteri Adı Soyadı').fill('Ayşe Işık')
    await field('Plaka').fill('34 ABC 123')
    await saveAtTop.click()
    await says(messages.kayitCreated)
    expect(await countBook(user.ctx)).toMatchObject({ total: 1, quotes: 0 })
  })

  test('has its last day instead of a status, and no payment', async () => {
    const { page, user, id, field, saveAtTop, says } = await openQuote()
    await page.getByRole('heading', { name: /Teklif/ }).waitFor()
    expect(await button(page, 'Tahsilat al').count()).toBe(0)
    await button(page, 'Düzenle').click()
    expect(await field('Durum').count()).toBe(0)
    await field('Geçerlilik').fill('31.12.2026')
    await saveAtTop.click()
    await says(messages.kayitUpdated)
    expect(await getKayit(user.ctx, { kayit_id: id })).toMatchObject({ quote_valid_until: '2026-12-31' })
    await expectAccessible(page)
  })

  test('becomes a visit by F8, which can be undone', async () => {
    const { page, user } = await openQuote()
    await page.keyboard.press('F8')
    await page.getByText('Teklif kayda çevrildi.').waitFor()
    await button(page, 'Tahsilat al').waitFor()
    await page.getByRole('button', { name: 'Devam Ediyor, değiştir' }).waitFor()
    expect(await countBook(user.ctx)).toMatchObject({ total: 1, quotes: 0 })
    await button(page, 'Geri al').click()
    await button(page, 'Kayda çevir').waitFor()
    expect(await countBook(user.ctx)).toMatchObject({ total: 0, quotes: 1 })
  })

  test('asks for the plate that a visit needs, also through its status', async () => {
    const { page, user, field, says } = await openQuote({ info: { plaka: '' } })
    // Without a plate the word stands above the name as well.
    const heading = page.getByRole('heading', { level: 1 })
    const [word, name] = await Promise.all(
      ['Teklif', 'Ayşe Işık'].map((text) => heading.getByText(text).boundingBox()),
    )
    expect(name?.x).toBe(word?.x)
    expect(name?.y).toBeGreaterThan(word?.y ?? 0)
    await page.getByRole('button', { name: 'Teklif, değiştir' }).click()
    await page.getByRole('menuitemradio', { name: 'Devam Ediyor' }).click()
    await page.getByText('Plaka veya Şasi No’dan en az biri girilmelidir.').first().waitFor()
    await field('Plaka').fill('34 ABC 123')
    await button(page, 'Kayda çevir').click()
    await says('Teklif kayda çevrildi.')
    expect(await countBook(user.ctx)).toMatchObject({ total: 1, quotes: 0 })
  })

  test('stays a quote when its document is saved and opened after a refused conversion', async () => {
    const { page, user, field, says } = await openQuote({ info: { plaka: '' } })
    await button(page, 'Kayda çevir').click()
    await page.getByText('Plaka veya Şasi No’dan en az biri girilmelidir.').first().waitFor()
    await field('Plaka').fill('34 ABC 123')
    await button(page, 'KDV’li PDF').click()
    await button(page, 'Kaydet ve aç').click()
    await says(messages.kayitUpdated)
    expect(await countBook(user.ctx)).toMatchObject({ total: 0, quotes: 1 })
  })

  test('is found by the search with its word, and stands on the page of its car', async () => {
    const { page, id } = await openQuote()
    await search(page, `#${id}`)
    await page.getByRole('dialog').getByText('Teklif').first().waitFor()
    await page.keyboard.press('Escape')
    await button(page, 'Diğer işlemler').click()
    await page.getByRole('link', { name: 'Aracı aç, birleştir' }).click()
    const card = page.getByRole('region', { name: 'Teklif ve randevular' })
    await card.getByText('Balata').waitFor()
    await expectAccessible(page)
    expect(await card.getByRole('link').count()).toBe(1)
  })

  test('is converted on a phone, where nothing is wider than the window', async () => {
    const { page, user } = await openQuote({ screen: 'phone' })
    await expectAccessible(page)
    const width = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(await width()).toBeLessThanOrEqual(0)
    await button(page, 'Kayda çevir').click()
    await page.getByText('Teklif kayda çevrildi.').waitFor()
    expect(await countBook(user.ctx)).toMatchObject({ total: 1 })
  })
})

test('a quote is sent only with work and before its last day', async () => {
  const { page, field, saveAtTop, says } = await openQuote()
  const dialog = page.getByRole('dialog', { name: 'Gönder' })
  await button(page, 'Düzenle').click()
  await field('Geçerlilik').fill('31.01.2026')
  await saveAtTop.click()
  await says(messages.kayitUpdated)
  await button(page, 'Gönder').click()
  await dialog.getByText('Teklifin geçerlilik günü geçmiş.').waitFor()
  expect(await dialog.locator('a[data-first]').getAttribute('href')).toBeNull()
  expect(await dialog.getByText('Hazırlanıyor...').count()).toBe(0)
  await page.keyboard.press('Escape')
  await field('Geçerlilik').fill('31.12.2099')
  await saveAtTop.click()
  await button(page, 'Gönder').click()
  await page.locator('a[href^="https://wa.me/"]').waitFor()
})

test('a quote has its own words in the preview and no status to set in the selection', async () => {
  const { page } = await openQuote()
  await page.goto('books?stage=quote')
  const row = page.getByRole('row', { name: /Ayşe Işık/ })
  await chooseInRow(row, 'Önizle')
  const preview = page.getByRole('complementary', { name: /^Önizleme/ })
  await preview.getByText('Geçerlilik').waitFor()
  await preview.getByText('Teklif', { exact: true }).waitFor()
  expect(await preview.locator('output').textContent()).toContain('Teklif')
  await chooseInRow(row, 'Seç')
  const bar = page.getByRole('region', { name: 'Seçilen kayıtlar' })
  await bar.getByRole('button', { name: 'Yazdır' }).waitFor()
  expect(await bar.getByRole('button', { name: 'Durumu değiştir' }).count()).toBe(0)
})

test('a mechanic is offered no quotes', async () => {
  const owner = await panel.user()
  await save(owner.ctx, { stage: 'quote' })
  const mechanic = await buildMember(panel.db, owner, { role: 'mechanic' })
  const page = await browser.open({ address: panel.address })
  await enter(page, panel, mechanic)
  await page.goto('books')
  await page.getByText('Sonuç bulunamadı.').waitFor()
  expect(await page.getByRole('button', { name: /Teklifler/ }).count()).toBe(0)
  await page.goto('book/0')
  await page.getByRole('heading', { name: 'Kayıt Oluştur' }).waitFor()
  expect(await button(page, 'Diğer işlemler').count()).toBe(0)
})
