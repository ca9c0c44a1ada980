import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { expectAccessible, requestsDone, testBrowser } from '#tests/support/screens/browser.ts'
import { chooseView, listOpener, SHOP } from '#tests/support/screens/kayit-list-page.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { enter, pathOf, testPanel } from '#tests/support/panel/panel.ts'
import { savePreferences } from '#server/settings/operations.ts'
import type { SavedView } from '#shared/settings/preferences.ts'

const panel = await testPanel()
const browser = testBrowser()
const openList = listOpener(panel, browser)

const heads = (page: Page) => page.getByRole('columnheader').filter({ visible: true }).allTextContents()
const toList = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Kayıtlar' }).click()

describe('the columns', () => {
  test("'Gündelik' shows the work and the relative day, and stays chosen for the user on every device", async () => {
    const { page, list, user, ids } = await openList(SHOP)
    const islemler = [{ islem_adi: 'Fren balatası' }, { islem_adi: 'Yağ' }, { islem_adi: 'Filtre' }]
    await save(user.ctx, { id: ids[3] ?? 0, info: {}, islemler })
    await chooseView(page, 'Gündelik')
    const row = list.rows.filter({ hasText: 'Cemal Su' })
    await row.getByText('Fren balatası, +2').waitFor()
    expect(await row.locator('[data-slot="age"]').last().getAttribute('data-words')).toMatch(
      /^\d+ gündür açık$/,
    )
    expect(await heads(page)).toEqual([
      'Plaka',
      'Müşteri Adı',
      'Araç',
      'İş',
      'Tutar',
      'Gün',
      'Durum',
      'İşlemler',
    ])
    await expectAccessible(page)
    await requestsDone(page)
    const other = await browser.open({ address: panel.address })
    await enter(other, panel, user)
    await other.goto('books')
    await other.getByText('Fren balatası, +2').waitFor()
  })

  test("columns of 'Tam' can be hidden and come back; plate and status cannot be hidden", async () => {
    const { page, list } = await openList(SHOP)
    await list.names(4)
    await page.getByRole('button', { name: /^Görünüm / }).click()
    await expectAccessible(page)
    expect(await page.getByRole('checkbox', { name: 'Plaka', exact: true }).count()).toBe(0)
    await page.getByRole('checkbox', { name: 'Şasi No' }).click()
    await page.getByRole('checkbox', { name: 'İşlem Sayısı' }).click()
    await page.keyboard.press('Escape')
    await eventually(() => heads(page)).not.toContain('İşlem Sayısı')
    await requestsDone(page)
    await page.reload()
    await list.names(4)
    expect(await heads(page)).toEqual([
      'Plaka',
      'Müşteri Adı',
      'Tutar',
      'Giriş Tarihi',
      'Çıkış Tarihi',
      'Durum',
      'İşlemler',
    ])
  })

  test('the table has columns for phone and car from 1600 px on, and the head stays in sight', async () => {
    const records = Array.from({ length: 30 }, (_, index) => ({
      musteri_adi_soyadi: `Müşteri ${index}`,
      musteri_tel: '05321234567',
    }))
    const { page, list } = await openList(records)
    await list.names(20)
    expect(await heads(page)).not.toContain('Telefon')
    await page.setViewportSize({ width: 1920, height: 700 })
    expect(await heads(page)).toEqual(expect.arrayContaining(['Telefon', 'Araç']))
    expect(await page.locator('[data-second]').filter({ visible: true }).count()).toBe(0)
    await page.mouse.wheel(0, 600)
    const head = () => list.table.getByRole('columnheader', { name: 'Plaka' }).boundingBox()
    await eventually(async () => Math.round((await head())?.y ?? 0)).toBe(60)
  })

  test("the rows have three heights; 'Tam' begins with 44 px and 'Gündelik' with 54 px", async () => {
    const { page, list } = await openList(SHOP.map((info) => ({ ...info, musteri_tel: '05321234567' })))
    await list.names(4)
    const height = async () => Math.round((await list.rows.nth(1).boundingBox())?.height ?? 0)
    expect(await height()).toBe(44)
    await chooseView(page, 'Gündelik')
    await eventually(height).toBe(54)
    for (const [name, pixels] of [
      ['Sıkı', 36],
      ['Normal', 44],
      ['Rahat', 54],
    ] as const) {
      await chooseView(page, name)
      expect(await height()).toBe(pixels)
    }
    await chooseView(page, 'Tam')
    await eventually(height).toBe(54)
    await chooseView(page, 'Sıfırla')
    expect(await height()).toBe(44)
  })

  test('a row of 44 px has no second line, except for a hit', async () => {
    const { page, list } = await openList(SHOP.map((info) => ({ ...info, musteri_tel: '05321234567' })))
    await list.names(4)
    const phone = list.rows.first().locator('[data-second]').getByText('0 (532) 123 45 67')
    expect(await phone.isVisible()).toBe(false)
    await list.search.fill('0532 123')
    await list.table.locator('mark').first().waitFor({ state: 'visible' })
    expect(Math.round((await list.rows.first().boundingBox())?.height ?? 0)).toBe(44)
    expect(await page.locator('main tbody mark').first().isVisible()).toBe(true)
  })
})

