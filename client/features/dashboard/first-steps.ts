interface ShopProgress {
  hasLogo: boolean
  /** Number of the shop's records that are not deleted. */
  records: number
  /** Whether a document was opened on this device. */
  hasGivenPdf: boolean
}

/** State of each step: true when it is done. */
export type FirstSteps = Record<'logo' | 'record' | 'pdf', boolean>

/** Number of records from which on a shop needs no introduction, even if it has left out a step. */
const WORKING_SHOP = 5

/** Returns the first steps of a shop; `null` when all are done, and for a shop that already works. */
export function firstSteps({ hasLogo, records, hasGivenPdf }: ShopProgress): FirstSteps | null {
  const steps = { logo: hasLogo, record: records > 0, pdf: hasGivenPdf }
  const isOver = records >= WORKING_SHOP || Object.values(steps).every(Boolean)
  return isOver ? null : steps
}
