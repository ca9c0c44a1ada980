import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { listAppointments } from '#server/appointment/operations.ts'
import { saveMessageTexts } from '#server/settings/message-texts.ts'
import { countBook } from '#server/kayit/operations.ts'
import { addDays, todayInIstanbul } from '#shared/date.ts'
import { weekOf } from '#shared/appointment/rules.ts'
import { eventsOf } from '#tests/support/rows/calendar.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { buildMember } from '#tests/support/rows/staff.ts'
import { answerLate, expectAccessible, type Screen, testBrowser } from '#tests/support/screens/browser.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

const today = todayInIstanbul(new Date())
const week = weekOf(today)
const [monday = '', , wednesday = ''] = week
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

/** Opens the week with an appointment at 10:00 of this Wednesday. */
async function openWeek({
  info = {},
  day = wednesday,
  screen,
  expectedErrors = [],
}: { info?: object; day?: string; screen?: Screen; expectedErrors?: RegExp[] } = {}) {
  const user = await panel.user()
  const { id } = await save(user.ctx, {
    stage: 'appointment',
    info: { plaka: '34 ABC 123', musteri_adi_soyadi: 'Ayşe Işık', musteri_tel: '0532 111 22 33', ...info },
    appointment: { day, start: 600, minutes: 60 },
  })
  const page = await browser.open({ address: panel.address, expectedErrors, ...(screen && { screen }) })
  await enter(page, panel, user)
  await page.goto(`books/appointments?day=${day}`)
  await page.getByText('34 ABC 123').first().waitFor()
  const stored = async () =>
    (await listAppointments(user.ctx, { from: monday, to: week[6] ?? '' })).appointments[0]
  return { page, user, id, stored }
}

