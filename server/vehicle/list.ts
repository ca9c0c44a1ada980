import { sql } from 'kysely'

import type { UserCtx } from '#server/core/context.ts'
import { contains, mayContain } from '#server/db/expressions.ts'
import { isOpenWork } from '#shared/kayit/rules.ts'
import { searchPatterns } from '#shared/turkish.ts'
import type { VehicleListInput, VehicleListItem, VehiclePage, VehicleSort } from '#shared/vehicle/schema.ts'

import { newestRecordsOf, recordsOfCars } from './records.ts'

const MOST_KNOWN = 50
/** Fewer characters are no plate. */
const LEAST_PLATE = 4

const SORT_COLUMNS = {
  plate: 'plate_sira',
  name: 'name_sira',
  visits: 'visits',
  last_day: 'last_day',
  total: 'total_kurus',
} as const satisfies Record<VehicleSort, string>

/** One page of the shop's cars, found by plate, chassis number, make and model, and the size of the whole list. */
export async function listVehicles(ctx: UserCtx, input: VehicleListInput): Promise<VehiclePage> {
  const known = await knownByPlate(ctx, input.q)
  const { total } = await foundVehicles(ctx, input.q, known)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const offset = (input.page - 1) * input.size
  const rows =
    offset >= total
      ? []
      : await foundVehicles(ctx, input.q, known)
          .select(['id', 'plate', 'vin', 'make', 'model', 'model_year', 'visits', 'total_kurus', 'last_day'])
          .orderBy(sql.ref(SORT_COLUMNS[input.sort]), input.dir)
          .orderBy('id', input.dir)
          .limit(input.size)
          .offset(offset)
          .execute()
  return { items: await withLastVisit(ctx, rows), total }
}

/**
 * The shop's cars with at least one record that counts, found by plate, chassis number, make and model; and those of
 * `known` (`knownByPlate`). Makes and models are foreign words, written with and without Turkish marks.
 */
export function foundVehicles({ db, actor }: UserCtx, q: string, known: readonly number[]) {
  const cars = db
    .selectFrom('vehicle')
    .where('user_id', '=', actor.shop)
    .where('visits', '>', 0)
    .where('merged_into', 'is', null)
  const { plainWords, vehicle } = searchPatterns(q)
  if (plainWords.length === 0) return cars
  return cars.where((eb) =>
    eb.or([
      eb.and(plainWords.map((word) => contains('ara_ad', word))),
      ...(vehicle === '' ? [] : [contains('ara_arac', vehicle)]),
      ...(known.length === 0 ? [] : [eb('id', 'in', known)]),
    ]),
  )
}

/** Cars that are known by a plate or chassis number that they do not carry: of what was merged, or an earlier plate. */
export async function knownByPlate(ctx: UserCtx, q: string): Promise<number[]> {
  const { vehicle } = searchPatterns(q)
  if (vehicle.length < LEAST_PLATE) return []
  const merged = ctx.db
    .selectFrom('vehicle')
    .where('user_id', '=', ctx.actor.shop)
    .where('merged_into', 'is not', null)
    .where(contains('ara_arac', vehicle))
    .select('merged_into as root')
    .$narrowType<{ root: number }>()
    .limit(MOST_KNOWN)
    .execute()
  // Only the whole plate: a part of one would look through all records. The chassis number follows it.
  const earlier = recordsOfCars(ctx)
    .where('kayit.id', 'in', recordsNaming(ctx, vehicle))
    .where('kayit.ara_arac', 'like', `${vehicle} %`)
    .orderBy('gun', 'desc')
    .limit(MOST_KNOWN)
    .execute()
  const found = await Promise.all([merged, earlier])
  return [...new Set(found.flat().map(({ root }) => root))]
}

/** The records that may name a car so; OFFSET 0 has PostgreSQL find them by their index alone. */
const recordsNaming = ({ db, actor }: UserCtx, vehicle: string) =>
  db
    .selectFrom('kayit')
    .where(mayContain(actor.shop, 'car', vehicle))
    .select('kayit.id')
    .offset(0)

type Row = Omit<VehicleListItem, 'customer_name' | 'customer_phone' | 'open_kayit_id'>

async function withLastVisit(ctx: UserCtx, rows: readonly Row[]): Promise<VehicleListItem[]> {
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
