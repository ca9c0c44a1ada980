import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { type Screen, expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import { chooseView } from '#tests/support/screens/kayit-list-page.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { readPdf } from '#tests/support/documents/read-pdf.ts'
import { enter, pathOf, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

/** Opens the list of a shop with `count` records (customer 'Müşteri 01' …), logged in. */
async function openList(count: number, screen: Screen = 'desktop'): Promise<Page> {
  const user = await panel.user({ company_name: 'Yıldız Oto' })
  for (let index = 1; index <= count; index++) {
    const musteri_adi_soyadi = `Müşteri ${String(index).padStart(2, '0')}`
    const info = { musteri_adi_soyadi, plaka: `06 KY ${100 + index}`, sasi_no: 'WVWZZZ1JZ3W386752' }
    await save(user.ctx, { info: index % 3 === 0 ? { ...info, durum: 'Tamamlandı' } : info })
  }
  const page = await browser.open({ address: panel.address, screen })
  await enter(page, panel, user)
  await page.goto('books')
  await page.getByText(count === 0 ? 'Sonuç bulunamadı.' : 'Müşteri 01').waitFor()
  return page
}

const isFocused = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element === document.activeElement)
const rowOfFocus = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.closest('tr')?.querySelector('[data-slot="customer"]')?.textContent,
  )

test('the browser finds cards out of sight, and the menu of the last card fits into the window', async () => {
  const page = await openList(40, 'phone')
  await page.goto('books?size=100')
  await page.getByText('Müşteri 40').waitFor({ state: 'attached' })
  expect(await page.evaluate('find("Müşteri 38")')).toBe(true)
  const last = page.locator('main tbody tr').last()
  await last.getByRole('button', { name: /^Diğer işlemler/ }).click()
  const sheet = page.getByRole('button', { name: 'Önizle' }).locator('..')
  await sheet.waitFor()
  const box = await sheet.boundingBox()
  expect([box?.x, box === null ? 0 : box.y + box.height]).toEqual([0, 740])
})

describe.each(['phone', 'tablet', 'desktop'] as const)('the list on a %s', (screen) => {
  test('the list is accessible when filled, searched and empty', async () => {
    const page = await openList(25, screen)
    await expectAccessible(page)
    await page.getByRole('searchbox').fill('müşteri 07')
    await page.locator('mark').first().waitFor()
    await expectAccessible(page)
    await page.getByRole('searchbox').fill('yok')
    await page.getByText('Sonuç bulunamadı.').waitFor()
    await expectAccessible(page)
    expect(await page.getByText('Yazımı denetleyin.', { exact: true }).count()).toBe(1)
  })

  test('the buttons stay visible whatever a record contains', async () => {
    const page = await openList(1, screen)
    const long = {
      musteri_adi_soyadi: 'Uzun'.repeat(50),
      plaka: '34ABC'.repeat(40),
      sasi_no: 'WVW'.repeat(60),
      durum: 'Parçabekleniyor'.repeat(3),
    }
    await panel.db.updateTable('kayit').set(long).where('musteri_adi_soyadi', '=', 'Müşteri 01').execute()
    await page.reload()
    // On a phone the card's menu has the button.
    const remove = page.getByRole('button', { name: screen === 'phone' ? 'Diğer işlemler' : 'Sil' })
    await remove.waitFor()
    const box = await remove.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()?.width)
  })
})

