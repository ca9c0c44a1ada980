import { type UserCtx, seesPrices } from '#server/platform/core/context.ts'
import { suggestedPrices } from '#server/item/prices.ts'
import { AppError } from '#shared/errors.ts'
import { itemKey } from '#shared/item/rules.ts'
import type { IslemInput } from '#shared/kayit/schema.ts'
import { type Kurus, MAX_UNPRICED_PIECES } from '#shared/money.ts'
import { staffMessages } from '#shared/staff/messages.ts'

import type { StoredRow } from './items.ts'

/** An item to save with the price that counts. */
export type PricedInput = IslemInput & { fiyat_kurus: Kurus }

/** What the prices of sent items are decided from. */
export type PriceState = {
  seesPrices: boolean
  stored: readonly StoredRow[]
  /** Those of the price list and of last uses, by the folded name. */
  suggested: ReadonlyMap<string, Kurus>
}

/** The items as the caller may send them: who sees no prices sends none, whatever the call holds. */
export const acceptedItems = (
  ctx: UserCtx,
  sent: readonly IslemInput[] | undefined,
): IslemInput[] | undefined => (seesPrices(ctx) ? sent?.slice() : sent?.map(withoutPrice))

const withoutPrice = ({ fiyat_kurus: _ignored, ...item }: IslemInput): IslemInput => item

/** Reads the prices of the price list and of last uses for the items without one. */
export function readPrices(ctx: UserCtx, sent: readonly IslemInput[] = []): Promise<Map<string, Kurus>> {
  const unpriced = sent.filter((item) => !isPriced(item))
  return suggestedPrices(ctx, [...new Set(unpriced.map(({ islem_adi }) => itemKey(islem_adi)))])
}

/**
 * The sent items with the prices that count: those that who sees prices sent, or, of items without one, those of
 * `keepPrices`. Throws INVALID as `requireFewPieces`.
 */
export function planPrices(sent: readonly IslemInput[], state: PriceState): PricedInput[] {
  const items = state.seesPrices ? sent : sent.map(withoutPrice)
  if (items.every(isPriced)) return [...items]
  const partners = partnersOf(items, state.stored)
  if (!state.seesPrices) requireFewPieces(items, partners)
  return keepPrices(items, { partners, suggested: state.suggested })
}

const isPriced = (item: IslemInput): item is PricedInput => item.fiyat_kurus !== undefined

type Partners = readonly (StoredRow | undefined)[]

/**
 * The stored item of each sent one: that of its id, else, as an integrator sends items without ids, one of the same name
 * and quantity, else one of the same folded name. Each is the partner of one item.
 */
export function partnersOf(sent: readonly IslemInput[], stored: readonly StoredRow[]): Partners {
  const free = new Map(stored.toSorted((a, b) => a.position - b.position).map((item) => [item.id, item]))
  const partners = sent.map(({ id }) => {
    const item = free.get(id)
    free.delete(id)
    return item
  })
  // By the quantity first: else two such items swap their prices, and the change log tells whether those are equal.
  for (const [keyOfStored, keyOfSent] of [
    [lineKey, lineKey],
    [(item: StoredRow) => item.islem_adi_upper, (item: IslemInput) => itemKey(item.islem_adi)],
  ] as const) {
    const left = Map.groupBy(free.values(), keyOfStored)
    sent.forEach((item, place) => {
      if (partners[place] !== undefined || isPriced(item)) return
      const found = left.get(keyOfSent(item))?.shift()
      if (found === undefined) return
      partners[place] = found
      free.delete(found.id)
    })
  }
  return partners
}

const lineKey = ({ islem_adi, islem_adet }: Pick<StoredRow, 'islem_adi' | 'islem_adet'>) =>
  `${islem_adet} ${islem_adi}`

/**
 * A record's total has a limit, and whether a hidden price exceeds it would tell that price to whoever chooses the
 * quantities. So many pieces never reach it; where there are more, none may be added. Throws INVALID.
 */
function requireFewPieces(sent: readonly IslemInput[], partners: Partners): void {
  const pieces = sent.reduce((sum, { islem_adet }) => sum + islem_adet, 0)
  const isMore = ({ islem_adet }: IslemInput, place: number) =>
    islem_adet > (partners[place]?.islem_adet ?? 0)
  if (pieces > MAX_UNPRICED_PIECES && sent.some(isMore))
    throw new AppError('INVALID', staffMessages.tooManyPieces, { field: 'islemler' })
}

/**
 * An item without a price keeps that of its partner, also under another name; 0 only under its own, because it may be a
 * gift. Any other has that of the price list or of the last use of its folded name, else 0.
 */
export const keepPrices = (
  sent: readonly IslemInput[],
  { partners, suggested }: { partners: Partners; suggested: ReadonlyMap<string, Kurus> },
): PricedInput[] =>
  sent.map((item, place) => {
    if (isPriced(item)) return item
    const key = itemKey(item.islem_adi)
    const partner = partners[place]
    const keeps = partner !== undefined && (partner.fiyat_kurus > 0 || partner.islem_adi_upper === key)
    return { ...item, fiyat_kurus: keeps ? partner.fiyat_kurus : (suggested.get(key) ?? 0) }
  })
