import { describe, expect, test } from 'vitest'

import { storeConsent } from '#server/auth/consent.ts'
import { CONSENT_TEXT_VERSION } from '#shared/auth/notice.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { enter, pathOf, setNoticeCookies, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()
const open = (options: { expectedErrors?: RegExp[] } = {}) =>
  browser.open({ address: panel.address, screen: 'desktop', ...options })

/** Opens the administrator's list of the shops that match a text. */
async function openShops(q: string) {
  const admin = await panel.user({ auth: AUTH_ADMIN })
  const page = await open()
  await enter(page, panel, admin)
  await page.goto(`${panel.address}admin?tab=shops&q=${encodeURIComponent(q)}`)
  const dialog = page.getByRole('dialog')
  return { admin, page, dialog }
}

const TOLD = /Hesabınız geçici olarak durduruldu\. Ödeme bekleniyor\. .* adresine yazın\./

describe('a shop', () => {
  test('shows its suspension in open pages, at the login and to programs, and continues when reopened', async () => {
    const owner = await panel.user({ company_name: 'Durgun Oto' })
    const token = await startSession(panel.db, owner, { kind: 'legacy', now: new Date() })
    const legacy = async () => {
      const response = await fetch(new URL('/api/getKayitlar.php', panel.address), {
        headers: { 'session-id': token },
      })
      return { status: response.status, body: (await response.json()) as { message?: string } }
    }
    const shop = await open({ expectedErrors: [/status of 40[03]/] })
    await enter(shop, panel, owner)
    await shop.goto(`${panel.address}books`)
    await shop
      .getByRole('button', { name: 'Yeni kayıt' })
      .or(shop.getByRole('link', { name: 'Yeni kayıt' }))
      .first()
      .waitFor()
    expect((await legacy()).status).toBe(200)

    const { page, dialog } = await openShops('Durgun Oto')
    await page.getByRole('button', { name: 'Aç: Durgun Oto' }).click()
    await dialog.getByLabel('Durdurma gerekçesi').fill('Ödeme bekleniyor')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Firmayı durdur' }).click()
    await page.getByText('Firma durduruldu.').waitFor()
    await dialog.getByRole('button', { name: 'Firmayı aç' }).waitFor()

    expect(await legacy()).toMatchObject({ status: 403, body: { message: expect.stringMatching(TOLD) } })
    await shop.getByRole('link', { name: 'Ayarlar' }).first().click()
    await shop.getByText(TOLD).waitFor()
    await shop.getByLabel('Kullanıcı adı').fill(owner.username)
    await shop.getByLabel('Parola', { exact: true }).fill(owner.password)
    await shop.getByRole('button', { name: 'Giriş yap' }).click()
    await shop.getByRole('alert').filter({ hasText: TOLD }).first().waitFor()
    await shop.reload()
    await shop.getByText(TOLD).waitFor()

    await dialog.getByRole('button', { name: 'Firmayı aç' }).click()
    await page.getByText('Firma yeniden açıldı.').waitFor()
    expect((await legacy()).status).toBe(200)
    await shop.goto(`${panel.address}books`)
    await shop.getByRole('heading', { name: 'Kayıtlar' }).first().waitFor()
  })

  test('gets a longer licence together with other shops', async () => {
    const word = 'Uzatılan'
    const shops = [
      await panel.user({ company_name: `${word} Bir`, license_end_date: '2027-01-31' }),
      await panel.user({ company_name: `${word} İki`, license_end_date: '2027-06-15' }),
    ]
    const { page, dialog } = await openShops(word)
    for (const name of ['Bir', 'İki']) await page.getByLabel(`Seç: ${word} ${name}`).check()
    await page.getByText('2 firma seçildi').waitFor()
    await page.getByRole('button', { name: 'Lisans süresini uzat' }).click()
    await dialog.getByText('31.01.2027 → 31.01.2028').waitFor()
    await expectAccessible(page)
    await dialog.getByLabel('Ne kadar').selectOption('month')
    await dialog.getByText('31.01.2027 → 28.02.2027').waitFor()
    await dialog.getByRole('button', { name: 'Süreleri değiştir' }).click()
    await page.getByText('2 firmanın lisans süresi değiştirildi.').waitFor()
    const ends = await panel.db
      .selectFrom('shops')
      .where(
        'id',
        'in',
        shops.map(({ id }) => id),
      )
      .orderBy('id')
      .select('license_end_date')
      .execute()
    expect(ends.map((row) => row.license_end_date)).toEqual(['2027-02-28', '2027-07-15'])
    await page.getByRole('cell', { name: '28.02.2027' }).waitFor()
  })

  test('is erased, once deleted, after its name is typed', async () => {
    const owner = await panel.user({ company_name: 'Giden Oto' })
    await save(owner.ctx, { info: { musteri_adi_soyadi: 'Gidenin Müşterisi', plaka: '34 GDN 1' } })
    await panel.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', owner.id).execute()
    const { page, dialog } = await openShops('Giden Oto')
    await page.getByLabel('Gösterilen').selectOption('deleted')
    expect(pathOf(page)).toContain('tab=shops')
    await page.getByRole('button', { name: 'Aç: Giden Oto' }).click()
    await expectAccessible(page)
    const erase = dialog.getByRole('button', { name: 'Firmanın verilerini sil' })
    expect(await erase.isDisabled()).toBe(true)
    await dialog.getByLabel('Gerekçe').fill('Sözleşme bitti')
    await dialog.getByLabel('Firmanın kullanıcı adı').fill(owner.username)
    await erase.click()
    await page.getByText('Firmanın verileri silindi.').waitFor()
    await dialog.waitFor({ state: 'detached' })
    const left = await panel.db.selectFrom('kayit').where('shop_id', '=', owner.id).select('id').execute()
    expect(left).toEqual([])
  })
})

test('a new version of the privacy notice asks for consent again, and the earlier one can still be read', async () => {
  const owner = await panel.user()
  const earlier = { version: '2025-01-01.1', body: 'Eski Metin\n\nEski başlık\nEski cümle.\n\nOkudum.' }
  await storeConsent(owner.ctx, { userId: owner.id, action: 'accepted' }, earlier)
  const page = await open()
  await setNoticeCookies(page, panel.address)
  await page.goto(panel.address)
  await page.getByLabel('Kullanıcı adı').fill(owner.username)
  await page.getByLabel('Parola', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Giriş yap' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading', { name: /Aydınlatma Metni/ }).waitFor()
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Onayla' }).click()
  await page.waitForURL(/dashboard/)
  await page.goto(`${panel.address}settings?tab=notice`)
  await page.getByRole('button', { name: 'Metni oku: sürüm 2025-01-01.1' }).click()
  await dialog.getByText('Eski cümle.').waitFor()
  await expectAccessible(page)
  const consents = panel.db.selectFrom('consents').where('user_id', '=', owner.id)
  expect(await consents.orderBy('id').select('text_version').execute()).toEqual([
    { text_version: '2025-01-01.1' },
    { text_version: CONSENT_TEXT_VERSION },
  ])
})
