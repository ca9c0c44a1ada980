import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { requestsDone, testBrowser } from '#tests/support/screens/browser.ts'
import { buildLogo, readAmount, someWork } from '#tests/support/documents/service-document.ts'
import { kayitScreen } from '#tests/support/screens/kayit-page.ts'
import { build, save } from '#tests/support/rows/kayit.ts'
import { testPanel } from '#tests/support/panel/panel.ts'
import { readPdf } from '#tests/support/documents/read-pdf.ts'

const panel = await testPanel()
const openAs = kayitScreen(panel, testBrowser())

const COMPANY = {
  company_name: 'Usta Oto',
  company_tel: '02241234567',
  company_adress: 'Sanayi Sk. 1\nNilüfer / Bursa',
}
const INFO = {
  musteri_adi_soyadi: 'Işıl Çağrı',
  musteri_tel: '+905321234567',
  musteri_talebi: 'Fren sesi\nve titreme',
  plaka: '34 İST 1',
  arac_marka: 'Hyundai',
  km_bilgisi: '126158',
  giris_tarihi: '2026-11-05',
  kayit_tarihi: '2026-11-05',
  aciklama: 'Garanti kapsamında değil.',
  private_note: 'Pazarlık eder',
}
const ITEMS = [
  { islem_adi: 'Yağ', islem_adet: 4, fiyat_kurus: 42_060 },
  { islem_adi: 'Balata', islem_adet: 1, fiyat_kurus: 10_005 },
]
/** The right margin of A4 in points: Chromium rounds it to whole pixels. */
const MARGIN = 553.6
const HEAD = ['İşlem', 'Adet', 'Birim fiyat', 'KDV hariç', 'KDV', 'KDV dahil']

/** Returns the printed page, with the rows of its tables. */
async function print(page: Page) {
  await requestsDone(page)
  const pdf = await page.pdf({ preferCSSPageSize: true, tagged: true })
  const { rows, ...read } = await readPdf(Uint8Array.from(pdf))
  return { ...read, rows: rows.map((cells) => cells.map((cell) => cell.replace(/\s+/g, ' '))) }
}

/** Opens a record of a shop with a company name. */
async function openRecord(items: Parameters<typeof build>[2] = ITEMS) {
  const user = await panel.user(COMPANY)
  const { kayit } = await build(user.ctx, INFO, items)
  return { ...(await openAs(user, kayit.id)), user, id: kayit.id }
}

test('the printed record shows company, customer, vehicle, dates, items, totals and notes', async () => {
  const { page, id } = await openRecord()
  const { solid, rows } = await print(page)
  for (const text of [
    'UstaOto',
    'SanayiSk.1Nilüfer/Bursa',
    'Tel:0(224)1234567',
    'Servisfişi',
    `Kayıtno:${id}`,
    'Kayıttarihi:05.11.2026',
    'MüşteriAdıSoyadıIşılÇağrı',
    'Telefon0(532)1234567',
    'GirişTarihi05.11.2026',
    'ÇıkışTarihi—',
    'Plaka34İST1',
    'MarkaHyundai',
    'Kilometre126.158',
    'MüşteriTalebiFrensesivetitreme',
    'AçıklamaGarantikapsamındadeğil.',
    'Malideğeriyoktur.Faturayerinegeçmez.',
  ])
    expect(solid).toContain(text)
  expect(solid).not.toContain('Pazarlık')
  expect(rows).toEqual([
    HEAD,
    ['Yağ', '4', '₺420,60', '₺1.402,00', '₺280,40', '₺1.682,40'],
    ['Balata', '1', '₺100,05', '₺83,38', '₺16,67', '₺100,05'],
    ['Toplam', '₺1.485,38', '₺297,07', '₺1.782,45'],
  ])
  for (const control of ['Kaydet', 'Anasayfa', 'İşlemekle', 'KDV’liPDF', 'gg.aa.yyyy', 'kaydedilmemiş'])
    expect(solid).not.toContain(control)
})

test('a printed quote has its last day, and no status and stay', async () => {
  const user = await panel.user(COMPANY)
  const { id } = await save(user.ctx, {
    stage: 'quote',
    quote_valid_until: '2026-12-31',
    info: INFO,
    islemler: ITEMS,
  })
  const { page } = await openAs(user, 0)
  await page.goto(`book/${id}`)
  await page.getByRole('button', { name: 'Kayda çevir', exact: true }).waitFor()
  const { solid } = await print(page)
  expect(solid).toContain('TeklifKayıtno')
  expect(solid).toContain('Geçerlilik:31.12.2026')
  expect(solid).not.toMatch(/Durum|GirişTarihi|ÇıkışTarihi/)
})

