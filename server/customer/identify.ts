import type { Insertable, Selectable } from 'kysely'

import { difference, isSame, saidIn } from '#server/platform/core/batches.ts'
import { type LinkedPlan, rootOf } from '#server/directory/links.ts'
import type { CustomerTable } from '#server/platform/db/schema.ts'
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
  'search_name',
  'search_number',
  'search_plain',
  'name_sort_key',
  'seen_day',
  'merged_into',
  'erased_at',
] as const

export type Customer = Pick<Selectable<CustomerTable>, (typeof COLUMNS)[number]>

/** A visit: its day, the facts of the customer in its record, its car, and the customer that its form took over. */
export type Visit = { facts: CustomerFacts; day: Day; vehicleId: number; taken?: number | undefined }
type Description = { facts: Partial<CustomerFacts>; day: Day }

/**
 * All customers that a visit may be of, with whom they were merged into, the last customer of each car that it may be
 * of, and the id that a new one gets.
 */
export type CustomerState = {
  customers: readonly Customer[]
  lastOfCars: ReadonlyMap<number, Customer>
  nextId: number
}

export type CustomerPlan = LinkedPlan<Omit<Insertable<CustomerTable>, 'shop_id'>, Partial<Customer>>

/** Decides the customer of a new record; the facts of the visit replace those of earlier visits. */
export function planCustomer(state: CustomerState, visit: Visit): CustomerPlan {
  const known = knownCustomer(state, visit)
  return known === undefined ? added(state, visit) : described(...known)
}

/** A changed record, whose customer was `id`; `isShared` if other records have the customer. */
export type ChangedVisit = Visit & {
  id: number
  isSameCustomer: boolean
  isShared: boolean
  before: CustomerFacts
}

/**
 * Decides the customer of a changed record: facts that no other customer has are a correction if this is the
 * customer's only record; otherwise the record moves to another customer.
 */
export function planChangedCustomer(state: CustomerState, visit: ChangedVisit): CustomerPlan {
  const { id, facts, day } = visit
  const own = customerAt(state, id)
  if (own !== undefined && own.erased_at !== null)
    return isSame(customerKeys(facts), keysIn(own)) ? { id, changes: [] } : planCustomer(state, visit)
  // One that was linked by hand stays while the name does, however they are named.
  const isNamed = own !== undefined && isSame(customerKeys(visit.before), keysIn(own))
  const staying = isNamed ? !visit.isShared : isSameName(visit)
  const customer = visit.isSameCustomer ? own : (findCustomer(state, visit) ?? (staying ? own : undefined))
  if (customer === undefined) return added(state, visit)
  const isOwn = customer.id === id
  if (own === undefined || (!isOwn && customer.id === rootOf(customer)) || rootOf(customer) !== rootOf(own))
    return described(customer, visit)
  const root = own.merged_into === null ? own : customerAt(state, own.merged_into)
  const correction = isOwn && isNamed && root === own ? facts : missingIn(root, visit)
  return {
    id,
    changes: [
      // The record stays with whom was merged, so that they can be separated again.
      ...(isOwn && own.merged_into !== null ? changesBy(own, visit) : []),
      ...(root === undefined ? [] : changesBy(root, { facts: correction, day })),
    ],
  }
}

/** Decides the customer of a record, none of `not`: another one with its tax number or phone and name, or a new one. */
export function planOtherCustomer(
  state: CustomerState,
  visit: Pick<Visit, 'facts' | 'day'>,
  not: readonly number[],
): CustomerPlan {
  const known = keyedCustomer(state, visit.facts, not)
  return known === undefined ? added(state, visit) : described(known, visit)
}

const isSameName = ({ before, facts }: { before: CustomerFacts; facts: CustomerFacts }): boolean =>
  customerKeys(before).name_key === customerKeys(facts).name_key

const keysIn = ({ name_key, phone_key, tax_key }: Customer) => ({ name_key, phone_key, tax_key })

/** Returns only the changed facts that the customer lacks: the record names them otherwise than they are known. */
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
function knownCustomer(state: CustomerState, visit: Visit): [Customer, Description] | undefined {
  const taken = unerased(customerAt(state, visit.taken))
  const customer = taken ?? findCustomer(state, visit)
  if (taken === undefined || taken.merged_into === null) return customer && [customer, visit]
  const root = customerAt(state, taken.merged_into)
  return root && [root, { ...visit, facts: difference(taken, visit.facts) ?? {} }]
}

/** Hides an erased customer: an older form or draft would otherwise bring the erased texts back. */
const unerased = (customer: Customer | undefined): Customer | undefined =>
  customer?.erased_at === null ? customer : undefined

const customerAt = ({ customers }: CustomerState, id: number | undefined) =>
  customers.find((one) => one.id === id)

/** The customer of these keys, otherwise the car's last one, if it is this one. */
const findCustomer = (state: CustomerState, { facts, vehicleId }: Visit): Customer | undefined =>
  keyedCustomer(state, facts) ?? lastOf(state, vehicleId, facts)

function lastOf(
  { lastOfCars }: CustomerState,
  vehicleId: number,
  facts: CustomerFacts,
): Customer | undefined {
  const last = unerased(lastOfCars.get(vehicleId))
  return last !== undefined && isSameCustomer(last, customerKeys(facts)) ? last : undefined
}

/** The customer with this tax number, or this phone and name, none of `not`. */
const keyedCustomer = ({ customers }: CustomerState, facts: CustomerFacts, not: readonly number[] = []) =>
  pickCustomer(
    customers.filter((one) => !not.includes(one.id)),
    customerKeys(facts),
  )

const added = (
  { nextId: id }: CustomerState,
  { facts, day }: Pick<Visit, 'facts' | 'day'>,
): CustomerPlan => ({
  id,
  row: { id, ...facts, ...derivedOf(facts), seen_day: day },
  changes: [],
})

/** Leaves a merged customer as it was, so that searches still find it; the visit counts for the other customer. */
const described = (customer: Customer, visit: Description): CustomerPlan => ({
  id: rootOf(customer),
  changes: customer.merged_into === null ? changesBy(customer, visit) : [],
})

/** Returns what a visit changes in the customer: the latest visit wins, its empty facts change nothing. */
function changesBy(customer: Customer, { facts, day }: Description): CustomerPlan['changes'] {
  if (day < customer.seen_day) return []
  const described = { ...customer, ...saidIn(facts) }
  const change = difference(customer, { ...described, ...derivedOf(described) })
  return change === null ? [] : [{ id: customer.id, change: { ...change, seen_day: day } }]
}

/** The texts by which a customer is found, searched and sorted. */
export function derivedOf(facts: CustomerFacts) {
  const { name, phone, tax_no } = facts
  return {
    ...customerKeys(facts),
    search_name: foldName(name),
    search_number: `${phoneDigits(phone)} ${digitsIn(tax_no)}`,
    search_plain: foldPlain(name),
    name_sort_key: storedSortKey(name),
  }
}
