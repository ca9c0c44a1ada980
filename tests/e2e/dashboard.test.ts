import { describe, expect, test } from 'vitest'

import { addDays, formatDay, todayInIstanbul } from '#shared/date.ts'
import { expectAccessible, loseCalls, type Screen, testBrowser } from '#tests/support/screens/browser.ts'
import type { UserColumns } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { take } from '#tests/support/rows/payment.ts'
import { buildMember } from '#tests/support/rows/staff.ts'
import { enter, pathOf, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()
const today = todayInIstanbul(new Date())

/** Returns a context at the time of the browser. */
const now = <Ctx extends { now: Date }>(ctx: Ctx): Ctx => ({ ...ctx, now: new Date() })

/** Opens the dashboard of an account with this licence. */
async function openDashboard(columns: UserColumns, screen: Screen = 'desktop') {
  const user = await panel.user(columns)
  const page = await browser.open({ address: panel.address, screen })
  await enter(page, panel, user)
  await page.goto('dashboard')
  const licence = page.getByRole('region', { name: 'Lisans durumu' })
  return { page, user, licence, figures: () => licence.locator('dd').allTextContents() }
}

describe.each(['phone', 'desktop'] as const)('the dashboard on a %s', (screen) => {
  test('the dashboard greets by name and links to records, statistics, settings and support', async () => {
    const columns = { license_type: 'Pro', license_end_date: addDays(today, 100) }
    const { page, user } = await openDashboard(columns, screen)
    await page.getByRole('heading', { level: 1, name: `Hoş geldiniz, ${user.username}` }).waitFor()
    await page.getByRole('region', { name: 'Paket' }).getByText('Pro').waitFor()
    await expectAccessible(page)
    const main = page.getByRole('main')
    for (const [name, path] of [
      ['Kayıtlar', '/books'],
      ['İstatistikler', '/stats'],
      ['Ayarlar', '/settings'],
      ['Destek', '/feedbacks'],
      ['Yeni', '/book/0'],
    ] as const) {
      // On a phone the bottom bar starts a new record.
      const isInBar = name === 'Yeni' && screen === 'phone'
      await (isInBar ? page.getByRole('navigation') : main).getByRole('link', { name }).click()
      await expect.poll(() => pathOf(page), { timeout: 30_000 }).toBe(path)
      await page.goBack()
      await main.getByRole('heading', { name: user.username }).waitFor()
    }
  })

  test('the dashboard shows a licence that ends soon in words, numbers and a bar', async () => {
    const end = addDays(today, 5)
    const { page, licence, figures } = await openDashboard(
      { license_type: 'Enterprise', license_end_date: end },
      screen,
    )
    await licence.getByText('Son 7 gün – yenileme zamanı.').waitFor()
    const [date, days, percent] = await figures()
    expect([date, days]).toEqual([formatDay(end), '5'])
    const bar = licence.getByRole('progressbar', { name: 'Lisansın kullanılan süresi' })
    expect(`%${await bar.getAttribute('value')}`).toBe(percent)
    await expectAccessible(page)
  })
})

describe.each(['phone', 'tablet', 'desktop'] as const)('the work of today on a %s', (screen) => {
  test('the cars in the shop are listed by age, and the money of the month is shown', async () => {
    const user = await panel.user()
    const car = (plaka: string, days: number, info: Record<string, string> = {}) =>
      save(user.ctx, {
        info: { plaka, musteri_adi_soyadi: `Sahibi ${plaka}`, giris_tarihi: addDays(today, -days), ...info },
        islemler: [
          { islem_adi: 'Yağ değişimi', islem_adet: 1, fiyat_kurus: 60_000 },
          { islem_adi: 'Filtre', islem_adet: 1, fiyat_kurus: 40_050 },
        ],
      })
    await car('34 ABC 123', 2)
    const { id } = await car('06 İST 7', 6, { arac_marka: 'Poyraz', durum: 'Beklemede' })
    await car('B-HN 1629', 0)
    await car('16 XYZ 99', 1, { durum: 'Tamamlandı', cikis_tarihi: today })
    const page = await browser.open({ address: panel.address, screen })
    await enter(page, panel, user)
    await page.goto('dashboard')
    const work = page.getByRole('region', { name: 'Serviste' })
    const rows = work.getByRole('listitem')
    await work.getByText('3 araç, ₺3.001,50').waitFor()
    expect(await rows.getByRole('link').allTextContents()).toEqual(['06 İST 7', '34 ABC 123', 'B-HN 1629'])
    for (const age of ['6 gündür', '2 gündür', 'bugün'])
      expect(await work.locator(`[data-words="${age}"]`).count()).toBe(1)
    expect(await rows.first().textContent()).toContain('₺1.000,50')
    expect(await work.getByText('Yağ değişimi, +1').count()).toBe(3)
    const day = page.getByRole('region', { name: 'Bugün' })
    await day.getByText('1 kayıt').waitFor()
    expect(await day.locator('dd').allTextContents()).toEqual(['₺1.000,50', '₺0,00'])
    const month = page.getByRole('region', { name: 'Bu ay' })
    await month.getByText(/^₺/).first().waitFor()
    expect(await month.locator('dt').allTextContents()).toEqual(['Gelir', 'Gider', 'Kâr'])
    await expectAccessible(page)

    await rows.first().click()
    await page.waitForURL(`**/book/${id}`)
    await page.goBack()
    await work.getByRole('link', { name: 'Tümü' }).click()
    await expect.poll(() => pathOf(page)).toBe('/books?sort=giris_tarihi&open=true')
  })

  test('an empty shop says so', async () => {
    const { page } = await openDashboard({}, screen)
    const work = page.getByRole('region', { name: 'Serviste' })
    await work.getByText('Serviste açık iş yok.').waitFor()
    expect(await work.getByRole('listitem').count()).toBe(0)
    await expectAccessible(page)
  })
})

describe('the money of today', () => {
  test('shows what came in and what is owed once the shop takes payments, and leads to both', async () => {
    const user = await panel.user()
    const done = { durum: 'Tamamlandı', cikis_tarihi: addDays(today, -95), giris_tarihi: addDays(today, -95) }
    const islemler = [{ islem_adi: 'Balata', islem_adet: 1, fiyat_kurus: 150_000 }]
    const { id } = await save(user.ctx, { info: { plaka: '34 ABC 123', ...done }, islemler })
    const page = await browser.open({ address: panel.address })
    await enter(page, panel, user)
    await page.goto('dashboard')
    const day = page.getByRole('region', { name: 'Bugün' })
    await day.getByText('0 kayıt').waitFor()
    expect(await day.locator('dt').allTextContents()).toEqual(['Gelir', 'Gider'])
    await take(now(user.ctx), {
      kayit_id: id,
      amount_kurus: 20_050,
      method: 'card',
      start: addDays(today, -100),
    })
    await page.reload()
    await day.getByText('Kart ₺200,50').waitFor()
    expect(await day.locator('dt').allTextContents()).toEqual(['Gelir', 'Gider', 'Giren', 'Açık bakiye'])
    await day.getByText('1 müşteri, 90 günü geçen ₺1.299,50').waitFor()
    await expectAccessible(page)
    await day.getByRole('link', { name: 'Alacaklar' }).click()
    await page.waitForURL('**/cash/debts')
    await page.goBack()
    await day.getByRole('link', { name: 'Gün sonu' }).click()
    await page.waitForURL('**/cash')
  })

  test('is there for the desk, and not for a mechanic', async () => {
    const owner = await panel.user()
    const { id } = await save(owner.ctx, { info: { plaka: '34 ABC 123' } })
    await take(now(owner.ctx), { kayit_id: id, amount_kurus: 20_050 })
    const shown = async (role: 'desk' | 'mechanic') => {
      const page = await browser.open({ address: panel.address })
      await enter(page, panel, await buildMember(panel.db, owner, { role }))
      await page.goto('dashboard')
      await page.getByRole('region', { name: 'Serviste' }).getByText('34 ABC 123').waitFor()
      await page.waitForLoadState('networkidle')
      return page.getByRole('region', { name: 'Bugün' }).locator('dt').allTextContents()
    }
    expect(await shown('desk')).toEqual(['Giren', 'Açık bakiye'])
    expect(await shown('mechanic')).toEqual([])
  })
})

describe('the search of the first screen', () => {
  test('the drawn plate opens the search of every screen, and Enter opens the typed plate', async () => {
    const user = await panel.user()
    await save(user.ctx, { info: { plaka: '34 ABC 123' } })
    const page = await browser.open({ address: panel.address })
    await enter(page, panel, user)
    await page.goto('dashboard')
    await page.getByRole('region', { name: 'Serviste' }).getByText('34 ABC 123').waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Ara: Plaka, ad ya da telefon' }).click()
    await page.getByRole('combobox', { name: 'Her yerde ara' }).waitFor()
    await page.keyboard.type('34abc123')
    await page
      .getByRole('option', { name: /34 ABC 123/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => pathOf(page)).toMatch(/^\/vehicle\/\d+$/)
  })

  test('on a screen without a search “/” opens the general search, and Enter opens the records', async () => {
    const { page } = await openDashboard({})
    await page.goto('settings')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Her yerde ara' }).waitFor()
    await page.keyboard.press('/')
    await page.getByRole('combobox', { name: 'Her yerde ara' }).waitFor()
    await page.keyboard.type('34 a')
    await page.keyboard.press('Enter')
    await expect.poll(() => pathOf(page)).toBe('/books?q=34+a')
  })

  test('figures that fail to load can be loaded again', async () => {
    const user = await panel.user()
    const page = await browser.open({ address: panel.address, expectedErrors: [/ERR_FAILED/] })
    await enter(page, panel, user)
    const recover = await loseCalls(page, /kayit\.list|stats\.get/)
    await page.goto('dashboard')
    const again = page.getByRole('button', { name: 'Tekrar dene' })
    await expect.poll(() => again.count(), { timeout: 30_000 }).toBe(2)
    await expectAccessible(page)
    recover()
    await again.first().click()
    await page.getByText('Serviste açık iş yok.').waitFor()
  })
})

describe('the licence card', () => {
  test.each([
    [100, 'Lisans aktif.', '100'],
    [30, 'Son 30 gün – plan yap.', '30'],
    [-1, 'Lisans süresi dolmuş.', '0'],
  ])('a licence that ends in %d days shows “%s”', async (left, message, days) => {
    const { page, licence, figures } = await openDashboard({ license_end_date: addDays(today, left) })
    await licence.getByText(message).waitFor()
    expect((await figures())[1]).toBe(days)
    await expectAccessible(page)
  })

  test('an account without a licence shows dashes and no bar', async () => {
    const { page, licence, figures } = await openDashboard({ license_type: '', license_end_date: null })
    await licence.getByText('Lisans bilgisi yok.').waitFor()
    expect(await figures()).toEqual(['—', '—', '—'])
    expect(await licence.getByRole('progressbar').count()).toBe(0)
    expect(await page.getByRole('region', { name: 'Paket' }).locator('[data-slot=badge]').textContent()).toBe(
      '—',
    )
    await expectAccessible(page)
  })
})

test('colours change without a transition when reduced motion is preferred', async () => {
  const { page } = await openDashboard({})
  await page.getByRole('button', { name: /^Hesap:/ }).click()
  await page.getByLabel('Görünüm').selectOption('dark')
  const moving = () => document.getAnimations().length
  expect(await page.evaluate(moving)).toBe(0)
  expect(await page.getByRole('banner').evaluate((header) => getComputedStyle(header).backgroundColor)).toBe(
    'rgb(11, 14, 18)',
  )
})
