import type { UserCtx } from '#server/platform/core/context.ts'
import { FIRST_ROWS, firstHits, type Reach } from '#server/list/rows.ts'
import { boundInput, boundOf } from '#server/list/page-slice.ts'
import type { SearchMatch } from '#server/list/search-match.ts'
import { compiled, type Literal } from '#server/platform/db/compiled.ts'
import { type Conditions, conditionsOf, filtered, newestFirst, records } from '#server/kayit/conditions.ts'
import { recordNumber } from '#shared/search/rules.ts'
import type { RecordHit } from '#shared/search/schema.ts'

import { exactFirst, MOST, orSimilar } from './hits.ts'

const COLUMNS = [
  'kayit.id',
  'plaka as plate',
  'sasi_no as vin',
  'musteri_adi_soyadi as customer',
  'musteri_tel as phone',
  'day',
  'durum',
] as const

/** Returns the records that the list's search finds; the one with the number `q` comes first. */
export const findRecords = (ctx: UserCtx, q: string) =>
  orSimilar(q, async (match) => {
    const exactly = match === 'whole' ? recordByNumber(ctx, q) : []
    const [exact, hits] = await Promise.all([exactly, newest(ctx, { q, match })])
    return exactFirst(exact, hits)
  })

/** The record with the number `q`, with or without '#'. */
export async function recordByNumber(ctx: UserCtx, q: string): Promise<RecordHit[]> {
  const number = recordNumber(q)
  if (number === undefined) return []
  return filtered(ctx, {}).where('kayit.id', '=', number).select(COLUMNS).execute()
}

/** Returns the matching records of the newest days. */
const newest = (ctx: UserCtx, search: { q: string; match: SearchMatch }): Promise<RecordHit[]> =>
  firstHits(MOST, (reach) => {
    const limit = boundInput(MOST, reach === 'everywhere')
    return newestQuery(ctx.db, { ...conditionsOf(ctx, search), limit }, { reach })
  })

type Newest = Conditions & { limit: number | Literal }

const newestQuery = compiled((db, { limit, ...conditions }: Newest, { reach }: { reach: Reach }) => {
  const found =
    reach === 'everywhere'
      ? records.matching(db, conditions)
      : records.tested(db, conditions, (rows) => newestFirst(rows).limit(FIRST_ROWS))
  return newestFirst(found).limit(boundOf(limit)).select(COLUMNS)
})
