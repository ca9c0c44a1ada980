import type { Insertable, Kysely, Selectable } from 'kysely'

import { difference, isSame, saidIn, type Shop } from '#server/platform/core/batches.ts'
import { inOrder } from '#server/platform/core/in-order.ts'
import { hasOtherRecord, lockLinks, rootOf } from '#server/directory/links.ts'
import { kept } from '#server/platform/db/kept.ts'
import type { CustomerTable, DB } from '#server/platform/db/schema.ts'
import { type CustomerFacts, customerKeys, isSameCustomer, pickCustomer } from '#shared/customer/rules.ts'
import type { Day } from '#shared/date.ts'
import { foldName, foldPlain, storedSortKey } from '#shared/turkish.ts'
import { phoneDigits } from '#shared/phone.ts'
import { digitsIn } from '#shared/text.ts'

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
  'erased_at',
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
  if (known !== undefined && isDescribed(...known)) return rootOf(known[0])
  const [, customer] = await inOrder(ctx, (one) => [lockLinks(one), knownCustomer(one, visit)])
  return customer === undefined ? addCustomer(ctx, visit) : describe(ctx, ...customer)
}

/**
 * The same for a changed record, whose customer was `id`: what no other customer has is a correction where this is the
 * customer's only record; otherwise it is another customer. `before` is what the record said until now.
 */
export async function customerOfChanged(
  ctx: Shop,
  id: number,
  visit: Visit & { kayitId: number; isSameCustomer: boolean; before: CustomerFacts },
): Promise<number> {
  const [, own] = await inOrder(ctx, (one) => [lockLinks(one), customerAt(one, id)])
  if (own !== undefined && own.erased_at !== null)
    return isSame(customerKeys(visit.facts), keysIn(own)) ? id : customerOf(ctx, visit)
  // One that was linked by hand stays while the name does, however they are named.
  const isNamed = own !== undefined && isSame(customerKeys(visit.before), keysIn(own))
  const customer = visit.isSameCustomer
    ? own
    : ((await findCustomer(ctx, visit)) ??
      (isNamed
        ? await onlyVisiting(ctx, { own, kayitId: visit.kayitId })
        : isSameName(visit)
          ? own
          : undefined))
  if (customer === undefined) return addCustomer(ctx, visit)
  const isOwn = customer.id === id
  if (own === undefined || (!isOwn && customer.id === rootOf(customer)) || rootOf(customer) !== rootOf(own))
    return describe(ctx, customer, visit)
  // The record stays with whom was merged, so that they can be separated again.
  if (isOwn && own.merged_into !== null) await write(ctx, own, visit)
  const root = own.merged_into === null ? own : await customerAt(ctx, own.merged_into)
  const facts = isOwn && isNamed && root === own ? visit.facts : missingIn(root, visit)
  if (root !== undefined) await write(ctx, root, { ...visit, facts })
  return id
}

const isSameName = ({ before, facts }: { before: CustomerFacts; facts: CustomerFacts }): boolean =>
  customerKeys(before).name_key === customerKeys(facts).name_key

const keysIn = ({ name_key, phone_key, tax_key }: Customer) => ({ name_key, phone_key, tax_key })

/** Of what was changed, only what the customer has not: the record names them otherwise than they are known. */
function missingIn(
  root: Customer | undefined,
  { before, facts }: { before: CustomerFacts; facts: CustomerFacts },
): Partial<CustomerFacts> {
  const { phone = '', tax_no = '' } = difference(before, facts) ?? {}
  return { ...(root?.phone === '' && { phone }), ...(root?.tax_no === '' && { tax_no }) }
}

/**
 * The customer that the form took over, otherwise the one of its texts; with what the visit says of them. Whom the one
 * taken over was merged into is described only by what was typed since.
 */
async function knownCustomer(ctx: Shop, visit: Visit): Promise<[Customer, Said] | undefined> {
  const { taken: id = 0 } = visit
  const taken = id === 0 ? undefined : unerased(await customerAt(ctx, id))
  const customer = taken ?? (await findCustomer(ctx, visit))
  if (taken === undefined || taken.merged_into === null) return customer && [customer, visit]
  const root = await customerAt(ctx, taken.merged_into)
  return root && [root, { ...visit, facts: difference(taken, visit.facts) ?? {} }]
}

/** One who was erased is never found again: a form or a draft that is older would bring them back. */
const unerased = (customer: Customer | undefined): Customer | undefined =>
  customer?.erased_at === null ? customer : undefined

/** The shop's customer of the visit. */
const findCustomer = async (ctx: Shop, { facts, vehicleId }: Visit): Promise<Customer | undefined> =>
  (await keyedCustomer(ctx, facts)) ?? (await lastOf(ctx, vehicleId, customerKeys(facts)))

/** The one with this tax number, or this phone and name, none of `not`. */
async function keyedCustomer(
  ctx: Shop,
  facts: CustomerFacts,
  not: readonly number[] = [],
): Promise<Customer | undefined> {
  const keys = customerKeys(facts)
  const { phone_key, tax_key, name_key } = keys
  if (phone_key === '' && tax_key === '') return undefined
  const customers = await keptCustomers(ctx.db, {
    shop: ctx.actor.shop,
    tax_key: tax_key || undefined,
    phone: phone_key === '' ? undefined : { phone_key, name_key },
  })
  return pickCustomer(
    customers.filter(({ id }) => !not.includes(id)),
    keys,
  )
}

