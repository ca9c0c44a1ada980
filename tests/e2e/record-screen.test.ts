import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { item } from '#tests/support/rows/items.ts'
import { build, save } from '#tests/support/rows/kayit.ts'
import { buildMember } from '#tests/support/rows/staff.ts'
import { requestsDone, SCREENS, testBrowser } from '#tests/support/screens/browser.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import {
  expectAccessibleWhole,
  kayitPage,
  storedItems,
  storedRecords,
} from '#tests/support/screens/kayit-page.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

const INFO = {
  plaka: '34 ABC 123',
  musteri_adi_soyadi: 'Ayşe Işık',
  musteri_tel: '0532 123 45 67',
  arac_marka: 'Honda',
  arac_model: 'CR-V',
  km_bilgisi: 68_737,
  musteri_talebi: 'Frene basınca ses geliyor.',
}
const works = (count: number) =>
  Array.from({ length: count }, (_, i) => item(`İşlem ${i + 1}`, 100, 1 + (i % 2)))

type Setting = {
  screen?: keyof typeof SCREENS
  items?: ReturnType<typeof item>[]
  user?: Awaited<ReturnType<typeof panel.user>>
}

async function openStored({ screen = 'desktop', items = works(4), user: owner }: Setting = {}) {
  const user = owner ?? (await panel.user())
  const { id } = await save(user.ctx, { info: INFO, islemler: items })
  const page = await browser.open({ address: panel.address, screen })
  await enter(page, panel, user)
  const kayit = kayitPage(page)
  await kayit.open(id)
  return { ...kayit, id, user }
}

const topOf = (target: Locator) => target.evaluate((element) => element.getBoundingClientRect().top)
const bottomOf = (target: Locator) => target.evaluate((element) => element.getBoundingClientRect().bottom)
const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement)

