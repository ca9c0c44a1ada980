import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { readConfig } from '#server/config.ts'
import { type Running, start } from '#server/commands/start/start.ts'
import { AUTH_ADMIN, SESSION_COOKIE } from '#shared/options.ts'
import { adminScreen } from '#tests/support/screens/admin-screen.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { expectAccessible, type Screen, testBrowser } from '#tests/support/screens/browser.ts'
import { temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { buildUser, type TestUser } from '#tests/support/rows/factories.ts'
import { collectedLog } from '#tests/support/panel/log.ts'
import { setNoticeCookies, testPanel } from '#tests/support/panel/panel.ts'

const browser = testBrowser()
const openAdmin = adminScreen(await testPanel(), browser)

/** A panel with its own PostgreSQL, which keeps its backups beside its data. */
const dataDir = temporaryFolder()
const backups = join(dataDir, 'backups')
let panel: Running
beforeAll(async () => {
  panel = await start(readConfig({ PORT: '0', DATA_DIR: dataDir }), { log: collectedLog() })
})
afterAll(async () => {
  await panel.stop()
  rmSync(dataDir, { recursive: true })
})

async function openBackups(
  screen: Screen,
  expectedErrors: RegExp[] = [],
  user?: Pick<TestUser, 'id'>,
): Promise<Page> {
  user ??= await buildUser(panel.maintenance, { auth: AUTH_ADMIN })
  const page = await browser.open({ address: panel.address, screen, expectedErrors })
  const value = await startSession(panel.maintenance, user, { now: new Date(), remember: true })
  await setNoticeCookies(page, panel.address)
  await page.context().addCookies([{ name: SESSION_COOKIE, value, url: new URL(panel.address).origin }])
  await page.goto('admin?tab=backups')
  await page.getByRole('heading', { name: 'Yedekler' }).waitFor()
  return page
}

test.each(['phone', 'desktop'] as const)('a backup is made and downloaded on a %s', async (screen) => {
  rmSync(backups, { recursive: true, force: true })
  const page = await openBackups(screen)
  await page.getByText('İlki, panel başladıktan sonraki dakikada').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Şimdi yedekle' }).click()
  await page.getByText('Yedek alındı.').waitFor()
  await page.getByText(/^Son yedek: /).waitFor()
  await page.getByText(/^Elle · /).waitFor()
  await expectAccessible(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^İndir: / }).click(),
  ])
  const [name = ''] = readdirSync(backups)
  expect(download.suggestedFilename()).toBe(name)
  expect(readFileSync(await download.path())).toEqual(readFileSync(join(backups, name)))
})

test('two missed backups show in red', async () => {
  rmSync(backups, { recursive: true, force: true })
  mkdirSync(backups)
  const old = new Date(Date.now() - 50 * 3_600_000).toISOString()
  const stamp = old.replace(/\.\d+/, '').replaceAll(/[-:]/g, '')
  writeFileSync(join(backups, `${stamp}-otomatik.tar.gz.age`), 'x'.repeat(2_048))
  const page = await openBackups('desktop')
  await page.getByRole('alert').getByText('İki gündür yedek alınamadı.').waitFor()
  expect(await page.getByText('Otomatik · 2 KB').count()).toBe(1)
  await page.getByText('Şifreli').waitFor()
  await expectAccessible(page)
})

test('a failed backup shows its reason, and can be tried again', async () => {
  rmSync(backups, { recursive: true, force: true })
  writeFileSync(backups, 'not a folder')
  const page = await openBackups('desktop', [/status of 503/])
  await page.getByRole('button', { name: 'Şimdi yedekle' }).click()
  const why = page.getByText(/^Yedek alınamadı\..*günlüğünde/)
  await why.waitFor()
  expect(await why.textContent()).not.toContain(backups)
  rmSync(backups)
  await page.getByRole('button', { name: 'Şimdi yedekle' }).click()
  await page.getByText(/^Elle · /).waitFor()
  expect(readdirSync(backups)).toHaveLength(1)
})

test('a database of another server shows the command of a backup', async () => {
  const { page } = await openAdmin({ path: 'admin?tab=backups' })
  await page.getByText('Veritabanı başka bir sunucuda').waitFor()
  await page.getByText('npm run backup -- DOSYA').waitFor()
  expect(await page.getByRole('button', { name: 'Şimdi yedekle' }).count()).toBe(0)
  await expectAccessible(page)
})

test('a download asks for the password again after ten minutes', async () => {
  rmSync(backups, { recursive: true, force: true })
  const user = await buildUser(panel.maintenance, { auth: AUTH_ADMIN })
  const page = await openBackups('desktop', [/status of 428/], user)
  await page.getByRole('button', { name: 'Şimdi yedekle' }).click()
  await page.getByText('Yedek alındı.').waitFor()
  const stale = panel.maintenance.updateTable('sessions').set({ confirmed_at: null })
  await stale.where('user_id', '=', user.id).execute()
  const download = page.getByRole('button', { name: /^İndir: / })
  const again = page.getByRole('dialog', { name: 'Parolanızı yeniden girin' })
  await download.click()
  await again.getByRole('button', { name: 'Vazgeç' }).click()
  await again.waitFor({ state: 'detached' })
  await expect.poll(() => download.getAttribute('aria-busy')).toBeNull()
  expect(await page.getByRole('alert').count()).toBe(0)
  await download.click()
  await again.getByLabel('Parola', { exact: true }).fill(user.password)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    again.getByRole('button', { name: 'Devam et' }).click(),
  ])
  expect(readFileSync(await file.path())).toEqual(readFileSync(join(backups, file.suggestedFilename())))
})
