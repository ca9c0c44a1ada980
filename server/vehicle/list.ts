import { sql } from 'kysely'

import type { UserCtx } from '#server/core/context.ts'
import { contains } from '#server/db/expressions.ts'
import { isOpenWork } from '#shared/kayit/rules.ts'
import { searchPatterns } from '#shared/turkish.ts'
import type { VehicleListInput, VehicleListItem, VehiclePage, VehicleSort } from '#shared/vehicle/schema.ts'

import { newestRecordsOf } from './records.ts'

const SORT_COLUMNS = {
  plate: 'plate_sira',
  name: 'name_sira',
  visits: 'visits',
  last_day: 'last_day',
  total: 'total_kurus',
} as const satisfies Record<VehicleSort, string>

/** One page of the shop's cars, found by plate, chassis number, make and model, and the size of the whole list. */
export async function listVehicles(ctx: UserCtx, input: VehicleListInput): Promise<VehiclePage> {
  const { total } = await foundVehicles(ctx, input.q)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const offset = (input.page - 1) * input.size
  const rows =
    offset >= total
      ? []
      : await foundVehicles(ctx, input.q)
          .select(['id', 'plate', 'vin', 'make', 'model', 'model_year', 'visits', 'total_kurus', 'last_day'])
          .orderBy(sql.ref(SORT_COLUMNS[input.sort]), input.dir)
          .orderBy('id', input.dir)
          .limit(input.size)
          .offset(offset)
          .execute()
  return { items: await withLastVisit(ctx, rows), total }
}

/** The shop's cars with at least one record that counts, found by plate, chassis number, make and model. */
export function foundVehicles({ db, actor }: UserCtx, q: string) {
  const cars = db
    .selectFrom('vehicle')
    .where('user_id', '=', actor.shop)
    .where('visits', '>', 0)
    .where('merged_into', 'is', null)
  const { words, vehicle } = searchPatterns(q)
  if (words.length === 0) return cars
  return cars.where((eb) =>
    eb.or([
      eb.and(words.map((word) => contains('ara_ad', word))),
      ...(vehicle === '' ? [] : [contains('ara_arac', vehicle)]),
    ]),
  )
}

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
