import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'

import { todayInIstanbul } from '#shared/date.ts'
import { item } from '#tests/support/rows/items.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { buildMember } from '#tests/support/rows/staff.ts'
import { requestsDone, testBrowser } from '#tests/support/screens/browser.ts'
import { kayitPage, storedRecords } from '#tests/support/screens/kayit-page.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

const KNOWN = {
  plaka: '34 ABC 123',
  musteri_adi_soyadi: 'Ayşe Işık',
  musteri_tel: '0532 123 45 67',
  km_bilgisi: 80_000,
  giris_tarihi: '2026-03-05',
  durum: 'Tamamlandı',
  cikis_tarihi: '2026-03-06',
}
const [YEAR = '', MONTH = ''] = todayInIstanbul(new Date()).split('-')

/** Counts the keys, clicks and taps of one job; typed text counts where `type` counts it. */
function counter() {
  let count = 0
  return {
    add: (more = 1) => {
      count += more
    },
    take: () => {
      const taken = count
      count = 0
      return taken
    },
  }
}

test('an owner’s day needs few actions, from the first car to the accountant’s files', async () => {
  const user = await panel.user()
  await save(user.ctx, { info: KNOWN, islemler: [item('Balata', 1_500)] })
  const page = await browser.open({ address: panel.address })
  await enter(page, panel, user)
  const { field, adding, addItem, says, rows } = kayitPage(page)
  const done = counter()
  const press = async (key: string) => {
    done.add()
    await page.keyboard.press(key)
  }
  const click = async (target: Locator) => {
    done.add()
    await target.click()
  }
  const isFocused = (label: string) => page.locator(':focus').and(field(label)).waitFor()
  const stored = () => storedRecords(panel.db, user)

  // A known car: every key counts, the typed ones too.
  await page.goto('dashboard')
  await page.getByRole('heading', { name: 'Serviste' }).waitFor()
  await press('n')
  await isFocused('Plaka')
  await page.keyboard.type('34abc123')
  done.add(8)
  await page.getByText('Ayşe Işık · son geliş 05.03.2026, 80.000 km').last().waitFor()
  for (const next of ['Kilometre', 'Müşteri Talebi', 'İşlem Adı']) {
    await press('Enter')
    await isFocused(next)
  }
  await page.keyboard.type('Balata')
  done.add(6)
  await press('Control+s')
  await says('Kayıt başarıyla eklendi.')
  expect(done.take()).toBeLessThanOrEqual(30)

  // A new car, and one without a plate: actions beside the text.
  await press('n')
  await isFocused('Plaka')
  for (const [text, next] of [
    ['06xyz1', 'Müşteri Adı Soyadı'],
    ['Ali Veli', 'Telefon'],
    ['05321112233', 'Kilometre'],
  ] as const) {
    await page.keyboard.type(text)
    await press('Enter')
    await isFocused(next)
  }
  await press('Control+s')
  await page.waitForURL('**/books')
  expect(done.take()).toBeLessThanOrEqual(12)
  await press('n')
  await isFocused('Plaka')
  await click(page.getByRole('button', { name: 'Plakasız araç' }))
  await isFocused('Şasi No')
  await page.keyboard.type('WVWZZZ1JZ3W386752')
  await click(field('Müşteri Adı Soyadı'))
  await page.keyboard.type('Veli Can')
  await press('Control+s')
  await page.waitForURL('**/books')
  expect(done.take()).toBeLessThanOrEqual(12)
  expect((await stored()).map(({ musteri_adi_soyadi }) => musteri_adi_soyadi)).toEqual([
    'Ayşe Işık',
    'Ayşe Işık',
    'Ali Veli',
    'Veli Can',
  ])

  // The phone rings: the number finds the customer, whose open work is one press away.
  await press('Control+k')
  const search = page.getByRole('dialog')
  await search.getByRole('combobox').fill('0532 123 45 67')
  await search
    .getByRole('option', { name: /Ayşe Işık/ })
    .first()
    .waitFor()
  await press('Escape')
  expect(done.take()).toBeLessThanOrEqual(4)

  // The car leaves: its last price, the status, the document.
  await page.goto('dashboard')
  await click(page.getByRole('link', { name: '34 ABC 123' }).first())
  await page.getByRole('heading', { name: 'Kayıt Düzenle' }).waitFor()
  expect(await rows.count()).toBe(1)
  await addItem('İşçilik', '500')
  await click(page.getByRole('button', { name: 'Devam Ediyor, değiştir' }))
  await click(page.getByRole('menuitemradio', { name: 'Tamamlandı' }))
  const tab = page.context().waitForEvent('page')
  await click(page.getByRole('button', { name: 'Kaydet ve KDV’li PDF' }))
  const unpriced = page.getByRole('alertdialog').getByRole('button', { name: 'Yine de kaydet' })
  await Promise.race([unpriced.waitFor(), tab])
  if (await unpriced.isVisible()) await click(unpriced)
  await tab
  await says('Kayıt başarıyla güncellendi.')
  expect(done.take()).toBeLessThanOrEqual(8)
  expect((await stored())[1]).toMatchObject({ durum: 'Tamamlandı' })

  // An expense.
  await page.goto('expense')
  await click(page.getByRole('button', { name: 'Yeni gider' }))
  await page.getByRole('dialog').getByLabel('Başlık').fill('Yemek')
  await page.getByRole('dialog').getByLabel('Tutar').fill('450')
  await press('Control+s')
  await page.getByRole('row').filter({ hasText: 'Yemek' }).waitFor()
  expect(done.take()).toBeLessThanOrEqual(6)

  // The evening: what came in and went out today stands on the first screen.
  await click(page.getByRole('link', { name: 'Anasayfa' }).first())
  await requestsDone(page)
  const today = page.getByRole('region', { name: 'Bugün' })
  await today.getByText('₺450').waitFor()
  expect(await today.getByText('3 kayıt').count()).toBe(1)
  expect(done.take()).toBe(1)

  // The end of the month: the accountant's file.
  await page.goto(`books?month=${Number(MONTH)}&year=${YEAR}`)
  await requestsDone(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    click(page.getByRole('button', { name: 'Dışa aktarma seçenekleri' })).then(() =>
      click(page.getByRole('link', { name: /dökümü: XLSX$/ })),
    ),
  ])
  expect(download.suggestedFilename()).toBe(`döküm-${YEAR}-${MONTH}.xlsx`)
  expect(done.take()).toBeLessThanOrEqual(3)
  expect(await adding.name.count()).toBe(0)
})

