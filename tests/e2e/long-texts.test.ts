import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { addFeedback } from '#server/feedback/operations.ts'
import { saveRequest } from '#server/personal-data/requests.ts'
import { deleteKayit } from '#server/kayit/operations.ts'
import { savePreferences } from '#server/settings/operations.ts'
import { todayInIstanbul } from '#shared/date.ts'
import { feedbackInput } from '#shared/feedback/schema.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import { dataRequestInput } from '#shared/personal-data/schema.ts'
import { preferencesInput } from '#shared/settings/preferences.ts'
import { requestsDone, testBrowser } from '#tests/support/screens/browser.ts'
import { chooseView } from '#tests/support/screens/kayit-list-page.ts'
import { spend } from '#tests/support/rows/expense.ts'
import { item, pack, price } from '#tests/support/rows/items.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { kayitPage } from '#tests/support/screens/kayit-page.ts'
import { chooseMore } from '#tests/support/screens/more-menu.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

/* A text without spaces widens no screen and no dialog, in any field. */

const panel = await testPanel()
const browser = testBrowser()

const LONG = 'W'.repeat(64)
const WIDTHS = [360, 768, 1280]
const today = todayInIstanbul(new Date())

async function longShop(name: string) {
  const names = {
    username: `${LONG}${name}`,
    company_name: LONG,
    name_surname: LONG,
    company_adress: LONG,
  }
  const user = await panel.user({
    ...names,
    email: `${LONG}@${LONG}${name}.test`,
    auth: AUTH_ADMIN,
  })
  const texts = {
    musteri_adi_soyadi: LONG,
    arac_marka: LONG,
    arac_model: LONG,
    plaka: LONG,
    sasi_no: LONG,
  }
  const more = {
    motor_no: LONG,
    musteri_talebi: LONG,
    aciklama: LONG,
    private_note: LONG,
    musteri_tel: LONG,
  }
  const days = { giris_tarihi: today, cikis_tarihi: today }
  const info = {
    ...texts,
    ...more,
    ...days,
    tc_vergino: LONG,
    durum: LONG.slice(0, 50),
  }
  const { id } = await save(user.ctx, { info, islemler: [item(LONG)] })
  const deleted = await save(user.ctx, { info, islemler: [item(LONG)] })
  await deleteKayit(user.ctx, { kayit_id: deleted.id })
  await spend(user.ctx, { title: LONG, note: LONG, spend_date: today })
  await price(user.ctx, { name: LONG, price_kurus: 100 })
  await pack(user.ctx, { name: LONG, items: [item(LONG)] })
  await buildMember(panel.db, user, {
    username: `${LONG}${name}-2`,
    name_surname: LONG,
  })
  await addFeedback(user.ctx, z.parse(feedbackInput, { subject: LONG, message: LONG }))
  const links = await panel.db
    .selectFrom('kayit')
    .select(['customer_id', 'vehicle_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const request = {
    kind: 'information',
    note: LONG,
    customer_id: links.customer_id,
    received_on: today,
  }
  await saveRequest(user.ctx, z.parse(dataRequestInput, request))
  const page = await browser.open({ address: panel.address })
  await enter(page, panel, user)
  return { page, user, id, ...links }
}

/** Returns where the page, or a dialog, is wider than the window, with the elements that stick out. */
async function tooWide(page: Page, name: string): Promise<string[]> {
  const found = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    const wide = await page.evaluate(async () => {
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      const shown = document.scrollingElement?.scrollWidth ?? 0
      const dialogs = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].filter(
        (dialog) =>
          dialog.getBoundingClientRect().right > innerWidth || dialog.scrollWidth > dialog.clientWidth,
      )
      if (shown <= innerWidth && dialogs.length === 0) return ''
      const out = [...document.querySelectorAll('body *')].filter(
        (element) => element.checkVisibility() && element.getBoundingClientRect().right > innerWidth + 1,
      )
      const names = out.map(({ tagName, classList }) => `${tagName}.${classList.value.slice(0, 40)}`)
      return `${shown}: ${names.slice(0, 4).join(' | ')}`
    })
    if (wide !== '') found.push(`${name} at ${width}: ${wide}`)
  }
  return found
}

/** Returns whether this part of the page draws the long text or has it in one of its fields. */
const showsLong = (part: Locator) =>
  part.evaluate(
    (element, word) => {
      const fields = [...element.querySelectorAll('input, textarea, select')] as HTMLInputElement[]
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const texts: Node[] = []
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
        if (node.nodeValue?.includes(word) === true) texts.push(node)
      const elements = [
        ...fields.filter(({ value }) => value.includes(word)),
        ...texts.map((text) => text.parentElement),
      ]
      return elements.some((one) => {
        const isForReaders = one?.closest('.sr-only, option, style') !== null
        return !isForReaders && one.checkVisibility() && one.getBoundingClientRect().width > 2
      })
    },
    LONG.slice(0, 20),
  )

