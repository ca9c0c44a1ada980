import * as fc from '#tests/support/setup/fast-check.ts'
import * as z from 'zod/mini'
import { expect, test } from 'vitest'

import { visitChanges } from '#server/directory/visit-totals.ts'
import { discounted } from '#tests/support/rows/discount.ts'
import { type PlannedShop, recountShop, stateFor, storePlan } from '#tests/support/rows/planned-shop.ts'
import { planSave } from '#server/kayit/plan-save.ts'
import { totalsChange } from '#server/stats/totals.ts'
import { kayitInput } from '#shared/kayit/schema.ts'
import { AppError } from '#shared/errors.ts'

const NOW = new Date('2026-11-15T09:00:00Z')
const day = fc.constantFrom('2026-10-31', '2026-11-01', '2026-11-30')
const item = fc.record({
  islem_adi: fc.constantFrom('yağ', 'YAĞ', 'Balata', 'ışık'),
  islem_adet: fc.integer({ min: 1, max: 4 }),
  fiyat_kurus: fc.constantFrom(0, 1, 10_005),
})
const info = fc.record({
  plaka: fc.constantFrom('34 ABC 12', '34abc12', '06 A 1', ''),
  sasi_no: fc.constantFrom('', 'WVWZZZ1JZXW000001'),
  musteri_adi_soyadi: fc.constantFrom('Ayşe Işık', 'AYŞE IŞIK', 'Can'),
  musteri_tel: fc.constantFrom('', '0532 123 45 67', '0533 123 45 67'),
  arac_marka: fc.constantFrom('', 'Fiat'),
  giris_tarihi: day,
  durum: fc.constantFrom('Tamamlandı', 'Devam Ediyor', 'İptal'),
})
/** A save of a new record (0), or of the stored one at `which`, modulo their number. */
const step = fc.record({ which: fc.nat(5), info, islemler: discounted(fc.array(item, { maxLength: 3 })) })
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const inputOf = (shop: PlannedShop, { which, ...rest }: Step) => {
  const ids = [0, ...shop.records.keys()]
  return z.parse(kayitInput, { id: ids[which % ids.length] ?? 0, ...rest })
}

/** Saves as the server does, without a database; returns `null` if the input is refused. */
function save(shop: PlannedShop, input: z.output<typeof kayitInput>) {
  try {
    const plan = planSave(stateFor(shop, input), input, NOW)
    storePlan(shop, plan)
    return plan
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

const emptyShop = (): PlannedShop => ({ records: new Map(), cars: [], customers: [], lastId: 0 })

test('the differences of a plan turn the totals of before into a recount of after', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const shop = emptyShop()
      const totals = new Map<string, number>()
      const add = (key: string, value: number) => {
        const sum = (totals.get(key) ?? 0) + value
        if (sum === 0) totals.delete(key)
        else totals.set(key, sum)
      }
      for (const one of steps) {
        const plan = save(shop, inputOf(shop, one))
        if (plan === null) continue
        const change = totalsChange([plan.change])
        for (const row of change.day_totals) add(`day ${row.day} ${row.durum}`, row.count)
        for (const row of change.status_totals) {
          add(`status ${row.month} ${row.durum}`, row.count)
          add(`amount ${row.month} ${row.durum}`, row.toplam_kurus)
        }
        for (const row of change.make_totals) add(`make ${row.month} ${row.arac_marka}`, row.count)
        for (const row of change.operation_totals) add(`item ${row.month} ${row.islem_adi_upper}`, row.count)
        for (const { name, id, change } of visitChanges([plan.change])) {
          add(`visits ${name} ${id}`, change.visits)
          add(`sum ${name} ${id}`, change.total_kurus)
        }
        expect(Object.fromEntries(totals)).toEqual(recountShop(shop))
      }
    }),
  )
})

test('a record is linked to a stored car and customer, and one plate without other numbers to one car', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const shop = emptyShop()
      for (const one of steps) save(shop, inputOf(shop, { ...one, info: { ...one.info, sasi_no: '' } }))
      const cars = new Set(shop.cars.map(({ id }) => id))
      const customers = new Set(shop.customers.map(({ id }) => id))
      const records = [...shop.records.values()].map(({ row }) => row)
      for (const { vehicle_id, customer_id } of records)
        expect([cars.has(vehicle_id), customers.has(customer_id)]).toEqual([true, true])
      const byPlate = Map.groupBy(shop.cars, ({ plate_key }) => plate_key)
      for (const same of byPlate.values()) expect(same).toHaveLength(1)
    }),
  )
})

test('a save that changes nothing logs nothing and changes no total', () => {
  fc.assert(
    fc.property(step, (one) => {
      const shop = emptyShop()
      const input = inputOf(shop, { ...one, which: 0 })
      const plan = save(shop, input)
      fc.pre(plan !== null)
      const [record] = shop.records.values()
      const islemler = input.islemler?.map((sent, index) => ({ ...sent, id: record?.items[index]?.id ?? 0 }))
      const again = save(shop, { ...input, id: plan?.id ?? 0, islemler })
      const change = totalsChange(again === null ? [] : [again.change])
      expect([again?.log, again?.items.removed, again?.items.added]).toEqual([[], [], []])
      expect(change).toEqual({ status_totals: [], day_totals: [], operation_totals: [], make_totals: [] })
    }),
  )
})

test('a plan takes no prices from a user who sees none', () => {
  const shop = emptyShop()
  const islemler = [{ islem_adi: 'yağ', islem_adet: 1, fiyat_kurus: 10_005 }]
  const input = z.parse(kayitInput, {
    id: 0,
    info: { plaka: '34 ABC 12', musteri_adi_soyadi: 'Can' },
    islemler,
  })
  const pricesFor = (canSeePrices: boolean) =>
    planSave({ ...stateFor(shop, input), canSeePrices }, input, NOW).sent?.map((item) => item.fiyat_kurus)
  expect([pricesFor(true), pricesFor(false)]).toEqual([[10_005], [0]])
})
