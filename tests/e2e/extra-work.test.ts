import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { getKayit } from '#server/kayit/operations.ts'
import { visit } from '#tests/support/rows/extra-work.ts'
import { approvedBy, QUOTED } from '#tests/support/rows/quote.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import { kayitPage } from '#tests/support/screens/kayit-page.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a visit asks about more work, whose accepted lines it takes once, with a typed change', async () => {
  const user = await panel.user({ company_name: 'Işık Oto' })
  const ctx = { ...user.ctx, now: new Date() }
  const id = await visit(ctx)
  const page = await browser.open({ address: panel.address })
  const { field } = kayitPage(page)
  await enter(page, panel, user)
  await page.goto(`book/${id}`)
  await button(page, 'Diğer işlemler').click()
  await button(page, 'Ek iş sor').click()
  const line = page.getByRole('region', { name: 'Teklifin durumu' })
  await line.getByText('Ek işin kaydı: 34 ABC 123').waitFor()
  expect(await button(page, 'Kayda çevir').count()).toBe(0)
  await page.getByRole('link', { name: /^Aracın geçmişi/ }).waitFor()
  expect(await page.getByText('Başka açık kaydı var').count()).toBe(0)
  await expectAccessible(page)
  const asked = Number(/book\/(\d+)/.exec(page.url())?.[1])
  await save(ctx, { id: asked, info: {}, islemler: QUOTED.islemler })

  await page.goto(`book/${id}`)
  const card = page.getByRole('region', { name: 'Ek iş ve onay' })
  await card.getByText('gönderilmedi').waitFor()
  expect(await button(page, 'Kayda ekle').count()).toBe(0)
  await approvedBy(ctx, asked, panel.address)
  await page.goto('')
  await page.getByRole('link', { name: /^Ek iş onaylandı: 34 ABC 123/ }).click()
  await card.getByText('onaylandı').waitFor()
  await expectAccessible(page)
  await button(page, 'Düzenle').click()
  await field('Açıklama').fill('Müşteri ek işi onayladı')
  await button(page, 'Kayda ekle').click()
  await card.getByText('kayda eklendi').waitFor()
  // The pressed button is gone: the focus is on what it was about.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Ek iş teklifi/)
  expect(await button(page, 'Kayda ekle').count()).toBe(0)
  const { kayit, islemler } = await getKayit(ctx, { kayit_id: id })
  expect(kayit.aciklama).toBe('Müşteri ek işi onayladı')
  expect(islemler.map(({ islem_adi }) => islem_adi)).toEqual(['Yağ', 'Ön fren balatası', 'İşçilik'])
  const marks = page.getByTitle(/^Onaylandı: /)
  await expect.poll(() => marks.count()).toBe(2)
  await page.getByText('Onaylanan').waitFor()
  expect(await card.getByText('Müşterinin onayladığı').isVisible()).toBe(false)
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Fiyat (KDV dahil), 3. satır' }).fill('700')
  await expect.poll(() => marks.count()).toBe(1)
})
