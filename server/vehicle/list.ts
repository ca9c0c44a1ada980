import { sql } from 'kysely'

import { redactFor, type UserCtx } from '#server/platform/core/context.ts'
import { ownRows, inSameShop } from '#server/platform/core/own-rows.ts'
import { acrossOf, contains, mayContain, type Search, termsIn, termsOf } from '#server/list/search.ts'
import { type SearchMatch, vehicleTerms } from '#server/list/search-match.ts'
import { hasCarKey, rootColumn } from '#server/directory/links.ts'
import { debtsSince, MONEY_COLUMNS } from '#server/payment/queries.ts'
import { DirectoryReader } from '#server/directory/directory-reader.ts'
import { isSharded } from '#server/platform/db/shop-scope.ts'
import type { Day } from '#shared/date.ts'
import { isOpenWork } from '#shared/kayit/rules.ts'
import { owedFor } from '#shared/payment/rules.ts'
import { searchPatterns } from '#shared/turkish.ts'
import { plateKey, vehicleKey, vinKey, vinKeyPart } from '#shared/vehicle.ts'
import type {
  VehicleListInput,
  VehicleListItem,
  VehicleMatch,
  VehicleMatches,
  VehiclePage,
  VehicleSort,
} from '#shared/vehicle/schema.ts'

const MOST_KNOWN = 50
/** Characters of the shortest plate. */
const LEAST_PLATE = 4

const SORT_COLUMNS = {
  plate: 'plate_sort_key',
  name: 'name_sort_key',
  visits: 'visits',
  last_day: 'last_day',
  total: 'total_kurus',
} as const satisfies Record<VehicleSort, string>

const ROW = [
  'vehicle.id',
  'plate',
  'vin',
  'make',
  'model',
  'model_year',
  'visits',
  'total_kurus',
  'last_day',
] as const

const list = new DirectoryReader<VehicleRow, VehicleListItem, VehicleSort>({
  table: 'vehicle',
  columns: ROW,
  orders: SORT_COLUMNS,
  searchOf: async (ctx, asked) => (hasCarsFor(asked.q, asked.match) ? vehicleSearch(ctx, asked) : null),
  itemsOf: withLastVisit,
})

/** Returns one page of the shop's cars, found by plate, chassis number, make and model, and the whole list's size. */
export async function listVehicles(ctx: UserCtx, input: VehicleListInput): Promise<VehiclePage> {
  const { similar: _, ...page } = await list.page(ctx, input)
  return page
}

export const findNewestVehicles: typeof list.findNewest = (ctx, asked) => list.findNewest(ctx, asked)

/** Returns whether a match can find cars: names never keep their marks, so only a chassis number can be similar. */
export const hasCarsFor = (q: string, match: SearchMatch): boolean =>
  match !== 'similar' || searchPatterns(q).similarVin !== ''

/**
 * Returns the search of cars by plate, chassis number, make and model; also by plates that a car no longer carries.
 * Makes and models are foreign words, written with and without Turkish marks.
 */
export async function vehicleSearch(
  ctx: UserCtx,
  { q, match }: { q: string; match: SearchMatch },
): Promise<Search | undefined> {
  const { words, plainWords, vehicle } = searchPatterns(q)
  if (words.length === 0) return undefined
  const known = match === 'whole' ? await knownByPlate(ctx, vehicle) : []
  const across = acrossOf(q, match, ['car'])
  return {
    names: termsOf(plainWords),
    others: { car: termsIn(vehicleTerms(q, match)), phone: [] },
    across: across?.map(({ name: { key }, others }) => ({ name: { text: key, key }, others })),
    plain: true,
    ...(known.length > 0 && { known }),
  }
}

