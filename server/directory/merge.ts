import { sql } from 'kysely'

import { AppError } from '#shared/errors.ts'
import type { Merged } from '#shared/history/schema.ts'
import { messages } from '#shared/messages.ts'

import { recordChange } from '#server/platform/core/changes.ts'
import { inTransaction, type UserCtx } from '#server/platform/core/context.ts'
import { ownRows, type ShopCtx, updateOwn } from '#server/platform/core/own-rows.ts'
import { type LinkName, lockLinks, rootColumn, rootOf } from './links.ts'
import { endLinkedShares } from './shares.ts'
import { recountVisits } from './visit-totals.ts'

/** Returns the refusal of a car or customer that does not exist, or belongs to another shop. */
export const linkedNotFound = (name: LinkName) =>
  new AppError('NOT_FOUND', name === 'vehicle' ? messages.vehicleNotFound : messages.customerNotFound)

/** Returns the id of the row that stands for `id`, then those of the rows merged into it. Throws NOT_FOUND. */
export async function idsOf(ctx: ShopCtx, name: LinkName, id: number): Promise<[number, ...number[]]> {
  const rows = ownRows(ctx, name)
  const found = await rows.where('id', '=', id).select(['id', 'merged_into']).executeTakeFirst()
  if (found === undefined) throw linkedNotFound(name)
  const root = rootOf(found)
  const merged = await rows.where('merged_into', '=', root).orderBy('id').select('id').execute()
  return [root, ...merged.map((one) => one.id)]
}

/** Returns these cars or customers and the ones merged into them, each with the row that stands for it (`root`). */
export const membersOf = (ctx: UserCtx, name: LinkName, roots: readonly number[]) =>
  ownRows(ctx, name)
    .where((eb) => {
      const given = eb.fn.any(eb.val([...roots]))
      return eb.or([eb('id', '=', given), eb('merged_into', '=', given)])
    })
    .select(['id', rootColumn(name).as('root')])
    .execute()

/** Throws INVALID if one of them was erased: merging would give its records a person again. */
export async function requireUnerased(ctx: UserCtx, name: LinkName, ids: readonly number[]): Promise<void> {
  const erased = await ownRows(ctx, name)
    .where('id', 'in', [...ids])
    .where('erased_at', 'is not', null)
    .select('id')
    .execute()
  if (erased.length > 0) throw new AppError('INVALID', messages.erasedStaysApart)
}

/**
 * Merges one car or customer into another, which then shows its visits and gets later visits with its plate, phone or
 * number. `separateLinked` with the returned `parts`, the rows merged into it before, undoes it. Throws NOT_FOUND, and
 * INVALID for a merge with itself or with an erased row.
 */
export function mergeLinked(
  ctx: UserCtx,
  name: LinkName,
  { id, into }: { id: number; into: number },
): Promise<Merged> {
  return inTransaction(ctx, async (trx) => {
    await lockLinks(trx)
    const [root] = await idsOf(trx, name, into)
    const [part, ...merged] = await idsOf(trx, name, id)
    if (part === root) throw new AppError('INVALID', messages.mergeWithItself)
    const titles = await lockRows(trx, name, [root, part, ...merged])
    await requireUnerased(trx, name, [root, part])
    await setRoot(trx, name, { ids: [part, ...merged], root })
    await endLinkedShares(trx, name, [root, part, ...merged])
    await recordChange(trx, { verb: 'merge', ...mergeEntry(name, titles, { id: part, root }) })
    await recountVisits(trx, name, [part, root])
    return { id: root, parts: merged }
  })
}

/** Makes a merged car or customer independent again, with `parts` of its row. Throws NOT_FOUND. */
export function separateLinked(
  ctx: UserCtx,
  name: LinkName,
  { id, parts = [] }: { id: number; parts?: readonly number[] },
): Promise<{ id: number }> {
  return inTransaction(ctx, async (trx) => {
    await lockLinks(trx)
    const [root, ...merged] = await idsOf(trx, name, id)
    const along = root === id ? [] : merged.filter((part) => part !== id && parts.includes(part))
    const titles = await lockRows(trx, name, [root, id, ...along])
    await setRoot(trx, name, { ids: [id], root: null })
    await setRoot(trx, name, { ids: along, root: id })
    if (root !== id) await endLinkedShares(trx, name, [root, id, ...along])
    if (root !== id) await recordChange(trx, { verb: 'separate', ...mergeEntry(name, titles, { id, root }) })
    await recountVisits(trx, name, [id, root])
    return { id }
  })
}

const mergeEntry = (
  name: LinkName,
  titles: ReadonlyMap<number, string>,
  { id, root }: { id: number; root: number },
) => ({
  noun: name,
  id,
  title: titles.get(id) ?? '',
  detail: { other: titles.get(root) ?? '' },
  ...(name === 'customer' ? { customer_id: id, other_customer_id: root } : { vehicle_id: root }),
})

async function setRoot(
  ctx: UserCtx,
  name: LinkName,
  { ids, root }: { ids: readonly number[]; root: number | null },
): Promise<void> {
  if (ids.length === 0) return
  await updateOwn(ctx, name)
    .set({ merged_into: root })
    .where('id', 'in', [...ids])
    .execute()
}

/** Titles in the change log: a car's plate or else chassis number, and a customer's name. */
const TITLES = {
  vehicle: sql<string>`case when plate = '' then vin else plate end`,
  customer: sql.ref<string>('name'),
}

/** Locks the rows in the order of their ids, as saves do, and returns their titles. */
async function lockRows(ctx: UserCtx, name: LinkName, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await ownRows(ctx, name)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .select(['id', TITLES[name].as('title')])
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}
