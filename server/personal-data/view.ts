import type { Shop } from '#server/platform/core/batches.ts'

import { type LoggedChange, namingChanges } from './concerned-changes.ts'
import { type OwnCars, identify } from './identify.ts'
import type { Identities } from './identity-match.ts'
import { shownChange } from './shown-change.ts'
import { sidesOf } from './sides.ts'
import type { Subject } from './subject.ts'

/** The parts of the shop's data that a customer may see: their records, cars and changes. */
export type View = { subject: Subject; identities: Identities; cars: OwnCars; changes: LoggedChange[] }

/** Reads them. Records may have been moved, typed over and joined, so that they name other customers too. */
export async function viewOf(shop: Shop, subject: Subject): Promise<View> {
  const { identities, cars, linked } = await identify(shop, subject)
  const found = [...linked, ...(await namingChanges(shop, linked, identities))]
  const rows = [...new Map(found.map((row) => [row.id, row])).values()].toSorted((a, b) => a.id - b.id)
  const sides = sidesOf(rows, subject.customers)
  const changes = rows.flatMap((row) => {
    const shown = shownChange(row, sides.get(row.id), { subject, identities })
    return shown === null ? [] : [{ ...row, ...shown }]
  })
  return { subject, identities, cars, changes }
}