/** Returns cars that do not carry the plate or chassis number themselves, but had it before or through a merged car. */
async function knownByPlate(ctx: UserCtx, vehicle: string): Promise<number[]> {
  if (vehicle.length < LEAST_PLATE) return []
  const merged = ownRows(ctx, 'vehicle')
    .where('merged_into', 'is not', null)
    .where(contains('search_vehicle', vehicle))
    .select('merged_into as root')
    .$narrowType<{ root: number }>()
    .limit(MOST_KNOWN)
    .execute()
  // Only the whole plate counts, because a part would scan all records. The chassis number follows it in the text.
  const earlier = visitsOfCars(ctx)
    .where('kayit.id', 'in', recordsNaming(ctx, vehicle))
    .where('kayit.search_vehicle', 'like', `${vehicle} %`)
    .orderBy('day', 'desc')
    .limit(MOST_KNOWN)
    .execute()
  const found = await Promise.all([merged, earlier])
  return [...new Set(found.flat().map(({ root }) => root))]
}

/** Returns records that may have the plate. OFFSET 0 makes PostgreSQL use only the n-gram index, which has the shop. */
function recordsNaming({ db, actor }: UserCtx, vehicle: string) {
  const records = db.selectFrom('kayit')
  return (isSharded(db) ? records.where('kayit.shop_id', '=', actor.shop) : records)
    .where(mayContain({ table: 'kayit', shop: actor.shop, kind: 'car' }, vehicle))
    .select('kayit.id')
    .offset(0)
}

/** A car in the list, before its last visit is known. */
export type VehicleRow = Omit<VehicleListItem, 'customer_name' | 'customer_phone' | 'open_kayit_id'>

async function withLastVisit(ctx: UserCtx, rows: readonly VehicleRow[]): Promise<VehicleListItem[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const records = await newestRecordsOf(ctx, ids).select(['musteri_adi_soyadi', 'musteri_tel']).execute()
  const byCar = Map.groupBy(records, ({ root }) => root)
  return rows.map((row) => {
    const visits = byCar.get(row.id) ?? []
    return {
      ...row,
      customer_name: visits[0]?.musteri_adi_soyadi ?? '',
      customer_phone: visits[0]?.musteri_tel ?? '',
      open_kayit_id: visits.find(isOpenWork)?.id ?? null,
    }
  })
}

/** Returns the shop's visits, each with the car that it counts for (`root`). */
export const visitsOfCars = (ctx: UserCtx) => recordsOfCars(ctx).where('kayit.stage', '=', sql.lit('visit'))

/** Returns the same for all records that are not deleted, also quotes. */
export const recordsOfCars = (ctx: UserCtx) =>
  ownRows(ctx, 'vehicle')
    .innerJoin('kayit', inSameShop('kayit.vehicle_id', 'vehicle.id'))
    .where('kayit.deleted_at', 'is', null)
    .select([rootColumn('vehicle').as('root'), 'kayit.id', 'day', 'durum', 'cikis_tarihi'])

/** Returns the visits of these cars and of the cars merged into them, the newest first. `ids` must not be empty. */
export const newestRecordsOf = (ctx: UserCtx, ids: readonly number[]) =>
  visitsOfCars(ctx)
    .where((eb) => eb.or([eb('vehicle.id', 'in', ids), eb('vehicle.merged_into', 'in', ids)]))
    .orderBy('kayit.day', 'desc')
    .orderBy('kayit.id', 'desc')

/** Characters of the shortest search; shorter texts have no hits. */
const MIN_LENGTH = 2
const MOST = 8

/**
 * Returns at most eight of the shop's cars with a plate or chassis number that begins with `q`, an exact one first,
 * then by last visit. Cars with only deleted records or only erased customers are left out.
 */
