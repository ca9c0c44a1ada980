import { describe, expect, test } from 'vitest'

import { listShares, revokeShare } from '#server/share/operations.ts'
import { item } from '#tests/support/rows/items.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { changesIn } from '#tests/support/rows/changes.ts'
import { share } from '#tests/support/rows/share.ts'
import { buildMember } from '#tests/support/rows/staff.ts'
import { type Screen, testBrowser } from '#tests/support/screens/browser.ts'
import { kayitPage } from '#tests/support/screens/kayit-page.ts'
import { shareDialog } from '#tests/support/screens/share-dialog.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

const info = {
  plaka: '34 ABC 123',
  musteri_adi_soyadi: 'Ayşe Işık',
  musteri_tel: '0532 123 45 67',
  arac_marka: 'Renault',
}

type Opened = { screen?: Screen; links?: number; conflicts?: boolean }

async function openRecord({ screen, links = 0, conflicts = false }: Opened = {}) {
  const user = await panel.user({ company_name: 'Işık Oto' })
  const { id } = await save(user.ctx, { info, islemler: [item('Balata', 1_500)] })
  for (let made = 0; made < links; made += 1) await share(user.ctx, { kayit_id: id })
  const expectedErrors = conflicts ? [/share\.create/] : []
  const shown = await shareDialog([panel, browser], { user, screen, expectedErrors })
  const { page } = shown
  const kayit = kayitPage(page)
  await kayit.open(id)
  return {
    ...kayit,
    ...shown,
    user,
    id,
    send: page.getByRole('button', { name: 'Gönder', exact: true }),
    links: async () => (await listShares({ ...user.ctx, now: new Date() }, { kind: 'record', id })).links,
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
    expect(await customer.title()).toMatch(/^Servis fişi [\d.]{10} – Işık Oto$/)
    await customer.getByText('₺1.500,00').first().waitFor()
    expect(await customer.content()).not.toContain('532')
    expect(id).toBeGreaterThan(0)
  })

  test('stores no link before one is taken, and the same one for every way', async () => {
    const { page, send, whatsApp, dialog, links, user } = await openRecord()
    for (let opened = 0; opened < 3; opened += 1) {
      await send.click()
      await page.locator('a[href^="https://wa.me/905321234567?text="]').waitFor()
      await dialog.getByLabel('KDV’siz', { exact: true }).check()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    expect(await links()).toEqual([])
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await send.click()
    await Promise.all([page.waitForEvent('popup'), whatsApp.click()])
    await dialog.getByRole('button', { name: /^Bağlantıyı kopyala http/ }).click()
    await expect.poll(async () => (await changesIn(panel.db, user.id)).at(-1)?.verb).toBe('copy')
    expect(await links()).toHaveLength(1)
    expect((await changesIn(panel.db, user.id)).slice(-2).map(({ verb }) => verb)).toEqual([
      'whatsapp',
      'copy',
    ])
  })

  test('offers another link when the one that was taken was ended elsewhere', async () => {
    const { page, user, send, whatsApp, dialog, links } = await openRecord({ conflicts: true })
    await send.click()
    await Promise.all([page.waitForEvent('popup'), whatsApp.click()])
    await expect.poll(async () => (await links()).length).toBe(1)
    const ended = linkIn(await whatsApp.getAttribute('href'))
    for (const { id } of await links()) await revokeShare(user.ctx, { id })
    await Promise.all([page.waitForEvent('popup'), whatsApp.click()])
    await dialog.getByText('Bu bağlantı iptal edilmiş. Yenisi hazır: yeniden deneyin.').waitFor()
    await expect.poll(async () => linkIn(await whatsApp.getAttribute('href'))).not.toBe(ended)
    await Promise.all([page.waitForEvent('popup'), whatsApp.click()])
    await expect.poll(async () => (await links()).length).toBe(1)
    expect((await fetch(linkIn(await whatsApp.getAttribute('href')))).status).toBe(200)
  })

  test('tries a lost connection again, and then says that the link does not open yet', async () => {
    const { page, send, whatsApp, dialog, links } = await openRecord({ conflicts: true })
    await send.click()
    await page.locator('a[href^="https://wa.me/905321234567?text="]').waitFor()
    await page.route('**/share.create*', (route) => route.abort())
    await Promise.all([page.waitForEvent('popup'), whatsApp.click()])
    await dialog.getByText(/^Bağlantı kaydedilemedi/).waitFor({ timeout: 30_000 })
    await page.unroute('**/share.create*')
    await dialog.getByRole('button', { name: 'Yeniden dene' }).click()
    await expect.poll(async () => (await links()).length).toBe(1)
    expect((await fetch(linkIn(await whatsApp.getAttribute('href')))).status).toBe(200)
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
    expect(await links()).toHaveLength(1)
  })

  test('of the document without VAT takes a link of its own', async () => {
    const { page, send, dialog, whatsApp, links } = await openRecord()
    await send.click()
    await expect.poll(() => whatsApp.getAttribute('href')).toContain('wa.me')
    await Promise.all([page.waitForEvent('popup'), whatsApp.click()])
    await dialog.getByLabel('KDV’siz', { exact: true }).check()
    await Promise.all([page.waitForEvent('popup'), whatsApp.click()])
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

  test('stays within a low window, however many links are shown', async () => {
    const { page, send, dialog } = await openRecord({ links: 6 })
    await page.setViewportSize({ width: 1280, height: 600 })
    await send.click()
    await dialog.getByRole('button', { name: 'Tümünü göster (6)' }).click()
    const box = await dialog.boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual(0)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(600)
  })

  test('says that unsaved changes are not sent', async () => {
    const { page, send, dialog } = await openRecord()
    await page.getByLabel('Müşteri Adı Soyadı').fill('Ayşe Işıklı')
    await send.click()
    const warning = dialog.getByText(/^Kaydedilmemiş değişiklikler var/)
    await warning.waitFor()
    expect(await warning.count()).toBe(1)
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
