import { describe, expect, test } from 'vitest'

import { todayInIstanbul } from '#shared/date.ts'
import { SCREENS, testBrowser } from '#tests/support/screens/browser.ts'
import {
  expectAccessibleWhole,
  kayitScreen,
  storedItems,
  storedRecords,
} from '#tests/support/screens/kayit-page.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const openAs = kayitScreen(panel, testBrowser())

const today = () => todayInIstanbul(new Date()).split('-').toReversed().join('.')
const BALATA = { islem_adi: 'Fren balatası', islem_adet: 2, fiyat_kurus: 120_000 }

describe('the exit date', () => {
  test('an exit date filled in by the form is removed with the status, and a typed one stays', async () => {
    const { field, value } = await openAs(await panel.user(), 0)
    await field('Durum').selectOption('Tamamlandı')
    await field('Durum').selectOption('Devam Ediyor')
    expect(await value('Çıkış Tarihi')).toBe('')
    await field('Durum').selectOption('Tamamlandı')
    await field('Çıkış Tarihi').fill('1.2.2026')
    await field('Çıkış Tarihi').fill(today())
    await field('Durum').selectOption('Devam Ediyor')
    expect(await value('Çıkış Tarihi')).toBe(today())
  })

  test('an exit date before the entry date causes a warning and is saved', async () => {
    const user = await panel.user()
    const { page, field, saveAtTop } = await openAs(user, 0)
    await field('Müşteri Adı Soyadı').fill('Ayşe')
    await field('Plaka').fill('34 ABC 123')
    const note = page.getByText('Çıkış tarihi giriş tarihinden önce; yine de kaydedebilirsiniz.')
    await field('Çıkış Tarihi').fill('1.2.2026')
    await note.waitFor()
    const described = await field('Çıkış Tarihi').getAttribute('aria-describedby')
    expect(await note.getAttribute('id')).toBe(described)
    expect(await field('Çıkış Tarihi').getAttribute('aria-invalid')).toBe(null)
    await saveAtTop.click()
    await page.waitForURL('**/books')
    expect(await storedRecords(panel.db, user)).toMatchObject([{ cikis_tarihi: '2026-02-01' }])
  })
})

describe.each(['phone', 'tablet', 'desktop'] as const)('corrected values on a %s', (screen) => {
  test('a correction is announced accessibly next to the row and the add area', async () => {
    const user = await panel.user()
    const { id } = await save(user.ctx, { islemler: [BALATA] })
    const { page, field, cell, adding, saveAtTop, says } = await openAs(user, id)
    await page.setViewportSize(SCREENS[screen])
    await cell('Adet', 1).fill('2,7')
    await cell('Fiyat (KDV hariç)', 1).fill('bedava')
    await field('Giriş Tarihi').fill('21.11.2026')
    await field('Çıkış Tarihi').fill('20.11.2026')
    await adding.name.fill('Akü')
    await adding.price.fill('-100')
    await page.getByText('Adet tam sayı olmalı: 2 alındı. Fiyat okunamadı: ₺0,00 alındı.').waitFor()
    await page.getByText('Fiyat eksi olamaz: ₺0,00 alındı.', { exact: true }).waitFor()
    expect(await cell('Adet', 1).inputValue()).toBe('2')
    await expectAccessibleWhole(page)
    await saveAtTop.click()
    await says('Kayıt başarıyla güncellendi.')
    expect(await storedItems(panel.db, user)).toEqual([
      ['Fren balatası', 2, 0],
      ['Akü', 1, 0],
    ])
  })
})