test('a mechanic notes work on a phone without seeing a price, for the desk to complete', async () => {
  const owner = await panel.user()
  await save(owner.ctx, { info: KNOWN, islemler: [item('Balata', 1_500)] })
  const { id } = await save(owner.ctx, { info: { plaka: '34 ABC 123', musteri_adi_soyadi: 'Ayşe Işık' } })
  const phone = await browser.open({ address: panel.address, screen: 'phone' })
  await enter(phone, panel, await buildMember(panel.db, owner, { role: 'mechanic' }))
  const bay = kayitPage(phone)
  await bay.open(id)
  for (const name of ['Balata', 'Rot ayarı']) {
    await bay.adding.name.fill(name)
    await bay.adding.add.tap()
  }
  await bay.saveAtBottom.tap()
  await bay.says('Kayıt başarıyla güncellendi.')
  expect(await phone.getByText(/₺|Fiyat/).count()).toBe(0)

  const desk = await browser.open({ address: panel.address })
  await enter(desk, panel, owner)
  const record = kayitPage(desk)
  await record.open(id)
  expect(await record.cell('Fiyat (KDV dahil)', 1).inputValue()).toBe('1.500,00')
  await desk.getByRole('button', { name: '1 işlem fiyatsız' }).first().click()
  expect(await record.cell('Fiyat (KDV dahil)', 2).evaluate((box) => box === document.activeElement)).toBe(
    true,
  )
})
