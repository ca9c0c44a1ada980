import type { UserCtx } from '#server/platform/core/context.ts'
import type { SearchMatch } from '#server/list/search-match.ts'
import { customerSearch, newestCustomers } from '#server/customer/list.ts'
import { maskedNumber } from '#shared/personal-data/rules.ts'
import type { CustomerHit } from '#shared/search/schema.ts'

import { MOST, orSimilar } from './hits.ts'

/** The customers whose name has all words, or whose phone or tax number has these digits, from four on. */
export const findCustomers = (ctx: UserCtx, q: string) => orSimilar(q, (match) => newest(ctx, { q, match }))

async function newest(ctx: UserCtx, asked: { q: string; match: SearchMatch }): Promise<CustomerHit[]> {
  const customers = await newestCustomers(ctx, { search: customerSearch(asked), most: MOST })
  return customers.flatMap(({ id, name, phone, tax_no, visits, last_day }) =>
    last_day === null ? [] : [{ id, name, phone, tax_no: maskedNumber(tax_no), visits, last_day }],
  )
}
