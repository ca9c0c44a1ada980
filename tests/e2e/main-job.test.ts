import type { BrowserContext, Locator, Page, Response } from 'playwright-core'
import { expect, test } from 'vitest'

import { screensOf } from '#tests/long-form.ts'
import { testBrowser } from '#tests/support/screens/browser.ts'
import {
  expectAccessibleWhole,
  kayitPage,
  storedItems,
  storedRecords,
} from '#tests/support/screens/kayit-page.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { enter, setNoticeCookies, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

const ITEMS = [
  ['Yağ değişimi', '1.250'],
  ['Yağ filtresi', '350,50'],
  ['İşçilik', '500'],
] as const
const STORED = [
  ['Yağ değişimi', 1, 150_000],
  ['Yağ filtresi', 1, 42_060],
  ['İşçilik', 1, 60_000],
]

/** Returns the responses to requests for documents; a browser without a PDF viewer may download them instead. */
function documents(context: BrowserContext): Response[] {
  const answers: Response[] = []
  context.on('response', (response) => {
    if (/createPdf2?\.php/.test(response.url())) answers.push(response)
  })
  return answers
}

async function expectPdf(page: Page, answers: Response[], path: string) {
  // On a busy machine the browser's viewer may request the same document again.
  const paths = () => [...new Set(answers.map((answer) => new URL(answer.url()).pathname))]
  await eventually(paths).toEqual([path])
  expect(answers[0]?.status()).toBe(200)
  expect(answers[0]?.headers()['content-type']).toBe('application/pdf')
  const again = await page.request.get(answers[0]?.url() ?? '')
  expect((await again.body()).subarray(0, 5).toString()).toBe('%PDF-')
}

// On a desktop the mouse does the same below, from any screen.
test.each(screensOf('phone'))('a record is created and printed with a pointer on a %s', async (screen) => {
  const user = await panel.user()
  const page = await browser.open({ address: panel.address, screen })
  await setNoticeCookies(page, panel.address)
  const answers = documents(page.context())
  const kayit = kayitPage(page)

  await page.goto('')
  await page.getByLabel('Kullanıcı adı').fill(user.username)
  await page.getByLabel('Parola', { exact: true }).fill(user.password)
  await page.getByRole('button', { name: 'Giriş yap' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Kayıtlar' }).click()
  await page.getByRole('link', { name: 'Yeni kayıt' }).click()

  await kayit.field('Plaka').fill('34abc123')
  await kayit.field('Müşteri Adı Soyadı').fill('Ayşe Işık')
  await kayit.field('Telefon').fill('0532 123 45 67')
  for (const [name, price] of ITEMS) await kayit.addItem(name, price)
  await kayit.table.getByText('₺2.520,60').waitFor()
  await expectAccessibleWhole(page)
  await kayit.saveAtBottom.click()

  await kayit.says('Kayıt başarıyla eklendi.')
  await page.waitForURL('**/books')
  await page.getByRole('searchbox', { name: 'Ara' }).fill('34 ABC 123')
  const row = page.getByRole('row').filter({ hasText: '34 ABC 123' })
  await row.getByText('Ayşe Işık').waitFor()
  await row.getByText('Düzenle').click()
  await page.getByRole('heading', { name: 'Kayıt Düzenle' }).waitFor()
  expect(await kayit.rows.count()).toBe(3)
  expect(await storedItems(panel.db, user)).toEqual(STORED)

  const tab = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'KDV’li PDF', exact: true }).click()
  await tab
  await expectPdf(page, answers, '/oto-servis/api/createPdf.php')
})

const STORED_RECORD = {
  plaka: '34 ABC 123',
  musteri_adi_soyadi: 'Ayşe Işık',
  musteri_tel: '0 (532) 123 45 67',
  durum: 'Devam Ediyor',
}

/** A click, a tap or a key besides the typed text is an action; the whole job may take 12. */
const MOST_ACTIONS = 12

test('a record is created and printed by the keyboard alone, in 12 keys besides the typed text', async () => {
  const user = await panel.user()
  const page = await browser.open({ address: panel.address })
  await enter(page, panel, user)
  const answers = documents(page.context())
  await page.goto('books')
  await page.getByRole('link', { name: 'Yeni kayıt' }).waitFor()

  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  await press('n')
  await page.locator(':focus').and(page.getByLabel('Plaka')).waitFor()
  const walk = ['Müşteri Adı Soyadı', 'Telefon', 'Kilometre', 'Müşteri Talebi', 'İşlem Adı']
  for (const [i, text] of ['34abc123', 'Ayşe Işık', '05321234567', '', ''].entries()) {
    await page.keyboard.type(text)
    await press('Enter')
    await page
      .locator(':focus')
      .and(page.getByLabel(walk[i] ?? '', { exact: true }))
      .waitFor()
  }
  for (const text of ITEMS.flat().slice(0, -1)) {
    await page.keyboard.type(text)
    await press('Enter')
  }
  // A save includes the typed line, so the last price needs no Enter.
  await page.keyboard.type(ITEMS[2][1])
  let tabs = 0
  page.context().on('page', () => (tabs += 1))
  await press('Control+Shift+Enter')

  await page.getByText('Kayıt başarıyla eklendi.').waitFor()
  await page.waitForURL('**/books')
  await expectPdf(page, answers, '/oto-servis/api/createPdf.php')
  expect(keys).toBe(MOST_ACTIONS)
  expect(tabs).toBe(1)
  expect(await storedItems(panel.db, user)).toEqual(STORED)
  expect(await storedRecords(panel.db, user)).toMatchObject([STORED_RECORD])
})

test.each(['mouse', 'thumb'] as const)(
  'a record is created and printed by %s from any screen, in 10 actions besides the typed text',
  async (pointer) => {
    const user = await panel.user()
    const page = await browser.open({
      address: panel.address,
      screen: pointer === 'thumb' ? 'phone' : 'desktop',
    })
    await enter(page, panel, user)
    const answers = documents(page.context())
    await page.goto('settings')
    const { field, adding } = kayitPage(page)

    let actions = 0
    const press = async (target: Locator) => {
      actions += 1
      await (pointer === 'thumb' ? target.tap() : target.click())
    }
    const type = (text: string) => page.keyboard.type(text)
    const isFocused = (target: Locator) => page.locator(':focus').and(target).waitFor()

    const header = page.getByRole('banner')
    await press(header.getByRole('link', { name: 'Yeni', exact: true }).filter({ visible: true }))
    await isFocused(field('Plaka'))
    await type('34abc123')
    await press(field('Müşteri Adı Soyadı'))
    await type('Ayşe Işık')
    await press(field('Telefon'))
    await type('05321234567')
    await press(adding.name)
    for (const [i, [name, price]] of ITEMS.entries()) {
      await isFocused(adding.name)
      await type(name)
      await press(adding.price)
      await type(price)
      if (i < ITEMS.length - 1) await press(adding.add)
    }
    await press(page.getByRole('button', { name: 'Kaydet ve KDV’li PDF' }))

    await page.getByText('Kayıt başarıyla eklendi.').waitFor()
    await page.waitForURL('**/books')
    await expectPdf(page, answers, '/oto-servis/api/createPdf.php')
    expect(actions).toBe(10)
    expect(actions).toBeLessThanOrEqual(MOST_ACTIONS)
    expect(await storedItems(panel.db, user)).toEqual(STORED)
    expect(await storedRecords(panel.db, user)).toMatchObject([STORED_RECORD])
  },
)
