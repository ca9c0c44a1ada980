import type { IslemLine, KayitFields } from '#server/kayit/derived.ts'
import { type Day, addDays, daysBetween } from '#shared/date.ts'
import type { ExpenseMethod } from '#shared/expense/rules.ts'
import type { VatRate } from '#shared/expense/vat.ts'
import { DURUM_BEKLEMEDE, DURUM_DEVAM, DURUM_IPTAL, DURUM_TAMAM } from '#shared/options.ts'

import WORDS from './words.json' with { type: 'json' }

export type InventedKayit = { fields: KayitFields; lines: IslemLine[] }
type InventedExpense = {
  title: string
  amount_kurus: number
  spend_date: Day
  note: string
  method: ExpenseMethod
  category: string
  vat_rate: VatRate | null
}

type Vehicle = Pick<
  KayitFields,
  'musteri_adi_soyadi' | 'musteri_tel' | 'plaka' | 'sasi_no' | 'arac_marka' | 'arac_model' | 'motor_no'
> & { model_yili: number; firstKm: number; kmPerDay: number }

/** Costs of a month; `from` and `to` in lira. */
const COSTS = WORDS.costs as ((typeof WORDS.costs)[number] & {
  method: ExpenseMethod
  vat_rate: VatRate | null
})[]

const SPAN_DAYS = 730
const SUNDAY = 0
const VIN_LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'

export type InventedShop = {
  seed: number
  count: number
  today: Day
  /** The length of the time up to `today`; by default two years. */
  days?: number | undefined
  /** The share of records with a second job beside the first. */
  secondJobs?: number | undefined
}

/** Yields records in the order of their days. Prices rise over time, and the same seed gives the same records. */
export function* inventKayitlar(options: InventedShop): Generator<InventedKayit> {
  const { count, today, days = SPAN_DAYS, secondJobs = 0 } = options
  const random = createRandom(options.seed)
  const start = addDays(today, -days)
  const vehicles = Array.from({ length: Math.max(1, Math.round(count * 0.55)) }, () => inventVehicle(random))
  for (let index = 0; index < count; index++) {
    const day = workday(addDays(start, Math.floor((index * (days + 1)) / count)), today)
    yield inventKayit(random, { vehicle: random.pick(vehicles), day, today, start, secondJobs })
  }
}

/** Returns the day, or one beside it, because the shop is closed on Sundays. */
function workday(day: Day, today: Day): Day {
  if (new Date(`${day}T00:00:00Z`).getUTCDay() !== SUNDAY) return day
  return day < today ? addDays(day, 1) : addDays(day, -1)
}

function inventVehicle(random: Random): Vehicle {
  const { make, wmi, firstYear, lastYear, models } = random.pick(WORDS.cars)
  const owner = random.chance(0.12)
    ? random.pick(WORDS.companies)
    : `${random.pick(WORDS.firstNames)} ${random.pick(WORDS.surnames)}`
  const letters = random.int(1, 3)
  const digits = random.int(letters === 3 ? 2 : letters === 2 ? 3 : 4, letters === 3 ? 3 : 4)
  const plaka = [
    random.pick(WORDS.plateCities),
    random.letters(WORDS.plateLetters, letters),
    random.letters('123456789', 1) + random.letters('0123456789', digits - 1),
  ].join(' ')
  const model_yili = random.int(firstYear, lastYear)
  return {
    musteri_adi_soyadi: owner,
    // 0500 belongs to no operator, so an invented number is never a real person's.
    musteri_tel: `0 (500) ${random.letters('0123456789', 3)} ${random.letters('0123456789', 2)} ${random.letters('0123456789', 2)}`,
    plaka,
    sasi_no: random.chance(0.8) ? wmi + random.letters(VIN_LETTERS, 14) : '',
    arac_marka: make,
    arac_model: random.pick(models),
    motor_no: random.chance(0.3) ? random.letters(VIN_LETTERS, 11) : '',
    model_yili,
    firstKm: (2025 - model_yili) * random.int(9_000, 17_000) + random.int(1_000, 9_000),
    kmPerDay: random.int(20, 70),
  }
}

