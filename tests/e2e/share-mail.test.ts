import { afterAll, expect, test } from 'vitest'

import { listShares, revokeShare } from '#server/share/operations.ts'
import { shareMessages } from '#shared/share/messages.ts'
import { screensOf } from '#tests/long-form.ts'
import { item } from '#tests/support/rows/items.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { accessProblems, type Screen, testBrowser } from '#tests/support/screens/browser.ts'
import { kayitPage } from '#tests/support/screens/kayit-page.ts'
import { freePort } from '#tests/support/panel/free-port.ts'
import { startMailServer } from '#tests/support/panel/mail-server.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const server = await startMailServer({
  onRcptTo: ({ address }, _session, done) =>
    address.startsWith('yok@') ? done(Object.assign(new Error('no'), { responseCode: 550 })) : done(),
})
afterAll(() => server.close())
const port = await freePort()
const panel = await testPanel({
  PORT: String(port),
  SMTP_URL: server.url,
  MAIL_FROM: 'panel@ornek.test',
  PUBLIC_URL: `http://127.0.0.1:${port}`,
})
const browser = testBrowser()

async function openDialog(screen: Screen = 'desktop') {
  const user = await panel.user({ company_name: 'Işık Oto' })
  const info = { plaka: '34 ABC 123', musteri_adi_soyadi: 'Ayşe Işık' }
  const { id } = await save(user.ctx, { info, islemler: [item('Balata', 1_500)] })
  const page = await browser.open({ address: panel.address, screen, expectedErrors: [/share\.mail|40[09]/] })
  await enter(page, panel, user)
  const kayit = kayitPage(page)
  await kayit.open(id)
  await page.getByRole('button', { name: 'Gönder', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Gönder' })
  await dialog.getByRole('button', { name: /^E-posta/ }).click()
  const address = dialog.getByLabel('E-posta adresi')
  return { ...kayit, user, id, page, dialog, address, send: dialog.getByRole('button', { name: 'Gönder' }) }
}

test.each(screensOf('phone'))(
  'a record is sent by e-mail on a %s, and the dialog says so',
  async (screen) => {
    const { page, dialog, address, says } = await openDialog(screen)
    await page.locator(':focus').and(address).waitFor()
    expect(await accessProblems(page, { isCovered: true })).toEqual([])
    expect(await dialog.evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBe(0)
    await page.keyboard.type('Ayse@ornek.test')
    await page.keyboard.press('Enter')
    await says('E-posta sıraya alındı.')
    await dialog.getByText(/Ayse@ornek\.test: (Sırada|Gönderildi)/).waitFor()
    await dialog.getByText(/Ayse@ornek\.test: Gönderildi/).waitFor({ timeout: 30_000 })
    const last = server.received.at(-1)
    expect(last?.to).toEqual(['Ayse@ornek.test'])
    expect(last?.raw.replaceAll('=\r\n', '')).toContain(`http://127.0.0.1:${port}/oto-servis/p/`)
  },
)

test('an address that the server refuses is named with its reason', async () => {
  const { page, dialog, address, send } = await openDialog()
  await address.fill('yok@ornek.test')
  await send.click()
  await dialog
    .getByText(/yok@ornek\.test: Ulaşmadı\. E-posta sunucusu adresi kabul etmedi \(550\)\. Adresi düzeltip/)
    .waitFor({ timeout: 30_000 })
  expect(await address.count()).toBe(0)
  await page.goto('dashboard')
  const news = page.getByRole('region', { name: 'Gönderilenlerden haberler' })
  await news
    .getByRole('link', { name: /^E-posta ulaşmadı: 34 ABC 123 · Ayşe Işık · yok@ornek\.test/ })
    .click()
  await page.waitForURL(/\/book\/\d+/)
})

test('a link that was ended elsewhere is replaced for the next attempt', async () => {
  const { user, id, dialog, address, send, says } = await openDialog()
  await dialog.getByRole('button', { name: /^Bağlantıyı kopyala/ }).click()
  await dialog.getByRole('button', { name: /İptal/ }).first().waitFor()
  const { links } = await listShares(user.ctx, { kind: 'record', id })
  for (const link of links) await revokeShare(user.ctx, { id: link.id })
  await address.fill('ayse@ornek.test')
  await send.click()
  await dialog.getByText(shareMessages.ended).waitFor()
  await send.click()
  await says('E-posta sıraya alındı.')
  expect((await listShares(user.ctx, { kind: 'record', id })).links).toHaveLength(1)
})

test('a wrong address is refused in the field', async () => {
  const { dialog, address, send } = await openDialog()
  await address.fill('ayse@')
  await send.click()
  await dialog.getByText('Geçerli bir e-posta adresi yazın.').waitFor()
  expect(await address.getAttribute('aria-invalid')).toBe('true')
})
