import { describe, expect, test } from 'vitest'

import { testBrowser } from '#tests/support/screens/browser.ts'
import { listOpener, SHOP, viewButton } from '#tests/support/screens/kayit-list-page.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { pathOf, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const openList = listOpener(panel, testBrowser())

describe('the filters of the list', () => {
  test('month and year filter the list after Uygula', async () => {
    const { page, list } = await openList(SHOP)
    const [month, year] = [page.getByLabel('Ay', { exact: true }), page.getByLabel('Yıl', { exact: true })]
    await list.names(4)
    expect([await month.inputValue(), await year.inputValue()]).toEqual(['', ''])
    await month.selectOption('Şubat')
    await year.selectOption('2025')
    expect(pathOf(page)).toBe('/books')
    await page.getByRole('button', { name: 'Uygula' }).click()
    expect(await list.names(1)).toEqual(['Çiğdem Ak'])
    expect(pathOf(page)).toBe('/books?month=2&year=2025')

    await month.selectOption('Temmuz')
    await page.getByRole('button', { name: 'Uygula' }).click()
    await page.getByText('Sonuç bulunamadı.').waitFor()
    await page.getByText('Ay/yıl filtresini değiştirin veya temizleyin.').waitFor()
    await page.goBack()
    expect(await list.names(1)).toEqual(['Çiğdem Ak'])
    expect(await month.inputValue()).toBe('2')
    await page.getByRole('button', { name: 'Temizle' }).click()
    await list.names(4)
    expect([await month.inputValue(), await year.inputValue()]).toEqual(['', ''])
    expect(pathOf(page)).toBe('/books')
  })

  test('a pressed filter button keeps the focus', async () => {
    const { page, list } = await openList(SHOP)
    await list.names(4)
    const isFocused = (name: string) =>
      page.getByRole('button', { name }).evaluate((button) => button === document.activeElement)
    await page.getByLabel('Ay', { exact: true }).selectOption('Şubat')
    await page.getByLabel('Yıl', { exact: true }).selectOption('2025')
    await page.getByRole('button', { name: 'Uygula' }).click()
    await list.names(1)
    expect(await isFocused('Uygula')).toBe(true)
    await page.getByRole('button', { name: 'Temizle' }).click()
    await list.names(4)
    expect(await isFocused('Temizle')).toBe(true)
  })

  test('applied filters are combined with a search that was just typed', async () => {
    const { page, list } = await openList(SHOP)
    await list.names(4)
    await page.getByLabel('Yıl', { exact: true }).selectOption('2026')
    await list.search.pressSequentially('cemal')
    await page.getByRole('button', { name: 'Uygula' }).click()
    expect(await list.names(1)).toEqual(['Cemal Su'])
    expect(pathOf(page)).toBe('/books?q=cemal&year=2026')
    await list.search.fill('34 abc')
    await page.getByRole('button', { name: 'Açık işler' }).click()
    await page.getByText('Sonuç bulunamadı.').waitFor()
    expect(await list.search.inputValue()).toBe('34 abc')
  })

  test('the buttons above the list count the whole book and offer its statuses', async () => {
    const { page, list } = await openList(SHOP, { path: 'books?q=cemal' })
    await list.names(1)
    await viewButton(page, 'Tümü').getByText('4').waitFor()
    const buttons = page.getByRole('list', { name: 'Görünümler' }).getByRole('button')
    expect((await buttons.allTextContents()).slice(0, 7)).toEqual([
      'Tümü4',
      'Açık işler2',
      expect.stringMatching(/^Bu ay\d$/),
      'Beklemede1',
      'Devam Ediyor1',
      'İptal1',
      'Tamamlandı1',
    ])
    await page.getByRole('button', { name: 'Temizle' }).click()
    await viewButton(page, 'İptal').click()
    await eventually(() => list.names(1)).toEqual(['AYŞE IŞIK'])
    await viewButton(page, 'Tamamlandı').click()
    await eventually(() => list.names(1)).toEqual(['Zeki Çınar'])
    expect(await viewButton(page, 'Tamamlandı').getAttribute('aria-pressed')).toBe('true')
    await viewButton(page, 'Tümü').click()
    await list.names(4)
    expect(pathOf(page)).toBe('/books')
  })

  test("'Temizle' is drawn only while something is set", async () => {
    const { page, list } = await openList(SHOP)
    await list.names(4)
    const clear = page.getByRole('button', { name: 'Temizle' })
    const shown = () => clear.evaluate((button) => getComputedStyle(button).opacity)
    expect([await shown(), await clear.getAttribute('aria-disabled')]).toEqual(['0', 'true'])
    await page.getByLabel('Ay', { exact: true }).selectOption('Şubat')
    expect([await shown(), await clear.getAttribute('aria-disabled')]).toEqual(['1', null])
    await clear.click()
    expect(await page.getByLabel('Ay', { exact: true }).inputValue()).toBe('')
    await list.search.fill('cemal')
    await list.names(1)
    expect(await shown()).toBe('1')
  })

  test('the foot has the sum of all pages without cancelled records, and says so', async () => {
    const { page, list, user, ids } = await openList(SHOP)
    const islemler = [{ islem_adi: 'Yağ', fiyat_kurus: 100_000 }]
    for (const id of ids) await save(user.ctx, { id, info: {}, islemler })
    await page.goto('books?size=10')
    const foot = page.getByRole('group', { name: 'Sayfalama' })
    await foot.getByText('Toplam ₺3.000,00 iptal hariç').waitFor()
    await viewButton(page, 'Tamamlandı').click()
    await foot.getByText('Toplam ₺1.000,00', { exact: true }).waitFor()
    await viewButton(page, 'İptal').click()
    await list.names(1)
    expect(await foot.getByText('Toplam').count()).toBe(0)
  })

  test('the view of open work shows records in progress or without exit date, and a second press ends it', async () => {
    const { page, list } = await openList(SHOP, { path: 'books?open=true&durum=Beklemede' })
    expect(await list.names(1)).toEqual(['Cemal Su'])
    const open = viewButton(page, 'Açık işler')
    await viewButton(page, 'Tamamlandı').click()
    await open.click()
    await eventually(() => list.names(2)).toEqual(['Çiğdem Ak', 'Cemal Su'])
    expect([pathOf(page), await open.getAttribute('aria-pressed')]).toEqual(['/books?open=true', 'true'])
    await open.click()
    await list.names(4)
    expect(pathOf(page)).toBe('/books')
  })

  test('a view replaces month, year, status and other views', async () => {
    const { page, list } = await openList(SHOP, {
      path: 'books?size=10&month=2&year=2025&durum=Devam+Ediyor',
    })
    await list.names(1)
    const chip = (name: string) => viewButton(page, name)
    const isPressed = (name: string) => chip(name).getAttribute('aria-pressed')
    await chip('Açık işler').click()
    await eventually(() => pathOf(page)).toBe('/books?size=10&open=true')
    expect(await list.names(2)).toEqual(['Çiğdem Ak', 'Cemal Su'])
    expect(await page.getByLabel('Ay', { exact: true }).inputValue()).toBe('')
    await chip('Bu ay').click()
    await eventually(() => isPressed('Bu ay')).toBe('true')
    expect([await isPressed('Açık işler'), new URL(page.url()).searchParams.has('open')]).toEqual([
      'false',
      false,
    ])
    await chip('Tamamlandı').click()
    await eventually(() => pathOf(page)).toBe('/books?size=10&durum=Tamamland%C4%B1')
    expect(await isPressed('Bu ay')).toBe('false')
    await chip('Tamamlandı').click()
    await eventually(() => pathOf(page)).toBe('/books?size=10')
  })
})
