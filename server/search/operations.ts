import { hasCarKey } from '#server/directory/links.ts'
import { customerSearch, findNewestCustomers } from '#server/customer/list.ts'
import {
  type Conditions,
  conditionsOf,
  filterRecords,
  newestFirst,
  recordList,
} from '#server/kayit/conditions.ts'
import { boundInput, boundOf } from '#server/list/page-slice.ts'
import { FIRST_ROWS, firstHits, type Reach } from '#server/list/rows.ts'
import { firstMatch, type SearchMatch } from '#server/list/search-match.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { compiled, type Literal } from '#server/platform/db/compiled.ts'
import { hasCarsFor, newestRecordsOf, findNewestVehicles, vehicleSearch } from '#server/vehicle/list.ts'
import { isOpenWork } from '#shared/kayit/rules.ts'
import type { Stage } from '#shared/kayit/stage.ts'
import { maskedNumber } from '#shared/personal-data/rules.ts'
import { recordNumber } from '#shared/search/rules.ts'
import type { CustomerHit, RecordHit, SearchResult, VehicleHit } from '#shared/search/schema.ts'
import { plateKey, vinKey } from '#shared/vehicle.ts'

/** Characters of the shortest search; shorter texts have no hits. */
const MIN_LENGTH = 2
const MOST = 5

/**
 * Returns the shop's cars, customers and records that match `q`, at most five of each: first an exact plate, chassis
 * number or record number, then the newest. Matches without Turkish marks count only if their kind has no other.
 */
export async function findEverywhere(ctx: UserCtx, { q }: { q: string }): Promise<SearchResult> {
  const none = { vehicles: { items: [] }, customers: { items: [] }, records: { items: [] } }
  if (q.length < MIN_LENGTH) return none
  // '#34' is a record's number, and no part of a plate.
  if (q.startsWith('#')) return { ...none, records: { items: await recordByNumber(ctx, q) } }
  const [vehicles, customers, records] = await Promise.all([
    findVehicles(ctx, q),
    findCustomers(ctx, q),
    findRecords(ctx, q),
  ])
  return { vehicles, customers, records }
}

type Hits<T> = { items: T[]; similar?: true }

/** Returns the hits of `find`, else its hits with the words in different fields, else those without Turkish marks. */
async function findWithSimilar<T>(q: string, find: (match: SearchMatch) => Promise<T[]>): Promise<Hits<T>> {
  // Only a letter can have Turkish marks.
  if (!/\p{L}/u.test(q)) return { items: await find('whole') }
  const { result: items, isSimilar } = await firstMatch(q, find, ({ length }) => length > 0)
  return isSimilar ? { items, similar: true } : { items }
}

/** Returns the exact hits before the others, each once, at most five. */
function exactFirst<T extends { id: number }>(exact: readonly T[], others: readonly T[]): T[] {
  const ids = new Set(exact.map(({ id }) => id))
  return [...exact, ...others.filter(({ id }) => !ids.has(id))].slice(0, MOST)
}

/** Returns customers with all words in the name, or with the digits, at least four, in the phone or tax number. */
export const findCustomers = (ctx: UserCtx, q: string): Promise<Hits<CustomerHit>> =>
  findWithSimilar(q, async (match) => {
    const customers = await findNewestCustomers(ctx, { search: customerSearch({ q, match }), most: MOST })
    return customers.flatMap(({ id, name, phone, tax_no, visits, last_day }) =>
      last_day === null ? [] : [{ id, name, phone, tax_no: maskedNumber(tax_no), visits, last_day }],
    )
  })

/** Returns cars with `q` in the plate or chassis number, or with all its words in make and model. */
export async function findVehicles(ctx: UserCtx, q: string): Promise<{ items: VehicleHit[] }> {
  const { items: cars } = await findWithSimilar(q, async (match) => {
    if (!hasCarsFor(q, match)) return []
    const exactly = match === 'whole' ? byKey(ctx, q) : []
    const [exact, hits] = await Promise.all([exactly, newestCars(ctx, { q, match })])
    return exactFirst(exact, hits)
  })
  const visits = Map.groupBy(await visitsOf(ctx, cars), ({ root }) => root)
  const items = cars.map((car) => {
    const all = visits.get(car.id) ?? []
    return { ...car, customer: all[0]?.customer ?? '', is_open: all.some(isOpenWork) }
  })
  return { items }
}

