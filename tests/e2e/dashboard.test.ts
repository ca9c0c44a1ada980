import type { Insertable } from 'kysely'
import { describe, expect, test } from 'vitest'

import type { UsersTable } from '#server/db/schema.ts'
import { addDays, formatDay, todayInIstanbul } from '#shared/date.ts'
import { type Screen, expectAccessible, testBrowser } from '#tests/support/browser.ts'
import { enter, pathOf, testPanel } from '#tests/support/panel.ts'

const panel = await testPanel()
const browser = testBrowser()
const today = todayInIstanbul(new Date())

/** The dashboard of an account with this licence. */
async function openDashboard(columns: Partial<Insertable<UsersTable>>, screen: Screen = 'desktop') {
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
      ['Yeni kayıt', '/book/0'],
    ] as const) {
      await main.getByRole('link', { name }).click()
      await expect.poll(() => pathOf(page), { timeout: 10_000 }).toBe(path)
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
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByLabel('Görünüm').selectOption('dark')
  const moving = () => document.getAnimations().length
  expect(await page.evaluate(moving)).toBe(0)
  expect(await page.getByRole('banner').evaluate((header) => getComputedStyle(header).backgroundColor)).toBe(
    'rgb(23, 28, 34)',
  )
})
