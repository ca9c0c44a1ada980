import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { addFeedback } from '#server/feedback/operations.ts'
import { deleteKayit } from '#server/kayit/operations.ts'
import { eraseCustomer } from '#server/personal-data/erase.ts'
import { feedbackInput } from '#shared/feedback/schema.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import { ERASED_CUSTOMER_NAME } from '#shared/personal-data/rules.ts'
import { testBrowser } from '#tests/support/screens/browser.ts'
import { spend } from '#tests/support/rows/expense.ts'
import { item, pack, price } from '#tests/support/rows/items.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { enter, pathOf, testPanel } from '#tests/support/panel/panel.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const panel = await testPanel()
const browser = testBrowser()

/** Opens a shop with one row of everything, at this address. */
async function openShop(path: string, expectedErrors: RegExp[] = []) {
  const user = await panel.user({ auth: AUTH_ADMIN, company_name: 'Merkez' })
  const info = { plaka: '34 ABC 123', musteri_adi_soyadi: 'Ali Usta', arac_marka: 'Skoda' }
  await save(user.ctx, { info })
  await spend(user.ctx, { title: 'Kira', note: 'Dükkân' })
  await price(user.ctx, { name: 'Balans ayarı', price_kurus: 50_000 })
  await pack(user.ctx, { name: 'Bakım', items: [item('Yağ', 100)] })
  const member = await buildMember(panel.db, user, { name_surname: 'Ece Yıldız' })
  const page = await browser.open({ address: panel.address, expectedErrors })
  await enter(page, panel, user)
  await page.goto(path)
  return { page, user, member }
}

const rowWith = (page: Page, text: string) => page.locator('main').locator('tr, li').filter({ hasText: text })

/** Presses the free part of a row, right of a text of it. */
async function pressBeside(row: Locator, text: string) {
  const shown = row.getByText(text).first()
  await shown.waitFor()
  const box = await shown.boundingBox()
  const outer = await row.boundingBox()
  if (box === null || outer === null) throw new Error('The row is not drawn.')
  await row.click({ position: { x: box.x - outer.x + box.width + 4, y: box.y - outer.y + box.height / 2 } })
}

describe('a press on a row that has a page', () => {
  test.each([
    ['vehicles', 'Skoda', /^\/vehicle\/\d+$/],
    ['customers', 'Ali Usta', /^\/customer\/\d+$/],
    ['changes', 'Kayıt oluşturuldu', /^\/book\/\d+$/],
  ])('%s opens the page', async (path, text, target) => {
    const { page } = await openShop(path)
    await pressBeside(rowWith(page, text).first(), text)
    await page.waitForURL((url) => target.test(url.pathname.replace('/oto-servis', '')))
    expect(pathOf(page)).toMatch(target)
  })

  test.each(['vehicles', 'customers'])(
    'a press with Ctrl or the middle button %s opens a new tab',
    async (path) => {
      const { page } = await openShop(path)
      const cell = rowWith(page, 'Ali Usta').locator('[data-label="Geliş"], [data-label="Son geliş"]').first()
      for (const how of [{ button: 'middle' }, { modifiers: ['Control'] }] as const) {
        const opened = page.context().waitForEvent('page')
        await cell.click(how as Parameters<Locator['click']>[0])
        await eventually(async () => pathOf(await opened)).toMatch(/^\/(vehicle|customer)\/\d+$/)
      }
      expect(pathOf(page)).toBe(`/${path}`)
    },
  )
})

describe('a press on a row that has a dialog', () => {
  test.each([
    ['expense', 'Dükkân', 'Gider düzenle'],
    ['admin', 'Merkez', 'Kullanıcı düzenle'],
    ['admin?tab=shops', 'Merkez', 'Merkez'],
    ['settings?tab=prices', 'Balans ayarı', 'Fiyatı düzenle'],
    ['settings?tab=prices', '1 işlem', 'Paketi düzenle'],
    ['settings?tab=staff', 'Henüz giriş yapmadı', 'Çalışanı düzenle'],
  ])('in %s opens the dialog of %s', async (path, text, title) => {
    const { page } = await openShop(path)
    await pressBeside(rowWith(page, text).first(), text)
    await page.getByRole('dialog', { name: title }).waitFor()
    await page.keyboard.press('Escape')
    await eventually(() => page.getByRole('dialog').count()).toBe(0)
    // The button that opens the row has the focus.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-opens')))
      .toBe(true)
  })

  test('selected text and the buttons of the row keep their own meaning', async () => {
    const { page } = await openShop('expense')
    const row = rowWith(page, 'Kira')
    const note = row.getByText('Dükkân')
    const box = (await note.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(box.x + 1, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2, { steps: 4 })
    await page.mouse.up()
    expect(await page.evaluate(() => getSelection()?.toString())).toContain('ükk')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await row.getByRole('button', { name: 'Sil' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Vazgeç' }).click()
    await eventually(() => page.getByRole('alertdialog').count()).toBe(0)
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})

describe('a row that leads nowhere', () => {
  test.each([
    ['changes?tab=trash', 'Silindi:', ['Geri getir', 'Geri getirildi.']],
    ['personal-data?tab=erasures', '1 kayıt', ['Müşteri no', ERASED_CUSTOMER_NAME]],
    ['admin?tab=feedbacks', 'Öneri', ['Sil', 'Silinsin mi?']],
  ] as const)('in %s has no link, and its own button works', async (path, text, [control, result]) => {
    const { page, user } = await openShop('books')
    const { id } = await save(user.ctx, { info: { musteri_adi_soyadi: 'Veli', plaka: '06 AB 6' } })
    const { customer_id } = await panel.db
      .selectFrom('kayit')
      .select('customer_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await eraseCustomer(user.ctx, { id: customer_id ?? 0, reason: 'request' })
    const deleted = await save(user.ctx)
    await deleteKayit(user.ctx, { kayit_id: deleted.id })
    await addFeedback(user.ctx, z.parse(feedbackInput, { subject: 'Öneri', message: 'Daha hızlı olsun.' }))
    await page.goto(path)
    const row = rowWith(page, text).first()
    await row.waitFor()
    const look = () =>
      row.evaluate((one) => [getComputedStyle(one).cursor, getComputedStyle(one).backgroundColor])
    await page.mouse.move(0, 0)
    const atRest = await look()
    const shown = row.getByText(text).first()
    await shown.hover()
    expect(await look()).toEqual(atRest)
    expect(atRest[0]).not.toBe('pointer')
    const address = pathOf(page)
    await pressBeside(row, text)
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(pathOf(page)).toBe(address)
    await row
      .getByRole('button', { name: control })
      .or(row.getByRole('link', { name: control }))
      .click()
    await page.getByText(result).filter({ visible: true }).first().waitFor()
  })
})

test.each(['books', 'expense', 'vehicles', 'customers'])('an empty list has no pages: %s', async (path) => {
  const page = await browser.open({ address: panel.address })
  await enter(page, panel, await panel.user())
  await page.goto(path)
  await page.getByText(/^(Sonuç bulunamadı|Kayıt yok|Araç yok|Müşteri yok)\.$/).waitFor()
  expect(await page.getByText('0–0').count()).toBe(0)
  expect(await page.getByRole('group', { name: 'Sayfalama' }).count()).toBe(0)
})
