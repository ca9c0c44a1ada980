import { type UserCtx, canSeePrices } from '#server/platform/core/context.ts'
import { suggestedPrices } from '#server/item/prices.ts'
import { AppError } from '#shared/errors.ts'
import { itemKey } from '#shared/item/rules.ts'
import type { IslemInput } from '#shared/kayit/schema.ts'
import { type Kurus, MAX_UNPRICED_PIECES } from '#shared/money.ts'
import { staffMessages } from '#shared/staff/messages.ts'

import type { ItemRow } from './items.ts'

/** An item to save with its final price. */
export type PricedInput = IslemInput & { fiyat_kurus: Kurus }

/** The data that decide the prices of sent items. */
export type PriceState = {
  canSeePrices: boolean
  stored: readonly ItemRow[]
  /** Prices of the price list and of last uses, by the folded name. */
  suggested: ReadonlyMap<string, Kurus>
}

/** Returns the items as the caller may send them: without prices from a caller who must not see them. */
export const withoutHiddenPrices = (
  ctx: UserCtx,
  sent: readonly IslemInput[] | undefined,
): IslemInput[] | undefined => (canSeePrices(ctx) ? sent?.slice() : sent?.map(withoutPrice))

export const withoutPrice = ({ fiyat_kurus: _ignored, ...item }: IslemInput): IslemInput => item

/** Reads the prices of the price list and of last uses for the items without one. */
export function readPrices(ctx: UserCtx, sent: readonly IslemInput[] = []): Promise<Map<string, Kurus>> {
  const unpriced = sent.filter((item) => !isPriced(item))
  return suggestedPrices(ctx, [...new Set(unpriced.map(({ islem_adi }) => itemKey(islem_adi)))])
}

/**
 * Returns the sent items of work with their final prices. An item without a price, or from a caller who sees none, gets
 * that of `keepPrices`. Throws INVALID as `requireFewPieces` does.
 */
export function planPrices(sent: readonly IslemInput[], state: PriceState): PricedInput[] {
  const items = state.canSeePrices ? sent : sent.map(withoutPrice)
  if (items.every(isPriced)) return [...items]
  const partners = partnersOf(items, state.stored)
  if (!state.canSeePrices) requireFewPieces(items, partners)
  return keepPrices(items, { partners, suggested: state.suggested })
}

const isPriced = (item: IslemInput): item is PricedInput => item.fiyat_kurus !== undefined

type Partners = readonly (ItemRow | undefined)[]

/**
 * Returns the stored partner of each sent item of work: by id, else, because integrators send no ids, by name and quantity,
 * else by folded name. Each stored item is the partner of one sent item.
 */
export function partnersOf(sent: readonly IslemInput[], stored: readonly ItemRow[]): Partners {
  const work = stored.filter(({ kind }) => kind === 'work').toSorted((a, b) => a.position - b.position)
  const free = new Map(work.map((item) => [item.id, item]))
  const partners = sent.map(({ id }) => {
    const item = free.get(id)
    free.delete(id)
    return item
  })
  // The quantity decides first. Otherwise two items could swap prices, and the change log would show if these differ.
  for (const [keyOfStored, keyOfSent] of [
    [lineKey, lineKey],
    [(item: ItemRow) => item.islem_adi_upper, (item: IslemInput) => itemKey(item.islem_adi)],
  ] as const) {
    const left = Map.groupBy(free.values(), keyOfStored)
    sent.forEach((item, index) => {
      if (partners[index] !== undefined || isPriced(item)) return
      const found = left.get(keyOfSent(item))?.shift()
      if (found === undefined) return
      partners[index] = found
      free.delete(found.id)
    })
  }
  return partners
}

const lineKey = ({ islem_adi, islem_adet }: Pick<ItemRow, 'islem_adi' | 'islem_adet'>) =>
  `${islem_adet} ${islem_adi}`

/**
 * Throws INVALID if a caller who sees no prices adds pieces above a maximum. A record's total has a limit, and hitting
 * it by choosing quantities would reveal a hidden price; fewer pieces than the maximum never reach it.
 */
function requireFewPieces(sent: readonly IslemInput[], partners: Partners): void {
  const pieces = sent.reduce((sum, { islem_adet }) => sum + islem_adet, 0)
  const isMore = ({ islem_adet }: IslemInput, index: number) =>
    islem_adet > (partners[index]?.islem_adet ?? 0)
  if (pieces > MAX_UNPRICED_PIECES && sent.some(isMore))
    throw new AppError('INVALID', staffMessages.tooManyPieces, { field: 'islemler' })
}

/**
 * Returns the items with prices. One without a price keeps its partner's, also under another name; a partner's 0, which
 * may be a gift, only under the same name. Any other gets the price list's, else the last use's, else 0.
 */
export const keepPrices = (
  sent: readonly IslemInput[],
  { partners, suggested }: { partners: Partners; suggested: ReadonlyMap<string, Kurus> },
): PricedInput[] =>
  sent.map((item, index) => {
    if (isPriced(item)) return item
    const key = itemKey(item.islem_adi)
    const partner = partners[index]
    const keeps = partner !== undefined && (partner.fiyat_kurus > 0 || partner.islem_adi_upper === key)
    return { ...item, fiyat_kurus: keeps ? partner.fiyat_kurus : (suggested.get(key) ?? 0) }
  })
