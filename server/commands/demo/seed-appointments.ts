import type { Kysely } from 'kysely'

import { saveKayit } from '#server/kayit/save.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { type Appointment, weekdayOf } from '#shared/appointment/rules.ts'
import { addDays, type Day } from '#shared/date.ts'

import { demoCtx, type DemoShop } from './demo-ctx.ts'
import { inventKayitlar } from './generate.ts'

/** Working days from today, and the time in minutes since midnight. */
type Planned = { after: number } & Pick<Appointment, 'start' | 'minutes'> &
  Partial<Pick<Appointment, 'state'>>

const PLANNED: readonly Planned[] = [
  { after: -1, start: 600, minutes: 60, state: 'missed' },
  { after: 0, start: 570, minutes: 60 },
  { after: 0, start: 870, minutes: 90 },
  { after: 0, start: 900, minutes: 45 },
  { after: 1, start: 540, minutes: 120 },
  { after: 1, start: 930, minutes: 60 },
  { after: 2, start: 630, minutes: 60 },
  { after: 2, start: 960, minutes: 60, state: 'cancelled' },
  { after: 3, start: 780, minutes: 180 },
  { after: 4, start: 570, minutes: 60 },
]
const SEED = 49
const SUNDAY = 6

/** Stores appointments of the demo shop around today: awaited, two at the same hour, missed and cancelled. */
export async function seedAppointments(db: Kysely<DB>, shop: DemoShop): Promise<void> {
  const invented = inventKayitlar({ seed: SEED, count: 40, today: shop.today, secondJobs: 0 })
  const ofCars = new Map([...invented].map(({ fields }) => [fields.plaka, fields]))
  const cars = [...ofCars.values()]
  for (const [index, { after, start, minutes, state = 'awaited' }] of PLANNED.entries()) {
    const { musteri_adi_soyadi, musteri_tel, plaka, arac_marka, arac_model, musteri_talebi } =
      cars[index] ?? {}
    const ctx = demoCtx(db, shop, { day: addDays(shop.today, -3), minute: 10 * 60 + 5 * index })
    await saveKayit(ctx, {
      id: 0,
      stage: 'appointment',
      appointment: { day: workingDay(shop.today, after), start, minutes, state },
      info: { musteri_adi_soyadi, musteri_tel, plaka, arac_marka, arac_model, musteri_talebi },
      islemler: [],
    })
  }
}

/** Returns the day that is so many working days after `today`, itself also a Sunday. */
function workingDay(today: Day, after: number): Day {
  const step = Math.sign(after)
  let day = today
  for (let left = Math.abs(after); left > 0; left -= weekdayOf(day) === SUNDAY ? 0 : 1)
    day = addDays(day, step)
  return day
}
