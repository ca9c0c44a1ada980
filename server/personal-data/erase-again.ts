import type { Shop } from '#server/core/batches.ts'

import { erase } from './erase.ts'
import { familiesOf, lockedSubject } from './subject.ts'

/**
 * Erases customers of a shop whom a backup from before their erasure brought back, with all that is merged with them
 * there. The register has it already.
 */
export async function eraseCustomersAgain(shop: Shop, ids: readonly number[], now: Date): Promise<void> {
  const subject = await lockedSubject(shop, () => familiesOf(shop, ids))
  await erase(shop, subject, now)
}
