import type { Customer } from '#server/customer/identify.ts'
import type { KayitFields } from '#server/kayit/derived.ts'
import type { ItemRow } from '#server/kayit/items.ts'
import { mergeRecord, type SavePlan, type SaveState } from '#server/kayit/plan-save.ts'
import type { LockedKayit } from '#server/kayit/queries.ts'
import type { Vehicle } from '#server/vehicle/identify.ts'
import { firstOfMonth } from '#shared/date.ts'
import { hasIncome } from '#shared/kayit/rules.ts'
import type { KayitInput } from '#shared/kayit/schema.ts'

type Row = LockedKayit & { vehicle_id: number; customer_id: number }

/** A shop in memory, for plans without a database. */
export type PlannedShop = {
  records: Map<number, { row: Row; items: ItemRow[] }>
  cars: Vehicle[]
  customers: Customer[]
  lastId: number
}

const SHOP = 1
const TODAY = '2026-11-15'

/** Returns the state that a save of the input reads: the record with its items, and all cars and customers. */
export function stateFor(shop: PlannedShop, input: KayitInput): SaveState {
  const { id } = input
  const record = shop.records.get(id)
  const byDay = [...shop.records.values()]
    .map(({ row }) => row)
    .sort((a, b) => (a.day === b.day ? a.id - b.id : a.day < b.day ? -1 : 1))
  const isShared = (name: 'vehicle_id' | 'customer_id') =>
    byDay.some((row) => row.id !== id && row[name] === record?.row[name])
  const lastOfCars = new Map(
    byDay.flatMap((row) => {
      const customer = shop.customers.find((one) => one.id === row.customer_id)
      return customer === undefined ? [] : [[row.vehicle_id, customer] as const]
    }),
  )
  const [kayit_id, vehicle_id, customer_id] = [shop.lastId + 1, shop.lastId + 2, shop.lastId + 3]
  shop.lastId += 3
  return {
    shop: SHOP,
    canSeePrices: true,
    record: record?.row ?? null,
    mergedRecord: mergeRecord(record?.row ?? null, input, TODAY),
    stored: record?.items ?? [],
    suggested: new Map(),
    links: {
      vehicles: { rows: shop.cars, nextId: vehicle_id },
      customers: { rows: shop.customers, lastOfCars, nextId: customer_id },
      isShared: { vehicle: isShared('vehicle_id'), customer: isShared('customer_id') },
      ids: { kayit_id, vehicle_id, customer_id },
    },
  }
}

/** Applies a plan to the shop in memory. */
export function storePlan(shop: PlannedShop, plan: SavePlan): void {
  const { vehicle, customer } = plan.links
  const merged = { merged_into: null, erased_at: null }
  if (vehicle.row !== undefined) shop.cars.push({ ...vehicle.row, ...merged })
  if (customer.row !== undefined) shop.customers.push({ ...customer.row, ...merged })
  for (const { id, change } of vehicle.changes)
    shop.cars = shop.cars.map((car) => (car.id === id ? { ...car, ...change } : car))
  for (const { id, change } of customer.changes)
    shop.customers = shop.customers.map((one) => (one.id === id ? { ...one, ...change } : one))
  const items = plan.items.rows.map((row) => ({ ...row, id: row.id === 0 ? (shop.lastId += 1) : row.id }))
  const columns = 'insert' in plan.kayit ? plan.kayit.insert : plan.kayit.update
  const before = shop.records.get(plan.id)?.row
  shop.records.set(plan.id, { row: { ...before, ...columns, id: plan.id } as Row, items })
}

/** Recounts the totals of all records, without those that are 0. */
export function recountShop({ records }: PlannedShop): Record<string, number> {
  const sums = new Map<string, number>()
  const add = (key: string, value: number) => sums.set(key, (sums.get(key) ?? 0) + value)
  for (const { row, items } of records.values()) {
    const { day, durum, arac_marka, vehicle_id, customer_id }: Row & KayitFields = row
    const month = firstOfMonth(day)
    const total = items.reduce((sum, { islem_adet, fiyat_kurus }) => sum + islem_adet * fiyat_kurus, 0)
    const income = hasIncome(row) ? total : 0
    add(`day ${day} ${durum}`, 1)
    add(`status ${month} ${durum}`, 1)
    add(`amount ${month} ${durum}`, total)
    add(`make ${month} ${arac_marka}`, 1)
    for (const { islem_adi_upper, islem_adet } of items.filter(({ kind }) => kind === 'work'))
      add(`item ${month} ${islem_adi_upper}`, islem_adet)
    for (const [name, id] of [
      ['vehicle', vehicle_id],
      ['customer', customer_id],
    ] as const) {
      add(`visits ${name} ${id}`, 1)
      add(`sum ${name} ${id}`, income)
    }
  }
  return Object.fromEntries([...sums].filter(([, value]) => value !== 0))
}
