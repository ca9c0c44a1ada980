import { type ExpressionBuilder, sql } from 'kysely'

import type { DB } from '#server/db/schema.ts'
import { DURUM_DEVAM, DURUM_IPTAL } from '#shared/options.ts'
import type { PeriodStats } from '#shared/stats/schema.ts'

import type { Scope } from './queries.ts'

/** A record is open that is 'Devam Ediyor' or has no exit date (decisions: status). */
export const isOpen = (eb: ExpressionBuilder<DB, 'kayit'>) =>
  eb.or([eb('durum', '=', sql.lit(DURUM_DEVAM)), eb('cikis_tarihi', 'is', null)])

/** The shop's open work: how much, since when, and its sum without cancelled records. */
export async function openWork({ db, actor }: Scope): Promise<PeriodStats['open_work']> {
  const { toplam_kurus, ...open } = await db
    .selectFrom('kayit')
    .where('user_id', '=', actor.shop)
    .where('deleted_at', 'is', null)
    .where(isOpen)
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('kayit_sayisi'),
      fn.min('gun').as('en_eski'),
      fn
        .sum<number | null>(
          eb.case().when('durum', '=', DURUM_IPTAL).then(eb.lit(0)).else(eb.ref('toplam_kurus')).end(),
        )
        .as('toplam_kurus'),
    ])
    .executeTakeFirstOrThrow()
  return { ...open, toplam_kurus: toplam_kurus ?? 0 }
}
