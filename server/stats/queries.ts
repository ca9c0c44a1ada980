import type { UserCtx } from '#server/core/context.ts'
import type { Day } from '#shared/date.ts'
import { DURUM_IPTAL } from '#shared/options.ts'

/** The half-open range of days `from <= day < until`. */
type Period = { from: Day; until: Day }

const TOP_OPERATIONS = 10

/**
 * The records of each day and status: how many, how many of them with a total above 0, the sum of the totals,
 * their lowest and highest id. Every figure of a month's records follows from these few rows.
 */
export function kayitGroups({ db, actor }: UserCtx, { from, until }: Period) {
  return db
    .selectFrom('kayit')
    .where('user_id', '=', actor.id)
    .where('deleted_at', 'is', null)
    .where('gun', '>=', from)
    .where('gun', '<', until)
    .groupBy(['gun', 'durum'])
    .select(({ fn, eb }) => [
      'gun',
      'durum',
      fn.countAll<number>().as('adet'),
      fn
        .sum<number>(eb.case().when('toplam_kurus', '>', 0).then(eb.lit(1)).else(eb.lit(0)).end())
        .as('tutarli_adet'),
      fn.sum<number>('toplam_kurus').as('toplam_kurus'),
      fn.min('id').as('ilk_id'),
      fn.max('id').as('son_id'),
    ])
    .execute()
}

/** The expenses of each day by spend date: how many, and their sum. */
export function expenseGroups({ db, actor }: UserCtx, { from, until }: Period) {
  return db
    .selectFrom('expense')
    .where('user_id', '=', actor.id)
    .where('deleted_at', 'is', null)
    .where('spend_date', '>=', from)
    .where('spend_date', '<', until)
    .groupBy('spend_date')
    .select(({ fn }) => [
      'spend_date as gun',
      fn.countAll<number>().as('adet'),
      fn.sum<number>('amount_kurus').as('tutar_kurus'),
    ])
    .execute()
}

/**
 * The operations done most, by the sum of their quantities (`toplam_islem_adeti` is the total of `islem_adet`).
 * Work of cancelled records was not done. Equal ones stand in the order in which they were first entered.
 */
export async function topOperations(
  { db, actor }: UserCtx,
  { from, until }: Period,
  kayitlar: readonly { ilk_id: number; son_id: number }[],
) {
  if (kayitlar.length === 0) return []
  // A month's records were mostly entered one after the other: their items are one stretch of the index.
  const first = kayitlar.reduce((id, { ilk_id }) => Math.min(id, ilk_id), Infinity)
  const last = kayitlar.reduce((id, { son_id }) => Math.max(id, son_id), 0)
  return db
    .selectFrom('kayit')
    .innerJoin('islem', (join) =>
      join.onRef('islem.user_id', '=', 'kayit.user_id').onRef('islem.kayit_id', '=', 'kayit.id'),
    )
    .where('kayit.user_id', '=', actor.id)
    .where('kayit.deleted_at', 'is', null)
    .where('kayit.gun', '>=', from)
    .where('kayit.gun', '<', until)
    .where('kayit.durum', '<>', DURUM_IPTAL)
    .where('islem.kayit_id', '>=', first)
    .where('islem.kayit_id', '<=', last)
    .groupBy('islem_adi_upper')
    .select(({ fn }) => ['islem_adi_upper', fn.sum<number>('islem_adet').as('toplam_islem_adeti')])
    .orderBy(({ fn }) => fn.sum('islem_adet'), 'desc')
    .orderBy(({ fn }) => fn.min('islem.id'))
    .limit(TOP_OPERATIONS)
    .execute()
}
