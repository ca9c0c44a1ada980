import { type ExpressionBuilder, sql } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'
import { type Shop, liveRows } from '#server/platform/core/own-rows.ts'
import { hasIncome } from '#shared/kayit/rules.ts'
import { DURUM_DEVAM } from '#shared/options.ts'
import type { PeriodStats } from '#shared/stats/schema.ts'
import { sortKey } from '#shared/turkish.ts'

import { sumExactly } from './exact.ts'

/**
 * A record is open that is 'Devam Ediyor', in any case, or has no exit date (decisions: status). The key is a literal,
 * because PostgreSQL uses the partial index of open work for no parameter.
 */
export const isOpen = (eb: ExpressionBuilder<DB, 'kayit'>) =>
  eb.or([eb('status_sort_key', '=', sql.lit(OPEN_KEY)), eb('cikis_tarihi', 'is', null)])

const OPEN_KEY = sortKey(DURUM_DEVAM)

/** The shop's open work: how much, since when, and its sum without cancelled records. */
export async function openWork(shop: Shop): Promise<PeriodStats['open_work']> {
  const groups = await liveRows(shop, 'kayit')
    .where(isOpen)
    .groupBy('durum')
    .select(({ fn }) => [
      'durum',
      fn.countAll<number>().as('kayit_sayisi'),
      fn.min('day').as('en_eski'),
      fn.sum<number>('toplam_kurus').as('toplam_kurus'),
    ])
    .execute()
  return {
    kayit_sayisi: sumExactly(groups.map((group) => group.kayit_sayisi)),
    en_eski: groups.map((group) => group.en_eski).sort()[0] ?? null,
    toplam_kurus: sumExactly(groups.filter(hasIncome).map((group) => group.toplam_kurus)),
  }
}