describe('appointments on a desk', () => {
  // A phone's keyboard has a key for the next field, as Tab is.
  test.each([
    {
      who: 'a known car',
      screen: 'desktop',
      texts: ['16krm', 'ArrowDown', 'Enter', 'Tab', 'Tab', 'Tab', 'Balata'],
      stored: { customer: 'Mert Can', plate: '16 KRM 146', work: 'Balata' },
      keys: 16,
    },
    {
      who: 'a new customer',
      screen: 'phone',
      texts: ['Tab', 'Gülşah Er', 'Tab', '5321112233', 'Tab', 'Fren balatası'],
      stored: { customer: 'Gülşah Er', plate: '', work: 'Fren balatası' },
      keys: 35,
    },
  ] as const)('take at most 20 s of a call: $who on a $screen', async ({ screen, texts, stored, keys }) => {
    const user = await panel.user()
    await save(user.ctx, { info: { plaka: '16 KRM 146', musteri_adi_soyadi: 'Mert Can' } })
    const page = await browser.open({ address: panel.address, screen })
    await enter(page, panel, user)
    await page.goto('books')
    const effort = { taps: 0, keys: 0 }
    const tap = async (one: Locator) => {
      effort.taps += 1
      await one.click()
    }
    await tap(page.getByRole('link', { name: 'Randevular' }))
    await tap(button(page, 'Randevu ver'))
    await page.getByLabel('Plaka').and(page.locator(':focus')).waitFor()
    for (const text of texts) {
      const isKey = /^(Tab|ArrowDown|Enter)$/.test(text)
      effort.keys += isKey ? 1 : text.length
      await (isKey ? page.keyboard.press(text) : page.keyboard.type(text))
      if (text === '16krm') await page.getByRole('option').waitFor()
    }
    await tap(button(page, 'Yarın'))
    await tap(button(page, 'Kaydet'))
    await page.getByText('Randevu kaydedildi.').waitFor()
    expect(await countBook(user.ctx)).toMatchObject({ total: 1 })
    const [from, to] = [addDays(today, 1), addDays(today, 1)]
    expect((await listAppointments(user.ctx, { from, to })).appointments).toMatchObject([stored])
    expect(effort).toEqual({ taps: 4, keys })
    expect(effort.taps * 2 + effort.keys * 0.28).toBeLessThanOrEqual(20)
  })

  test('move by the arrows until Enter, and come back by Esc and by the undo', async () => {
    const { page, stored } = await openWeek()
    const card = button(page, /^Çarşamba .*34 ABC 123/)
    await card.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Seçilen randevu' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page
      .getByText('Perşembe', { exact: false })
      .getByText('Kaydetmek için Enter')
      .waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    await button(page, /^Çarşamba .* 10:00/).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByText('Randevu taşındı.').waitFor()
    expect(await stored()).toMatchObject({ day: wednesday, start: 615 })
    expect(await card.evaluate((one) => one === document.activeElement)).toBe(true)
    await expectAccessible(page)
    await button(page, 'Geri al').click()
    await eventually(stored).toMatchObject({ start: 600 })
  })

  test('move by the mouse to another day and hour', async () => {
    const { page, stored } = await openWeek()
    const box = await button(page, /34 ABC 123/).boundingBox()
    if (box === null) throw new Error('no card')
    await page.mouse.move(box.x + 20, box.y + 10)
    await page.mouse.down()
    await page.mouse.move(box.x + 20 - box.width, box.y + 10 + box.height, { steps: 5 })
    await page.mouse.up()
    await page.getByText('Randevu taşındı.').waitFor()
    expect(await stored()).toMatchObject({ day: addDays(wednesday, -1), start: 660 })
  })

  test('are missed and cancelled, and come back, also before the answer to the act before', async () => {
    const { page, stored } = await openWeek()
    await answerLate(page, '**/kayit.save*')
    await button(page, /^Çarşamba .*34 ABC 123/).click()
    await button(page, 'Gelmedi: 34 ABC 123').click()
    await eventually(stored).toMatchObject({ state: 'missed' })
    await button(page, 'Diğer işlemler: 34 ABC 123').click()
    await button(page, 'Yeniden bekle').click()
    await eventually(stored).toMatchObject({ state: 'awaited' })
    await button(page, 'Diğer işlemler: 34 ABC 123').click()
    await button(page, 'İptal et').click()
    await page.getByText('İptal edilen randevular (1)').click()
    // A message about the change covers it for some seconds.
    await button(page, /^Geri al: /).press('Enter')
    await eventually(stored).toMatchObject({ state: 'awaited' })
    await expect.poll(() => page.getByText('İptal edilen randevular').count()).toBe(0)
  })

  test('open WhatsApp with the day, the time and the plate', async () => {
    const { page } = await openWeek()
    await button(page, /^Çarşamba .*34 ABC 123/).click()
    const href = await page.getByRole('link', { name: /WhatsApp/ }).getAttribute('href')
    expect(decodeURIComponent(href ?? '')).toMatch(
      /^https:\/\/wa\.me\/905321112233\?text=.*34 ABC 123.* çarşamba 10:00/,
    )
  })

  test('ask the owner for the hours, which shade the week', async () => {
    const { page, user } = await openWeek()
    await button(page, 'Çalışma saatleri').click()
    await page.getByLabel('Pazartesi açılış').fill('08:30')
    await page.getByLabel('Bir günde alınabilen araç').fill('1')
    await expectAccessible(page)
    await button(page, 'Kaydet').click()
    await page.getByText('Çalışma saatleri kaydedildi.').waitFor()
    await page.getByText('1/1 randevu').waitFor()
    expect(await listAppointments(user.ctx, { from: monday, to: monday })).toMatchObject({ capacity: 1 })
  })
})

test('the phone’s calendar gets an address, which is shown once and ends', async () => {
  const { page, user } = await openWeek({ expectedErrors: [/status of 428/] })
  await panel.db.updateTable('sessions').set({ confirmed_at: null }).where('user_id', '=', user.id).execute()
  await button(page, 'Takvim adresi').click()
  await button(page, 'Adres oluştur').click()
  const question = page.getByRole('dialog', { name: /parola/i })
  await question.getByLabel('Parola', { exact: true }).fill(user.password)
  await question.getByRole('button', { name: 'Devam et' }).click()
  const field = page.getByLabel('Adres', { exact: true })
  await field.waitFor()
  const address = await field.inputValue()
  expect(address).toMatch(
    new RegExp(`^${new URL(panel.address).origin}/oto-servis/takvim/.{32}/randevular\\.ics$`),
  )
  expect(await page.getByRole('link', { name: 'Bu cihazda aç' }).getAttribute('href')).toBe(
    address.replace('http', 'webcal'),
  )
  await expectAccessible(page)
  const calendar = async () => {
    const response = await fetch(address)
    return { status: response.status, plates: eventsOf(response.ok ? await response.text() : EMPTY).length }
  }
  expect(await calendar()).toEqual({ status: 200, plates: 1 })
  await page.keyboard.press('Escape')
  await button(page, 'Takvim adresi').click()
  await page.getByText('yeniden gösterilmez').waitFor()
  expect(await field.count()).toBe(0)
  await button(page, 'Adresi iptal et').click()
  expect(await calendar()).toEqual({ status: 200, plates: 1 })
  await button(page, 'İptal et').click()
  await page.getByText('Takvim adresi iptal edildi.').waitFor()
  expect(await calendar()).toEqual({ status: 404, plates: 0 })
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Adres oluştur')
})

