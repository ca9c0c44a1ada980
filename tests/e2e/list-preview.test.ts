import { describe, expect, test } from 'vitest'

import { expectAccessible, loseCalls, testBrowser, type Screen } from '#tests/support/screens/browser.ts'
import { chooseInRow, listOpener, SHOP, viewButton } from '#tests/support/screens/kayit-list-page.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { pathOf, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const openList = listOpener(panel, testBrowser())

/** Opens the list of SHOP; its first row is 'Çiğdem Ak', with work and a note. */
async function openShop(screen: Screen = 'desktop') {
  const opened = await openList(SHOP, { screen })
  const { page, user, ids, list } = opened
  await save(user.ctx, {
    id: ids[2] ?? 0,
    info: { musteri_tel: '05321234567', aciklama: 'Yedek anahtar bizde.', arac_marka: 'Renault' },
    islemler: [
      { islem_adi: 'Fren balatası', islem_adet: 2, fiyat_kurus: 120_000 },
      { islem_adi: 'Balata işçiliği', fiyat_kurus: 60_000 },
    ],
  })
  await page.reload()
  await list.names(4)
  return {
    ...opened,
    panelOf: (name: string) => page.getByRole('complementary', { name: new RegExp(`^Önizleme: .*${name}`) }),
    focused: () =>
      page.evaluate(
        () => document.activeElement?.closest('tr')?.querySelector('[data-slot="customer"]')?.textContent,
      ),
  }
}

describe('the preview of a record', () => {
  test('Space opens the preview beside the list, arrows change its record, and Escape returns the focus to the row', async () => {
    const { page, panelOf, focused, list } = await openShop()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    const shown = panelOf('Çiğdem Ak')
    await shown.getByText('Fren balatası × 2').waitFor()
    const text = (await shown.textContent()) ?? ''
    for (const part of [
      '0 (532) 123 45 67',
      'KDV dahil toplam₺3.000,00',
      'Yedek anahtar bizde.',
      'Son değişiklik',
    ])
      expect(text).toContain(part)
    expect(await shown.getByRole('link', { name: 'KDV’li PDF' }).getAttribute('href')).toContain(
      'createPdf.php?id=',
    )
    expect(await shown.locator('output').textContent()).toBe('Önizleme: Çiğdem Ak, Devam Ediyor, ₺3.000,00')
    await expectAccessible(page)
    // The list keeps the columns that identify a car; the preview shows the rest.
    expect(await list.table.getByRole('columnheader', { name: 'Giriş Tarihi' }).isVisible()).toBe(false)

    await page.keyboard.press('ArrowDown')
    await panelOf('Cemal Su').getByText('Henüz işlem eklenmedi.').waitFor()
    expect(await focused()).toBe('Cemal Su')
    await page.getByRole('button', { name: 'Sonraki kayıt' }).click()
    await panelOf('AYŞE IŞIK').waitFor()
    await page.keyboard.press('Escape')
    await panelOf('AYŞE IŞIK').waitFor({ state: 'detached' })
    expect(await focused()).toBe('AYŞE IŞIK')
    await page.keyboard.press('Space')
    await panelOf('AYŞE IŞIK').waitFor()
    await page.keyboard.press('Space')
    await panelOf('AYŞE IŞIK').waitFor({ state: 'detached' })
    expect(await focused()).toBe('AYŞE IŞIK')
  })

  test('the menu of the row shows and hides the preview, another search closes it, and its link opens the record', async () => {
    const { page, list, panelOf, ids } = await openShop()
    const row = list.rows.filter({ hasText: 'Cemal Su' })
    await chooseInRow(row, 'Önizle')
    await panelOf('Cemal Su').waitFor()
    await chooseInRow(row, 'Önizlemeyi kapat')
    await panelOf('Cemal Su').waitFor({ state: 'detached' })
    await chooseInRow(row, 'Önizle')
    await viewButton(page, 'Açık işler').click()
    await list.names(2)
    expect(await panelOf('Cemal Su').count()).toBe(0)
    await chooseInRow(row, 'Önizle')
    await panelOf('Cemal Su').getByRole('link', { name: 'Düzenle' }).click()
    await page.getByRole('heading', { name: 'Kayıt Düzenle' }).waitFor()
    expect(pathOf(page)).toBe(`/book/${ids[3]}`)
  })

  test('Escape closes an open menu before the preview; in a wide window the sheet becomes a panel', async () => {
    const { page, panelOf } = await openShop()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    const shown = panelOf('Çiğdem Ak')
    await shown.waitFor()
    const menu = page.getByRole('button', { name: /^Görünüm / })
    await menu.click()
    await page.keyboard.press('Escape')
    expect(await menu.getAttribute('aria-expanded')).toBe('false')
    expect(await shown.isVisible()).toBe(true)

    await page.setViewportSize({ width: 1024, height: 800 })
    const sheet = page.getByRole('dialog', { name: /^Önizleme: Çiğdem Ak/ })
    await sheet.waitFor()
    await page.setViewportSize({ width: 1366, height: 800 })
    await sheet.waitFor({ state: 'detached' })
    await shown.waitFor()
    await page.keyboard.press('Escape')
    await shown.waitFor({ state: 'detached' })
  })

  test('a failed load shows a message and a retry', async () => {
    const { page, list } = await openList(SHOP, { expectedErrors: [/ERR_FAILED/] })
    const shown = page.getByRole('complementary', { name: /^Önizleme/ })
    await list.names(4)
    const recover = await loseCalls(page, '**/kayit.get*')
    await chooseInRow(list.rows.first(), 'Önizle')
    await shown.getByRole('alert').getByText('Kayıt detayları alınamadı.').waitFor()
    recover()
    await shown.getByRole('button', { name: 'Tekrar dene' }).click()
    await shown.getByText('Son değişiklik').waitFor()
    expect(await shown.getByRole('alert').count()).toBe(0)
  })

  test('on a phone the menu of the card opens the preview as a sheet, which returns the focus to the card', async () => {
    const { page, list, focused } = await openShop('phone')
    await list.rows.filter({ hasText: 'Çiğdem Ak' }).getByRole('button', { name: 'Diğer işlemler' }).tap()
    await page.getByRole('button', { name: 'Önizle' }).tap()
    const sheet = page.getByRole('dialog', { name: /^Önizleme: Çiğdem Ak/ })
    await sheet.getByText('Fren balatası × 2').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('ArrowDown')
    const next = page.getByRole('dialog', { name: /Cemal Su/ })
    await next.getByText('Henüz işlem eklenmedi.').waitFor()
    await next.getByRole('button', { name: 'Kapat' }).tap()
    await next.waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('Cemal Su')
  })
})
