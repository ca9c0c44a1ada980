import { trpc } from '#client/lib/api.ts'
import { QUIET } from '#client/lib/query-client.ts'
import type { Day } from '#shared/date.ts'
import { warrantyText } from '#shared/intake/warranty.ts'

export interface WarrantyVisit {
  vehicleId: number
  /** The visit itself, whose own delivery is no earlier one. */
  kayitId?: number
  day: Day
  km: number | null
}

/** Returns the work of a car that is under warranty on a visit, in words; '' without any. */
export function useWarranty({ vehicleId, kayitId, day, km }: WarrantyVisit): string {
  const { data = [] } = trpc.vehicle.warranty.useQuery({ id: String(vehicleId) }, { meta: QUIET })
  const texts = data
    .filter(({ kayit_id }) => kayit_id !== kayitId)
    .map((warranty) => warrantyText(warranty, { day, km }))
    .filter((text) => text !== null)
  return texts.length === 0 ? '' : `Garantide: ${texts.join(', ')}`
}