/** The car's last customer, if it is this one. */
async function lastOf(
  ctx: Shop,
  vehicleId: number,
  keys: ReturnType<typeof customerKeys>,
): Promise<Customer | undefined> {
  const [last] = await keptLast(ctx.db, { shop: ctx.actor.shop, vehicleId })
  if (last === undefined) return undefined
  const customer = unerased(await customerAt(ctx, last.customer_id))
  return customer !== undefined && isSameCustomer(customer, keys) ? customer : undefined
}

/** Nothing is to be written: one that was merged into another stays as it was, so that it goes on being found. */
const isDescribed = (customer: Customer, visit: Said): boolean =>
  customer.merged_into !== null || changeBy(customer, visit) === null

/** The customer, if no other record has it. */
const onlyVisiting = async (
  ctx: Shop,
  { own, kayitId }: { own: Customer; kayitId: number },
): Promise<Customer | undefined> =>
  (await hasOtherRecord(ctx, 'customer', { id: own.id, kayitId })) ? undefined : own

async function customerAt({ db, actor }: Shop, id: number): Promise<Customer | undefined> {
  const [customer] = await keptCustomer(db, { shop: actor.shop, id })
  return customer
}

/** Of the shop; they are not removed until the end of the transaction. */
const customersOf = (db: Kysely<DB>, shop: number) =>
  db.selectFrom('customer').where('user_id', '=', shop).select(COLUMNS).forKeyShare()

const keptCustomer = kept((db, { shop, id }: { shop: number; id: number }) =>
  customersOf(db, shop).where('id', '=', id),
)

type Keys = {
  shop: number
  tax_key: string | undefined
  phone: { phone_key: string; name_key: string } | undefined
}

/** Those with the tax number, or with the phone and name. */
const keptCustomers = kept((db, { shop, tax_key, phone }: Keys) =>
  customersOf(db, shop).where((eb) =>
    eb.or([
      ...(tax_key === undefined ? [] : [eb('tax_key', '=', tax_key)]),
      ...(phone === undefined ? [] : [eb.and(phone)]),
    ]),
  ),
)

const keptLast = kept((db, { shop, vehicleId }: { shop: number; vehicleId: number }) =>
  db
    .selectFrom('kayit')
    .where('user_id', '=', shop)
    .where('vehicle_id', '=', vehicleId)
    .where('customer_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('gun', 'desc')
    .orderBy('id', 'desc')
    .select('customer_id')
    .$narrowType<{ customer_id: number }>()
    .limit(1),
)

/** Another customer than `not` with the visit's tax number or phone and name, or a new one; links must be locked. */
export async function otherCustomer(
  ctx: Shop,
  visit: Pick<Visit, 'facts' | 'day'>,
  not: readonly number[],
): Promise<number> {
  const known = await keyedCustomer(ctx, visit.facts, not)
  return known === undefined ? addCustomer(ctx, visit) : describe(ctx, known, visit)
}

/** Stores a new customer; the shop's links must be locked. */
async function addCustomer(
  { db, actor }: Shop,
  { facts, day }: Pick<Visit, 'facts' | 'day'>,
): Promise<number> {
  const row = { user_id: actor.shop, ...facts, ...derivedOf(facts), seen_day: day }
  const [added] = await keptInsert(db, [row])
  if (added === undefined) throw new Error('The customer was not stored.')
  return added.id
}

const keptInsert = kept((db, rows: Insertable<CustomerTable>[]) =>
  db.insertInto('customer').values(rows).returning('id'),
)

/** Writes what a visit says of the customer, unless they were merged; returns the id of the one that counts. */
async function describe(ctx: Shop, customer: Customer, visit: Said): Promise<number> {
  if (customer.merged_into === null) await write(ctx, customer, visit)
  return rootOf(customer)
}

async function write({ db, actor }: Shop, customer: Customer, visit: Said): Promise<void> {
  const change = changeBy(customer, visit)
  if (change === null) return
  await keptUpdate(db, { shop: actor.shop, id: customer.id, change })
}

type Update = { shop: number; id: number; change: Partial<Customer> }

const keptUpdate = kept((db, { shop, id, change }: Update) =>
  db.updateTable('customer').set(change).where('user_id', '=', shop).where('id', '=', id),
)

/** The texts by which a customer is found, searched and sorted. */
export function derivedOf(facts: CustomerFacts) {
  const { name, phone, tax_no } = facts
  return {
    ...customerKeys(facts),
    ara_ad: foldName(name),
    ara_no: `${phoneDigits(phone)} ${digitsIn(tax_no)}`,
    ara_yalin: foldPlain(name),
    name_sira: storedSortKey(name),
  }
}

/** What a visit changes in the customer's description: the latest one wins, and what it leaves empty stays. */
function changeBy(customer: Customer, { facts, day }: Said): Partial<Customer> | null {
  if (day < customer.seen_day) return null
  const described = { ...customer, ...saidIn(facts) }
  const change = difference(customer, { ...described, ...derivedOf(described) })
  return change && { ...change, seen_day: day }
}
