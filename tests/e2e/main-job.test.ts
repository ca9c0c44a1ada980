import type { BrowserContext, Page, Response } from 'playwright-core'
import { expect, test } from 'vitest'

import { testBrowser } from '#tests/support/browser.ts'
import {
  eventually,
  expectAccessibleWhole,
  kayitPage,
  storedItems,
  storedRecords,
} from '#tests/support/kayit-page.ts'
import { enter, setNoticeCookies, testPanel } from '#tests/support/panel.ts'

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

/** The responses to requests for documents; a browser without a PDF viewer may download them instead. */
function documents(context: BrowserContext): Response[] {
  const answers: Response[] = []
  context.on('response', (response) => {
    if (/createPdf2?\.php/.test(response.url())) answers.push(response)
  })
  return answers
}

async function expectPdf(page: Page, answers: Response[], path: string) {
  // On a busy machine the browser's viewer may request the same document once more.
  const paths = () => [...new Set(answers.map((answer) => new URL(answer.url()).pathname))]
  await eventually(paths).toEqual([path])
  expect(answers[0]?.status()).toBe(200)
  expect(answers[0]?.headers()['content-type']).toBe('application/pdf')
  const again = await page.request.get(answers[0]?.url() ?? '')
  expect((await again.body()).subarray(0, 5).toString()).toBe('%PDF-')
}

test.each(['phone', 'desktop'] as const)(
  'a record is created and printed with a pointer on a %s',
  async (screen) => {
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
  },
)

test('a record is created and printed by the keyboard alone, in 11 keys besides the typed text', async () => {
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
  const line = async (text: string) => {
    await page.keyboard.type(text)
    await press('Enter')
  }
  await press('n')
  await page.locator(':focus').and(page.getByLabel('Plaka')).waitFor()
  for (const text of ['34abc123', 'Ayşe Işık', '05321234567', ...ITEMS.flat()]) await line(text)
  let tabs = 0
  page.context().on('page', () => (tabs += 1))
  await press('Control+Shift+Enter')

  await page.getByText('Kayıt başarıyla eklendi.').waitFor()
  await page.waitForURL('**/books')
  await expectPdf(page, answers, '/oto-servis/api/createPdf.php')
  expect(keys).toBe(11)
  expect(tabs).toBe(1)
  expect(await storedItems(panel.db, user)).toEqual(STORED)
  expect(await storedRecords(panel.db, user)).toMatchObject([
    {
      plaka: '34 ABC 123',
      musteri_adi_soyadi: 'Ayşe Işık',
      musteri_tel: '05321234567',
      durum: 'Devam Ediyor',
    },
  ])
})
