import type { Insertable, Selectable } from 'kysely'

import {
  splitByStatement,
  isSame,
  ownRows,
  type ShopCtx,
  updateOwn,
  inSameShop,
  visitRows,
} from '#server/platform/core/own-rows.ts'
import { compiled } from '#server/platform/db/compiled.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { addDays, type Day, type DayRange, monthOf, monthRange } from '#shared/date.ts'
import { itemSearchText } from '#shared/item/rules.ts'

type Item = Pick<
  Selectable<DB['islem']>,
  'position' | 'islem_adi' | 'islem_adi_upper' | 'islem_adet' | 'fiyat_kurus' | 'kind'
>
/** A record's day and items. */
type ItemUses = { day: Day; islemler: readonly Item[] }
type Row = Omit<Insertable<DB['item_memory']>, 'shop_id'>

/** A day before every record, so that a row with it never counts as the last use. */
const NEVER = '1900-01-01'
/** The last use of a name that the record no longer has. */
const NO_USE = { last_day: NEVER, last_kayit_id: 0, price_kurus: 0, uses: 0 }

/**
 * Updates the names of the shop's work items after one change of a record; `null` when there was or is none. It runs
 * after the totals, which tell the months of earlier uses, and locks its rows in one order. Unlike the totals it never
 * refuses a save: `npm run rebuild` corrects wrong counts.
 */
export async function updateItemMemory(
  ctx: ShopCtx,
  kayitId: number,
  { before, after }: { before: ItemUses | null; after: ItemUses | null },
): Promise<void> {
  const changes = changedNames(kayitId, before, after)
  if (changes.length === 0) return
  const isEarlier = before !== null && after !== null && after.day < before.day
  const own = changes.map((row) => ({ ...row, shop_id: ctx.actor.shop }))
  const stored = await upsertNames(ctx.db, own)
  // A new record only adds, and its commit may be sent already, so no statement may follow.
  if (before === null) return
  const unused = stored.filter(({ uses }) => uses <= 0).map(({ name_key }) => name_key)
  if (unused.length > 0) await removeNames(ctx, unused)
  const losesPrice = ({ name_key, price_kurus }: Row) => price_kurus === 0 && isPriced(before, name_key)
  const left = new Set(
    changes.filter((row) => row.last_day === NEVER || isEarlier || losesPrice(row)).map(keyOf),
  )
  const stale = stored.filter(
    ({ name_key, uses, last_kayit_id }) => uses > 0 && last_kayit_id === kayitId && left.has(name_key),
  )
  if (stale.length === 0) return
  for (const { name_key, ...last } of await lastUses(ctx, stale.map(keyOf)))
    await updateOwn(ctx, 'item_memory').set(last).where('name_key', '=', name_key).execute()
}

const isPriced = (used: ItemUses | null, key: string) =>
  used?.islemler.some(({ islem_adi_upper, fiyat_kurus }) => islem_adi_upper === key && fiyat_kurus > 0) ===
  true

const keyOf = ({ name_key }: { name_key: string }) => name_key

/** Returns the rows to add: the difference in uses, and the record's last use of the name, if it has one. */
function changedNames(kayitId: number, before: ItemUses | null, after: ItemUses | null): Row[] {
  const [was, is] = [namesOf(kayitId, before), namesOf(kayitId, after)]
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((name_key) => name_key !== '' && !isSameUse(was.get(name_key), is.get(name_key)))
    .sort()
    .flatMap((name_key) => {
      const gone = was.get(name_key)
      const use = is.get(name_key) ?? (gone && { ...gone, ...NO_USE })
      return use === undefined
        ? []
        : [{ ...use, search_text: itemSearchText(use.name), uses: use.uses - (gone?.uses ?? 0) }]
    })
}

/** Returns the number of uses of each name in a record, and its last item, preferably one with a price. */
const namesOf = (kayitId: number, used: ItemUses | null) =>
  countUses(
    workOf(used).map((item) => ({
      name_key: item.islem_adi_upper,
      name: item.islem_adi,
      price_kurus: item.fiyat_kurus,
      quantity: item.islem_adet,
      last_day: used?.day ?? NEVER,
      last_kayit_id: kayitId,
    })),
  )

/** Returns the items in their order, without a discount, whose name nobody types. */
const workOf = (used: ItemUses | null): readonly Item[] =>
  used?.islemler.filter(({ kind }) => kind === 'work').toSorted((a, b) => a.position - b.position) ?? []

type Use = ReturnType<ReturnType<typeof namesOf>['get']>

const isSameUse = (was: Use, is: Use): boolean => was !== undefined && is !== undefined && isSame(was, is)

/** Columns that a new last use replaces. The record comes first: pg-mem compares the others with values already set. */
const LAST = ['last_kayit_id', 'name', 'search_text', 'price_kurus', 'quantity', 'last_day'] as const

