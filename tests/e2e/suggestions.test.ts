import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { lostAnswer } from '#tests/support/screens/broken-answer.ts'
import { expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import { kayitPage, storedRecords, untilKept } from '#tests/support/screens/kayit-page.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

const AYSE = { musteri_adi_soyadi: 'Ayşe Işık', musteri_tel: '0 (532) 123 45 67' }
const GOLF = { plaka: '34 ABC 123', sasi_no: 'WVWZZZ1JZ3W386752', arac_marka: 'VW', arac_model: 'Golf' }
const ALI = { musteri_adi_soyadi: 'Ali Su', musteri_tel: '0 (533) 765 43 21' }

/** Opens a new record of a shop that knows Ayşe with her Golf, and Ali with two cars. */
async function openNew({ screen, errors }: { screen?: 'phone'; errors?: RegExp[] } = {}) {
  const user = await panel.user()
  await save(user.ctx, { info: { ...AYSE, ...GOLF, giris_tarihi: '2026-03-05' } })
  await save(user.ctx, { info: { ...ALI, plaka: '34 KL 55', giris_tarihi: '2026-04-01' } })
  await save(user.ctx, { info: { ...ALI, plaka: '06 XYZ 7', giris_tarihi: '2026-02-01' } })
  const page = await browser.open({
    address: panel.address,
    ...(screen && { screen }),
    ...(errors && { expectedErrors: errors }),
  })
  await enter(page, panel, user)
  const kayit = kayitPage(page)
  await kayit.open(0)
  const focused = (label: string) => page.locator(':focus').and(kayit.field(label)).waitFor()
  await focused('Plaka')
  const values = (...labels: string[]) => Promise.all(labels.map(kayit.value))
  const records = () => storedRecords(panel.db, user)
  return { user, ...kayit, focused, values, records }
}

const options = (page: Page) => page.getByRole('listbox').getByRole('option')
const offered = async (page: Page, count: number) => {
  await eventually(() => options(page).count()).toBe(count)
  const texts = await options(page).allInnerTexts()
  return texts.map((text) => text.replaceAll('\u00A0', ' '))
}
const stored = async (page: Page) => {
  await page.getByText('Kayıt başarıyla eklendi.').waitFor()
  await page.waitForURL('**/books')
}

describe('by the keyboard', () => {
  test('a customer with one car takes two letters and two keys', async () => {
    const { page, focused, values, saveAtTop, records } = await openNew()
    await page.keyboard.press('Enter')
    await focused('Müşteri Adı Soyadı')
    await page.keyboard.type('ış')
    expect(await offered(page, 1)).toEqual([
      expect.stringMatching(/Ayşe Işık\s+0 \(532\) 123 45 67 · 34 ABC 123\s+05\.03\.2026/),
    ])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await focused('Kilometre')
    expect(await values('Müşteri Adı Soyadı', 'Telefon', 'Plaka', 'Şasi No')).toEqual([
      AYSE.musteri_adi_soyadi,
      AYSE.musteri_tel,
      GOLF.plaka,
      GOLF.sasi_no,
    ])
    await saveAtTop.click()
    await stored(page)
    const [first, , , visit] = await records()
    expect([visit?.vehicle_id, visit?.customer_id]).toEqual([first?.vehicle_id, first?.customer_id])
  })

  test('no suggestion is chosen in advance: Enter keeps the typed text, and Escape closes the list', async () => {
    const { page, field, focused, values } = await openNew()
    await page.keyboard.type('34')
    await offered(page, 2)
    await page.keyboard.press('Enter')
    await focused('Müşteri Adı Soyadı')
    await page.keyboard.type('Ayşe')
    await offered(page, 1)
    await page.keyboard.press('Enter')
    await focused('Telefon')
    await page.keyboard.type('05')
    await offered(page, 2)
    await page.keyboard.press('Escape')
    expect(await options(page).count()).toBe(0)
    await page.keyboard.press('Enter')
    await focused('Kilometre')
    expect(await values('Plaka', 'Müşteri Adı Soyadı', 'Telefon')).toEqual(['34', 'Ayşe', '05'])
    expect(await field('Plaka').getAttribute('aria-expanded')).toBe('false')
  })

  test('a plate offers the newest visit first, and the choice of a car can be undone', async () => {
    const { page, focused, value, values } = await openNew()
    await page.keyboard.type('34')
    expect((await offered(page, 2)).map((text) => text.slice(0, 8))).toEqual(['34 KL 55', '34 ABC 1'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await focused('Kilometre')
    expect(await values('Plaka', 'Müşteri Adı Soyadı', 'Marka')).toEqual(['34 ABC 123', 'Ayşe Işık', 'VW'])
    await page.getByRole('button', { name: 'Geri al' }).click()
    expect(await values('Plaka', 'Müşteri Adı Soyadı', 'Marka')).toEqual(['34', '', ''])
    expect(await value('Telefon')).toBe('')
  })

  test('a chassis number offers cars, and a phone offers customers: with two cars, the plate is asked next', async () => {
    const { page, field, focused, values } = await openNew()
    await field('Şasi No').pressSequentially('wv')
    await offered(page, 1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await focused('Kilometre')
    expect(await values('Plaka', 'Şasi No')).toEqual([GOLF.plaka, GOLF.sasi_no])
    await page.getByRole('button', { name: 'Geri al' }).click()
    await field('Şasi No').fill('')
    await field('Telefon').pressSequentially('0533')
    expect(await offered(page, 1)).toEqual([expect.stringContaining('34 KL 55, 06 XYZ 7')])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await focused('Plaka')
    await page.getByText('Kayıtlı müşteri: Ali Su').waitFor()
    expect(await values('Müşteri Adı Soyadı', 'Telefon', 'Plaka')).toEqual(['Ali Su', ALI.musteri_tel, ''])
  })
})

test('a tap chooses a suggestion, at 360 px without scrolling sideways', async () => {
  const { page, field, value } = await openNew({ screen: 'phone' })
  await field('Telefon').tap()
  await page.keyboard.type('05')
  await offered(page, 2)
  await expectAccessible(page)
  const box = await page.getByRole('listbox').boundingBox()
  expect(box).toMatchObject({ x: expect.toSatisfy((x: number) => x >= 0) })
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await options(page).filter({ hasText: 'Ayşe' }).tap()
  expect(await value('Plaka')).toBe('34 ABC 123')
  await page.getByRole('button', { name: 'Geri al' }).tap()
  expect(await value('Plaka')).toBe('')
  expect(await value('Telefon')).toBe('05')
})

describe('the input of a save', () => {
  const take = async ({ page, field }: Awaited<ReturnType<typeof openNew>>) => {
    await field('Müşteri Adı Soyadı').pressSequentially('ayş')
    await options(page).click()
  }
  const customers = (userId: number) =>
    panel.db.selectFrom('customer').where('shop_id', '=', userId).orderBy('id').selectAll().execute()
  const cars = (userId: number) =>
    panel.db.selectFrom('vehicle').where('shop_id', '=', userId).orderBy('id').selectAll().execute()

  test('a corrected phone corrects the customer, and is formatted on leaving the field', async () => {
    const form = await openNew()
    await take(form)
    await form.field('Telefon').fill('05350001122')
    await form.saveAtTop.click()
    await stored(form.page)
    expect(await customers(form.user.id)).toMatchObject([
      { name: 'Ayşe Işık', phone: '0 (535) 000 11 22', visits: 2 },
      { name: 'Ali Su' },
    ])
  })

  test('another plate typed after taking over is another car, and the known one keeps its plate', async () => {
    const form = await openNew()
    await take(form)
    await form.field('Plaka').fill('35 K 1234')
    await form.field('Şasi No').fill('')
    await form.saveAtTop.click()
    await stored(form.page)
    const plates = (await cars(form.user.id)).map(({ plate }) => plate)
    expect(plates).toEqual(['34 ABC 123', '34 KL 55', '06 XYZ 7', '35 K 1234'])
    expect(await customers(form.user.id)).toHaveLength(2)
  })

  test('a restored draft, and a record that waited for the connection, keep the chosen customer', async () => {
    const form = await openNew({ errors: [/ERR_/, /Failed to (load|fetch)/] })
    const { page, field, saveAtTop } = form
    await take(form)
    await field('Telefon').fill('05350001122')
    await field('Kilometre').fill('90000')
    await untilKept(page, '90000')
    await page.reload()
    await page.getByRole('button', { name: 'Taslağı geri yükle' }).click()
    await page.getByRole('button', { name: 'Geri al' }).waitFor()
    await page.route('**/kayit.save*', lostAnswer, { times: 1 })
    await saveAtTop.click()
    await page.waitForURL('**/books', { timeout: 40_000 })
    const [first, , , visit] = await form.records()
    expect(visit?.customer_id).toBe(first?.customer_id)
    expect(await customers(form.user.id)).toMatchObject([{ phone: '0 (535) 000 11 22', visits: 2 }, {}])
  })
})

test('a stored record offers nothing', async () => {
  const { page, field, open, records } = await openNew()
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('.lookup')) asked.push(request.url())
  })
  await open((await records())[0]?.id ?? 0)
  await field('Müşteri Adı Soyadı').pressSequentially('al')
  await field('Kilometre').click()
  expect(asked).toEqual([])
  expect(await page.getByRole('combobox', { name: 'Plaka' }).count()).toBe(0)
})
