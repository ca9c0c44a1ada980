import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { addFeedback } from '#server/feedback/operations.ts'
import { deleteKayit } from '#server/kayit/operations.ts'
import { savePreferences } from '#server/settings/operations.ts'
import { feedbackInput } from '#shared/feedback/schema.ts'
import { preferencesInput } from '#shared/settings/preferences.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import { brokenFacts } from '#tests/support/screens/broken-facts.ts'
import { testBrowser } from '#tests/support/screens/browser.ts'
import { spend } from '#tests/support/rows/expense.ts'
import { item } from '#tests/support/rows/items.ts'
import type { Info } from '#tests/support/screens/kayit-list-page.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

/* A loading list has the columns and the row height of the loaded one, and breaks no fact. */

const panel = await testPanel()
const browser = testBrowser()

const WIDTHS = [360, 768, 1024, 1280, 1920]

/** Common texts of a common shop, with amounts in the millions. */
const RECORD: Info = {
  musteri_adi_soyadi: 'Ayşe Karamustafa',
  musteri_tel: '+905321234567',
  plaka: '34 KLM 4521',
  sasi_no: 'WVWZZZ1JZ3W386752',
  arac_marka: 'Volkswagen',
  arac_model: 'Passat',
  giris_tarihi: '2024-10-20',
  cikis_tarihi: '2024-11-27',
  durum: 'Tamamlandı',
}

let shop: { user: Awaited<ReturnType<typeof panel.user>>; kayit: { id: number } }

beforeAll(async () => {
  const user = await panel.user({
    auth: AUTH_ADMIN,
    username: 'karamustafa',
    name_surname: 'Ayşe Karamustafa',
    company_name: 'Karamustafa Oto Servis',
    email: 'ayse@karamustafa.com.tr',
  })
  const info = { ...RECORD }
  const islemler = [item('Motor değişimi', 1_234_567)]
  const { kayit } = await save(user.ctx, { info, islemler })
  const { id } = await save(user.ctx, { info, islemler })
  await deleteKayit(user.ctx, { kayit_id: id })
  await spend(user.ctx, {
    title: 'Kira',
    note: 'Ekim ayı',
    spend_date: '2024-10-20',
    amount_kurus: 1_234_567_89,
  })
  await save(user.ctx, {
    info: { ...RECORD, musteri_tel: '+905321234568', plaka: '06 KLM 4522', sasi_no: '' },
  })
  await addFeedback(user.ctx, z.parse(feedbackInput, { subject: 'Yazıcı', message: 'Belge boş çıkıyor.' }))
  shop = { user, kayit }
})

async function openShop() {
  const page = await browser.open({ address: panel.address })
  await enter(page, panel, shop.user)
  return page
}

const LISTS: [path: string, call: string][] = [
  ['books', 'kayit.list'],
  ['vehicles', 'vehicle.list'],
  ['customers', 'customer.list'],
  ['expense', 'expense.list'],
  ['admin', 'admin.users'],
  ['admin?tab=shops', 'admin.shops'],
  ['admin?tab=feedbacks', 'admin.feedbacks'],
]

/** Returns the left edges of the cells, and the top and height of the first row, at each width. */
async function placesOf(page: Page) {
  const places: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    const row = await page.evaluate(async () => {
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      const first = document.querySelector('main tbody tr')
      const { top = 0, height = 0 } = first?.getBoundingClientRect() ?? {}
      const shown = [...(first?.children ?? [])].filter((cell) => cell.checkVisibility())
      const lefts = innerWidth < 768 ? [] : shown.map((cell) => Math.round(cell.getBoundingClientRect().left))
      return [`top ${Math.round(top)}`, `height ${Math.round(height)}`, `cells ${lefts.join(' ')}`].join(', ')
    })
    places.push(`${width}: ${row}`)
  }
  return places
}

test.each(LISTS)('nothing moves when the rows of %s arrive', async (path, call) => {
  const page = await openShop()
  const arrival = Promise.withResolvers<void>()
  await page.route(`**/${call}*`, async (route) => {
    await arrival.promise
    await route.continue()
  })
  await page.goto(path)
  await page.locator('main table[aria-busy] tbody tr').first().waitFor()
  const words = page.locator('[data-slot=table-frame] > output', { hasText: 'Yükleniyor...' })
  expect((await words.boundingBox())?.height).toBeLessThan(50)
  const before = await placesOf(page)
  arrival.resolve()
  await page.locator('main table:not([aria-busy]) tbody tr').first().waitFor()
  await expect.poll(() => placesOf(page)).toEqual(before)
})

test('no date, amount, telephone number or plate breaks into two lines', async () => {
  const page = await openShop()
  const { id, customer_id, vehicle_id } = await panel.db
    .selectFrom('kayit')
    .select(['id', 'customer_id', 'vehicle_id'])
    .where('id', '=', shop.kayit.id)
    .executeTakeFirstOrThrow()
  const lists = 'dashboard books vehicles customers expense changes changes?tab=trash personal-data stats'
  const admin = 'admin admin?tab=shops admin?tab=feedbacks'
  const pages = `book/${id} vehicle/${vehicle_id} customer/${customer_id}`
  const screens = `${lists} ${admin} ${pages}`.split(' ')
  const found: string[] = []
  const visit = async (path: string) => {
    await page.goto(path)
    await page.locator('h1').first().waitFor()
    await page.waitForLoadState('networkidle')
    // Wider letters stand for the typeface of a device without the panel's own.
    await page.locator('main').evaluate((main) => (main.style.letterSpacing = '0.4px'))
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      for (const fact of await brokenFacts(page)) found.push(`${path} at ${width}, ${fact}`)
    }
  }
  for (const path of screens) await visit(path)
  await savePreferences(shop.user.ctx, z.parse(preferencesInput, { listPreset: 'gundelik' }))
  await visit('books')
  expect(found).toEqual([])
})
