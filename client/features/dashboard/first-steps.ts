interface ShopProgress {
  hasLogo: boolean
  /** All records of the shop that are not deleted. */
  records: number
  /** A document was opened on this device. */
  hasGivenPdf: boolean
}

/** Whether each step is done. */
export type FirstSteps = Record<'logo' | 'record' | 'pdf', boolean>

/** A shop with this many records works already: it needs no introduction, whatever it has left out. */
const WORKING_SHOP = 5

/** The first steps of a shop; `null` when all are done, and for a shop that already works. */
export function firstSteps({ hasLogo, records, hasGivenPdf }: ShopProgress): FirstSteps | null {
  const steps = { logo: hasLogo, record: records > 0, pdf: hasGivenPdf }
  const isOver = records >= WORKING_SHOP || Object.values(steps).every(Boolean)
  return isOver ? null : steps
}
