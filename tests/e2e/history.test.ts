import { readFileSync } from 'node:fs'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { deleteKayit } from '#server/kayit/operations.ts'
import { type Screen, expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { chooseMore, openMore, openVisitMenu } from '#tests/support/screens/more-menu.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { enter, pathOf, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

const AYSE = { musteri_adi_soyadi: 'Ayşe Işık', musteri_tel: '0532 123 45 67' }
const items = (lira: number) => [{ islem_adi: 'Balata', islem_adet: 2, fiyat_kurus: lira * 50 }]
const DONE = { durum: 'Tamamlandı', cikis_tarihi: '2026-01-06' }

/** Opens a shop with a car that came twice, and the same car with a mistyped plate. */
async function openShop(path: string, screen: Screen = 'desktop') {
  const user = await panel.user({ output_format: 'CSV' })
  const golf = { ...AYSE, plaka: '34 ABC 123', arac_marka: 'VW', arac_model: 'Golf' }
  const first = { ...golf, ...DONE, giris_tarihi: '2026-01-05', km_bilgisi: 80_000 }
  await save(user.ctx, { info: first, islemler: items(100) })
  await save(user.ctx, {
    info: { ...golf, giris_tarihi: '2026-03-05', km_bilgisi: 90_500 },
    islemler: items(50),
  })
  const wrong = { ...AYSE, ...DONE, plaka: '34 ABC 132', giris_tarihi: '2026-02-01', km_bilgisi: 85_000 }
  await save(user.ctx, { info: wrong, islemler: items(30) })
  const page = await browser.open({ address: panel.address, screen })
  await enter(page, panel, user)
  await page.goto(path)
  const stops = page
    .getByRole('region', { name: 'Gelişler' })
    .getByRole('listitem')
    .filter({ has: page.locator('summary') })
  return { page, stops }
}

test.each(['phone', 'desktop'] as const)(
  'the page of a car shows its visits along a road, on a %s',
  async (screen) => {
    const { page, stops } = await openShop('vehicles', screen)
    await page.getByRole('searchbox', { name: 'Ara' }).fill('golf')
    await eventually(() => pathOf(page)).toContain('q=golf')
    await eventually(() => page.locator('main tbody tr').count()).toBe(1)
    await page.getByRole('link', { name: '34 ABC 123' }).click()
    await page.getByRole('heading', { name: /34 ABC 123 .*VW Golf/ }).waitFor()
    expect(await page.getByText('2 geliş, ilki 05.01.2026').count()).toBeGreaterThan(0)
    await eventually(() => stops.count()).toBe(2)
    expect(await stops.first().innerText()).toMatch(
      /05\.03\.2026[\s\S]*90\.500 km\s*\+10\.500[\s\S]*Balata × 2\s*₺50,00/,
    )
    const [column, ...parts] = await stops
      .first()
      .locator('.timeline-day, .timeline-day > *')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
      .then((boxes) => boxes.map(({ left, right }) => [Math.round(left), Math.round(right)] as const))
    // The day and the text 'so many days open' stay inside their column.
    expect(parts.filter(([left, right]) => left < (column?.[0] ?? 0) || right > (column?.[1] ?? 0))).toEqual(
      [],
    )
    expect(parts).toHaveLength(2)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Ayşe Işık' }).click()
    await page.getByRole('heading', { name: 'Müşteri Ayşe Işık' }).waitFor()
    await eventually(() => stops.count()).toBe(3)
    await page.goBack()
    await stops.first().getByRole('link', { name: 'Kaydı aç' }).click()
    await page.getByLabel('Plaka', { exact: true }).waitFor()
  },
)

test('a new record from the page of a car has its plate, and one key fills in the rest', async () => {
  const { page } = await openShop('vehicles?q=34abc123')
  await page.getByRole('link', { name: '34 ABC 123' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Yeni kayıt' }).click()
  const plate = page.getByLabel('Plaka', { exact: true })
  await eventually(() => plate.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await plate.inputValue()).toBe('34 ABC 123')
  await page.getByText('Ayşe Işık · VW Golf · son geliş 05.03.2026').first().waitFor()
  await page.keyboard.press('Enter')
  await eventually(() => page.getByLabel('Müşteri Adı Soyadı').inputValue()).toBe('Ayşe Işık')
})

test('a new record from the page of a customer has the name, the phone and the plate of an only car', async () => {
  const { page } = await openShop('customers')
  const user = await panel.user()
  const only = { musteri_adi_soyadi: 'Ali Su', musteri_tel: '0533 765 43 21', plaka: '06 XY 5' }
  await save(user.ctx, { info: only })
  const texts = async () => {
    await page.getByRole('main').getByRole('link', { name: 'Yeni kayıt' }).click()
    const labels = ['Plaka', 'Müşteri Adı Soyadı', 'Telefon']
    return Promise.all(labels.map((label) => page.getByLabel(label, { exact: true }).inputValue()))
  }
  await page.getByRole('link', { name: 'Ayşe Işık' }).click()
  const call = page.getByRole('link', { name: 'Ara', exact: true })
  expect(await call.getAttribute('href')).toBe('tel:+905321234567')
  expect(await texts()).toEqual(['', 'Ayşe Işık', '0 (532) 123 45 67'])

  await enter(page, panel, user)
  await page.goto('customers')
  await page.getByRole('link', { name: 'Ali Su' }).click()
  expect(await texts()).toEqual(['06 XY 5', 'Ali Su', '0 (533) 765 43 21'])
})

test('the same car under a mistyped plate is merged, which can be undone at once and later', async () => {
  const { page, stops } = await openShop('vehicles?q=34abc123')
  await page.getByRole('link', { name: '34 ABC 123' }).click()
  await eventually(() => stops.count()).toBe(2)
  const merge = async () => {
    await chooseMore(page, 'Birleştir')
    const dialog = page.getByRole('dialog', { name: 'Aynı aracı birleştir' })
    await dialog.getByRole('searchbox').fill('132')
    await dialog.getByRole('radio', { name: /34 ABC 132/ }).check()
    await dialog.getByRole('button', { name: 'Birleştir' }).click()
    await dialog.waitFor({ state: 'detached' })
    await eventually(() => stops.count()).toBe(3)
  }
  await merge()
  await page.getByRole('button', { name: 'Geri al' }).click()
  await page.getByText('Araçlar ayrıldı.').waitFor()
  await eventually(() => stops.count()).toBe(2)

  await merge()
  const merged = page.getByRole('region', { name: 'Birleştirilenler' })
  await merged.getByRole('button', { name: 'Ayır: 34 ABC 132' }).click()
  await eventually(() => stops.count()).toBe(2)
  expect(await merged.count()).toBe(0)
})

test('a record that is moved to another car leaves the road, and can be moved back', async () => {
  const { page, stops } = await openShop('vehicles?q=34abc123')
  await page.getByRole('link', { name: '34 ABC 123' }).click()
  await eventually(() => stops.count()).toBe(2)
  await openVisitMenu(stops.last())
  await page.getByRole('button', { name: 'Bu araca ait değil' }).click()
  await eventually(() => stops.count()).toBe(1)
  await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
  await page.getByRole('button', { name: 'Geri al' }).click()
  await eventually(() => stops.count()).toBe(2)
  expect(await stops.last().innerText()).toContain('80.000 km')
})

test('the only visit cannot leave its car, and a car without records says so', async () => {
  const user = await panel.user()
  const { id } = await save(user.ctx, { info: { ...AYSE, plaka: '34 TEK 1' } })
  const { vehicle_id } = await panel.db
    .selectFrom('kayit')
    .where('id', '=', id)
    .select('vehicle_id')
    .executeTakeFirstOrThrow()
  const page = await browser.open({ address: panel.address })
  await enter(page, panel, user)
  await page.goto(`vehicle/${vehicle_id}`)
  await page.getByRole('link', { name: 'Kaydı aç' }).first().waitFor()
  expect(await page.getByRole('button', { name: /^Diğer işlemler: / }).count()).toBe(0)
  await deleteKayit(user.ctx, { kayit_id: id })
  await page.reload()
  await page.getByText('Bu aracın kaydı kalmadı.').waitFor()
  await expectAccessible(page)
})

test('the history is a file in the format of the settings', async () => {
  const { page } = await openShop('vehicles?q=34abc123')
  await page.getByRole('link', { name: '34 ABC 123' }).click()
  await openMore(page)
  const link = page.getByRole('link', { name: 'Araç geçmişi (CSV)' })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toBe('araç-geçmişi-34-ABC-123.csv')
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n')
  // Each line begins with the number of its record.
  expect(lines.slice(1).map((line) => line.replace(/^\d+;/, ''))).toEqual([
    '05.01.2026;34 ABC 123;Ayşe Işık;;80000;Tamamlandı;Balata;2;50,00;83,33;16,67;100,00;',
    '05.03.2026;34 ABC 123;Ayşe Işık;;90500;Devam Ediyor;Balata;2;25,00;41,67;8,33;50,00;',
  ])
})

test('customers are found by phone, and their page names the cars', async () => {
  const { page } = await openShop('customers')
  await page.getByRole('searchbox', { name: 'Ara' }).fill('532 123')
  await page.getByRole('link', { name: 'Ayşe Işık' }).click()
  await page.getByRole('heading', { name: 'Müşteri Ayşe Işık' }).waitFor()
  const cars = page.getByRole('region', { name: 'Araçlar' })
  expect(await cars.getByRole('link').allTextContents()).toEqual(['34 ABC 123', '34 ABC 132'])
  await cars.getByRole('link', { name: '34 ABC 132' }).click()
  await page.getByRole('heading', { name: /34 ABC 132/ }).waitFor()
})

test('a record shows the last visits of its car, and the first screen the number of the visit', async () => {
  const { page } = await openShop('vehicles?q=34abc123')
  await page.getByRole('link', { name: '34 ABC 123' }).click()
  await page.getByRole('link', { name: 'Kaydı aç' }).first().click()
  const strip = page.getByRole('region', { name: 'Aracın geçmişi' })
  expect((await strip.innerText()).replace(/\s+/g, ' ')).toMatch(
    /05\.01\.2026 Balata ₺100,00 Son gelişten beri 10\.500 km Aracın geçmişi \(1 geliş\)/,
  )
  await expectAccessible(page)
  await strip.getByRole('link', { name: 'Aracın geçmişi' }).click()
  await page.getByRole('heading', { name: /34 ABC 123/ }).waitFor()
  await page.goto('dashboard')
  await page.getByText('VW Golf · 2. geliş').waitFor()
})

test('the list says that more than a thousand customers were found, and counts them on request', async () => {
  const user = await panel.user()
  await sql`insert into customer (shop_id, name, name_key, phone, phone_key, search_name, search_plain, name_sort_key, visits,
      total_kurus, last_day, seen_day)
    select ${user.id}, name, name, '', '', name, name, name, 1, n, date '2026-01-05', date '2026-01-05'
    from (select n, 'ali ' || n as name from generate_series(1, 1050) as n) as customers`.execute(panel.db)
  const page = await browser.open({ address: panel.address })
  await enter(page, panel, user)
  await page.goto('customers?q=ali')
  const pages = page.getByRole('group', { name: 'Sayfalama' })
  await pages.getByText('1–20 / 1.000+').waitFor()
  await expectAccessible(page)
  await pages.getByRole('button', { name: 'Hepsini say' }).click()
  await pages.getByText('1–20 / 1.050').waitFor()
  expect(await pages.getByRole('button', { name: 'Hepsini say' }).count()).toBe(0)
  // The far page counts all matching customers.
  await page.goto('customers?q=ali&page=53')
  await pages.getByText('1.041–1.050 / 1.050').waitFor()
})
