import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { AUTH_ADMIN } from '#shared/options.ts'
import { testBrowser } from '#tests/support/screens/browser.ts'
import { kayitPage, storedRecords } from '#tests/support/screens/kayit-page.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

async function openAs(overrides = {}) {
  const page = await browser.open({ address: panel.address, expectedErrors: [/400/] })
  const user = await panel.user(overrides)
  await enter(page, panel, user)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  return { page, user }
}

async function paste(field: Locator, text: string): Promise<void> {
  await field.page().evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await field.focus()
  await field.page().keyboard.press('ControlOrMeta+v')
}

/** Returns the names of the text fields that keep a control character. */
async function keepingFields(root: Locator): Promise<string[]> {
  const fields = await root.locator('input:not([type]), input[type=text], input[type=search], textarea').all()
  expect(fields.length).toBeGreaterThan(0)
  const keeping: string[] = []
  for (const field of fields) {
    if (!(await field.isVisible()) || !(await field.isEditable())) continue
    await field.fill('a\u000bb\u0001\u009fc')
    if (/\p{Cc}/u.test(await field.inputValue())) {
      keeping.push((await field.getAttribute('name')) ?? (await field.getAttribute('aria-label')) ?? '?')
    }
    await field.fill('')
  }
  return keeping
}

const screens: { name: string; path: string; open?: (page: Page) => Promise<unknown> }[] = [
  { name: 'a record', path: 'book/0' },
  { name: 'the records', path: 'books' },
  { name: 'the help', path: 'feedbacks' },
  { name: 'the settings', path: 'settings' },
  {
    name: 'an expense',
    path: 'expense',
    open: (page) => page.getByRole('button', { name: 'Yeni gider' }).first().click(),
  },
  {
    name: 'staff',
    path: 'settings?tab=staff',
    open: (page) => page.getByRole('button', { name: 'Yeni çalışan' }).first().click(),
  },
  {
    name: 'the price list',
    path: 'settings?tab=prices',
    open: (page) => page.getByRole('button', { name: 'Yeni fiyat' }).first().click(),
  },
  {
    name: 'a package',
    path: 'settings?tab=prices',
    open: (page) => page.getByRole('button', { name: 'Yeni paket' }).first().click(),
  },
  {
    name: 'a user',
    path: 'admin',
    open: (page) => page.getByRole('button', { name: 'Yeni kullanıcı' }).first().click(),
  },
  { name: 'the search', path: 'dashboard', open: (page) => page.keyboard.press('Control+k') },
]

describe('control characters in a text field', () => {
  test.each(screens)('$name replaces control characters by spaces', async ({ path, open }) => {
    const { page } = await openAs({ auth: AUTH_ADMIN })
    await page.goto(path)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    await open?.(page)
    const root = open === undefined ? page.getByRole('main') : page.getByRole('dialog')
    await root
      .getByRole(path === 'dashboard' ? 'combobox' : 'textbox')
      .or(root.getByRole('searchbox'))
      .first()
      .waitFor()
    expect(await keepingFields(root)).toEqual([])
  })

  test('a record with pasted control characters is saved with spaces', async () => {
    const { page, user } = await openAs()
    const kayit = kayitPage(page)
    await kayit.open(0)
    await paste(kayit.field('Müşteri Adı Soyadı'), 'Ali\u000bVeli')
    await paste(kayit.field('Müşteri Talebi'), 'Fren\u000c\u000bses\nyapıyor')
    await paste(kayit.adding.name, 'Fren\u0001balatası')
    expect(await kayit.value('Müşteri Adı Soyadı')).toBe('Ali Veli')
    await kayit.field('Plaka').fill('34 ABC 123')
    await kayit.saveAtTop.click()
    await kayit.says('Kayıt başarıyla eklendi.')
    const [stored] = await storedRecords(panel.db, user)
    expect(stored).toMatchObject({ musteri_adi_soyadi: 'Ali Veli', musteri_talebi: 'Fren ses\nyapıyor' })
  })
})

/** Sends a control character in place of each tilde, as a program without the page's fields would. */
async function sendControls(page: Page): Promise<void> {
  await page.route(/api\/trpc\//, async (route) => {
    const body = route.request().postData()
    await route.continue(body === null ? {} : { postData: body.replaceAll('~', '\\u000b') })
  })
}

const refused: { name: string; path: string; open?: string; fields: Record<string, string>; save: string }[] =
  [
    {
      name: 'a record',
      path: 'book/0',
      fields: { 'Müşteri Adı Soyadı': 'Ali~Veli', Plaka: '34 ABC 123' },
      save: 'Kaydet',
    },
    {
      name: "a record's note",
      path: 'book/0',
      fields: { 'Müşteri Adı Soyadı': 'Ali', Plaka: '34 ABC 123', 'Müşteri Talebi': 'Fren~ses' },
      save: 'Kaydet',
    },
    {
      name: "a record's item",
      path: 'book/0',
      fields: { 'Müşteri Adı Soyadı': 'Ali', Plaka: '34 ABC 123', 'İşlem Adı': 'Fren~balata' },
      save: 'Kaydet',
    },
    {
      name: 'an expense',
      path: 'expense',
      open: 'Yeni gider',
      fields: { Başlık: 'Ki~ra', Tutar: '5' },
      save: 'Kaydet',
    },
    { name: 'the settings', path: 'settings', fields: { 'Firma Adı': 'Usta~Oto' }, save: 'Kaydet' },
    {
      name: 'a feedback',
      path: 'feedbacks',
      fields: { Konu: 'İyi~ki', Mesaj: 'Fişteki logo çok güzel oldu.' },
      save: 'Gönder',
    },
    {
      name: 'staff',
      path: 'settings?tab=staff',
      open: 'Yeni çalışan',
      fields: { 'Ad soyad': 'Ali~Veli' },
      save: 'Kaydet',
    },
    {
      name: 'a price',
      path: 'settings?tab=prices',
      open: 'Yeni fiyat',
      fields: { 'İşlem adı': 'Yağ~filtresi' },
      save: 'Kaydet',
    },
    {
      name: 'a user',
      path: 'admin',
      open: 'Yeni kullanıcı',
      fields: { 'Ad soyad': 'Ali~Veli' },
      save: 'Kaydet',
    },
  ]

test.each(refused)(
  'a refusal of $name by the server stands at its field',
  async ({ path, open, fields, save }) => {
    const { page } = await openAs({ auth: AUTH_ADMIN, company_name: 'Usta' })
    await page.goto(path)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    if (open !== undefined) await page.getByRole('button', { name: open }).first().click()
    const root = open === undefined ? page.getByRole('main') : page.getByRole('dialog')
    if (open === 'Yeni çalışan' || open === 'Yeni kullanıcı') {
      await root.getByLabel('Kullanıcı adı').fill(`u${Date.now()}`)
      await root.locator('[autocomplete=new-password]').fill('Kirmizi-Torna-482')
      if (open === 'Yeni kullanıcı') await root.getByLabel('E-posta').fill(`u${Date.now()}@ornek.com`)
    }
    for (const [label, text] of Object.entries(fields))
      await root.getByLabel(label, { exact: true }).fill(text)
    await sendControls(page)
    await root.getByRole('button', { name: save, exact: true }).first().click()
    const wrong = root.locator('[aria-invalid=true]').first()
    await wrong.waitFor()
    expect(await wrong.inputValue()).toContain('~')
    await root.getByText('Metinde izin verilmeyen karakterler var.').first().waitFor()
  },
)
