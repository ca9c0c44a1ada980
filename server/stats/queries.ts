import type { UserCtx } from '#server/core/context.ts'
import { type Day, firstOfMonth } from '#shared/date.ts'
import { hasIncome } from '#shared/kayit/rules.ts'

/** The shop, and the connection to read from. */
export type Scope = Pick<UserCtx, 'db'> & { actor: { shop: number } }
/** The half-open range of days `from <= day < until`. */
type Period = { from: Day; until: Day }

const TOP_OPERATIONS = 10
const ALL_TIME = ['kayit_sayisi', 'gelir_kurus', 'gider_kurus'] as const

/** The shop's totals of all time. Throws RangeError when a sum is not a safe integer (90 trillion lira). */
export function allTimeTotals({ db, actor }: Scope) {
  return db
    .selectFrom('month_totals')
    .where('user_id', '=', actor.shop)
    .select((eb) => ALL_TIME.map((sum) => eb.fn.coalesce(eb.fn.sum<number>(sum), eb.lit(0)).as(sum)))
    .executeTakeFirstOrThrow()
}

/** The materialised totals of the days, from which every figure of their records is computed. */
export function dayTotals({ db, actor }: Scope, { from, until }: Period) {
  return db
    .selectFrom('day_totals')
    .where('user_id', '=', actor.shop)
    .where('ay', '>=', firstOfMonth(from))
    .where('ay', '<', until)
    .where('gun', '>=', from)
    .where('gun', '<', until)
    .select(['gun', 'durum', 'adet', 'tutarli_adet', 'toplam_kurus'])
    .execute()
}

/** The number of records of each status in a period of whole months, or of all time. */
export function recordsByStatus({ db, actor }: Scope, period: Period | null) {
  let days = db.selectFrom('day_totals').where('user_id', '=', actor.shop)
  if (period !== null) days = days.where('ay', '>=', period.from).where('ay', '<', period.until)
  return days
    .groupBy('durum')
    .select(({ fn }) => ['durum', fn.sum<number>('adet').as('adet')])
    .execute()
}

/**
 * The operations done most in a month, by the sum of their quantities (`toplam_islem_adeti` is the total of
 * `islem_adet`). Equal ones are in Turkish order.
 */
export function topOperations({ db, actor }: Scope, ay: Day) {
  return db
    .selectFrom('operation_totals')
    .where('user_id', '=', actor.shop)
    .where('ay', '=', ay)
    .select(['islem_adi_upper', 'adet as toplam_islem_adeti'])
    .orderBy('adet', 'desc')
    .orderBy('islem_sira')
    .orderBy('islem_adi_upper')
    .limit(TOP_OPERATIONS)
    .execute()
}

/** The number and sum (kuruş) of the expenses of each day by spend date. */
export function expenseGroups({ db, actor }: Scope, { from, until }: Period) {
  return db
    .selectFrom('expense')
    .where('user_id', '=', actor.shop)
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

/** The right values of `dayTotals`, counted from the records. */
export function kayitGroups({ db, actor }: Scope, { from, until }: Period) {
  return db
    .selectFrom('kayit')
    .where('user_id', '=', actor.shop)
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

/** The quantity and income of each operation in a period, counted from the items: the right values of a month. */
export async function operationGroups(scope: Scope, period: Period) {
  const kayitlar = await kayitIds(scope, period)
  if (kayitlar.length === 0) return []
  const ids = kayitlar.map(({ id }) => id)
  const cancelled = kayitlar.filter((kayit) => !hasIncome(kayit)).map(({ id }) => id)
  // Not a join: before a new shop's first ANALYZE, it was planned as two nested loops over the whole shop.
  return scope.db
    .selectFrom('islem')
    .where('user_id', '=', scope.actor.shop)
    .where((eb) => eb('kayit_id', '=', eb.fn.any(eb.val(ids))))
    .groupBy('islem_adi_upper')
    .select(({ fn, eb }) => [
      'islem_adi_upper',
      fn.sum<number>('islem_adet').as('adet'),
      fn
        .sum<number>(
          eb
            .case()
            .when('kayit_id', '=', fn.any(eb.val(cancelled)))
            .then(eb.lit(0))
            .else(eb('islem_adet', '*', eb.ref('fiyat_kurus')))
            .end(),
        )
        .as('gelir_kurus'),
    ])
    .execute()
}

function kayitIds({ db, actor }: Scope, { from, until }: Period) {
  return db
    .selectFrom('kayit')
    .where('user_id', '=', actor.shop)
    .where('deleted_at', 'is', null)
    .where('gun', '>=', from)
    .where('gun', '<', until)
    .select(['id', 'durum'])
    .execute()
}