async function byKey({ db, actor }: UserCtx, q: string) {
  const [plate_key, vin_key] = [plateKey(q) || undefined, vinKey(q) || undefined]
  if (plate_key === undefined && vin_key === undefined) return []
  return byKeyQuery(db, { shop: actor.shop, plate_key, vin_key })
}

type Keys = { shop: number; plate_key: string | undefined; vin_key: string | undefined }

const byKeyQuery = compiled((db, { shop, plate_key, vin_key }: Keys) =>
  db
    .selectFrom('vehicle')
    .where('shop_id', '=', shop)
    .where('visits', '>', 0)
    .where('merged_into', 'is', null)
    .where(hasCarKey({ plate_key, vin_key }))
    .orderBy('last_day', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .select(['id', 'plate', 'vin', 'make', 'model', 'last_day'])
    .$narrowType<{ last_day: string }>(),
)

async function newestCars(ctx: UserCtx, asked: { q: string; match: SearchMatch }) {
  const cars = await findNewestVehicles(ctx, { search: await vehicleSearch(ctx, asked), most: MOST })
  return cars.flatMap(({ id, plate, vin, make, model, last_day }) =>
    last_day === null ? [] : [{ id, plate, vin, make, model, last_day }],
  )
}

/** Returns the visits of these cars, with those of merged cars, the newest first. */
async function visitsOf(ctx: UserCtx, cars: readonly { id: number }[]) {
  if (cars.length === 0) return []
  const ids = cars.map(({ id }) => id)
  return newestRecordsOf(ctx, ids).select('musteri_adi_soyadi as customer').execute()
}

const RECORD_COLUMNS = [
  'kayit.id',
  'plaka as plate',
  'sasi_no as vin',
  'musteri_adi_soyadi as customer',
  'musteri_tel as phone',
  'day',
  'durum',
  'stage',
  'appointment_day',
] as const

/** Returns the records that the list's search finds; the one with the number `q` comes first. */
export const findRecords = (ctx: UserCtx, q: string) =>
  findWithSimilar(q, async (match) => {
    const exactly = match === 'whole' ? recordByNumber(ctx, q) : []
    const [exact, hits] = await Promise.all([exactly, newestRecords(ctx, { q, match })])
    return exactFirst(exact, hits)
  })

/** Returns the record with the number `q`, with or without '#'. */
export async function recordByNumber(ctx: UserCtx, q: string): Promise<RecordHit[]> {
  const number = recordNumber(q)
  if (number === undefined) return []
  const found = await Promise.all(
    [false, true].map((isEarly) =>
      filterRecords(ctx, { isEarly }).where('kayit.id', '=', number).select(RECORD_COLUMNS).execute(),
    ),
  )
  return found.flat().map(hitOf)
}

/** Visits and the few records before one have indexes of their own, so each are read alone. */
async function newestRecords(ctx: UserCtx, search: { q: string; match: SearchMatch }): Promise<RecordHit[]> {
  const [visits, early] = await Promise.all([
    firstHits(MOST, (reach) => {
      const limit = boundInput(MOST, reach === 'everywhere')
      return newestRecordsQuery(ctx.db, { ...conditionsOf(ctx, search), limit }, { reach })
    }),
    newestRecordsQuery(
      ctx.db,
      { ...conditionsOf(ctx, { ...search, isEarly: true }), limit: boundInput(MOST, false) },
      { reach: 'everywhere' },
    ),
  ])
  return [...visits, ...early].sort(newerFirst).slice(0, MOST).map(hitOf)
}

type Found = Omit<RecordHit, 'stage'> & { stage: Stage; appointment_day: string | null }
const newerFirst = (one: Found, other: Found) =>
  one.day === other.day ? other.id - one.id : one.day < other.day ? 1 : -1
const hitOf = ({ stage, appointment_day, ...hit }: Found): RecordHit =>
  stage === 'visit' ? hit : { ...hit, stage, day: appointment_day ?? hit.day }

type Newest = Conditions & { limit: number | Literal }

const newestRecordsQuery = compiled((db, { limit, ...conditions }: Newest, { reach }: { reach: Reach }) => {
  const found =
    reach === 'everywhere'
      ? recordList.matching(db, conditions)
      : recordList.tested(db, conditions, (rows) => newestFirst(rows).limit(FIRST_ROWS))
  return newestFirst(found).limit(boundOf(limit)).select(RECORD_COLUMNS)
})