test('a text of 64 letters in every field widens no screen', async () => {
  const { page, user, id, customer_id, vehicle_id } = await longShop('1')
  const screens = [
    'dashboard',
    'books',
    `book/${id}`,
    'vehicles',
    `vehicle/${vehicle_id}`,
    'customers',
    `customer/${customer_id}`,
    'stats',
    'stats?period=year',
    `stats?from=${today}&to=${today}`,
    'expense',
    'settings',
    'settings?tab=prices',
    'settings?tab=staff',
    'changes',
    'changes?tab=trash',
    'personal-data',
    'admin',
    'admin?tab=shops',
    'admin?tab=feedbacks',
  ]
  /** On these screens only the header has a long text. */
  const others = ['book/0', 'feedbacks', 'admin?tab=backups']
  const found: string[] = []
  const visit = async (path: string, part: Locator) => {
    await page.goto(path)
    await page.locator('h1').first().waitFor()
    await requestsDone(page)
    await expect.poll(() => showsLong(part), { message: path }).toBe(true)
    found.push(...(await tooWide(page, path)))
  }
  for (const path of screens) await visit(path, page.locator('main'))
  for (const path of others) await visit(path, page.locator('header').first())
  await savePreferences(user.ctx, z.parse(preferencesInput, { listPreset: 'gundelik' }))
  await visit('books', page.locator('main'))
  expect(found).toEqual([])
})

type Opening = [name: string, path: string, open: (page: Page) => Promise<void>]

const press = (name: string | RegExp) => async (page: Page) => {
  await page.locator('main').getByRole('button', { name }).filter({ visible: true }).first().click()
}
const search = async (page: Page) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Her yerde ara' }).fill(LONG.slice(0, 20))
  await page.getByRole('option').first().waitFor()
}
test('a text of 64 letters widens no dialog', async () => {
  const { page, user, id, customer_id, vehicle_id } = await longShop('2')
  await save(user.ctx, { info: { musteri_adi_soyadi: `${LONG}2`, plaka: `${LONG}2`, musteri_tel: LONG } })
  const views = [{ name: LONG.slice(0, 40), search: { q: LONG.slice(0, 40) }, preset: 'tam' as const }]
  await savePreferences(user.ctx, z.parse(preferencesInput, { views }))
  const openings: Opening[] = [
    ['search', 'expense', search],
    ['expense', 'expense', press(/^Düzenle/)],
    ['deleted expense', 'expense', press(/^Sil/)],
    ['deleted record', 'books', press(/^Sil/)],
    ['views', 'books', (page) => chooseView(page, 'Görünümü kaydet')],
    ['changes of a record', `book/${id}`, (page) => kayitPage(page).openMenu('Geçmiş')],
    ['deleted item', `book/${id}`, press(/^Sil/)],
    ['merged customer', `customer/${customer_id}`, (page) => chooseMore(page, 'Birleştir')],
    ['merged vehicle', `vehicle/${vehicle_id}`, (page) => chooseMore(page, 'Birleştir')],
    ['price', 'settings?tab=prices', press(/^Düzenle: W+.*/)],
    ['closed account', 'settings?tab=staff', press(/^Hesabı kapat/)],
    ['request', 'personal-data', press(/^Düzenle/)],
    ['user', 'admin', press(/^Düzenle/)],
    ['deleted user', 'admin', press(/^Sil/)],
    ['shop', 'admin?tab=shops', press(/^Aç: W/)],
    ['deleted feedback', 'admin?tab=feedbacks', press(/^Sil/)],
  ]
  const found: string[] = []
  const dialog = page.locator('[role="dialog"], [role="alertdialog"]').filter({ visible: true })
  let last = ''
  for (const [name, path, open] of openings) {
    await page.setViewportSize({ width: 1280, height: 800 })
    if (path === last) await page.keyboard.press('Escape')
    else await page.goto(path)
    last = path
    await expect.poll(() => dialog.count()).toBe(0)
    await page.locator('h1').first().waitFor()
    await requestsDone(page)
    await open(page)
    await dialog.waitFor()
    await expect.poll(() => showsLong(dialog), { message: name }).toBe(true)
    found.push(...(await tooWide(page, name)))
  }
  expect(found).toEqual([])
})
