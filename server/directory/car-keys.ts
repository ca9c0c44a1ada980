import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'

/** The keys that identify a car; '' and `undefined` are no key. */
type CarKeys = { plate_key?: string | undefined; vin_key?: string | undefined }

/** The condition that a row has the key. Its index has no row without one, which a generic plan has to be told. */
export const hasKey = <Table extends 'vehicle' | 'customer'>(
  eb: ExpressionBuilder<DB, Table>,
  column: string & keyof DB[Table],
  key: string,
) => eb.and([eb(sql.ref<string>(column), '=', key), eb(sql.ref<string>(column), '<>', sql.lit(''))])

/** The condition that a car has one of the keys; without a key it finds none. */
export const hasCarKey =
  ({ plate_key = '', vin_key = '' }: CarKeys) =>
  (eb: ExpressionBuilder<DB, 'vehicle'>): Expression<SqlBool> =>
    eb.or([
      ...(plate_key === '' ? [] : [hasKey(eb, 'plate_key', plate_key)]),
      ...(vin_key === '' ? [] : [hasKey(eb, 'vin_key', vin_key)]),
    ])
