import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'

import { expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import type { TestUser } from '#tests/support/rows/factories.ts'
import { getHandover } from '#server/intake/operations.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { sign } from '#tests/support/screens/signature.ts'
import { savePreferences } from '#server/settings/operations.ts'
import { kayitPage, storedItems, storedRecords, untilKept } from '#tests/support/screens/kayit-page.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { setNoticeCookies, testPanel } from '#tests/support/panel/panel.ts'
import { startTcpProxy, type TcpProxy } from '#tests/support/database/tcp-proxy.ts'

const panel = await testPanel()
const browser = testBrowser()
const NETWORK_ERRORS = [/ERR_/, /Failed to (load|fetch)/, /status of 5\d\d/]

let line: TcpProxy | undefined
afterEach(() => line?.close())

/** Opens a page behind a line that tests can cut; the panel's service worker is installed. */
async function openThroughLine({ screen }: { screen?: 'phone' } = {}) {
  const { hostname, port } = new URL(panel.address)
  line = await startTcpProxy({ host: hostname, port: Number(port) })
  const address = panel.address.replace(`:${port}/`, `:${line.target.port}/`)
  const page = await browser.open({
    address,
    serviceWorker: true,
    expectedErrors: NETWORK_ERRORS,
    ...(screen && { screen }),
  })
  await setNoticeCookies(page, address)
  await page.goto('')
  await page.evaluate(() => navigator.serviceWorker.ready)
  return { line, ...kayitPage(page) }
}

function cut(proxy: TcpProxy): void {
  proxy.line = 'reset'
  proxy.reset()
}

async function fillLogin(page: Page, user: TestUser, { remember = true } = {}): Promise<void> {
  await page.getByLabel('Kullanıcı adı').fill(user.username)
  await page.getByLabel('Parola', { exact: true }).fill(user.password)
  await page.getByRole('checkbox', { name: 'Beni hatırla' }).setChecked(remember)
  await page.getByRole('button', { name: 'Giriş yap' }).click()
}

async function logIn(page: Page, user: TestUser, options?: { remember: boolean }): Promise<void> {
  await fillLogin(page, user, options)
  await page.getByRole('heading', { name: `Hoş geldiniz, ${user.username}` }).waitFor()
}

const notice = (page: Page) => page.getByText('Bağlantı yok. Yeni kayıt, kabul')

test('the panel opens without a connection, and a record typed then is stored exactly once', async () => {
  const user = await panel.user()
  const { page, line: proxy, field, addItem, saveAtTop } = await openThroughLine({ screen: 'phone' })
  await logIn(page, user)
  cut(proxy)
  await page.reload()
  await page.getByRole('heading', { name: `Hoş geldiniz, ${user.username}` }).waitFor()
  await notice(page).waitFor()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Yeni', exact: true }).click()
  await field('Plaka').fill('34 ABC 123')
  await field('Müşteri Adı Soyadı').fill('Ayşe')
  await addItem('Akü', '100')
  await saveAtTop.click()
  await page.getByText('Bu cihazda saklandı.').waitFor()
  await page.getByRole('link', { name: 'Kayıtlar', exact: true }).click()
  await page.getByText('Kayıtlar alınamadı.').waitFor()
  await page.getByText('34 ABC 123, Ayşe').waitFor()
  await expectAccessible(page)
  await page.reload()
  await page.getByText('34 ABC 123, Ayşe').waitFor()
  expect(await storedRecords(panel.db, user)).toEqual([])

  proxy.line = 'open'
  await page.getByText('Kayıt başarıyla eklendi.').waitFor({ timeout: 40_000 })
  await notice(page).waitFor({ state: 'detached' })
  await page.getByRole('main').getByText('34 ABC 123').first().waitFor()
  expect(await storedRecords(panel.db, user)).toMatchObject([{ plaka: '34 ABC 123' }])
  expect(await storedItems(panel.db, user)).toEqual([['Akü', 1, 12_000]])
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Ayşe')
})

test('a car is taken in and given back without a connection, and all of it is stored exactly once', async () => {
  const user = await panel.user()
  const { id } = await save(user.ctx, { info: { plaka: '06 ABC 1' } })
  const { page, line: proxy, field, addItem, saveAtTop, says } = await openThroughLine({ screen: 'phone' })
  await logIn(page, user)
  // The device learns the terms from any record.
  await page.goto(`book/${id}`)
  await untilKept(page, 'taslak:sartlar')
  cut(proxy)
  await page.goto('book/0')
  await field('Plaka').fill('34 ABC 123')
  await field('Müşteri Adı Soyadı').fill('Ayşe')
  await addItem('Akü', '100')
  await saveAtTop.click()
  await page.getByText('Bu cihazda saklandı.').waitFor()

  await page.getByRole('button', { name: 'Araç kabul: 34 ABC 123, Ayşe' }).click()
  const intake = page.getByRole('dialog', { name: 'Araç kabul' })
  await intake.getByLabel('Kilometre').fill('1000')
  await sign(page, intake)
  await intake.getByRole('button', { name: 'Kaydet' }).click()
  await says('Araç kabul bu cihazda saklandı. Bağlantı gelince gönderilecek.')
  await page.getByRole('button', { name: 'Teslim et: 34 ABC 123, Ayşe' }).click()
  const delivery = page.getByRole('dialog', { name: 'Teslim' })
  await delivery.getByLabel('Kilometre').fill('1010')
  await sign(page, delivery)
  await delivery.getByRole('button', { name: 'Kaydet' }).click()
  await says('Teslim bu cihazda saklandı. Bağlantı gelince gönderilecek.')
  const context = page.context()
  await page.close()
  expect(await storedRecords(panel.db, user)).toHaveLength(1)

  const again = await context.newPage()
  await again.goto('')
  await again.getByText('34 ABC 123, Ayşe, Araç kabul').waitFor()
  await again.getByText('34 ABC 123, Ayşe, Teslim').waitFor()
  await expectAccessible(again)
  proxy.line = 'open'
  await again.getByText('Teslim kaydedildi.').waitFor({ timeout: 40_000 })
  await again.getByText('Gönderilmeyi bekleyenler:').waitFor({ state: 'detached' })
  const [, made] = await storedRecords(panel.db, user)
  const stored = await getHandover(user.ctx, { kayit_id: made?.id ?? 0 })
  expect(stored.intake).toMatchObject({ km: 1_000, version: 1, is_changed: false })
  expect(stored.delivery).toMatchObject({ km: 1_010, version: 1, is_changed: false })
  expect([stored.intake?.signature?.length, stored.delivery?.signature?.length]).toEqual([1, 1])
  expect(await storedRecords(panel.db, user)).toHaveLength(2)
  expect(await again.evaluate(() => JSON.stringify(localStorage))).not.toContain('Ayşe')
})

test('after one failed check of the session the panel still loads the preferences of the user', async () => {
  const user = await panel.user()
  await savePreferences(user.ctx, { hiddenColumns: ['sasi_no'] })
  const page = await browser.open({ address: panel.address, expectedErrors: NETWORK_ERRORS })
  await setNoticeCookies(page, panel.address)
  await page.goto('')
  await logIn(page, user)
  await page.route('**/auth.session*', (route) => route.abort(), { times: 1 })
  await page.goto('books')
  const columns = () => page.getByRole('columnheader').allTextContents()
  await eventually(columns).toContain('Plaka')
  await eventually(async () => (await columns()).includes('Şasi No')).toBe(false)
  expect(await columns()).toContain('Tutar')
})

describe('access without a connection', () => {
  test('the service worker stores no data of the shop, and a logout also closes the panel offline', async () => {
    const user = await panel.user({ company_name: 'Demir Oto' })
    const { page, line: proxy } = await openThroughLine()
    await logIn(page, user)
    const stored = await page.evaluate(async () => {
      const names = await caches.keys()
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })
    expect(stored.length).toBeGreaterThan(20)
    expect(stored.filter((path) => path.includes('/api/'))).toEqual([])

    await page.getByRole('link', { name: 'Çıkış' }).click()
    await page.getByRole('button', { name: 'Giriş yap' }).waitFor()
    cut(proxy)
    await page.goto('books')
    await page.getByRole('button', { name: 'Giriş yap' }).waitFor()
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Demir Oto')
  })

  test('without “Beni hatırla” the panel does not open offline', async () => {
    const { page, line: proxy } = await openThroughLine()
    const user = await panel.user()
    await logIn(page, user, { remember: false })
    cut(proxy)
    await page.goto('books')
    await page.getByRole('button', { name: 'Giriş yap' }).waitFor()
    expect(await page.getByText(user.username).count()).toBe(0)
  })

  test('after the end of the session another user neither sees nor sends a waiting record', async () => {
    const [user, other] = [await panel.user(), await panel.user()]
    const { page, line: proxy, field, saveAtTop } = await openThroughLine()
    await logIn(page, user)
    cut(proxy)
    await page.goto('book/0')
    await field('Plaka').fill('34 ABC 123')
    await field('Müşteri Adı Soyadı').fill('Ayşe')
    await saveAtTop.click()
    await page.getByText('Bu cihazda saklandı.').waitFor()
    await page.getByRole('link', { name: 'Kayıtlar', exact: true }).click()
    await page.getByText('34 ABC 123, Ayşe').waitFor()
    await panel.db.deleteFrom('sessions').where('user_id', '=', user.id).execute()

    proxy.line = 'open'
    await page.getByRole('button', { name: 'Giriş yap' }).waitFor({ timeout: 40_000 })
    // The login leads back to the list.
    await fillLogin(page, other)
    await page.getByText('Sonuç bulunamadı.').waitFor()
    expect(await page.getByText('34 ABC 123').count()).toBe(0)
    await page.getByRole('link', { name: 'Çıkış' }).click()
    await logIn(page, user)
    await eventually(() => storedRecords(panel.db, user)).toMatchObject([{ plaka: '34 ABC 123' }])
    expect(await storedRecords(panel.db, other)).toEqual([])
  })
})
