import { expect, test } from 'vitest'

import { getAccountsStart } from '#server/payment/operations.ts'
import { buildMember } from '#tests/support/rows/staff.ts'
import { testBrowser } from '#tests/support/screens/browser.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

test('the owner sets and clears the day from which debts count', async () => {
  const user = await panel.user()
  const page = await browser.open({ address: panel.address, expectedErrors: [/status of 400/] })
  await enter(page, panel, user)
  await page.goto('settings?tab=prices')
  const start = page.getByLabel('Hesabın başlangıcı')
  const save = page.getByRole('button', { name: 'Kaydet', exact: true })
  await start.fill('32.13.2026')
  await save.click()
  await page.getByText('Geçersiz tarih.').waitFor()
  await start.fill('1.11.2026')
  await save.click()
  await page.getByText('Hesabın başlangıcı kaydedildi.').waitFor()
  expect(await getAccountsStart(user.ctx)).toMatchObject({ start: '2026-11-01' })
  await start.fill('')
  await save.click()
  await expect.poll(() => getAccountsStart(user.ctx)).toMatchObject({ start: null })
})

test('the desk sees prices, and not the day of the accounts', async () => {
  const user = await panel.user()
  const page = await browser.open({ address: panel.address })
  await enter(page, panel, await buildMember(panel.db, user))
  await page.goto('settings?tab=prices')
  await page.getByRole('region', { name: 'Fiyat listesi' }).waitFor()
  expect(await page.getByText('Hesabın başlangıcı').count()).toBe(0)
})
