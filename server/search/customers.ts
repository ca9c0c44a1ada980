import type { UserCtx } from '#server/core/context.ts'
import { foundCustomers } from '#server/customer/list.ts'
import type { CustomerHit } from '#shared/search/schema.ts'

import { MOST, orSimilar } from './hits.ts'

/** The customers whose name has all words, or whose phone or tax number has these digits, from four on. */
export const findCustomers = (ctx: UserCtx, q: string) =>
  orSimilar(q, (similar) => newest(ctx, { q, similar }))

const newest = (ctx: UserCtx, search: { q: string; similar: boolean }): Promise<CustomerHit[]> =>
  foundCustomers(ctx, search)
    .orderBy('last_day', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .select(['id', 'name', 'phone', 'tax_no', 'visits', 'last_day'])
    .$narrowType<{ last_day: string }>()
    .execute()
