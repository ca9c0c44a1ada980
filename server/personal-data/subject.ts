import { sql, type SqlBool } from 'kysely'

import { idsOf } from '#server/directory/merge.ts'
import { type ShopCtx, ownRows, inSameShop } from '#server/platform/core/own-rows.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { type LinkName, lockErasures, lockLinks, rootColumn, rootOf } from '#server/directory/links.ts'
import { RowsChangedError } from '#server/platform/core/retry.ts'
import { pickCustomer } from '#shared/customer/rules.ts'

/** The rows of one person, or of several who are erased together, by their ids. */
export type Subject = {
  /** The customers, with those that were merged into them. */
  customers: number[]
  /** Their records, and their records in the trash. */
  records: number[]
  deleted: number[]
  /** Their cars without, and with, another customer who is not erased. */
  vehicles: number[]
  shared: number[]
}

/** Returns the condition that a column is one of many ids. They are one array, because parameters are limited. */
export const isOneOf = (column: string, ids: readonly number[]) =>
  ids.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`${sql.ref(column)} = any(${[...ids]})`

/** Returns the same for texts. The indexes of keys exclude empty ones, so the condition must exclude them as well. */
export const isKeyOf = (column: string, keys: readonly string[]) =>
  keys.length === 0
    ? sql<SqlBool>`false`
    : sql<SqlBool>`${sql.ref(column)} <> '' and ${sql.ref(column)} = any(${[...keys]})`

export const idsIn = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id)

/** Returns the ids of records, grouped by whether they are in the trash. */
export const splitByTrash = (rows: readonly { id: number; deleted_at: Date | null }[]) => ({
  records: idsIn(rows.filter(({ deleted_at }) => deleted_at === null)),
  deleted: idsIn(rows.filter(({ deleted_at }) => deleted_at !== null)),
})

/** Returns the rows of these customers; `customers` must include those that were merged into them. */
export async function subjectOf(shop: ShopCtx, customers: readonly number[]): Promise<Subject> {
  const rows = await ownRows(shop, 'kayit')
    .where(isOneOf('customer_id', customers))
    .orderBy('id')
    .select(['id', 'vehicle_id', 'deleted_at'])
    .execute()
  const seen = [...new Set(rows.flatMap(({ vehicle_id }) => vehicle_id ?? []))]
  return {
    customers: [...customers],
    ...splitByTrash(rows),
    ...(await carsOf(shop, { customers, seen })),
  }
}

/** Returns the seen cars and those merged with them, grouped by whether other customers came with them. */
export async function carsOf(
  shop: ShopCtx,
  { customers, seen }: { customers: readonly number[]; seen: readonly number[] },
): Promise<Pick<Subject, 'vehicles' | 'shared'>> {
  if (seen.length === 0) return { vehicles: [], shared: [] }
  const cars = ownRows(shop, 'vehicle').select(['id', 'merged_into'])
  const roots = [...new Set((await cars.where(isOneOf('id', seen)).execute()).map(rootOf))]
  const family = await cars
    .where((eb) => eb.or([isOneOf('id', roots), isOneOf('merged_into', roots)]))
    .orderBy('id')
    .execute()
  const visits = await ownRows(shop, 'kayit')
    .leftJoin('customer', inSameShop('customer.id', 'kayit.customer_id'))
    .where(isOneOf('kayit.vehicle_id', idsIn(family)))
    .where('customer.erased_at', 'is', null)
    .groupBy(['vehicle_id', 'customer_id'])
    .select(['vehicle_id', 'customer_id'])
    .execute()
  const theirs = new Set(customers)
  const others = new Set(
    visits
      .filter(({ customer_id }) => customer_id === null || !theirs.has(customer_id))
      .map(({ vehicle_id }) => vehicle_id),
  )
  const sharedRoots = new Set(family.filter(({ id }) => others.has(id)).map(rootOf))
  const own = new Set(seen)
  // A car that they did not come with goes along only if no car of its family is shared.
  const isOwn = (car: (typeof family)[number]) =>
    !others.has(car.id) && (own.has(car.id) || !sharedRoots.has(rootOf(car)))
  return { vehicles: idsIn(family.filter(isOwn)), shared: seen.filter((id) => others.has(id)) }
}

/** Returns the customers with their merge families: their roots, and everyone merged into these. */
export async function familiesOf(shop: ShopCtx, ids: readonly number[]): Promise<number[]> {
  const customers = ownRows(shop, 'customer').orderBy('id')
  const roots = await customers.where(isOneOf('id', ids)).select(rootColumn('customer').as('id')).execute()
  const merged = await customers
    .where(isOneOf('merged_into', idsIn(roots)))
    .select('id')
    .execute()
  return [...new Set(idsIn([...roots, ...merged]))]
}

/**
 * Returns the ids of all rows of one person: the customer, those merged into it, and those with the same keys, which an
 * older version stored apart. The first id stands for all. Throws NOT_FOUND.
 */
export async function personOf(ctx: UserCtx, id: number): Promise<[number, ...number[]]> {
  let [root, ...others] = await idsOf(ctx, 'customer', id)
  for (;;) {
    const same = await lookAlikesOf(ctx, [root, ...others])
    if (same.length === 0) return [root, ...others]
    others = [...others, ...(await familiesOf(ctx, same))]
  }
}

/** Returns the shop's other customers with an equal tax number, or with an equal phone and name. */
async function lookAlikesOf(ctx: UserCtx, ids: readonly number[]): Promise<number[]> {
  const unerased = ownRows(ctx, 'customer')
    .where('erased_at', 'is', null)
    .select(['id', 'name_key', 'phone_key', 'tax_key'])
  const own = await unerased.where(isOneOf('id', ids)).execute()
  const candidates = await unerased
    .where((eb) => eb.not(isOneOf('id', ids)))
    .where((eb) =>
      eb.or([isKeyOf('tax_key', keysIn(own, 'tax_key')), isKeyOf('phone_key', keysIn(own, 'phone_key'))]),
    )
    .execute()
  return idsIn(candidates.filter((one) => own.some((keys) => pickCustomer([one], keys) !== undefined)))
}

const keysIn = <Name extends string>(rows: readonly Record<Name, string>[], name: Name) =>
  [...new Set(rows.map((row) => row[name]))].filter((key) => key !== '')

/**
 * Returns the subject, locked in the order of saves: records, erasures, links, customers, cars. `readCustomers` reads the
 * customers before the locks, and again when no save can merge them or add a visit. Throws RowsChangedError if it then
 * finds an unlocked record, because locking that out of order could deadlock with saves.
 */
export async function lockSubject(shop: ShopCtx, readCustomers: () => Promise<number[]>): Promise<Subject> {
  const locked = new Set(await lockRows(shop, 'kayit', { column: 'customer_id', ids: await readCustomers() }))
  await lockErasures(shop)
  await lockLinks(shop)
  const customers = await readCustomers()
  await lockRows(shop, 'customer', { ids: customers })
  const subject = await subjectOf(shop, customers)
  if (![...subject.records, ...subject.deleted].every((id) => locked.has(id))) throw new RowsChangedError()
  await lockRows(shop, 'vehicle', { ids: subject.vehicles })
  return subject
}

/** Locks the shop's rows with these ids in the column; returns their ids. */
async function lockRows(
  shop: ShopCtx,
  table: LinkName | 'kayit',
  { column = 'id', ids }: { column?: string; ids: readonly number[] },
): Promise<number[]> {
  const rows = ownRows(shop, table).where(isOneOf(column, ids)).orderBy('id').select('id')
  return idsIn(await rows.forUpdate().execute())
}