describe('saved views', () => {
  test('a view is saved, shown as a button, renamed, deleted and restored', async () => {
    const { page, list } = await openList(SHOP, { path: 'books?durum=Beklemede&sort=plaka&size=50' })
    await list.names(1)
    await chooseView(page, 'Görünümü kaydet')
    const dialog = page.getByRole('dialog', { name: 'Görünümler' })
    await dialog.getByRole('button', { name: 'Kaydet', exact: true }).click()
    await dialog.getByText('Görünüme bir ad verin.').waitFor()
    await expectAccessible(page)
    await dialog.getByLabel('Şu anki görünümün adı').fill('Parça bekleyenler')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    const chip = page.getByRole('button', { name: 'Parça bekleyenler', exact: true })
    expect(await chip.getAttribute('aria-pressed')).toBe('true')

    await chip.click()
    await eventually(() => pathOf(page)).toBe('/books')
    await list.names(4)
    await page.reload()
    await chip.click()
    await list.names(1)
    expect(pathOf(page)).toBe('/books?size=50&sort=plaka&durum=Beklemede')

    await chooseView(page, 'Görünümü kaydet')
    await dialog.getByLabel('Şu anki görünümün adı').fill('Parça bekleyenler')
    await dialog.getByRole('button', { name: 'Kaydet', exact: true }).click()
    await dialog.getByText('Bu adda bir görünüm var.').waitFor()
    await dialog.getByLabel('“Parça bekleyenler” görünümünün adı').fill('Bekleyen')
    await dialog.getByRole('button', { name: 'Adını değiştir' }).click()
    await dialog.getByRole('button', { name: 'Sil: Bekleyen' }).click()
    await page.keyboard.press('Escape')
    const renamed = page.getByRole('button', { name: 'Bekleyen', exact: true })
    await eventually(() => renamed.count()).toBe(0)
    await page.getByRole('button', { name: 'Geri al' }).click()
    await renamed.waitFor()
  })

  test('a restored view does not undo later changes of other views', async () => {
    const { page, list, user } = await openList(SHOP)
    const view = (name: string): SavedView => ({ name, preset: 'tam', search: {} })
    await savePreferences(user.ctx, { views: [view('Bir'), view('İki'), view('Üç')] })
    await page.reload()
    await list.names(4)
    await chooseView(page, 'Görünümü kaydet')
    await page.getByRole('button', { name: 'Sil: Bir' }).click()
    await page.getByText('Görünüm silindi.').waitFor()
    await page.getByLabel('“İki” görünümünün adı').fill('İkinci')
    await page.getByRole('button', { name: 'Adını değiştir' }).first().click()
    await page.getByText('Görünümün adı değişti.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Geri al' }).click()
    const chips = () => page.getByRole('list', { name: 'Görünümler' }).getByRole('button').allTextContents()
    await eventually(chips).toContain('Bir')
    expect((await chips()).slice(-3)).toEqual(['Bir', 'İkinci', 'Üç'])
  })

  test('a preference that is not stored is taken back', async () => {
    const { page, list } = await openList(SHOP, { expectedErrors: [/ERR_FAILED/] })
    await list.names(4)
    await page.route('**/settings.savePreferences*', (route) => route.abort())
    await chooseView(page, 'Gündelik')
    await page.getByText('Seçiminiz kaydedilemedi. Lütfen tekrar deneyin.').waitFor()
    await expect.poll(() => heads(page)).toContain('Çıkış Tarihi')
  })
})

describe('the last view', () => {
  test('the navigation restores the last view without search and page; a link overrides it, and Temizle resets it', async () => {
    const { page, list, user } = await openList(SHOP, { path: 'books?size=50&durum=Beklemede&q=cemal' })
    await list.names(1)
    await page.goto('dashboard')
    await toList(page)
    await list.names(1)
    expect(pathOf(page)).toBe('/books?size=50&durum=Beklemede')
    await page.goto('books')
    await list.names(4)
    expect(pathOf(page)).toBe('/books')
    await page.goto('books?durum=%C4%B0ptal')
    await list.names(1)
    await page.goto('dashboard')
    await toList(page)
    await eventually(() => pathOf(page)).toBe('/books?durum=%C4%B0ptal')
    await page.getByRole('button', { name: 'Temizle' }).click()
    await list.names(4)
    expect(pathOf(page)).toBe('/books')
    await page.goto('books?durum=Beklemede')
    await list.names(1)
    await page.getByRole('navigation').getByRole('link', { name: 'Çıkış' }).click()
    await page.getByRole('button', { name: 'Giriş yap' }).waitFor()
    await enter(page, panel, user)
    await page.goto('dashboard')
    await toList(page)
    await list.names(4)
    expect(pathOf(page)).toBe('/books')
  })
})

test("'n' begins a new record on every screen but the new record itself", async () => {
  const { page } = await openList([], { path: 'stats' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  // The heading may appear a moment before the keys work.
  await eventually(async () => {
    if (pathOf(page) !== '/book/0') await page.keyboard.press('n')
    return pathOf(page)
  }).toBe('/book/0')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('n')
  expect(pathOf(page)).toBe('/book/0')
  await page.goBack()
  await eventually(() => pathOf(page)).toBe('/stats')
})
