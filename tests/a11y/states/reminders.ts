import { noteOpened, saveReminder } from '#server/reminder/operations.ts'
import { addDays, todayInIstanbul } from '#shared/date.ts'
import { reminderInput } from '#shared/reminder/schema.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { linksOf } from '#tests/support/rows/personal-data.ts'

import { DIALOG, failing, pending, type Scene, type State } from './state.ts'

const REMINDERS = { route: '/reminders', path: 'reminders' } as const

/** Stores due reminders of two cars, one of them written already; returns the first car. */
async function store({ user: { ctx }, panel }: Scene): Promise<number> {
  const today = todayInIstanbul(new Date())
  const of = async (info: object, reminders: readonly object[]) => {
    const { id } = await save(ctx, { info: { giris_tarihi: addDays(today, -30), ...info } })
    const { vehicle_id } = await linksOf(panel.db, id)
    for (const one of reminders)
      await saveReminder(ctx, reminderInput.parse({ vehicle_id, due_day: addDays(today, 2), ...one }))
    return vehicle_id
  }
  const car = await of({ plaka: '16 J 1255', musteri_tel: '0532 111 22 33' }, [
    { cause: 'service' },
    { cause: 'other', title: 'Antifriz kontrolü' },
    { cause: 'casco', state: 'refused' },
  ])
  const other = await of(
    { plaka: '06 KLM 161', musteri_adi_soyadi: 'Ayşegül Işıkoğulları', musteri_tel: '' },
    [{ cause: 'inspection' }],
  )
  await noteOpened(ctx, { vehicle_id: other, cause: 'inspection', title: '' })
  return car
}

async function openCar(scene: Scene): Promise<void> {
  const { page } = scene
  await page.goto(`vehicle/${await store(scene)}`)
  await page.getByRole('heading', { name: 'Hatırlatmalar' }).waitFor()
}

/** States of the list of reminders, and of a car's own. */
export const REMINDER_STATES: readonly State[] = [
  {
    ...REMINDERS,
    name: 'due reminders',
    reach: async (scene) => {
      await store(scene)
      await scene.page.reload()
      await scene.page.getByRole('link', { name: 'Araç: 16 J 1255' }).first().waitFor()
    },
  },
  {
    ...REMINDERS,
    name: 'no reminders',
    shop: 'empty',
    reach: ({ page }) => page.getByText('Bu hafta hatırlatılacak bir şey yok.').waitFor(),
  },
  {
    ...REMINDERS,
    name: 'loading reminders',
    path: undefined,
    reach: async ({ page }) => {
      await pending(page, 'reminder.list')
      await page.goto('reminders')
      await page.locator('output', { hasText: 'Yükleniyor...' }).first().waitFor({ state: 'attached' })
    },
  },
  {
    ...REMINDERS,
    name: 'failed reminders',
    path: undefined,
    reach: async ({ page }) => {
      await failing(page, 'reminder.list')
      await page.goto('reminders')
      await page.getByText('Hatırlatmalar alınamadı.').waitFor()
    },
  },
  { route: '/vehicle/$id', name: 'reminders of a car', reach: openCar },
  {
    route: '/vehicle/$id',
    name: 'new reminder',
    part: DIALOG,
    reach: async (scene) => {
      await openCar(scene)
      const { page } = scene
      await page.getByRole('button', { name: 'Ekle', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Hatırlatma ekle' })
      await dialog.getByLabel('Ne hatırlatılacak').selectOption('inspection')
      await dialog.getByRole('button', { name: 'Kaydet' }).click()
      await dialog.getByText('Gün ya da kilometre yazın.').waitFor()
    },
  },
]
