import { type UserCtx, today, redactFor } from '#server/platform/core/context.ts'
import { liveRows, ownRows, inSameShop, visitRows } from '#server/platform/core/own-rows.ts'
import { hasCarKey, rootOf } from '#server/directory/links.ts'
import type { Day } from '#shared/date.ts'
import { itemWords, rankNames } from '#shared/item/rules.ts'
import type { SuggestInput, Suggestion, Suggestions } from '#shared/item/schema.ts'
import { pickVehicle, vehicleKeys } from '#shared/vehicle/rules.ts'

import { hasWords } from './prices.ts'

/** Shorter texts find nothing. */
const MIN_LENGTH = 2
const MOST = 8
/** The most used names among which the best are found; a longer text has fewer. */
const COMPARED = 500

/**
 * Names of work items for a typed beginning of one of their words, at most eight: those of the price list first, with
 * its price, then those that were used before, by how well they match and how often and lately they were used.
 */
export async function suggestItems(ctx: UserCtx, input: SuggestInput): Promise<Suggestions> {
  const words = itemWords(input.q)
  if (words.join('').length < MIN_LENGTH) return { items: [] }
  const listed = await liveRows(ctx, 'item_price').where(hasWords(words)).select(NAMED).execute()
  const used = await ownRows(ctx, 'item_memory')
    .where(hasWords(words))
    .orderBy('uses', 'desc')
    .orderBy('name_key')
    .limit(COMPARED)
    .select([...NAMED, 'uses', 'last_day'])
    .execute()
  const usedOf = new Map(used.map((row) => [row.name_key, row]))
  const ranked = (rows: typeof listed, source: Suggestion['source']) =>
    rankNames(
      rows.map((row) => ({ ...row, source, use: usedOf.get(row.name_key) })),
      input.q,
      today(ctx),
    )
  const onList = new Set(listed.map(({ name_key }) => name_key))
  const unlisted = used.filter(({ name_key }) => !onList.has(name_key))
  const chosen = [...ranked(listed, 'list'), ...ranked(unlisted, 'used')].slice(0, MOST)
  const names = chosen.map(({ name_key }) => name_key)
  const carDays = await daysOnCar(ctx, input, names)
  const items = chosen.map(({ name, name_key, price_kurus, quantity, source, use }): Suggestion => ({
    name,
    price_kurus: price_kurus || (use?.price_kurus ?? 0),
    quantity,
    source,
    last_day: use?.last_day ?? null,
    car_day: carDays.get(name_key) ?? null,
  }))
  return redactFor(ctx, { items })
}

const NAMED = ['name', 'name_key', 'price_kurus', 'quantity'] as const

/** Returns the last day on which another record of the car used each name. */
async function daysOnCar(
  ctx: UserCtx,
  { plate, vin, kayit_id }: SuggestInput,
  names: readonly string[],
): Promise<Map<string, Day>> {
  const keys = vehicleKeys({ plate, vin })
  if (names.length === 0 || (keys.plate_key === '' && keys.vin_key === '')) return new Map()
  const cars = await ownRows(ctx, 'vehicle')
    .where(hasCarKey(keys))
    .select(['id', 'plate_key', 'vin_key', 'seen_day', 'merged_into'])
    .execute()
  const car = pickVehicle(cars, keys)
  if (car === undefined) return new Map()
  const uses = await visitRows(ctx)
    .innerJoin('islem', inSameShop('islem.kayit_id', 'kayit.id'))
    .innerJoin('vehicle', inSameShop('vehicle.id', 'kayit.vehicle_id'))
    .where((eb) => eb.or([eb('vehicle.id', '=', rootOf(car)), eb('vehicle.merged_into', '=', rootOf(car))]))
    .where('kayit.id', '<>', kayit_id)
    .where('islem.islem_adi_upper', 'in', names)
    .groupBy('islem_adi_upper')
    .select((eb) => ['islem_adi_upper', eb.fn.max('day').as('day')])
    .execute()
  return new Map(uses.map(({ islem_adi_upper, day }) => [islem_adi_upper, day]))
}