type DemoVisit = { vehicle: Vehicle; day: Day; today: Day; start: Day; secondJobs: number }

function inventKayit(random: Random, { vehicle, day, today, start, secondJobs }: DemoVisit): InventedKayit {
  const { firstKm, kmPerDay, ...car } = vehicle
  const { request, works } = random.pick(WORDS.jobs)
  const age = daysBetween(day, today)
  const exit = addDays(day, random.int(0, 3))
  const isOpen = exit > today || (age < 4 && random.chance(0.5))
  const durum = statusOf(random, isOpen)
  const inflation = 1 + (daysBetween(start, day) / SPAN_DAYS) * 0.45
  const choose = (from: typeof works) => random.sample(from, random.int(1, Math.min(4, from.length)))
  const chosen = choose(works)
  // Without second jobs no number is drawn, so that a seed keeps giving the same records.
  if (secondJobs > 0 && random.chance(secondJobs)) chosen.push(...choose(random.pick(WORDS.jobs).works))
  return {
    fields: {
      ...car,
      musteri_talebi: request,
      km_bilgisi: firstKm + kmPerDay * daysBetween(start, day),
      tc_vergino: '',
      aciklama: random.pick(WORDS.notes),
      private_note: '',
      durum,
      giris_tarihi: day,
      cikis_tarihi: isOpen ? null : exit,
      kayit_tarihi: day,
    },
    lines: chosen.map(({ name, least, most, lira }) => ({
      islem_adi: name,
      islem_adet: random.int(least, most),
      // Shops round prices to five lira.
      fiyat_kurus: Math.round((lira * inflation * random.int(92, 112)) / 500) * 500,
    })),
  }
}

function statusOf(random: Random, isOpen: boolean): string {
  if (isOpen) return random.chance(0.25) ? DURUM_BEKLEMEDE : DURUM_DEVAM
  return random.chance(0.03) ? DURUM_IPTAL : DURUM_TAMAM
}

export function inventExpenses(options: { seed: number; today: Day }): InventedExpense[] {
  const random = createRandom(options.seed)
  const expenses: InventedExpense[] = []
  for (let back = SPAN_DAYS; back > 0; back -= 30)
    for (const { title, times, from, to, note, method, category, vat_rate } of COSTS)
      for (let time = 0; time < times; time++) {
        const spend_date = addDays(options.today, -back + random.int(0, 29))
        const amount_kurus = random.int(from * 100, to * 100)
        expenses.push({ title, note, method, category, vat_rate, spend_date, amount_kurus })
      }
  return expenses.filter(({ spend_date }) => spend_date <= options.today)
}

/** A seeded source of pseudo-random choices: the same seed gives the same shop. */
type Random = ReturnType<typeof createRandom>

/** Returns a mulberry32 generator: small, quick and good enough for invented data, but never for secrets. */
export function createRandom(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  const pick = <T>(list: readonly T[]): T => {
    const chosen = list[Math.floor(next() * list.length)]
    if (chosen === undefined) throw new RangeError('nothing to pick from')
    return chosen
  }
  return {
    /** A whole number from `from` to `to`, both included. */
    int,
    pick,
    chance: (probability: number): boolean => next() < probability,
    letters: (alphabet: string, length: number): string =>
      Array.from({ length }, () => alphabet[int(0, alphabet.length - 1)]).join(''),
    /** `count` different members, in random order. */
    sample: <T>(list: readonly T[], count: number): T[] => {
      const rest = [...list]
      return Array.from({ length: Math.min(count, rest.length) }, () => {
        const [member] = rest.splice(Math.floor(next() * rest.length), 1)
        return member as T
      })
    },
  }
}
