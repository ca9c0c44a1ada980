import { inStatements, type Shop } from '#server/platform/core/batches.ts'
import { liveRows } from '#server/platform/core/own-rows.ts'
import { addDays, type Day } from '#shared/date.ts'

import { isLastUse, type LastUse, usesIn } from './last-uses.ts'

/** The days that are read at once: some thousand items of a large shop. */
const DAYS = 31

/**
 * Counts the names of the shop's work items again, in the open transaction. Saves may run beside it: a name that they
 * store is locked until they end, and one that is removed here waits.
 */
export async function recountMemory(shop: Shop): Promise<void> {
  const { db, actor } = shop
  await db.deleteFrom('item_memory').where('shop_id', '=', actor.shop).execute()
  const counted = await countNames(shop)
  const rows = [...counted.values()].map((row) => ({ ...row, shop_id: actor.shop }))
  // A name that a save has stored meanwhile is right already.
  for (const batch of inStatements(rows))
    await db
      .insertInto('item_memory')
      .values(batch)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

type Counted = LastUse & { uses: number }

async function countNames(shop: Shop): Promise<Map<string, Counted>> {
  const names = new Map<string, Counted>()
  const { first, last } = await daysOf(shop)
  if (first === null || last === null) return names
  for (let from: Day = first; from <= last; from = addDays(from, DAYS))
    for (const use of await usesIn(shop, { from, to: addDays(from, DAYS - 1) })) {
      if (use.name_key === '') continue
      const known = names.get(use.name_key)
      const last = known !== undefined && !isLastUse(use.price_kurus, known.price_kurus) ? known : use
      names.set(use.name_key, { ...last, uses: (known?.uses ?? 0) + 1 })
    }
  return names
}

const daysOf = (shop: Shop) =>
  liveRows(shop, 'kayit')
    .select((eb) => [eb.fn.min<Day | null>('day').as('first'), eb.fn.max<Day | null>('day').as('last')])
    .executeTakeFirstOrThrow()
