import { type Kysely, sql } from 'kysely'

import { type UserCtx, requireRight } from '#server/platform/core/context.ts'
import { ownRows } from '#server/platform/core/own-rows.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import { countRows } from '#server/platform/db/row-counts.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { addDays, startOfDay, todayInIstanbul } from '#shared/date.ts'
import {
  type ErasureCounts,
  type ErasurePage,
  REGISTER_PAGE_SIZE,
  type StoredData,
} from '#shared/personal-data/schema.ts'

import { countsOf } from './erase.ts'
import { isOneOf, personOf, subjectOf } from './subject.ts'

/** Returns how much data a customer has, and how much an erasure would concern. Throws FORBIDDEN, NOT_FOUND. */
export async function getStored(ctx: UserCtx, { id }: { id: number }): Promise<StoredData> {
  requireRight(ctx, 'personal_data')
  return withSnapshot(ctx, async (trx) => {
    const ids = await personOf(trx, id)
    const subject = await subjectOf(trx, ids)
    const { name } = await ownRows(trx, 'customer')
      .where('id', '=', ids[0])
      .select('name')
      .executeTakeFirstOrThrow()
    const kayit_ids = [...subject.records, ...subject.deleted]
    const documents = await countRows(ownRows(trx, 'belge').where(isOneOf('kayit_id', kayit_ids)))
    const requests = await countRows(ownRows(trx, 'data_request').where(isOneOf('customer_id', ids)))
    const erased = await ownRows(trx, 'erasure')
      .where(isOneOf('customer_id', ids))
      .orderBy('id', 'desc')
      .select('at')
      .limit(1)
      .executeTakeFirst()
    const erased_on = erased?.at.toISOString() ?? null
    return { id: ids[0], name, ...countsOf(subject), documents, requests, erased_on }
  })
}

/** Returns one page of the shop's erasures, the newest first. Throws FORBIDDEN. */
export async function listErasures(ctx: UserCtx, { page }: { page: number }): Promise<ErasurePage> {
  requireRight(ctx, 'personal_data')
  const rows = await ownRows(ctx, 'erasure')
    .orderBy('id', 'desc')
    .select(['id', 'at', 'actor_name', 'customer_id', 'reason', 'counts'])
    .limit(REGISTER_PAGE_SIZE + 1)
    .offset((page - 1) * REGISTER_PAGE_SIZE)
    .execute()
  const items = rows.slice(0, REGISTER_PAGE_SIZE).map(({ at, counts, ...row }) => ({
    ...row,
    at: at.toISOString(),
    counts: JSON.parse(counts) as ErasureCounts,
  }))
  return { items, more: rows.length > REGISTER_PAGE_SIZE }
}

/** Three years: the by-law on erasure, art. 7/3, wants the proof of one for at least that long. */
const RETENTION_DAYS = 3 * 365 + 1

/** Removes every shop's erasures and answered requests of more than three years ago. */
export async function purgeRegister(db: Kysely<DB>, now: Date): Promise<void> {
  const before = addDays(todayInIstanbul(now), -RETENTION_DAYS)
  await db.deleteFrom('erasure').where('at', '<', startOfDay(before)).execute()
  await db.deleteFrom('data_request').where('answered_on', '<', before).execute()
}

/** Every table in which an erasure changes or deletes rows. */
const TABLES = [
  'belge',
  'change',
  'customer',
  'data_request',
  'idempotency_keys',
  'kayit',
  'payment',
  'users',
  'vehicle',
  'share',
  'mail',
  'intake',
  'delivery',
  'reminder',
  'quote',
  'quote_answer',
] as const

/** Housekeeping runs once a day; a step that failed is repeated the next day. */
const SINCE_MS = 2 * 86_400_000

/**
 * Makes PostgreSQL forget erased texts: its planner keeps samples of columns (`pg_stats`), and its files old rows, until a
 * table has changed enough. Not on pg-mem.
 */
export async function clearPlannerSamples(db: Kysely<DB>, now: Date): Promise<void> {
  if (db.getExecutor().adapter.supportsTransactionalDdl !== true) return
  const erased = await db
    .selectFrom('erasure')
    .where('at', '>=', new Date(now.getTime() - SINCE_MS))
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (erased === undefined) return
  for (const table of TABLES) await sql`vacuum (analyze) ${sql.table(table)}`.execute(db)
}
