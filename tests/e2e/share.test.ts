import { describe, expect, test } from 'vitest'

import { listShares, revokeShare } from '#server/share/operations.ts'
import { item } from '#tests/support/rows/items.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { changesIn } from '#tests/support/rows/changes.ts'
import { share } from '#tests/support/rows/share.ts'
import { buildMember } from '#tests/support/rows/staff.ts'
import { type Screen, testBrowser } from '#tests/support/screens/browser.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { kayitPage } from '#tests/support/screens/kayit-page.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

const info = {
  plaka: '34 ABC 123',
  musteri_adi_soyadi: 'Ayşe Işık',
  musteri_tel: '0532 123 45 67',
  arac_marka: 'Renault',
}

async function openRecord({ screen, links = 0 }: { screen?: Screen; links?: number } = {}) {
  const expectedErrors = [/https:\/\/wa\.me\//]
  const user = await panel.user({ company_name: 'Işık Oto' })
  const { id } = await save(user.ctx, { info, islemler: [item('Balata', 1_500)] })
  for (let made = 0; made < links; made += 1) await share(user.ctx, { kayit_id: id })
  const page = await browser.open({ address: panel.address, expectedErrors, ...(screen && { screen }) })
  await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }))
  await enter(page, panel, user)
  const kayit = kayitPage(page)
  await kayit.open(id)
  const dialog = page.getByRole('dialog', { name: 'Gönder' })
  return {
    ...kayit,
    user,
    id,
    dialog,
    send: page.getByRole('button', { name: 'Gönder', exact: true }),
    whatsApp: dialog.getByRole('link', { name: /^WhatsApp/ }),
    links: () => listShares({ ...user.ctx, now: new Date() }, { kayit_id: id }),
  }
}

const linkIn = (href: string | null) =>
  /https?:\S+$/.exec(new URL(href ?? '').searchParams.get('text') ?? '')?.[0] ?? ''

describe('sending a record', () => {
  test('takes two presses: WhatsApp opens with the chat, the text and a link that works', async () => {
    const { page, send, whatsApp, user, id } = await openRecord()
    await send.click()
    await page.locator('a[href^="https://wa.me/905321234567?text="]').waitFor()
    const href = await whatsApp.getAttribute('href')
    expect(new URL(href ?? '').searchParams.get('text')).toMatch(
      /^Işık Oto: 34 ABC 123 plakalı aracınızın servis fişi\nhttp/,
    )
    expect(await whatsApp.getAttribute('rel')).toContain('noopener')
    const [tab] = await Promise.all([page.waitForEvent('popup'), whatsApp.click()])
    expect(new URL(tab.url()).hostname).toBe('wa.me')
    await expect
      .poll(async () => (await changesIn(panel.db, user.id)).map(({ verb }) => verb))
      .toContain('whatsapp')
    const customer = await browser.open({ address: panel.address })
    await customer.goto(linkIn(href))
    await customer.getByRole('heading', { name: 'Servis fişi' }).waitFor()
    expect(await customer.title()).toBe('Işık Oto')
    await customer.getByText('₺1.500,00').first().waitFor()
    expect(await customer.content()).not.toContain('532')
    expect(id).toBeGreaterThan(0)
  })

  test('offers another link when the one that it made was ended elsewhere', async () => {
    const { page, user, send, whatsApp, dialog, links } = await openRecord()
    await send.click()
    await page.locator('a[href^="https://wa.me/905321234567?text="]').waitFor()
    const ended = linkIn(await whatsApp.getAttribute('href'))
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    for (const { id } of await links()) await revokeShare(user.ctx, { id })
    await send.click()
    await eventually(async () => linkIn(await whatsApp.getAttribute('href')) === ended).toBe(false)
    const address = linkIn(await whatsApp.getAttribute('href'))
    expect((await fetch(address)).status).toBe(200)
    expect(await links()).toHaveLength(1)
  })

  test('works by keyboard: WhatsApp has the focus, and Escape gives it back', async () => {
    const { page, send, whatsApp, dialog } = await openRecord()
    await send.focus()
    await page.keyboard.press('Enter')
    await page.locator(':focus').and(whatsApp).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.locator(':focus').and(send).waitFor()
    expect(await send.isVisible()).toBe(true)
  })

  test('copies the link, which is listed then and can be ended', async () => {
    const { page, send, dialog, links, says } = await openRecord({ links: 1 })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await send.click()
    await dialog.getByText('Açık bağlantılar').waitFor()
    expect(await dialog.getByRole('listitem').count()).toBe(1)
    await dialog.getByRole('button', { name: /^Bağlantıyı kopyala http/ }).click()
    await says('Bağlantı kopyalandı.')
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toMatch(/\/oto-servis\/p\/[\w-]{32}$/)
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(2)
    await dialog
      .getByRole('button', { name: /^İptal et/ })
      .first()
      .click()
    await says('Bağlantı iptal edildi.')
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(1)
    const customer = await browser.open({ address: panel.address, expectedErrors: [/404/] })
    expect((await customer.goto(copied))?.status()).toBe(404)
    // The one that is listed, and the next one that was prepared.
    await expect.poll(async () => (await links()).length).toBe(2)
  })

  test('of the document without VAT prepares a link of its own', async () => {
    const { send, dialog, whatsApp, links } = await openRecord()
    await send.click()
    await expect.poll(() => whatsApp.getAttribute('href')).toContain('wa.me')
    const first = await whatsApp.getAttribute('href')
    await dialog.getByLabel('KDV’siz', { exact: true }).check()
    await expect.poll(() => whatsApp.getAttribute('href')).not.toBe(first)
    await expect.poll(async () => (await links()).map(({ with_vat }) => with_vat)).toEqual([false, true])
  })

  test('fits a phone, with every link in reach', async () => {
    const { send, dialog, whatsApp, page } = await openRecord({ screen: 'phone', links: 4 })
    await send.click()
    await whatsApp.getByText('0 (532) 123 45 67').waitFor()
    expect(await dialog.evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBe(0)
    expect(await dialog.getByRole('listitem').count()).toBe(3)
    await dialog.getByRole('button', { name: 'Tümünü göster (4)' }).click()
    expect(await dialog.getByRole('listitem').count()).toBe(4)
    expect(await page.getByRole('button', { name: /^İptal et: / }).count()).toBe(4)
  })

  test('says that unsaved changes are not sent', async () => {
    const { page, send, dialog } = await openRecord()
    await page.getByLabel('Müşteri Adı Soyadı').fill('Ayşe Işıklı')
    await send.click()
    expect(await dialog.getByText(/^Kaydedilmemiş değişiklikler var/).isVisible()).toBe(true)
  })

  test('is not offered to a mechanic', async () => {
    const { user, id } = await openRecord()
    const mechanic = await buildMember(panel.db, user, { role: 'mechanic' })
    const page = await browser.open({ address: panel.address })
    await enter(page, panel, mechanic)
    await kayitPage(page).open(id)
    expect(await page.getByRole('button', { name: 'Gönder', exact: true }).count()).toBe(0)
  })
})