export async function lookupVehicles(ctx: UserCtx, { q }: { q: string }): Promise<VehicleMatches> {
  const key = vehicleKey(q)
  if (key.length < MIN_LENGTH) return { vehicles: [] }
  const exact = await carsAt(ctx, q)
  const known = new Set(exact.map(({ id }) => id))
  const others = (await carsFrom(ctx, key)).filter(({ id }) => !known.has(id))
  const [visits, since] = await Promise.all([visitsOf(ctx, [...exact, ...others]), debtsSince(ctx)])
  const matches = (cars: readonly Car[]) =>
    cars.flatMap((car) => matchOf(car, visits.get(car.id) ?? [], since) ?? []).sort(newerFirst)
  return redactFor(ctx, { vehicles: [...matches(exact), ...matches(others)].slice(0, MOST) })
}

function matchOf(car: Car, visits: readonly VisitRow[], since: Day | null): VehicleMatch | undefined {
  const [last] = visits
  const known = visits.find(({ erased_at }) => erased_at === null)
  if (last === undefined || known === undefined) return undefined
  const { customer_id, name, phone, tax_no } = known
  return {
    ...car,
    customer: { id: customer_id, name, phone, tax_no },
    last: {
      kayit_id: last.id,
      day: last.day,
      km: visits.find(({ km_bilgisi }) => km_bilgisi !== null)?.km_bilgisi ?? null,
    },
    open_kayit_id: visits.find(isOpenWork)?.id ?? null,
    owed_kurus: owedFor(visits, since).owed_kurus,
  }
}

const newerFirst = ({ last: a }: VehicleMatch, { last: b }: VehicleMatch) =>
  a.day === b.day ? b.kayit_id - a.kayit_id : a.day < b.day ? 1 : -1

/** Returns the cars with exactly this key, also merged ones, because users still type their plates. */
const carsAt = (ctx: UserCtx, q: string) =>
  carsOf(ctx)
    .where(hasCarKey({ plate_key: plateKey(q), vin_key: vinKey(q) }))
    .execute()

/** Returns the cars from a key's beginning. A key needs no escape in a pattern; the partial indexes lack empty keys. */
function carsFrom(ctx: UserCtx, key: string) {
  const beginnings = { plate_key: `${key}%`, vin_key: `${vinKeyPart(key)}%` }
  return carsOf(ctx)
    .where('visits', '>', 0)
    .where('merged_into', 'is', null)
    .where((eb) =>
      eb.or(
        (['plate_key', 'vin_key'] as const).map((name) =>
          eb.and([eb(name, '<>', ''), eb(name, 'like', beginnings[name])]),
        ),
      ),
    )
    .execute()
}

/** Returns the query of the cars with the newest visits. */
const carsOf = (ctx: UserCtx) =>
  ownRows(ctx, 'vehicle')
    .where('erased_at', 'is', null)
    .orderBy('last_day', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .select(['id', 'plate', 'vin', 'make', 'model', 'model_year', 'engine_no'])

type Car = Awaited<ReturnType<typeof carsAt>>[number]
type VisitRow = Awaited<ReturnType<ReturnType<typeof withCustomer>['execute']>>[number]

/** Returns the visits of each car with their customers, the newest first, including those of cars merged into it. */
async function visitsOf(ctx: UserCtx, cars: readonly Car[]): Promise<Map<number, VisitRow[]>> {
  const visits = new Map(cars.map(({ id }) => [id, new Array<VisitRow>()]))
  if (cars.length === 0) return visits
  for (const record of await withCustomer(ctx, [...visits.keys()]).execute()) {
    visits.get(record.vehicle_id)?.push(record)
    visits.get(record.merged_into ?? 0)?.push(record)
  }
  return visits
}

const withCustomer = (ctx: UserCtx, ids: readonly number[]) =>
  newestRecordsOf(ctx, ids)
    .innerJoin('customer', inSameShop('customer.id', 'kayit.customer_id'))
    .select(['vehicle.id as vehicle_id', 'vehicle.merged_into', 'km_bilgisi'])
    .select(['customer.id as customer_id', 'customer.name', 'customer.phone', 'customer.tax_no'])
    .select('customer.erased_at')
    .select(MONEY_COLUMNS)
