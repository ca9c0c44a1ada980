import { expect, test } from 'vitest'

import { makeResetLink } from '#server/admin/operations.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import { expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

test('a session that expires while passwords are typed asks for the password, and the change continues', async () => {
  const user = await panel.user()
  const page = await browser.open({ address: panel.address, expectedErrors: [/status of 401/] })
  await enter(page, panel, user)
  await page.goto('settings')
  const card = page.getByRole('region', { name: 'Parola', exact: true })
  const current = card.getByLabel('Mevcut Parola')
  await current.fill(user.password)
  await card.getByLabel('Yeni Parola', { exact: true }).fill('Araba-2026')
  await card.getByLabel('Yeni Parola (Tekrar)').fill('Araba-2026')
  await panel.db.deleteFrom('sessions').where('user_id', '=', user.id).execute()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Oturum sona erdi' })
  await dialog.getByLabel('Parola', { exact: true }).fill(user.password)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.getByText('Parola güncellendi.').waitFor()
  await expect.poll(() => current.inputValue()).toBe('')
  expect(await card.getByText('Mevcut ve yeni parola zorunlu.').count()).toBe(0)
  const kept = await page.evaluate(() => JSON.stringify(localStorage))
  expect(kept).not.toContain('Araba-2026')
})

test('a refused password shows no strength until it changes', async () => {
  const user = await panel.user({ username: 'Sonbahar-77' })
  const page = await browser.open({ address: panel.address, expectedErrors: [/status of 400/] })
  await enter(page, panel, user)
  await page.goto('settings')
  const card = page.getByRole('region', { name: 'Parola', exact: true })
  const strength = card.getByRole('status').filter({ hasText: 'Parola gücü' })
  await card.getByLabel('Mevcut Parola').fill(user.password)
  const chosen = card.getByLabel('Yeni Parola', { exact: true })
  await chosen.fill('Sonbahar-77')
  expect(await strength.textContent()).toBe('Parola gücü: Çok güçlü')
  await card.getByLabel('Yeni Parola (Tekrar)').fill('Sonbahar-77')
  await page.keyboard.press('Enter')
  await expect.poll(() => strength.textContent()).toBe('Parola gücü: Kabul edilmedi')
  await chosen.fill('Sonbahar-78x')
  expect(await strength.textContent()).toBe('Parola gücü: Çok güçlü')
})

test('a refused password shows no strength in the other forms either', async () => {
  const owner = await panel.user({ auth: AUTH_ADMIN, username: 'Karpuzlu-34' })
  const page = await browser.open({ address: panel.address, expectedErrors: [/status of 400/] })
  await enter(page, panel, owner)
  const strength = page.getByRole('status').filter({ hasText: 'Parola gücü' })
  const expectRefused = async () => {
    await expect.poll(() => strength.textContent()).toBe('Parola gücü: Kabul edilmedi')
  }

  for (const [path, button] of [
    ['settings?tab=staff', 'Yeni çalışan'],
    ['admin', 'Yeni kullanıcı'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('button', { name: button }).click()
    const dialog = page.getByRole('dialog', { name: button })
    await dialog.getByLabel('Kullanıcı adı').fill('Kavunlu-35')
    if (path === 'admin') await dialog.getByLabel('E-posta').fill('kavunlu@ornek.test')
    await dialog.getByLabel('Yeni parola').fill('Kavunlu-35')
    expect([path, await strength.textContent()]).toEqual([path, 'Parola gücü: Çok güçlü'])
    await dialog.getByRole('button', { name: 'Kaydet' }).click()
    await expectRefused()
    await dialog.getByLabel('Yeni parola').fill('Kavunlu-36x')
    expect(await strength.textContent()).toBe('Parola gücü: Çok güçlü')
    expect(await dialog.getByLabel('Yeni parola').getAttribute('aria-invalid')).not.toBe('true')
  }

  const { token } = await makeResetLink(owner.ctx, await panel.user({ username: 'Sonbahar-79' }))
  await page.goto(`parola#${token}`)
  const chosen = page.getByLabel('Yeni Parola', { exact: true })
  await chosen.fill('Sonbahar-79')
  expect(await strength.textContent()).toBe('Parola gücü: Çok güçlü')
  await page.getByLabel('Yeni Parola (Tekrar)').fill('Sonbahar-79')
  await page.getByRole('button', { name: 'Parolayı kaydet' }).click()
  await expectRefused()
  await chosen.fill('Sonbahar-80x')
  expect(await strength.textContent()).toBe('Parola gücü: Çok güçlü')
})
