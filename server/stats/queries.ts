import type { UserCtx } from '#server/core/context.ts'
import type { Day } from '#shared/date.ts'
import { DURUM_IPTAL } from '#shared/options.ts'

/** The half-open range of days `from <= day < until`. */
type Period = { from: Day; until: Day }

const TOP_OPERATIONS = 10

/**
 * The records of each day and status: how many, how many of them with a total above 0, and the sum of the
 * totals. Every figure of a month's records follows from these few rows.
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
export async function topOperations(ctx: UserCtx, period: Period) {
  const ids = await doneKayitIds(ctx, period)
  if (ids.length === 0) return []
  // Not a join: before a new shop's first ANALYZE one was planned as two nested loops over the whole shop.
  return ctx.db
    .selectFrom('islem')
    .where('user_id', '=', ctx.actor.id)
    .where((eb) => eb('kayit_id', '=', eb.fn.any(eb.val(ids))))
    .groupBy('islem_adi_upper')
    .select(({ fn }) => ['islem_adi_upper', fn.sum<number>('islem_adet').as('toplam_islem_adeti')])
    .orderBy(({ fn }) => fn.sum('islem_adet'), 'desc')
    .orderBy(({ fn }) => fn.min('id'))
    .limit(TOP_OPERATIONS)
    .execute()
}

async function doneKayitIds({ db, actor }: UserCtx, { from, until }: Period): Promise<number[]> {
  const rows = await db
    .selectFrom('kayit')
    .where('user_id', '=', actor.id)
    .where('deleted_at', 'is', null)
    .where('gun', '>=', from)
    .where('gun', '<', until)
    .where('durum', '<>', DURUM_IPTAL)
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}
