import type { UserCtx } from '#server/core/context.ts'
import { containsPattern, searchPatterns } from '#shared/turkish.ts'
import type { CustomerHit } from '#shared/search/schema.ts'

import { MOST, orSimilar } from './hits.ts'

/** The customers whose name has all words, or whose phone or tax number has these digits, from four on. */
export const findCustomers = (ctx: UserCtx, q: string) =>
  orSimilar(q, (similar) => newest(ctx, { q, similar }))

async function newest(
  { db, actor }: UserCtx,
  { q, similar }: { q: string; similar: boolean },
): Promise<CustomerHit[]> {
  const { words, plainWords, phone } = searchPatterns(q)
  const rows = await db
    .selectFrom('customer')
    .where('user_id', '=', actor.shop)
    .where('visits', '>', 0)
    .where('merged_into', 'is', null)
    .where((eb) => {
      const contains = (column: 'ara_ad' | 'ara_no' | 'ara_yalin', needles: readonly string[]) =>
        eb.and(needles.map((needle) => eb(column, 'like', containsPattern(needle))))
      if (similar) return contains('ara_yalin', plainWords)
      return eb.or([contains('ara_ad', words), ...(phone === '' ? [] : [contains('ara_no', [phone])])])
    })
    .orderBy('last_day', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .select(['id', 'name', 'phone', 'tax_no', 'visits', 'last_day'])
    .$narrowType<{ last_day: string }>()
    .execute()
  return rows
}