describe('customer and car of a stored record', () => {
  const card = ({ page }: Pick<ReturnType<typeof kayitPage>, 'page'>) =>
    page.getByRole('region', { name: 'Müşteri ve araç' })
  const isFolded = (kayit: Pick<ReturnType<typeof kayitPage>, 'page'>) =>
    card(kayit).getByRole('button', { name: 'Düzenle' }).isVisible()

  test('are two lines until they are edited, and the items come first', async () => {
    const kayit = await openStored()
    const { page, field } = kayit
    const folded = await card(kayit).innerText()
    for (const text of ['Ayşe Işık', '0 (532) 123 45 67', 'Honda CR-V', '68.737 km'])
      expect(folded).toContain(text)
    expect(await card(kayit).getByRole('link').getAttribute('href')).toBe('tel:+905321234567')
    expect(await page.getByRole('region', { name: 'İşlemler' }).innerText()).toContain(INFO.musteri_talebi)
    const regions = page.locator('main form section')
    expect((await regions.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual([
      'İşlemler',
      'Müşteri ve araç',
    ])
    await card(kayit).getByRole('button', { name: 'Düzenle' }).click()
    expect((await field('Telefon').boundingBox())?.height).toBeGreaterThan(30)
    await card(kayit).getByRole('button', { name: 'Tamam' }).click()
    expect(await isFolded(kayit)).toBe(true)
  })

  test('unfold for the focus of the keyboard, and for a problem', async () => {
    const kayit = await openStored()
    await kayit.field('Plaka').focus()
    await eventually(() => isFolded(kayit)).toBe(false)
    await kayit.open(kayit.id)
    await kayit.field('Müşteri Adı Soyadı').fill('')
    await card(kayit).getByRole('button', { name: 'Tamam' }).click()
    await kayit.saveAtTop.click()
    await kayit.page.getByRole('alert').waitFor()
    expect(await isFolded(kayit)).toBe(false)
    await expectAccessibleWhole(kayit.page)
  })
})

describe('the work of a stored record', () => {
  test('takes a price with VAT or without, and shows the total of each line', async () => {
    const { cell, table, saveAtBottom, says, user } = await openStored({ items: [item('Disk', 100, 2)] })
    await cell('Fiyat (KDV dahil)', 1).fill('2.625')
    expect(await cell('Fiyat (KDV hariç)', 1).inputValue()).toBe('2.187,50')
    await table.getByText('₺5.250,00').first().waitFor()
    await cell('Fiyat (KDV hariç)', 1).fill('100')
    await cell('Fiyat (KDV hariç)', 1).blur()
    expect(await cell('Fiyat (KDV dahil)', 1).inputValue()).toBe('120,00')
    await saveAtBottom.click()
    await says('Kayıt başarıyla güncellendi.')
    expect(await storedItems(panel.db, user)).toEqual([['Disk', 2, 12_000]])
  })

  test('counts the items without a price beside the total, which leads to the first of them', async () => {
    const { page, cell } = await openStored({ items: [item('Cila', 0), item('Yağ', 10), item('Pasta', 0)] })
    const mark = page.getByRole('button', { name: '2 işlem fiyatsız' })
    await mark.last().click()
    expect(await isFocused(cell('Fiyat (KDV dahil)', 1))).toBe(true)
    await page.keyboard.type('50')
    await page.getByRole('button', { name: '1 işlem fiyatsız' }).last().click()
    expect(await isFocused(cell('Fiyat (KDV dahil)', 3))).toBe(true)
    await page.keyboard.type('50')
    await eventually(() => page.getByRole('button', { name: /fiyatsız$/ }).count()).toBe(0)
  })

  test('has its add line above the bar of totals at 1366 × 657, however many items there are', async () => {
    const { page, adding, addItem, rows } = await openStored({ items: works(12) })
    await page.setViewportSize({ width: 1366, height: 657 })
    const bar = page.locator('[data-bar="action"]')
    const room = async () => (await topOf(bar)) - (await bottomOf(adding.name))
    await expect.poll(room).toBeGreaterThanOrEqual(0)
    await addItem('Rot ayarı', '10')
    await expect.poll(() => rows.count()).toBe(13)
    await expect.poll(room).toBeGreaterThanOrEqual(0)
    await expectAccessibleWhole(page)
  })
})

describe('the head of a stored record', () => {
  test('changes the status, with the exit date that follows from it', async () => {
    const { page, value, saveAtTop, says, user, openMenu } = await openStored()
    await page.getByRole('button', { name: 'Devam Ediyor, değiştir' }).click()
    await page.getByRole('menuitemradio', { name: 'Tamamlandı' }).click()
    expect(await value('Durum')).toBe('Tamamlandı')
    expect(await value('Çıkış Tarihi')).not.toBe('')
    await openMenu('Beklemeye al')
    expect(await value('Durum')).toBe('Beklemede')
    expect(await value('Çıkış Tarihi')).toBe('')
    await saveAtTop.click()
    await says('Kayıt başarıyla güncellendi.')
    expect(await storedRecords(panel.db, user)).toMatchObject([{ durum: 'Beklemede', cikis_tarihi: null }])
  })

  test('deletes the record after a question, and the list restores it', async () => {
    const { page, user, openMenu, field } = await openStored()
    await field('Müşteri Talebi').fill('Acele')
    await openMenu('Sil')
    const question = page.getByRole('alertdialog', { name: 'Silmek istediğine emin misin?' })
    await expectAccessibleWhole(page)
    await question.getByRole('button', { name: 'Sil' }).click()
    await page.waitForURL('**/books')
    expect((await storedRecords(panel.db, user))[0]?.deleted_at).not.toBe(null)
    await page.getByRole('button', { name: 'Geri al' }).click()
    await page.getByRole('row').filter({ hasText: '34 ABC 123' }).waitFor()
    expect((await storedRecords(panel.db, user))[0]?.deleted_at).toBe(null)
  })

  test('takes the record away from its car, and gives it back', async () => {
    const user = await panel.user()
    await build(user.ctx, { ...INFO, giris_tarihi: '2026-01-05' }, [item('Balata')])
    const { page, openMenu } = await openStored({ user })
    await requestsDone(page)
    const cars = () =>
      storedRecords(panel.db, user).then((rows) => new Set(rows.map((row) => row.vehicle_id)).size)
    await openMenu('Bu araca ait değil')
    await page.getByText('Kayıt bu araçtan ayrıldı.').waitFor()
    expect(await cars()).toBe(2)
    await page.getByRole('button', { name: 'Geri al' }).click()
    await eventually(cars).toBe(1)
  })
})

describe('on a phone', () => {
  test('a record with four items needs at most 1,000 px, and a line opens as a sheet', async () => {
    const { page, cell, saveAtBottom, says, user } = await openStored({ screen: 'phone' })
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1_000)
    await expectAccessibleWhole(page)
    await page.getByText('2 × ₺100,00').first().tap()
    expect(await isFocused(cell('Fiyat (KDV dahil)', 2))).toBe(true)
    const done = page.getByRole('button', { name: 'Tamam', exact: true }).nth(1)
    expect(await bottomOf(done)).toBeLessThanOrEqual(SCREENS.phone.height)
    await expectAccessibleWhole(page)
    await cell('Fiyat (KDV dahil)', 2).fill('250')
    await done.tap()
    await page.getByText('2 × ₺250,00').first().waitFor()
    await saveAtBottom.tap()
    await says('Kayıt başarıyla güncellendi.')
    expect((await storedItems(panel.db, user))[1]).toEqual(['İşlem 2', 2, 25_000])
  })

  test('a mechanic adds three items in at most eight taps', async () => {
    const owner = await panel.user()
    const { id } = await save(owner.ctx, { info: INFO, islemler: works(1) })
    const page = await browser.open({ address: panel.address, screen: 'phone' })
    await enter(page, panel, await buildMember(panel.db, owner, { role: 'mechanic' }))
    const { open, adding, rows, saveAtBottom, says } = kayitPage(page)
    await open(id)
    let taps = 0
    const tap = (target: Locator) => {
      taps += 1
      return target.tap()
    }
    await tap(adding.name)
    for (const name of ['Silecek', 'Antifriz', 'Rot ayarı']) {
      await page.keyboard.type(name)
      await tap(adding.add)
    }
    await tap(saveAtBottom)
    await says('Kayıt başarıyla güncellendi.')
    expect(await rows.count()).toBe(4)
    expect(taps).toBeLessThanOrEqual(8)
    await expectAccessibleWhole(page)
  })
})

test('a new record says what it still lacks, and a press leads there', async () => {
  const user = await panel.user()
  const page = await browser.open({ address: panel.address })
  await enter(page, panel, user)
  const { open, field } = kayitPage(page)
  await open(0)
  await field('Plaka').fill('34 ABC 123')
  await page.getByRole('button', { name: 'Eksik: müşteri adı' }).click()
  expect(await isFocused(field('Müşteri Adı Soyadı'))).toBe(true)
  await page.keyboard.type('Ayşe')
  await eventually(() => page.getByRole('button', { name: /^Eksik/ }).count()).toBe(0)
})
