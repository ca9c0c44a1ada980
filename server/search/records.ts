import type { UserCtx } from '#server/core/context.ts'
import { filtered } from '#server/kayit/conditions.ts'
import { lengthOf } from '#server/kayit/list.ts'
import { recordNumber } from '#shared/search/rules.ts'
import type { RecordHit } from '#shared/search/schema.ts'

import { exactFirst, MOST, orSimilar } from './hits.ts'

const COLUMNS = [
  'kayit.id',
  'plaka as plate',
  'sasi_no as vin',
  'musteri_adi_soyadi as customer',
  'musteri_tel as phone',
  'gun as day',
  'durum',
] as const

/** The records that the list's search finds, and first that with the number `q`. */
export const findRecords = (ctx: UserCtx, q: string) =>
  orSimilar(q, async (similar) => {
    const [exact, hits] = await Promise.all([byNumber(ctx, q), newest(ctx, { q, similar })])
    return exactFirst(exact, hits)
  })

async function byNumber(ctx: UserCtx, q: string): Promise<RecordHit[]> {
  const number = recordNumber(q)
  if (number === undefined) return []
  return filtered(ctx, {}).where('kayit.id', '=', number).select(COLUMNS).execute()
}

async function newest(ctx: UserCtx, search: { q: string; similar: boolean }): Promise<RecordHit[]> {
  const { isMore } = await lengthOf(ctx, search)
  return filtered(ctx, { ...search, broad: isMore })
    .orderBy('gun', 'desc')
    .orderBy('kayit.id', 'desc')
    .limit(MOST)
    .select(COLUMNS)
    .execute()
}
