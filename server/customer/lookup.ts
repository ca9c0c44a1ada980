import type { UserCtx } from '#server/platform/core/context.ts'
import { type Search, termsOf } from '#server/list/search.ts'
import type { CustomerMatch, CustomerMatches } from '#shared/customer/schema.ts'
import { phoneDigits, phoneQuery } from '#shared/phone.ts'
import { foldName, searchPatterns } from '#shared/turkish.ts'

import { lastCarsOf, newestCustomers } from './list.ts'

/** Shorter texts find nothing. */
const MIN_LENGTH = 2
const MOST = 8

/** How a stored phone may begin before its area code. */
const BEFORE_AREA = ['', '0', '90', '0090']

/**
 * The shop's customers in whose name a word begins with each word of `q`, or whose phone begins with its digits: at
 * most eight, the newest visit first. Names that match only without their Turkish marks follow.
 */
export async function lookupCustomers(ctx: UserCtx, { q }: { q: string }): Promise<CustomerMatches> {
  if (foldName(q).length < MIN_LENGTH) return { customers: [] }
  const shown = phoneQuery(q)
  const found = shown === '' ? await byName(ctx, q) : await byPhone(ctx, shown)
  const carsOf = await lastCarsOf(ctx, found)
  return { customers: found.map((customer) => ({ ...customer, cars: carsOf(customer.id).cars })) }
}

async function byPhone(ctx: UserCtx, q: string): Promise<Customer[]> {
  const national = phoneDigits(q).replace(/^(?:0?900?|0+)/, '')
  if (national === '') return []
  const phone = BEFORE_AREA.map((before) => ({ text: `${before}${national}`, key: national }))
  return newest(ctx, { ...BEGINS, others: { car: [], phone } })
}

async function byName(ctx: UserCtx, q: string): Promise<Customer[]> {
  const { words, plainWords } = searchPatterns(q)
  const found = await newest(ctx, { ...BEGINS, names: termsOf(words) })
  if (found.length === MOST) return found
  const known = new Set(found.map(({ id }) => id))
  const similar = await newest(ctx, { ...BEGINS, names: termsOf(plainWords), plain: true })
  return [...found, ...similar.filter(({ id }) => !known.has(id))].slice(0, MOST)
}

const BEGINS = { names: [], others: { car: [], phone: [] }, across: undefined, plain: false, begins: true }

type Customer = Omit<CustomerMatch, 'cars'>

async function newest(ctx: UserCtx, search: Search | undefined): Promise<Customer[]> {
  const rows = await newestCustomers(ctx, { search, most: MOST })
  return rows.flatMap(({ id, name, phone, tax_no, last_day }) =>
    last_day === null ? [] : [{ id, name, phone, tax_no, last_day }],
  )
}