describe('the list on a phone', () => {
  test('a tap on a card opens the record, and deleting asks first', async () => {
    const page = await openList(3, 'phone')
    const more = page.getByRole('row', { name: 'Müşteri 02' }).getByRole('button', { name: 'Diğer işlemler' })
    await more.tap()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Sil' }).tap()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Vazgeç' }).tap()
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await eventually(() => more.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.getByRole('row', { name: 'Müşteri 02' }).tap({ position: { x: 30, y: 30 } })
    await page.waitForURL(/\/book\/\d+$/)
    await page.goBack()
    await page.getByText('Müşteri 02').waitFor()
    expect(pathOf(page)).toBe('/books')
  })

  test('the menu of a card calls and writes to the customer, and Escape closes it', async () => {
    const page = await openList(2, 'phone')
    await panel.db
      .updateTable('kayit')
      .set({ musteri_tel: '05321234567' })
      .where('musteri_adi_soyadi', '=', 'Müşteri 01')
      .execute()
    await page.reload()
    const menu = (name: string) =>
      page.getByRole('row', { name }).getByRole('button', { name: 'Diğer işlemler' })
    await menu('Müşteri 01').tap()
    const call = page.getByRole('link', { name: 'Ara: 0 (532) 123 45 67' })
    expect(await call.getAttribute('href')).toBe('tel:+905321234567')
    const write = page.getByRole('link', { name: 'WhatsApp ile yaz' })
    expect(await write.getAttribute('href')).toBe('https://wa.me/905321234567')
    await page.keyboard.press('Escape')
    expect(await call.count()).toBe(0)
    await menu('Müşteri 02').tap()
    await page.getByRole('button', { name: 'Sil' }).waitFor()
    expect(await page.getByRole('link', { name: /^Ara|WhatsApp/ }).count()).toBe(0)
  })

  test('a plate is whole beside the ticks and a large amount, also with a marked hit', async () => {
    const page = await openList(1, 'phone')
    await panel.db
      .updateTable('kayit')
      .set({
        plaka: '34 ZZ 0199',
        search_vehicle: '34zz0199',
        toplam_kurus: 123_456_789,
        giris_tarihi: '2026-11-01',
      })
      .where('musteri_adi_soyadi', '=', 'Müşteri 01')
      .execute()
    for (const path of ['books', 'books?q=zz']) {
      await page.goto(path)
      const plate = page.locator('tbody .plate')
      await plate.waitFor()
      const hidden = await plate.evaluate((box) => box.scrollWidth - box.clientWidth)
      expect(hidden).toBeLessThanOrEqual(0)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })

  test('three cars are in sight on the first screen', async () => {
    const page = await openList(5, 'phone')
    const third = await page.locator('tbody tr').nth(2).boundingBox()
    const bar = await page.getByRole('button', { name: 'Menü' }).boundingBox()
    expect((third?.y ?? 1_000) + (third?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  })

  test('the menu of the list sorts the cards, which have no column heads', async () => {
    const page = await openList(3, 'phone')
    expect(await page.getByLabel('Sıralama').count()).toBe(0)
    await page.getByRole('button', { name: 'Liste seçenekleri' }).tap()
    await page.getByLabel('Sıralama').selectOption('Müşteri Adı (azalan)')
    await expect.poll(() => page.locator('tbody tr').first().textContent()).toContain('Müşteri 03')
    expect(pathOf(page)).toBe('/books?sort=musteri_adi_soyadi&dir=desc')
    await page.getByText('Müşteri Adı sütununa göre azalan sıralandı.').waitFor({ state: 'attached' })
  })
})

describe('the shortcuts of the list', () => {
  test('"/" focuses the search and "n" opens a new record, and both can be typed into fields', async () => {
    const page = await openList(3)
    await page.keyboard.press('/')
    expect(await isFocused(page, 'main input[type="search"]')).toBe(true)
    await page.keyboard.type('n/')
    expect(await page.getByRole('searchbox').inputValue()).toBe('n/')
    await page.getByText('Sonuç bulunamadı.').waitFor()
    await page.getByRole('heading', { name: 'Kayıtlar' }).click()
    await page.keyboard.press('n')
    await page.waitForURL(`${panel.address}book/0`)
  })

  test('arrow keys move between rows', async () => {
    const page = await openList(3)
    await page.getByRole('row', { name: 'Müşteri 01' }).getByRole('link', { name: 'Düzenle' }).focus()
    await page.keyboard.press('ArrowDown')
    expect(await rowOfFocus(page)).toBe('Müşteri 02')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Düzenle')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    expect(await rowOfFocus(page)).toBe('Müşteri 01')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/book\/[1-9]\d*$/)
  })

  test('single-key shortcuts can be switched off, also for the next visit', async () => {
    const page = await openList(1)
    await chooseView(page, 'Klavye kısayolları', 'checkbox')
    await chooseView(page, 'Rahat')
    await page.reload()
    await page.getByText('Müşteri 01').waitFor()
    await page.keyboard.press('n')
    await page.keyboard.press('/')
    expect(await isFocused(page, 'main input[type="search"]')).toBe(false)
    expect(pathOf(page)).toBe('/books')
    expect((await page.locator('tbody tr').boundingBox())?.height).toBeGreaterThanOrEqual(54)
  })
})

describe('deleting the only row of the last page', () => {
  const remove = async (page: Page) => {
    await page.getByRole('row', { name: 'Müşteri 21' }).getByRole('button', { name: 'Sil' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Sil' }).click()
    await question.waitFor({ state: 'detached' })
  }
  const place = (page: Page) => page.evaluate(() => document.activeElement?.closest('tbody, search')?.tagName)

  test('the list shows the previous page and moves the focus there', async () => {
    const page = await openList(21)
    await page.getByRole('button', { name: 'Sonraki sayfa' }).click()
    await remove(page)
    await page.getByText('Müşteri 01').waitFor()
    expect(pathOf(page)).toBe('/books')
    await eventually(() => place(page)).toBe('TBODY')
  })

  test('the focus moves to the search while the previous page loads', async () => {
    const page = await openList(21)
    await page.goto('books?page=2')
    await page.getByText('Müşteri 21').waitFor()
    const arrival = Promise.withResolvers<void>()
    await page.route('**/kayit.list*', async (route) => {
      await arrival.promise
      await route.continue()
    })
    await remove(page)
    await eventually(() => place(page)).toBe('SEARCH')
    await page.getByText('Yükleniyor...').waitFor()
    expect(await page.getByText('Sonuç bulunamadı.').count()).toBe(0)
    arrival.resolve()
    await page.getByText('Müşteri 01').waitFor()
  })
})

test('the printed list begins below its title, with all columns', async () => {
  const page = await openList(20)
  const { pages } = await readPdf(Uint8Array.from(await page.pdf({ preferCSSPageSize: true })))
  const text = pages[0]?.texts.map((piece) => piece.text).join(' ') ?? ''
  for (const shown of ['Kayıtlar', 'Müşteri 01', '06 KY 101', 'Tutar', 'Durum', 'Müşteri 10'])
    expect(text).toContain(shown)
})

test('typing loses no letter on a slow server', async () => {
  const page = await openList(25)
  const waiting: (() => void)[] = []
  await page.route('**/kayit.list*', async (route) => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    await route.continue()
  })
  // Each response arrives after further text has been typed.
  for (const part of ['müş', 'teri', ' 12']) {
    await page.getByRole('searchbox').pressSequentially(part)
    for (const answer of waiting.splice(0)) answer()
    await eventually(() => Promise.resolve(waiting.length)).toBe(1)
  }
  for (const answer of waiting.splice(0)) answer()
  await page.getByText('1 kayıt', { exact: true }).waitFor()
  expect(await page.getByRole('searchbox').inputValue()).toBe('müşteri 12')
  expect(await page.locator('mark').first().textContent()).toBe('Müşteri 12')
})

test('an empty shop shows a message', async () => {
  const page = await openList(0)
  expect(await page.getByText('Henüz kayıt yok. “Yeni kayıt” ile ilkini açın.').count()).toBe(1)
  await page.getByRole('link', { name: 'Yeni kayıt' }).click()
  await page.waitForURL(`${panel.address}book/0`)
})
