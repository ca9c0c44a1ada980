import type { Kurus } from '#shared/money.ts'

/** A work item, as far as an approval names it. */
type Work = { islem_adi: string; islem_adet: number; fiyat_kurus: Kurus }
type Line = { name: string; quantity: number; unit_kurus?: Kurus | undefined; at: string }

/**
 * Returns for each item when its customer approved exactly this work at this price, `undefined` for any other. A line
 * approves one item, so that the mark follows the text through saves and ends with a change.
 */
export function findApproved(items: readonly Work[], lines: readonly Line[]): (string | undefined)[] {
  const free = [...lines]
  return items.map(({ islem_adi, islem_adet, fiyat_kurus }) => {
    const index = free.findIndex(
      ({ name, quantity, unit_kurus }) =>
        name === islem_adi && quantity === islem_adet && unit_kurus === fiyat_kurus,
    )
    return index === -1 ? undefined : free.splice(index, 1)[0]?.at
  })
}
