import type { Selectable } from 'kysely'

import { difference, saidIn, type Shop } from '#server/core/batches.ts'
import { hasOtherRecord, lockLinks, rootOf } from '#server/core/links.ts'
import type { CustomerTable } from '#server/db/schema.ts'
import { type CustomerFacts, customerKeys, isSameCustomer, pickCustomer } from '#shared/customer/rules.ts'
import type { Day } from '#shared/date.ts'
import { digitsIn, foldName, foldPlain, sortKey } from '#shared/turkish.ts'

export const COLUMNS = [
  'id',
  'name',
  'name_key',
  'phone',
  'phone_key',
  'tax_no',
  'tax_key',
  'ara_ad',
  'ara_no',
  'ara_yalin',
  'name_sira',
  'seen_day',
  'merged_into',
] as const

type Customer = Pick<Selectable<CustomerTable>, (typeof COLUMNS)[number]>

/**
 * A visit: what its record says of the customer, its day, and the car; `taken` is the customer that its form took over.
 */
export type Visit = { facts: CustomerFacts; day: Day; vehicleId: number; taken?: number | undefined }
type Said = { facts: Partial<CustomerFacts>; day: Day }

/** The customer of a visit, found or stored; what the visit says of them replaces what an earlier one said. */
export async function customerOf(ctx: Shop, visit: Visit): Promise<number> {
  const known = await knownCustomer(ctx, visit)
  if (known !== undefined && changeBy(...known) === null) return rootOf(known[0])
  await lockLinks(ctx)
  const customer = await knownCustomer(ctx, visit)
  return customer === undefined ? addCustomer(ctx, visit) : describe(ctx, ...customer)
}

/**
 * The same for a changed record, whose customer was `id`: what no other customer has is a correction where this is the
 * customer's only record; otherwise it is another customer.
 */
export async function customerOfChanged(
  ctx: Shop,
  id: number,
  visit: Visit & { kayitId: number; isSameCustomer: boolean },
): Promise<number> {
  await lockLinks(ctx)
  const customer = visit.isSameCustomer
    ? await customerAt(ctx, id)
    : ((await findCustomer(ctx, visit)) ?? (await onlyVisiting(ctx, id, visit.kayitId)))
  return customer === undefined ? addCustomer(ctx, visit) : describe(ctx, customer, visit)
}

/**
 * The customer that the form took over, otherwise the one of its texts; with what the visit says of them. Whom the one
 * taken over was merged into is described only by what was typed since.
 */
async function knownCustomer(ctx: Shop, visit: Visit): Promise<[Customer, Said] | undefined> {
  const { taken: id = 0 } = visit
  const taken = id === 0 ? undefined : await customerAt(ctx, id)
  const customer = taken ?? (await findCustomer(ctx, visit))
  if (taken === undefined || taken.merged_into === null) return customer && [customer, visit]
  const root = await customerAt(ctx, taken.merged_into)
  return root && [root, { ...visit, facts: difference(taken, visit.facts) ?? {} }]
}

/** The shop's customer of the visit. */
async function findCustomer(ctx: Shop, { facts, vehicleId }: Visit): Promise<Customer | undefined> {
  const keys = customerKeys(facts)
  const { phone_key, tax_key, name_key } = keys
  const customers =
    phone_key === '' && tax_key === ''
      ? []
      : await customersOf(ctx)
          .where((eb) =>
            eb.or([
              ...(tax_key === '' ? [] : [eb('tax_key', '=', tax_key)]),
              ...(phone_key === '' ? [] : [eb.and({ phone_key, name_key })]),
            ]),
          )
          .execute()
  return pickCustomer(customers, keys) ?? lastOf(ctx, vehicleId, keys)
}

/** The car's last customer, if it is this one. */
async function lastOf(
  ctx: Shop,
  vehicleId: number,
  keys: ReturnType<typeof customerKeys>,
): Promise<Customer | undefined> {
  const last = await ctx.db
    .selectFrom('kayit')
    .where('user_id', '=', ctx.actor.shop)
    .where('vehicle_id', '=', vehicleId)
    .where('customer_id', 'is not', null)
    .orderBy('gun', 'desc')
    .orderBy('id', 'desc')
    .select('customer_id')
    .limit(1)
    .executeTakeFirst()
  if (last === undefined) return undefined
  const customer = await customersOf(ctx).where('id', '=', last.customer_id).executeTakeFirst()
  return customer !== undefined && isSameCustomer(customer, keys) ? customer : undefined
}

/** The customer, if no other record has it. */
const onlyVisiting = async (ctx: Shop, id: number, kayitId: number): Promise<Customer | undefined> =>
  (await hasOtherRecord(ctx, 'customer', { id, kayitId })) ? undefined : customerAt(ctx, id)

const customerAt = (ctx: Shop, id: number): Promise<Customer | undefined> =>
  customersOf(ctx).where('id', '=', id).executeTakeFirst()

/** Of the shop; they are not removed until the end of the transaction. */
const customersOf = ({ db, actor }: Shop) =>
  db.selectFrom('customer').where('user_id', '=', actor.shop).select(COLUMNS).forKeyShare()

/** Stores a new customer; the shop's links must be locked. */
export async function addCustomer(
  { db, actor }: Shop,
  { facts, day }: Pick<Visit, 'facts' | 'day'>,
): Promise<number> {
  const { id } = await db
    .insertInto('customer')
    .values({ user_id: actor.shop, ...facts, ...derivedOf(facts), seen_day: day })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function describe({ db, actor }: Shop, customer: Customer, visit: Said): Promise<number> {
  const change = changeBy(customer, visit)
  if (change !== null)
    await db
      .updateTable('customer')
      .set(change)
      .where('user_id', '=', actor.shop)
      .where('id', '=', customer.id)
      .execute()
  return rootOf(customer)
}

/** The texts by which a customer is found, searched and sorted. */
export function derivedOf(facts: CustomerFacts) {
  const { name, phone, tax_no } = facts
  return {
    ...customerKeys(facts),
    ara_ad: foldName(name),
    ara_no: `${digitsIn(phone)} ${digitsIn(tax_no)}`,
    ara_yalin: foldPlain(name),
    name_sira: sortKey(name),
  }
}

/**
 * What a visit changes in the customer's description: the latest one wins, and what it leaves empty stays. One that
 * was merged into another stays as it was, so that it goes on being found.
 */
function changeBy(customer: Customer, { facts, day }: Said): Partial<Customer> | null {
  if (day < customer.seen_day || customer.merged_into !== null) return null
  const described = { ...customer, ...saidIn(facts) }
  const change = difference(customer, { ...described, ...derivedOf(described) })
  return change && { ...change, seen_day: day }
}
