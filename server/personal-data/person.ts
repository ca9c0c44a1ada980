import type { UserCtx } from '#server/platform/core/context.ts'
import { ownRows } from '#server/platform/core/own-rows.ts'
import { idsOf } from '#server/directory/merge.ts'
import { pickCustomer } from '#shared/customer/rules.ts'

import { anyOf, familiesOf, idsIn, oneOf } from './subject.ts'

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

/** The shop's other customers with a tax number of theirs, or with a phone and name. */
async function lookAlikesOf(ctx: UserCtx, ids: readonly number[]): Promise<number[]> {
  const unerased = ownRows(ctx, 'customer')
    .where('erased_at', 'is', null)
    .select(['id', 'name_key', 'phone_key', 'tax_key'])
  const own = await unerased.where(oneOf('id', ids)).execute()
  const candidates = await unerased
    .where((eb) => eb.not(oneOf('id', ids)))
    .where((eb) =>
      eb.or([anyOf('tax_key', keysIn(own, 'tax_key')), anyOf('phone_key', keysIn(own, 'phone_key'))]),
    )
    .execute()
  return idsIn(candidates.filter((one) => own.some((keys) => pickCustomer([one], keys) !== undefined)))
}

const keysIn = <Name extends string>(rows: readonly Record<Name, string>[], name: Name) =>
  [...new Set(rows.map((row) => row[name]))].filter((key) => key !== '')
