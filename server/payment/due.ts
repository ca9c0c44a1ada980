import { type ExpressionBuilder, sql } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'
import type { Day } from '#shared/date.ts'
import { DURUM_IPTAL, DURUM_TAMAM } from '#shared/options.ts'
import { storedSortKey } from '#shared/turkish.ts'

const CANCELLED = sql.lit(storedSortKey(DURUM_IPTAL))
const COMPLETED = sql.lit(storedSortKey(DURUM_TAMAM))

/**
 * The day on which a record became due, as `dueDay` decides it. The keys are literals and the expression is that of the
 * index `kayit_owed`, because PostgreSQL uses the index for no other.
 */
export const dueDayColumn = sql<Day | null>`case when kayit.status_sort_key = ${CANCELLED} then null::date when kayit.cikis_tarihi is not null then kayit.cikis_tarihi when kayit.status_sort_key = ${COMPLETED} then kayit.day end`

type Builder = ExpressionBuilder<DB, 'kayit'>

/** Returns the condition that a record became due since the accounts started and is not paid to the kuruş. */
export const isOwedSince = (start: Day | null) => (eb: Builder) =>
  eb.and([
    eb('kayit.deleted_at', 'is', null),
    eb('kayit.toplam_kurus', '<>', eb.ref('kayit.paid_kurus')),
    eb(dueDayColumn, '>=', start),
  ])

/**
 * Debts since the day on which the shop's accounts started, of which a part is paid or nothing. Without accounts
 * (`null`) there are none.
 */
export type DebtFilter = { since: Day | null; isPartial: boolean }

/** Returns the condition that a customer owes the rest of a record. */
export const isDebt =
  ({ since, isPartial }: DebtFilter) =>
  (eb: Builder) =>
    eb.and([
      isOwedSince(since)(eb),
      eb('kayit.toplam_kurus', '>', eb.ref('kayit.paid_kurus')),
      eb('kayit.paid_kurus', isPartial ? '>' : '<=', sql.lit(0)),
    ])

/** Returns the condition that the shop holds money for a record that is not due: an advance, or a credit. */
export const isHeld = (eb: Builder) =>
  eb.and([
    eb('kayit.paid_kurus', '<>', sql.lit(0)),
    eb.or([eb('kayit.deleted_at', 'is not', null), eb(dueDayColumn, 'is', null)]),
  ])

/** Returns the condition that a record holds a credit of its customer: it was cancelled or deleted. */
export const isDropped = (eb: Builder) =>
  eb.or([eb('kayit.deleted_at', 'is not', null), eb('kayit.status_sort_key', '=', CANCELLED)])
