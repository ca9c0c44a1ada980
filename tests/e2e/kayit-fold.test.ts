import { describe, expect, test } from 'vitest'

import { testBrowser } from '#tests/support/screens/browser.ts'
import {
  expectAccessibleWhole,
  type KayitPage,
  kayitPage,
  storedRecords,
} from '#tests/support/screens/kayit-page.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

/** Opens a record in a window of this size; 0 is a new record. */
async function open(id: number, size: { width: number; height: number }, user = panel.user()) {
  const page = await browser.open({
    address: panel.address,
    screen: size.width < 768 ? 'phone' : 'desktop',
  })
  await page.setViewportSize(size)
  await enter(page, panel, await user)
  const kayit = kayitPage(page)
  await kayit.open(id)
  return { ...kayit, fold: page.locator('details'), summary: page.locator('details > summary') }
}

const PHONE = { width: 360, height: 740 }
/** A window of 1366 × 768 pixels, without the browser's own bars. */
const WIDE = { width: 1366, height: 657 }
const NARROW = { width: 1024, height: 657 }

/** Returns the lower end of the visible part of the page, which is the top of the total bar. */
const bottomOfSight = ({ page }: Pick<KayitPage, 'page'>) =>
  page.locator('[data-bar="action"]').evaluate((bar) => bar.getBoundingClientRect().top)
const bottomOf = (target: { evaluate: <T>(read: (element: Element) => T) => Promise<T> }) =>
  target.evaluate((element) => element.getBoundingClientRect().bottom)

const ITEMS = Array.from({ length: 5 }, (_, i) => ({ islem_adi: `İşlem ${i + 1}`, fiyat_kurus: 12_000 }))

describe('the items are in sight without scrolling', () => {
  test('five items and the add line are in sight at 1366 × 657', async () => {
    const user = await panel.user()
    const { id } = await save(user.ctx, { islemler: ITEMS })
    const kayit = await open(id, WIDE, Promise.resolve(user))
    expect(await bottomOf(kayit.adding.name)).toBeLessThan(await bottomOfSight(kayit))
    // Beside the items the fields may be open, because they push nothing away.
    expect(await kayit.field('Motor No').count()).toBe(1)
    expect(await kayit.fold.getAttribute('open')).toBe('')
  })

  test('the first items are in sight in one column at 1024 × 657', async () => {
    const user = await panel.user()
    const { id } = await save(user.ctx, { islemler: ITEMS })
    const kayit = await open(id, NARROW, Promise.resolve(user))
    expect(await kayit.fold.getAttribute('open')).toBe(null)
    expect(await bottomOf(kayit.cell('İşlem Adı', 2))).toBeLessThan(await bottomOfSight(kayit))
  })
})

test('the closed fold names its contents, and the device remembers an opened one', async () => {
  const user = await panel.user()
  const info = { arac_marka: 'Ford', model_yili: '2014', motor_no: 'K9K08014', private_note: 'Pazarlık eder' }
  const { id } = await save(user.ctx, { info })
  const { page, fold, summary, field, open: show } = await open(id, PHONE, Promise.resolve(user))
  expect(await summary.textContent()).toContain(
    'Özel not Pazarlık eder · Marka Ford · Model Yılı 2014 · Motor No K9K08014',
  )
  await page.getByRole('button', { name: 'Düzenle', exact: true }).tap()
  expect(await field('Motor No').isVisible()).toBe(false)
  await summary.tap()
  await field('Motor No').waitFor()
  await page.getByText('Müşteriye verilen belgede yazar.').waitFor()
  await page.getByText('Yalnızca panelde görünür, belgelere yazılmaz.').waitFor()
  await expectAccessibleWhole(page)
  await show(id)
  await field('Motor No').waitFor()
  await page.getByRole('button', { name: 'Düzenle', exact: true }).tap()
  await summary.tap()
  await show(0)
  await eventually(() => fold.getAttribute('open')).toBe(null)
  await expectAccessibleWhole(page)
})

test('the fold opens for a problem in it, and a link of the summary opens it again', async () => {
  const { page, field, fold, summary, saveAtBottom } = await open(0, PHONE)
  await field('Plaka').fill('34 ABC 123')
  await field('Müşteri Adı Soyadı').fill('Ayşe')
  await summary.tap()
  await field('Model Yılı').fill('12')
  await summary.tap()
  await saveAtBottom.tap()
  await field('Model Yılı').waitFor()
  expect(await field('Model Yılı').getAttribute('aria-invalid')).toBe('true')
  await summary.tap()
  await eventually(() => fold.getAttribute('open')).toBe(null)
  await page.getByRole('alert').getByRole('link').tap()
  await eventually(() => field('Model Yılı').evaluate((box) => box === document.activeElement)).toBe(true)
})

test("the browser's search in the page finds and opens a folded field", async () => {
  const { page, fold, field } = await open(0, PHONE)
  expect(await field('Motor No').isVisible()).toBe(false)
  // The browser's search also finds a text fragment of the address. The form is already drawn, because a browser
  // searches a loading page only until half a second after its load.
  await page.goto(`${page.url()}#:~:text=Motor%20No`)
  await eventually(() => fold.getAttribute('open')).toBe('')
  await field('Motor No').waitFor()
})

test('Enter skips the folded fields and leaves the complaint, where Shift+Enter adds a line', async () => {
  const { page, field, adding } = await open(0, NARROW)
  await field('Kilometre').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Fren sesi')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('ve titreme')
  await page.keyboard.press('Enter')
  expect(await field('Müşteri Talebi').inputValue()).toBe('Fren sesi\nve titreme')
  await page.locator(':focus').and(adding.name).waitFor()
  await field('Çıkış Tarihi').focus()
  await page.keyboard.press('Enter')
  await page.locator(':focus').and(adding.name).waitFor()
})

test('the private note is stored, and Enter adds a line in both notes', async () => {
  const user = await panel.user()
  const { page, field, saveAtTop } = await open(0, WIDE, Promise.resolve(user))
  await field('Plaka').fill('34 ABC 123')
  await field('Müşteri Adı Soyadı').fill('Ayşe')
  await field('Açıklama').fill('Belgede')
  await field('Özel not').focus()
  await page.keyboard.type('Pazarlık eder')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Peşin')
  await saveAtTop.click()
  await page.waitForURL('**/books')
  expect(await storedRecords(panel.db, user)).toMatchObject([
    { aciklama: 'Belgede', private_note: 'Pazarlık eder\nPeşin' },
  ])
})
