import type { UserCtx } from '#server/core/context.ts'
import { lengthOf } from '#server/core/visited.ts'
import { customerSearch, pageOfCustomers } from '#server/customer/list.ts'
import { maskedNumber } from '#shared/personal-data/rules.ts'
import type { CustomerHit } from '#shared/search/schema.ts'

import { NEWEST, orSimilar } from './hits.ts'

/** The customers whose name has all words, or whose phone or tax number has these digits, from four on. */
export const findCustomers = (ctx: UserCtx, q: string) =>
  orSimilar(q, (similar) => newest(ctx, { q, similar }))

async function newest(ctx: UserCtx, asked: { q: string; similar: boolean }): Promise<CustomerHit[]> {
  const search = customerSearch(asked)
  const length = await lengthOf(ctx, { table: 'customer', search })
  const customers = await pageOfCustomers(ctx, { ...NEWEST, search }, length)
  return customers.flatMap(({ id, name, phone, tax_no, visits, last_day }) =>
    last_day === null ? [] : [{ id, name, phone, tax_no: maskedNumber(tax_no), visits, last_day }],
  )
}
