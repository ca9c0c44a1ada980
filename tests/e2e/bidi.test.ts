import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { AUTH_ADMIN } from '#shared/options.ts'
import { type Screen, testBrowser } from '#tests/support/screens/browser.ts'
import { chooseInRow } from '#tests/support/screens/kayit-list-page.ts'
import { spend } from '#tests/support/rows/expense.ts'
import { item, pack, price } from '#tests/support/rows/items.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const panel = await testPanel()
const browser = testBrowser()

/** The first sign ends an isolate around the text, the second writes what follows from right to left. */
const TURN = '\u2069\u202E'

/** Opens a shop whose typed texts all start with these signs. */
async function openTurned(screen: Screen = 'desktop') {
  const user = await panel.user({
    auth: AUTH_ADMIN,
    company_name: `${TURN}Firma`,
    name_surname: `${TURN}Sahibi`,
  })
  const info = {
    musteri_adi_soyadi: `${TURN}Ali Usta`,
    musteri_tel: `${TURN}0532 111 22 33`,
    plaka: `${TURN}34 ABC 123`,
    sasi_no: `${TURN}WVWZZZ1JZ3W386752`,
    arac_marka: `${TURN}Skoda`,
    arac_model: `${TURN}Fabia`,
    motor_no: `${TURN}K9K`,
    tc_vergino: `${TURN}1234567890`,
    musteri_talebi: `${TURN}Ses var`,
    aciklama: `${TURN}Bakım yapıldı`,
    private_note: `${TURN}Özel`,
    durum: `${TURN}Bekliyor`,
  }
  const islemler = [item(`${TURN}Balata`, 1250, 2), item(`${TURN}Disk`, 100)]
  const { id } = await save(user.ctx, { info, islemler })
  await save(user.ctx, { info, islemler })
  await spend(user.ctx, { title: `${TURN}Kira`, note: `${TURN}Dükkân` })
  await price(user.ctx, { name: `${TURN}Balans`, price_kurus: 50_000 })
  await pack(user.ctx, { name: `${TURN}Paket`, items: islemler })
  await buildMember(panel.db, user, { name_surname: `${TURN}Ece` })
  const page = await browser.open({ address: panel.address, screen })
  await enter(page, panel, user)
  return { page, user, id }
}

/** Returns the texts around the typed ones whose letters do not run from left to right. */
const turnedAround = (page: Page) =>
  page.evaluate((sign) => {
    const turned: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = (node as Text).data
      const own = text.replace(/\u2068[^\u2069]*\u2069/g, (part) => '\u2068'.repeat(part.length))
      const isTyped =
        own.includes(sign) || node.parentElement?.closest('bdi, textarea, option, script, style')
      if (isTyped || own.trim().length < 2) continue
      let last: DOMRect | undefined
      for (let index = 0; index < own.length; index++) {
        if (/[\u2068\s]/.test(own[index] ?? '')) continue
        range.setStart(node, index)
        range.setEnd(node, index + 1)
        const box = range.getBoundingClientRect()
        if (box.width === 0) continue
        const isSameLine = last !== undefined && Math.abs(box.top - last.top) < 2
        if (isSameLine && last !== undefined && box.left < last.left) {
          turned.push(text)
          break
        }
        last = box
      }
    }
    return turned
  }, '\u202E')

/** Returns the sentences and titles of the page in which a typed text is not isolated. */
const openTexts = (page: Page) =>
  page.evaluate((sign) => {
    const titles = [...document.querySelectorAll('[title], [aria-label]')].flatMap((element) => [
      element.getAttribute('title') ?? '',
      element.getAttribute('aria-label') ?? '',
    ])
    return [document.title, ...titles].filter((text) =>
      text.replace(/\u2068[^\u2069]*\u2069/g, '').includes(sign),
    )
  }, '\u202E')

const SCREENS = [
  'dashboard',
  'books',
  'vehicles',
  'customers',
  'expense',
  'changes',
  'settings',
  'settings?tab=prices',
  'settings?tab=staff',
  'admin',
  'stats',
]

test.each(['phone', 'desktop'] as const)(
  'no typed text reverses the text around it, on a %s',
  async (screen) => {
    const { page, id } = await openTurned(screen)
    const links: Record<string, string> = {}
    for (const path of [...SCREENS, 'admin?tab=shops', `book/${id}`]) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      expect([path, await turnedAround(page)]).toEqual([path, []])
      expect([path, await openTexts(page)]).toEqual([path, []])
      for (const kind of ['vehicle', 'customer']) {
        const link = page.locator(`main a[href*="/${kind}/"]`).first()
        if ((await link.count()) > 0) links[kind] = (await link.getAttribute('href')) ?? ''
      }
    }
    expect(Object.keys(links).toSorted()).toEqual(['customer', 'vehicle'])
    for (const link of Object.values(links)) {
      await page.goto(new URL(link, panel.address).href)
      await page.locator('summary').first().waitFor()
      await page.waitForLoadState('networkidle')
      expect([link, await turnedAround(page)]).toEqual([link, []])
      expect([link, await openTexts(page)]).toEqual([link, []])
    }
  },
)

test('no typed text reverses lines of the search or of an open dialog', async () => {
  const { page } = await openTurned()
  await page.goto('books')
  await page.locator('main tbody tr [data-opens]').first().waitFor()
  await page.keyboard.press('Control+K')
  await page.getByRole('combobox', { name: 'Her yerde ara' }).fill('skoda')
  await page.getByRole('option').filter({ hasText: 'son geliş' }).first().waitFor()
  expect(await turnedAround(page)).toEqual([])
  await page.keyboard.press('Escape')
  const row = page.locator('main tbody tr').first()
  await chooseInRow(row, 'Önizle')
  await page.getByText('KDV hariç toplam').waitFor()
  expect(await turnedAround(page)).toEqual([])
  expect(await openTexts(page)).toEqual([])
  await row.getByRole('button', { name: 'Sil' }).click()
  await page.getByRole('alertdialog').waitFor()
  expect(await turnedAround(page)).toEqual([])
})
