import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { addFeedback } from '#server/feedback/operations.ts'
import { saveRequest } from '#server/personal-data/requests.ts'
import { deleteKayit } from '#server/kayit/operations.ts'
import { savePreferences } from '#server/settings/preferences.ts'
import { todayInIstanbul } from '#shared/date.ts'
import { feedbackInput } from '#shared/feedback/schema.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import { dataRequestInput } from '#shared/personal-data/schema.ts'
import { preferencesInput } from '#shared/settings/preferences.ts'
import { testBrowser } from '#tests/support/browser.ts'
import { spend } from '#tests/support/expense.ts'
import { item, pack, price } from '#tests/support/items.ts'
import { save } from '#tests/support/kayit.ts'
import { enter, testPanel } from '#tests/support/panel.ts'
import { buildMember } from '#tests/support/staff.ts'

/* A text without a space, in whatever field, widens no screen and no dialog. */

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

test('a text of 64 letters in every field widens no screen', async () => {
  const { page, user, id, customer_id, vehicle_id } = await longShop('1')
  const screens = [
    'dashboard',
    'books',
    `book/${id}`,
    'book/0',
    'vehicles',
    `vehicle/${vehicle_id}`,
    'customers',
    `customer/${customer_id}`,
    'stats',
    'stats?period=year',
    `stats?from=${today}&to=${today}`,
    'expense',
    'settings',
    'changes',
    'changes?tab=trash',
    'personal-data',
    'feedbacks',
    'admin',
    'admin?tab=shops',
    'admin?tab=feedbacks',
  ]
  const found: string[] = []
  const visit = async (path: string) => {
    await page.goto(path)
    await page.locator('h1').first().waitFor()
    await page.waitForLoadState('networkidle')
    found.push(...(await tooWide(page, path)))
  }
  for (const path of screens) await visit(path)
  await savePreferences(user.ctx, z.parse(preferencesInput, { listPreset: 'gundelik' }))
  await visit('books')
  expect(found).toEqual([])
})

test('a text of 64 letters widens no dialog', async () => {
  const { page } = await longShop('2')
  await page.goto('expense')
  const edit = page.getByRole('button', { name: /^Düzenle/ }).first()
  await edit.waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Her yerde ara' }).fill(LONG.slice(0, 20))
  await page.getByRole('option').first().waitFor()
  const found = await tooWide(page, 'search')
  await page.keyboard.press('Escape')
  await edit.click()
  await page.getByRole('dialog').waitFor()
  found.push(...(await tooWide(page, 'expense dialog')))
  expect(found).toEqual([])
})
