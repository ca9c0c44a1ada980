import { expect, test } from 'vitest'

import { saveAccountsStart } from '#server/payment/operations.ts'
import { customerOf } from '#tests/support/rows/accounts.ts'
import { item } from '#tests/support/rows/items.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { linksOf } from '#tests/support/rows/personal-data.ts'
import { buildMember } from '#tests/support/rows/staff.ts'
import { type Screen, testBrowser } from '#tests/support/screens/browser.ts'
import { shareDialog } from '#tests/support/screens/share-dialog.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

const info = {
  plaka: '34 ABC 123',
  musteri_adi_soyadi: 'Ayşe Işık',
  musteri_tel: '0532 123 45 67',
  durum: 'Tamamlandı',
  cikis_tarihi: '2026-11-20',
}

async function openShop(screen: Screen = 'desktop') {
  const user = await panel.user({ company_name: 'Işık Oto' })
  await saveAccountsStart(user.ctx, { start: '2026-01-01' })
  const { id } = await save(user.ctx, { info, islemler: [item('Balata', 1_500)] })
  const customer = await customerOf(user.ctx, id)
  const { vehicle_id: car } = await linksOf(panel.db, id)
  const shown = await shareDialog([panel, browser], { user, screen })
  const { page } = shown
  const open = async (line: string) => {
    await page.getByRole('button', { name: 'Diğer işlemler', exact: true }).click()
    await page.getByRole('button', { name: line }).click()
    await page.locator('a[href^="https://wa.me/905321234567?text="]').waitFor()
  }
  return { ...shown, user, customer, car, open }
}

const textOf = (href: string | null) => new URL(href ?? '').searchParams.get('text') ?? ''

test.each(['desktop', 'phone'] as const)(
  'a statement is sent from the customer’s page on a %s',
  async (screen) => {
    const { page, customer, open, dialog, whatsApp } = await openShop(screen)
    await page.goto(`customer/${customer}`)
    await page.getByRole('region', { name: 'Bakiye' }).waitFor()
    await open('Ekstreyi gönder')
    expect(await dialog.getByText(/^Hesap ekstresi: bağlantı .* tarihli hâlini gösterir/).count()).toBe(1)
    expect(await dialog.evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBe(0)
    const text = textOf(await whatsApp.getAttribute('href'))
    expect(text).toMatch(/^Işık Oto: \d\d\.\d\d\.\d{4} tarihli hesap ekstreniz\nhttp/)
    await Promise.all([page.waitForEvent('popup'), whatsApp.click()])
    await dialog.getByText('Açık bağlantılar').waitFor()
    const guest = await browser.open({ address: panel.address })
    await guest.goto(text.split('\n')[1] ?? '')
    await guest.getByRole('heading', { name: 'Hesap ekstresi' }).waitFor()
    await guest.getByText('Borcunuz').waitFor()
  },
)

test('a car’s history is sent from its page', async () => {
  const { page, car, open, dialog, whatsApp } = await openShop()
  await page.goto(`vehicle/${car}`)
  await open('Geçmişi gönder')
  expect(await dialog.getByText(/her zaman güncel/).count()).toBe(1)
  const text = textOf(await whatsApp.getAttribute('href'))
  expect(text).toMatch(/^Işık Oto: 34 ABC 123 plakalı aracınızın servis geçmişi\nhttp/)
  await Promise.all([page.waitForEvent('popup'), whatsApp.click()])
  await dialog.getByText('Açık bağlantılar').waitFor()
  const guest = await browser.open({ address: panel.address })
  await guest.goto(text.split('\n')[1] ?? '')
  await guest.getByRole('heading', { name: 'Araç geçmişi' }).waitFor()
})

test('neither is offered to a mechanic', async () => {
  const { user, car, customer } = await openShop()
  const page = await browser.open({ address: panel.address })
  await enter(page, panel, await buildMember(panel.db, user, { role: 'mechanic' }))
  for (const path of [`vehicle/${car}`, `customer/${customer}`]) {
    await page.goto(path)
    await page.getByRole('button', { name: 'Diğer işlemler', exact: true }).click()
    await page.getByRole('button', { name: 'Birleştir' }).waitFor()
    expect(await page.getByRole('button', { name: /gönder$/ }).count()).toBe(0)
  }
})
