import type { UserCtx } from '#server/platform/core/context.ts'
import { ownRows } from '#server/platform/core/own-rows.ts'
import { rootColumn } from '#server/directory/links.ts'

/** The shop's records that are not deleted, each with the car that it counts for (`root`). */
export const recordsOfCars = (ctx: UserCtx) =>
  ownRows(ctx, 'vehicle')
    .innerJoin('kayit', (join) =>
      join.onRef('kayit.shop_id', '=', 'vehicle.shop_id').onRef('kayit.vehicle_id', '=', 'vehicle.id'),
    )
    .where('kayit.deleted_at', 'is', null)
    .select([rootColumn('vehicle').as('root'), 'kayit.id', 'day', 'durum', 'cikis_tarihi'])

/** Those of these cars and of what was merged into them, the newest first. `ids` must not be empty. */
export const newestRecordsOf = (ctx: UserCtx, ids: readonly number[]) =>
  recordsOfCars(ctx)
    .where((eb) => eb.or([eb('vehicle.id', 'in', ids), eb('vehicle.merged_into', 'in', ids)]))
    .orderBy('kayit.day', 'desc')
    .orderBy('kayit.id', 'desc')
