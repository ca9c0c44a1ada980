import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import { build } from '#tests/support/rows/kayit.ts'
import { setNoticeCookies, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

/** Counts the page's calls for data by name; the probes of the connection repeat the check of the session. */
function countCalls(page: Page): Map<string, number> {
  const calls = new Map<string, number>()
  page.on('request', (request) => {
    const [, names] = /\/api\/trpc\/([\w.,]+)/.exec(request.url()) ?? []
    for (const name of names?.split(',') ?? [])
      if (name !== 'auth.session') calls.set(name, (calls.get(name) ?? 0) + 1)
  })
  return calls
}

test('every screen that is reloaded without a connection says so, offers a retry and recovers', async () => {
  const user = await panel.user()
  const { kayit } = await build(user.ctx, { plaka: '34 ABC 123', giris_tarihi: '2026-11-03' })
  const { vehicle_id, customer_id } = await panel.db
    .selectFrom('kayit')
    .where('id', '=', kayit.id)
    .select(['vehicle_id', 'customer_id'])
    .executeTakeFirstOrThrow()
  const page = await browser.open({
    address: panel.address,
    serviceWorker: true,
    expectedErrors: [/ERR_/, /Failed to (load|fetch)/],
  })
  await setNoticeCookies(page, panel.address)
  await page.goto('')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.getByLabel('Kullanıcı adı').fill(user.username)
  await page.getByLabel('Parola', { exact: true }).fill(user.password)
  await page.getByRole('checkbox', { name: 'Beni hatırla' }).check()
  await page.getByRole('button', { name: 'Giriş yap' }).click()
  await page.getByRole('heading', { name: `Hoş geldiniz, ${user.username}` }).waitFor()

  const calls = countCalls(page)
  const again = page.getByRole('button', { name: 'Tekrar dene' })
  const notice = page.getByText('Bağlantı yok. Yeni kayıt, kabul')
  const screens = [
    ['dashboard', 'Kayıtlar alınamadı.', '34 ABC 123'],
    ['books', 'Kayıtlar alınamadı.', '34 ABC 123'],
    ['vehicles', 'Araçlar alınamadı.', '34 ABC 123'],
    ['customers', 'Müşteriler alınamadı.', 'Ayşe Işık'],
    ['expense', 'Giderler alınamadı.', 'Kayıt yok.'],
    ['stats', 'İstatistikler alınamadı.', 'Toplam kayıt'],
    ['stats?period=year', 'İstatistikler alınamadı.', 'Kayıt başına ortalama gelir'],
    [`book/${kayit.id}`, 'Kayıt detayları alınamadı.', 'Kayıt Düzenle'],
    [`vehicle/${vehicle_id}`, 'Araç alınamadı.', '34 ABC 123'],
    [`customer/${customer_id}`, 'Müşteri alınamadı.', 'Ayşe Işık'],
    ['settings', 'Ayarlar yüklenemedi.', 'Firma Adı'],
    ['changes', 'Değişiklikler alınamadı.', '34 ABC 123'],
    ['personal-data', 'Başvurular alınamadı.', 'Başvuru yok.'],
  ] as const
  for (const [path, failed, content] of screens) {
    await page.context().setOffline(true)
    calls.clear()
    await page.goto(path)
    await again.first().waitFor()
    // One call for the address and one when the screen is drawn; retries would delay the message for seconds.
    expect([path, Math.max(...calls.values())]).toEqual([path, expect.toSatisfy((most) => most <= 2)])
    const main = page.getByRole('main')
    await main.getByText(failed).first().waitFor()
    await main.getByText('Bağlantı yok; bağlantı gelince kendiliğinden yüklenir.').first().waitFor()
    await notice.waitFor()
    expect(await page.locator('[aria-busy=true], [data-slot=skeleton]').count()).toBe(0)
    if (path === 'books') await expectAccessible(page)
    await again.first().click()
    await again.first().waitFor()

    await page.context().setOffline(false)
    await again.first().waitFor({ state: 'detached' })
    await main.getByText(content).first().waitFor()
    await notice.waitFor({ state: 'detached' })
  }
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Ayşe Işık')
})
