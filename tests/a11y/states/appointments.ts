import { save } from '#tests/support/rows/kayit.ts'
import { addDays, todayInIstanbul } from '#shared/date.ts'

import { DIALOG, failing, pending, type Scene, type State } from './state.ts'

const APPOINTMENTS = { route: '/books/appointments', path: 'books/appointments' } as const

/** Stores appointments of every state today, two at the same time, and opens the week. */
async function fill({ page, user: { ctx } }: Scene): Promise<void> {
  const day = todayInIstanbul(new Date())
  const rows = [
    { start: 540, minutes: 90, plaka: '16 J 1255', musteri_talebi: '20.000 km bakımı ve ön takım sesi' },
    { start: 570, minutes: 30, plaka: '', musteri_adi_soyadi: 'Ayşegül Işıkoğulları', musteri_talebi: '' },
    { start: 720, minutes: 60, plaka: '06 KLM 161', state: 'missed' as const },
    { start: 900, minutes: 60, plaka: '34 GZ 1603', state: 'cancelled' as const },
  ]
  for (const { start, minutes, state, ...info } of rows)
    await save(ctx, {
      stage: 'appointment',
      info: { musteri_tel: '0532 111 22 33', ...info },
      appointment: { day, start, minutes, ...(state && { state }) },
    })
  await page.reload()
  await page.getByText('16 J 1255').first().waitFor()
}

/** States of the week of appointments, on a phone of its day, and of its dialogs. */
export const APPOINTMENT_STATES: readonly State[] = [
  { ...APPOINTMENTS, name: 'week', reach: fill },
  {
    ...APPOINTMENTS,
    name: 'selected appointment',
    screens: ['desktop'],
    reach: async (scene) => {
      await fill(scene)
      await scene.page.getByRole('button', { name: /16 J 1255/, pressed: false }).click()
      await scene.page.getByRole('region', { name: 'Seçilen randevu' }).waitFor()
    },
  },
  {
    ...APPOINTMENTS,
    name: 'empty week',
    shop: 'empty',
    reach: ({ page }) => page.getByRole('heading', { name: 'Randevular' }).waitFor(),
  },
  {
    ...APPOINTMENTS,
    name: 'loading',
    path: undefined,
    reach: async ({ page }) => {
      await pending(page, 'appointment.list')
      await page.goto('books/appointments')
      await page.locator('output', { hasText: 'Yükleniyor...' }).first().waitFor({ state: 'attached' })
    },
  },
  {
    ...APPOINTMENTS,
    name: 'failure',
    path: undefined,
    reach: async ({ page }) => {
      await failing(page, 'appointment.list')
      await page.goto('books/appointments')
      await page.getByText('Randevular alınamadı.').waitFor()
    },
  },
  {
    ...APPOINTMENTS,
    name: 'new appointment',
    part: DIALOG,
    reach: async ({ page }) => {
      await page.getByRole('button', { name: 'Randevu ver', exact: true }).click()
      await page.getByRole('dialog', { name: 'Randevu ver' }).getByLabel('Saat').waitFor()
    },
  },
  {
    ...APPOINTMENTS,
    name: 'new appointment with a problem',
    part: DIALOG,
    reach: async ({ page }) => {
      await page.getByRole('button', { name: 'Randevu ver', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Kaydet' }).click()
      await page.getByText('en az birini yazın').waitFor()
    },
  },
  {
    ...APPOINTMENTS,
    name: 'calendar address',
    part: DIALOG,
    reach: async ({ page }) => {
      await page.getByRole('button', { name: 'Takvim adresi' }).click()
      await page.getByRole('button', { name: 'Adres oluştur' }).click()
      await page.getByLabel('Adres', { exact: true }).waitFor()
    },
  },
  {
    ...APPOINTMENTS,
    name: 'messages for tomorrow',
    part: DIALOG,
    reach: async ({ page, user: { ctx } }) => {
      const day = addDays(todayInIstanbul(new Date()), 1)
      await save(ctx, { stage: 'appointment', appointment: { day, start: 600, minutes: 60 } })
      await page.reload()
      await page.getByRole('button', { name: 'Yarın için yaz (1)' }).click()
      await page.getByRole('link', { name: /^Yaz/ }).waitFor()
    },
  },
  {
    ...APPOINTMENTS,
    name: 'working hours',
    part: DIALOG,
    reach: async ({ page }) => {
      await page.getByRole('button', { name: 'Çalışma saatleri' }).click()
      await page.getByRole('dialog', { name: 'Çalışma saatleri' }).waitFor()
    },
  },
]
