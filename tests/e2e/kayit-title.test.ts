import { expect, test } from 'vitest'

import { SCREENS, testBrowser } from '#tests/support/screens/browser.ts'
import { expectAccessibleWhole, kayitScreen } from '#tests/support/screens/kayit-page.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const openAs = kayitScreen(panel, testBrowser())

test('the screen and its tab are titled with plate and customer', async () => {
  const user = await panel.user()
  const info = { plaka: '34 ABC 123', musteri_adi_soyadi: 'Ayşe Işık' }
  const { id } = await save(user.ctx, { info })
  const { page, field, saveAtTop, says } = await openAs(user, id)
  const heading = page.getByRole('heading', { level: 1 })
  expect(await heading.textContent()).toBe('Kayıt Düzenle 34 ABC 123 · Ayşe Işık')
  await eventually(() => page.title()).toMatch(/^34 ABC 123 · Ayşe Işık – Kayıt Düzenle – /)

  await field('Müşteri Adı Soyadı').fill('Ayşe Yılmaz')
  expect(await heading.textContent()).toContain('Ayşe Işık')
  await saveAtTop.click()
  await says('Kayıt başarıyla güncellendi.')
  await eventually(() => heading.textContent()).toContain('Ayşe Yılmaz')
  await eventually(() => page.title()).toMatch(/^34 ABC 123 · Ayşe Yılmaz – /)
  await field('Müşteri Adı Soyadı').fill('')
  await saveAtTop.click()
  await eventually(() => page.title()).toMatch(/^Hata: 34 ABC 123 · Ayşe Yılmaz – Kayıt Düzenle/)
})

test.each(['phone', 'tablet', 'desktop'] as const)(
  'a long name stays inside the title on a %s',
  async (screen) => {
    const user = await panel.user()
    const info = { plaka: '34ABC'.repeat(10), musteri_adi_soyadi: 'Uzun'.repeat(50) }
    const { id } = await save(user.ctx, { info })
    const { page } = await openAs(user, id)
    await page.setViewportSize(SCREENS[screen])
    await expectAccessibleWhole(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(SCREENS[screen].width)
  },
)
