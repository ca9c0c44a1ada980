import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'

/** The keys that identify a car; '' and `undefined` are no key. */
type CarKeys = { plate_key?: string | undefined; vin_key?: string | undefined }

/** The condition that a car has one of the keys; without a key it finds none. */
export const hasCarKey =
  ({ plate_key, vin_key }: CarKeys) =>
  (eb: ExpressionBuilder<DB, 'vehicle'>): Expression<SqlBool> =>
    eb.or([
      ...(plate_key === undefined || plate_key === '' ? [] : [eb('plate_key', '=', plate_key)]),
      ...(vin_key === undefined || vin_key === '' ? [] : [eb('vin_key', '=', vin_key)]),
    ])
