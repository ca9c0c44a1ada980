import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { hashPassword } from '#server/auth/password-hash.ts'
import { readConfig } from '#server/config.ts'
import { type Running, start } from '#server/commands/start/start.ts'
import { SESSION_COOKIE } from '#shared/options.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { backedUp, fill, withDatabase } from '#tests/support/database/backup.ts'
import { expectAccessible, type Screen, testBrowser } from '#tests/support/screens/browser.ts'
import { testDatabases } from '#tests/support/database/database.ts'
import { temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { buildUser } from '#tests/support/rows/factories.ts'
import { setNoticeCookies } from '#tests/support/panel/panel.ts'

const browser = testBrowser()
const databases = testDatabases()
const OWNER = { username: 'usta', password: 'eski-parola-2026' }
const PASSPHRASE = 'on iki harften uzun'

/** A panel after its first start, which keeps its backups beside its data. */
const dataDir = temporaryFolder()
const files = temporaryFolder()
const file = (name: string) => join(files, name)
let panel: Running
beforeAll(async () => {
  const source = await databases.migrated()
  const password_hash = await hashPassword(OWNER.password)
  await withDatabase(source, (db) => buildUser(db, { username: OWNER.username, password_hash, auth: 3 }))
  await fill(source, 12)
  writeFileSync(file('panel.tar.gz.age'), await backedUp(source, PASSPHRASE))
  writeFileSync(file('tatil.jpg'), 'bir resim')
  panel = await start(readConfig({ PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: dataDir }))
})
afterAll(async () => {
  await panel.stop()
  for (const folder of [dataDir, files]) rmSync(folder, { recursive: true })
})

/** Opens the backups as the first administrator. */
async function openBackups(screen: Screen, expectedErrors: RegExp[] = []): Promise<Page> {
  const page = await browser.open({ address: panel.address, screen, expectedErrors })
  const value = await startSession(panel.maintenance, { id: 1 }, { now: new Date(), remember: true })
  await setNoticeCookies(page, panel.address)
  await page.context().addCookies([{ name: SESSION_COOKIE, value, url: new URL(panel.address).origin }])
  await page.goto('admin?tab=backups')
  await page.getByRole('heading', { name: 'Geri yükleme' }).waitFor()
  return page
}

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Yedekten geri yükle' }).click()
  const dialog = page.getByRole('dialog', { name: 'Yedekten geri yükle' })
  await dialog.waitFor()
  return {
    dialog,
    file: dialog.getByLabel('Yedek dosyası'),
    passphrase: dialog.getByLabel('Yedeğin parolası', { exact: true }),
    submit: dialog.getByRole('button', { name: 'Geri yükle', exact: true }),
    cancel: dialog.getByRole('button', { name: 'Vazgeç' }),
  }
}

const uploads = () => readdirSync(join(dataDir, 'backups')).filter((name) => name.startsWith('yukleme-'))

test.each(['phone', 'desktop'] as const)(
  'the dialog works by keyboard and names missing entries, on a %s',
  async (screen) => {
    const page = await openBackups(screen)
    await page.getByText('Bu panelde henüz kayıt ve sizden başka kullanıcı yok').waitFor()
    await expectAccessible(page)
    const { dialog, file: input, passphrase, submit } = await openDialog(page)
    await expectAccessible(page)
    await submit.press('Enter')
    await dialog.getByText('Bir yedek dosyası seçin.').waitFor()
    expect(await input.evaluate((one) => one === document.activeElement)).toBe(true)
    await input.setInputFiles(file('tatil.jpg'))
    await dialog.getByText('Bu dosya bir yedek değil.').waitFor()
    await input.setInputFiles(file('panel.tar.gz.age'))
    await passphrase.waitFor()
    await submit.press('Enter')
    await dialog.getByText('Parolayı girin.').waitFor()
    expect(await passphrase.evaluate((one) => one === document.activeElement)).toBe(true)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(
      await page
        .getByRole('button', { name: 'Yedekten geri yükle' })
        .evaluate((one) => one === document.activeElement),
    ).toBe(true)
  },
)

test('a cancelled upload leaves no file', async () => {
  const page = await openBackups('desktop')
  const { dialog, file: input, passphrase, submit, cancel } = await openDialog(page)
  await page.route('**/api/backup/piece*', () => {})
  await input.setInputFiles(file('panel.tar.gz.age'))
  await passphrase.fill(PASSPHRASE)
  await submit.click()
  await dialog.getByText('Dosya yükleniyor…').waitFor()
  await expect.poll(uploads).toHaveLength(1)
  await expectAccessible(page)
  // The dialog stays open during the upload.
  await page.keyboard.press('Escape')
  await cancel.click()
  await submit.waitFor()
  await expect.poll(uploads).toEqual([])
})

test('a backup is restored after a wrong passphrase, and its user logs in', async () => {
  const page = await openBackups('desktop', [/status of 40[01]/])
  const { dialog, file: input, passphrase, submit } = await openDialog(page)
  await input.setInputFiles(file('panel.tar.gz.age'))
  await passphrase.fill('başka bir parola')
  await submit.click()
  await dialog.getByRole('alert').getByText('Yedek bu parolayla açılamadı.').waitFor({ timeout: 60_000 })
  expect(uploads()).toEqual([])
  await passphrase.fill(PASSPHRASE)
  await submit.click()
  const done = page.getByRole('dialog', { name: 'Yedek geri yüklendi' })
  await done.waitFor({ timeout: 60_000 })
  await done.getByText('Herkes, siz de, yedekteki kullanıcı adı ve parolayla').waitFor()
  await done.getByText(/^24\.11\.2026 12:30 tarihli yedek: 2 kullanıcı, 12 kayıt, \d+ gider\.$/).waitFor()
  await expectAccessible(page)
  expect(uploads()).toEqual([])
  await page.getByRole('button', { name: 'Giriş sayfasına git' }).press('Enter')
  await page.getByLabel('Kullanıcı adı').fill(OWNER.username)
  await page.getByLabel('Parola', { exact: true }).fill(OWNER.password)
  await page.getByRole('button', { name: 'Giriş yap' }).click()
  await page.waitForURL(`${panel.address}dashboard`)
  await page.goto('admin?tab=backups')
  await page.getByText('Panelde kayıtlar ya da birden çok kullanıcı var').waitFor()
  expect(await page.getByRole('button', { name: 'Yedekten geri yükle' }).count()).toBe(0)
  await expectAccessible(page)
})
