import { rederiveLinked } from '#server/directory/rederive.ts'
import type { Shop } from '#server/platform/core/batches.ts'

import { COLUMNS, derivedOf } from './identify.ts'

/** Recomputes the derived columns of the shop's cars (rederiveLinked). */
export const rederiveVehicles = (shop: Shop, stop?: AbortSignal): Promise<number> =>
  rederiveLinked(shop, { table: 'vehicle', columns: COLUMNS, derivedOf }, stop)
