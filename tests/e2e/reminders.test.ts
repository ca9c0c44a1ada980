import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { remindersOf } from '#server/reminder/car.ts'
import { saveReminder } from '#server/reminder/operations.ts'
import { addDays, formatDay, todayInIstanbul } from '#shared/date.ts'
import { reminderInput } from '#shared/reminder/schema.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { linksOf } from '#tests/support/rows/personal-data.ts'
import { buildMember } from '#tests/support/rows/staff.ts'
import { expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import { eventually } from '#tests/support/screens/eventually.ts'

const panel = await testPanel()
const browser = testBrowser()

const today = todayInIstanbul(new Date())
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

/** Logs in to a shop with an open car. */
async function openShop() {
  const user = await panel.user()
  const { id } = await save(user.ctx, {
    info: {
      plaka: '34 ABC 123',
      musteri_adi_soyadi: 'Ayşe Işık',
      musteri_tel: '0532 111 22 33',
      giris_tarihi: today,
      km_bilgisi: 80_000,
    },
  })
  const { vehicle_id } = await linksOf(panel.db, id)
  const page = await browser.open({ address: panel.address })
  await enter(page, panel, user)
  const stored = async () =>
    (await remindersOf(user.ctx, { id: vehicle_id })).reminders.map(({ cause, state, due_day, due_km }) => ({
      cause,
      state,
      due_day,
      due_km,
    }))
  return { page, user, id, vehicle_id, stored }
}

test('a completed visit offers the next service, which the car’s page then shows', async () => {
  const { page, id, vehicle_id, stored } = await openShop()
  await page.goto(`book/${id}`)
  await button(page, 'Devam Ediyor, değiştir').click()
  await page.getByRole('menuitemradio', { name: 'Tamamlandı' }).click()
  await button(page, 'Kaydet').first().click()
  await page.getByText('sonraki bakım hatırlatılsın mı? 90.000 km').waitFor()
  await expectAccessible(page)
  await button(page, 'Hatırlat').click()
  const next = { cause: 'service', state: 'open', due_km: 90_000 }
  await eventually(stored).toMatchObject([next])
  await page.goto(`vehicle/${vehicle_id}`)
  const card = page.getByRole('region', { name: 'Hatırlatmalar' })
  await card.getByText('90.000 km bakımı').waitFor()
  await card.getByRole('button', { name: 'Ekle' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hatırlatma ekle' })
  await dialog.getByLabel('Ne hatırlatılacak').selectOption('inspection')
  await dialog.getByLabel('Araç cinsi').selectOption('commercial')
  await dialog.getByLabel('İlk tescil tarihi').fill(formatDay(addDays(today, -360)))
  await button(page, 'Kaydet').click()
  await page.getByText('Hatırlatma kaydedildi.').waitFor()
  expect(await stored()).toMatchObject([next, { cause: 'inspection' }])
  await button(page, 'Diğer işlemler: Muayene').click()
  await page.getByRole('menuitem', { name: 'Sil' }).click()
  await page.getByText('Hatırlatma silindi.').waitFor()
  expect(await stored()).toMatchObject([next])
  await button(page, 'Geri al').last().click()
  await eventually(stored).toHaveLength(2)
})

test('a due reminder is on the first screen, opens WhatsApp and can be ended, each with an undo', async () => {
  const { page, user, vehicle_id, stored } = await openShop()
  const due_day = addDays(today, 2)
  await saveReminder(user.ctx, reminderInput.parse({ vehicle_id, cause: 'service', due_day }))
  await page.goto('dashboard')
  await page.getByRole('heading', { name: 'Hatırlatmalar' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('region', { name: 'Hatırlatmalar' }).getByRole('link', { name: 'Tümü' }).click()
  const write = page.getByRole('link', { name: 'Yaz: Ayşe Işık' })
  const views = page.getByRole('navigation', { name: 'Görünümler' })
  await views.getByRole('link', { name: 'Bu ay' }).click()
  await write.waitFor()
  expect(await views.locator('[aria-current]').allInnerTexts()).toEqual([expect.stringContaining('Bu ay')])
  await views.getByRole('link', { name: 'Bu hafta' }).click()
  expect(decodeURIComponent((await write.getAttribute('href')) ?? '')).toMatch(
    /^https:\/\/wa\.me\/905321112233\?text=Merhaba Ayşe Işık, 34 ABC 123 plakalı aracınızın bakımı yaklaştı/,
  )
  // The test opens no other host.
  await page.evaluate(() =>
    document.addEventListener('click', (event) => event.preventDefault(), { capture: true, once: true }),
  )
  await write.click()
  await page.getByText('bugün WhatsApp açıldı').first().waitFor()
  const choose = async (choice: string) => {
    await button(page, 'Diğer işlemler: Ayşe Işık').click()
    await page.getByRole('menuitem', { name: choice }).click()
  }
  const lists = page.locator('li [aria-haspopup]')
  const { y } = (await lists.last().boundingBox()) ?? { y: 0 }
  // The lowest line of a phone's screen opens its menu upwards.
  const size = page.viewportSize()
  await page.setViewportSize({ width: 360, height: Math.round(y) + 270 })
  await button(page, 'Diğer işlemler: Ayşe Işık').click()
  const lowest = (await page.getByRole('menuitem').last().boundingBox()) ?? { y: 0, height: 0 }
  expect(lowest.y + lowest.height).toBeLessThan(page.viewportSize()?.height ?? 0)
  await page.keyboard.press('Escape')
  if (size !== null) await page.setViewportSize(size)
  for (const [choice, left] of [
    ['1 ay ertele', [{ state: 'open' }]],
    ['İstemiyor', [{ state: 'refused' }]],
    ['Yapıldı', [{ state: 'done' }]],
  ] as const) {
    await choose(choice)
    await page.getByText('Bu hafta hatırlatılacak bir şey yok.').waitFor()
    expect(await stored()).toMatchObject(left)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Bu hafta/)
    await button(page, 'Geri al').last().click()
    await write.waitFor()
  }
  await choose('Araç satıldı')
  await page.getByText('Bu hafta hatırlatılacak bir şey yok.').waitFor()
  expect(await remindersOf(user.ctx, { id: vehicle_id })).toMatchObject({ sold_on: today })
})

test('a mechanic sees no reminders', async () => {
  const { user } = await openShop()
  const mechanic = await buildMember(panel.db, user, { role: 'mechanic' })
  const page = await browser.open({ address: panel.address })
  await enter(page, panel, mechanic)
  await page.goto('reminders')
  await page.getByText('yetki').first().waitFor()
  await page.goto('vehicles')
  expect(await page.getByRole('link', { name: 'Hatırlatmalar' }).count()).toBe(0)
})