const upsertNames = compiled((db, rows: Insertable<DB['item_memory']>[]) =>
  db
    .insertInto('item_memory')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['shop_id', 'name_key']).doUpdateSet((eb) => {
        const isLater = eb('excluded.last_day', '>=', eb.ref('item_memory.last_day'))
        const isPriced = eb('excluded.price_kurus', '>', 0)
        const isFree = eb('item_memory.price_kurus', '=', 0)
        // A use with a price counts as later than every use without one.
        const isLast = eb.or([
          eb.and([isLater, eb.or([isPriced, isFree])]),
          eb.and([isPriced, isFree]),
          eb('excluded.last_kayit_id', '=', eb.ref('item_memory.last_kayit_id')),
        ])
        const last = (name: (typeof LAST)[number]) =>
          eb
            .case()
            .when(isLast)
            .then(eb.ref(`excluded.${name}`))
            .else(eb.ref(`item_memory.${name}`))
            .end()
        return {
          ...Object.fromEntries(LAST.map((name) => [name, last(name)])),
          uses: eb('item_memory.uses', '+', eb.ref('excluded.uses')),
        }
      }),
    )
    .returning(['name_key', 'uses', 'last_kayit_id']),
)

async function removeNames({ db, actor }: ShopCtx, keys: readonly string[]): Promise<void> {
  await db
    .deleteFrom('item_memory')
    .where('shop_id', '=', actor.shop)
    .where('name_key', 'in', keys)
    .where('uses', '<=', 0)
    .execute()
}

/** The last use of a name with a price above 0; without one its last use (decisions §7: ₺0 is no price). */
type LastUse = Omit<Insertable<DB['item_memory']>, 'shop_id' | 'uses'>

/** Counts the uses of each name, in their order, and keeps the last one; one without a price hides no price. */
function countUses<Use extends Pick<LastUse, 'name_key' | 'price_kurus'>>(
  uses: readonly Use[],
  counted = new Map<string, Use & { uses: number }>(),
) {
  for (const use of uses) {
    const known = counted.get(use.name_key)
    const last = known !== undefined && use.price_kurus === 0 && known.price_kurus > 0 ? known : use
    counted.set(use.name_key, { ...last, uses: (known?.uses ?? 0) + 1 })
  }
  return counted
}

/** Returns the last uses of names in the shop's records; reads the months of their totals, the newest first. */
async function lastUses(shop: ShopCtx, keys: readonly string[]): Promise<LastUse[]> {
  const months = await ownRows(shop, 'operation_totals')
    .where('islem_adi_upper', 'in', keys)
    .select(['islem_adi_upper', 'month'])
    .orderBy('month', 'desc')
    .execute()
  const found = new Map<string, LastUse>()
  const hasNoPrice = (key: string) => (found.get(key)?.price_kurus ?? 0) === 0
  for (const [first, names] of Map.groupBy(months, ({ month }) => month)) {
    const wanted = names.map(({ islem_adi_upper }) => islem_adi_upper).filter(hasNoPrice)
    if (wanted.length === 0) continue
    const { year, month } = monthOf(first)
    const { from, until } = monthRange(year, month)
    for (const [key, { uses: _count, ...use }] of countUses(
      await usesIn(shop, { from, to: addDays(until, -1) }, wanted),
    ))
      if (use.price_kurus > 0 || !found.has(key)) found.set(key, use)
  }
  return [...found.values()]
}

/** Returns the uses of names (all, without `keys`) in the live records of some days, the last one at the end. */
async function usesIn(shop: ShopCtx, { from, to }: DayRange, keys?: readonly string[]): Promise<LastUse[]> {
  let query = visitRows(shop)
    .innerJoin('islem', inSameShop('islem.kayit_id', 'kayit.id'))
    .where('kayit.day', '>=', from)
    .where('kayit.day', '<=', to)
    .where('islem.kind', '=', 'work')
  if (keys !== undefined) query = query.where('islem.islem_adi_upper', 'in', keys)
  const rows = await query
    .orderBy('kayit.day')
    .orderBy('kayit.id')
    .orderBy('islem.position')
    .select(['day as last_day', 'kayit.id as last_kayit_id', 'islem_adi_upper as name_key'])
    .select(['islem_adi as name', 'fiyat_kurus as price_kurus', 'islem_adet as quantity'])
    .execute()
  return rows.map((row) => ({ ...row, search_text: itemSearchText(row.name) }))
}

/** Days per query: some thousand items of a large shop. */
const DAYS = 31

/**
 * Recounts the names of the shop's work items in the open transaction. Saves may run beside it: this waits for names
 * that they have locked, and they wait for names that it has removed.
 */
export async function recountItemMemory(shop: ShopCtx): Promise<void> {
  const { db, actor } = shop
  await db.deleteFrom('item_memory').where('shop_id', '=', actor.shop).execute()
  const counted = await countNames(shop)
  const rows = [...counted.values()].map((row) => ({ ...row, shop_id: actor.shop }))
  // A name that a save has stored meanwhile is correct already.
  for (const batch of splitByStatement(rows))
    await db
      .insertInto('item_memory')
      .values(batch)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

async function countNames(shop: ShopCtx) {
  const names: ReturnType<typeof countUses<LastUse>> = new Map()
  const { first, last } = await visitRows(shop)
    .select((eb) => [eb.fn.min<Day | null>('day').as('first'), eb.fn.max<Day | null>('day').as('last')])
    .executeTakeFirstOrThrow()
  if (first === null || last === null) return names
  for (let from: Day = first; from <= last; from = addDays(from, DAYS))
    countUses(await usesIn(shop, { from, to: addDays(from, DAYS - 1) }), names)
  names.delete('')
  return names
}