test('unsaved text is printed and marked as not saved', async () => {
  const { page, field, cell, adding } = await openRecord()
  await field('Müşteri Adı Soyadı').fill('Ayşe Öz')
  await cell('Adet', 1).fill('5')
  await adding.name.fill('Eklenmemiş iş')
  await adding.price.fill('100')
  const { solid, rows } = await print(page)
  expect(solid).toContain('Busayfadakaydedilmemişbilgilervar.')
  expect(solid).toContain('AyşeÖz')
  expect(solid).not.toContain('IşılÇağrı')
  expect(rows.slice(1)).toEqual([
    ['Yağ', '5', '₺420,60', '₺1.752,50', '₺350,50', '₺2.103,00'],
    ['Balata', '1', '₺100,05', '₺83,38', '₺16,67', '₺100,05'],
    ['Eklenmemiş iş', '1', '₺120,00', '₺100,00', '₺20,00', '₺120,00'],
    ['Toplam', '₺1.935,88', '₺387,17', '₺2.323,05'],
  ])
  await field('Müşteri Adı Soyadı').fill('Fatma Öz')
  expect((await print(page)).solid).toContain('FatmaÖz')
})

test('a new record can be printed and is marked as not saved', async () => {
  const { page, field } = await openAs(await panel.user(COMPANY), 0)
  await field('Plaka').fill('16 ABC 16')
  const { solid } = await print(page)
  expect(solid).toContain('Plaka16ABC16')
  expect(solid).toContain('Busayfadakaydedilmemişbilgilervar.')
  expect(solid).not.toContain('Kayıtno')
})

test('a record of 60 items repeats the table head on every sheet, and the amounts add up', async () => {
  const work = someWork(60)
  const { page } = await openRecord(work)
  const { pages, rows } = await print(page)
  expect(pages.length).toBeGreaterThan(1)
  for (const { texts } of pages.slice(0, -1)) expect(texts.some(({ text }) => text === 'Adet')).toBe(true)
  const items = rows.filter((cells) => cells.length === 6 && cells[0] !== 'İşlem')
  expect(items.map(([name]) => name)).toEqual(work.map(({ islem_adi }) => islem_adi))
  const amounts = (column: number) => items.map((cells) => readAmount(cells[column] ?? ''))
  const [unit, net, vat, gross] = [amounts(2), amounts(3), amounts(4), amounts(5)]
  expect(gross).toEqual(unit.map((price, index) => price * Number(items[index]?.[1])))
  const sums = [net, vat, gross].map((column) => column.reduce((sum, amount) => sum + amount, 0))
  expect(rows.at(-1)?.slice(1).map(readAmount)).toEqual(sums)
})

test('the largest price and the longest name fit next to each other', async () => {
  const name = 'Triger seti ve devirdaim pompası değişimi '.repeat(5).slice(0, 200).trim()
  const { page } = await openRecord([
    { islem_adi: name, islem_adet: 999, fiyat_kurus: 99_999_999_999 },
    { islem_adi: 'W'.repeat(200), islem_adet: 100_000, fiyat_kurus: 1 },
  ])
  const { pages, rows } = await print(page)
  expect(pages).toHaveLength(1)
  expect(rows[1]?.slice(1)).toEqual([
    '999',
    '₺999.999.999,99',
    '₺832.499.999.991,68',
    '₺166.499.999.998,33',
    '₺998.999.999.990,01',
  ])
  const texts = pages[0]?.texts ?? []
  expect(texts.filter(({ x, right }) => x < 42 || right > MARGIN)).toEqual([])
})

test('the print includes the logo, and no dialogs and no dark theme', async () => {
  const user = await panel.user(COMPANY)
  const { kayit } = await build(user.ctx, INFO, ITEMS)
  const png = await buildLogo()
  await panel.db.insertInto('logo').values({ shop_id: user.id, png, width: 320, height: 120 }).execute()
  const { page } = await openAs(user, kayit.id)
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'))
  await page.getByRole('button', { name: 'Sil' }).first().click()
  await page.getByRole('alertdialog').waitFor()
  const { solid } = await print(page)
  expect(solid).toContain('UstaOto')
  expect(solid).not.toContain('Vazgeç')
  await page.emulateMedia({ media: 'print' })
  const logo = page.getByAltText('Usta Oto logosu')
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
  const look = await page.evaluate(() => {
    const { colorScheme, color } = getComputedStyle(document.documentElement)
    return { colorScheme, color }
  })
  expect(look).toEqual({ colorScheme: 'light', color: 'rgb(0, 0, 0)' })
})

test('the printed list stays inside the margins and does not break chassis numbers', async () => {
  const user = await panel.user(COMPANY)
  for (const musteri_adi_soyadi of ['Abdurrahman Karamustafaoğlu', 'Işık Nakliyat Ltd. Şti.'])
    await build(user.ctx, {
      ...INFO,
      musteri_adi_soyadi,
      sasi_no: 'WVWZZZ1KZAW123456',
      durum: 'Devam Ediyor',
    })
  const { page } = await openAs(user, 0)
  await page.goto('books')
  await page.getByText('Işık Nakliyat').waitFor()
  const { pages } = await print(page)
  const texts = pages.flatMap((sheet) => sheet.texts)
  expect(texts.filter(({ text }) => text === 'WVWZZZ1KZAW123456')).toHaveLength(2)
  expect(texts.filter(({ right }) => right > MARGIN)).toEqual([])
  expect(texts.map(({ text }) => text)).not.toContain('Açık işler')
})