const EMPTY = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nEND:VCALENDAR\r\n'

test('tomorrow’s customers are reminded by one tap each, from the week and the first screen', async () => {
  const { page, user } = await openWeek({ day: addDays(today, 1) })
  await saveMessageTexts(user.ctx, { day_before: 'Yarın bekliyoruz: {plaka}' })
  await page.goto('dashboard')
  await button(page, 'Yarın için yaz (1)').click()
  const dialog = page.getByRole('dialog', { name: 'Yarınki randevular' })
  const write = dialog.getByRole('link', { name: 'Yaz: 34 ABC 123' })
  expect(await write.getAttribute('href')).toBe(
    `https://wa.me/905321112233?text=${encodeURIComponent('Yarın bekliyoruz: 34 ABC 123')}`,
  )
  await expectAccessible(page)
  await write.evaluate((one) => one.addEventListener('click', (event) => event.preventDefault()))
  await write.click()
  await dialog.getByText('Açıldı').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Takvim' }).click()
  await button(page, 'Yarın için yaz (1)').click()
  await dialog.getByText('Açıldı').waitFor()
})

describe('a car that comes', () => {
  test('is a visit at once, and the appointment again by the undo', async () => {
    const { page, user } = await openWeek({ day: today })
    await page.goto('dashboard')
    await page.getByRole('heading', { name: 'Bugünkü randevular' }).waitFor()
    await expectAccessible(page)
    await button(page, 'Geldi: 34 ABC 123').click()
    await page.getByText('Araç servise alındı.').waitFor()
    await button(page, 'Tahsilat al').waitFor()
    expect(await countBook(user.ctx)).toMatchObject({ total: 1 })
    await button(page, 'Geri al').click()
    await button(page, 'Geldi').waitFor()
    expect(await countBook(user.ctx)).toMatchObject({ total: 0 })
    await page.getByText('10:00, 60 dk').waitFor()
  })

  test('opens its form if the plate is missing', async () => {
    const { page, user } = await openWeek({
      info: { plaka: '', musteri_talebi: '34 ABC 123 lastik' },
      day: today,
    })
    await button(page, /^.*lastik/)
      .first()
      .click()
    await button(page, 'Geldi: Ayşe Işık').click()
    await page.getByText('Eksik bilgileri yazıp').waitFor()
    await page.getByRole('heading', { name: /Randevu/ }).waitFor()
    await page.getByRole('textbox', { name: 'Plaka' }).fill('34 ABC 123')
    await button(page, 'Geldi').click()
    await page.getByText('Araç servise alındı.').waitFor()
    expect(await countBook(user.ctx)).toMatchObject({ total: 1 })
  })

  test('is taken in on a phone, where the free hours are buttons', async () => {
    const { page, user } = await openWeek({ screen: 'phone', day: today })
    await expectAccessible(page)
    const width = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(await width()).toBeLessThanOrEqual(0)
    await button(page, 'Geldi: 34 ABC 123').click()
    await page.getByText('Araç servise alındı.').waitFor()
    expect(await countBook(user.ctx)).toMatchObject({ total: 1 })
  })
})

test('a car’s page names its appointment and begins another one', async () => {
  const { page, user } = await openWeek({ day: today })
  await save(user.ctx, { info: { plaka: '34 ABC 123' } })
  await page.goto('vehicles')
  await page
    .getByRole('link', { name: /34 ABC 123/ })
    .first()
    .click()
  await page.getByRole('region', { name: 'Teklif ve randevular' }).getByText('10:00').waitFor()
  await button(page, 'Diğer işlemler').click()
  await page.getByRole('link', { name: 'Randevu ver' }).click()
  const plate = page.getByRole('dialog', { name: 'Randevu ver' }).getByLabel('Plaka')
  await plate.waitFor()
  expect(await plate.inputValue()).toBe('34 ABC 123')
})

test('a mechanic sees no appointments', async () => {
  const owner = await panel.user()
  const page = await browser.open({ address: panel.address })
  await enter(page, panel, await buildMember(panel.db, owner, { role: 'mechanic' }))
  await page.goto('books/appointments')
  await page.getByText('Bu sayfayı görme yetkiniz yok.').waitFor()
  await page.goto('books')
  await page.getByText('Sonuç bulunamadı.').waitFor()
  expect(await page.getByRole('link', { name: 'Randevular' }).count()).toBe(0)
})
