import type { Kysely } from 'kysely'

import { purgeInBatches } from '#server/core/deleted.ts'
import type { Shop } from '#server/core/batches.ts'
import { recordChange } from '#server/core/changes.ts'
import { inTransaction, requireConfirmed, today, type UserCtx } from '#server/core/context.ts'
import { requireRight } from '#server/core/rights.ts'
import { inSnapshot } from '#server/core/snapshot.ts'
import type { DB } from '#server/db/schema.ts'
import { fieldChanges } from '#shared/change/rules.ts'
import { type Day, todayInIstanbul } from '#shared/date.ts'
import {
  ANONYMISE_YEARS,
  CHANGE_MONTHS,
  ERASED_NAME,
  monthsInDays,
  yearsBefore,
} from '#shared/personal-data/rules.ts'
import type { Retention, RetentionInput } from '#shared/personal-data/schema.ts'

import { erase, register } from './erase.ts'
import { familiesOf, lockedSubject } from './subject.ts'

const DAY_MS = 86_400_000

/** Changes before this moment are older than so many months. */
export const changesBefore = (now: Date, months: number): Date =>
  new Date(now.getTime() - monthsInDays(months) * DAY_MS)

const SETTINGS = ['change_months', 'anonymise_years'] as const

/** How long the shop keeps what, and what each choice would concern today. Throws FORBIDDEN. */
export async function getRetention(ctx: UserCtx): Promise<Retention> {
  requireRight(ctx, 'personal_data')
  return inSnapshot(ctx.db, async (db) => {
    const trx = { ...ctx, db }
    const stored = await db
      .selectFrom('users')
      .where('id', '=', ctx.actor.shop)
      .select(SETTINGS)
      .executeTakeFirstOrThrow()
    const old_records = []
    for (const years of ANONYMISE_YEARS) old_records.push({ years, records: await oldRecords(trx, years) })
    const old_changes = []
    for (const months of CHANGE_MONTHS) old_changes.push({ months, changes: await oldChanges(trx, months) })
    return { ...stored, old_records, old_changes }
  })
}

async function oldRecords(ctx: UserCtx, years: number): Promise<number> {
  const rows = await goneSince(ctx, yearsBefore(today(ctx), years))
    .select('visits')
    .execute()
  return rows.reduce((sum, { visits }) => sum + visits, 0)
}

async function oldChanges({ db, actor, now }: UserCtx, months: number): Promise<number> {
  const { rows } = await db
    .selectFrom('change')
    .where('user_id', '=', actor.shop)
    .where('at', '<', changesBefore(now, months))
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return rows
}

/** Stores how long the shop keeps what. Throws FORBIDDEN, UNCONFIRMED. */
export async function saveRetention(ctx: UserCtx, input: RetentionInput): Promise<Retention> {
  requireConfirmed(requireRight(ctx, 'personal_data'))
  return inTransaction(ctx, async (trx) => {
    const before = await trx.db
      .selectFrom('users')
      .where('id', '=', ctx.actor.shop)
      .select(SETTINGS)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    await trx.db.updateTable('users').set(input).where('id', '=', ctx.actor.shop).execute()
    const fields = fieldChanges(SETTINGS, before, input)
    if (fields.length > 0)
      await recordChange(trx, { noun: 'settings', id: null, verb: 'update', detail: { fields } })
    return getRetention(trx)
  })
}

/** Customers, with all that was merged into them, whose last visit is before a day and who have not been erased. */
const goneSince = ({ db, actor }: Shop, day: Day) =>
  db
    .selectFrom('customer')
    .where('user_id', '=', actor.shop)
    .where('merged_into', 'is', null)
    .where('last_day', '<', day)
    .where('name', '<>', ERASED_NAME)

/** Customers in a transaction: their records stay locked as long. */
const BATCH = 100

/**
 * Erases, in every shop that wants it, the customers who have not come for so many years; returns how many. Each batch is
 * a row of the register.
 */
export async function eraseOld(db: Kysely<DB>, now: Date, stop?: AbortSignal): Promise<number> {
  const shops = await db
    .selectFrom('users')
    .where('anonymise_years', 'is not', null)
    .where('deleted_at', 'is', null)
    .select(['id', 'anonymise_years'])
    .$narrowType<{ anonymise_years: number }>()
    .execute()
  let erased = 0
  for (const { id, anonymise_years: years } of shops)
    erased += await eraseOldOf({ db, actor: { shop: id } }, { years, now, stop })
  return erased
}

type Run = { years: number; now: Date; stop: AbortSignal | undefined }

async function eraseOldOf(shop: Shop, { years, now, stop }: Run): Promise<number> {
  const before = yearsBefore(todayInIstanbul(now), years)
  let erased = 0
  for (;;) {
    if (stop?.aborted === true) return erased
    const size = await shop.db.transaction().execute((trx) => eraseBatch({ ...shop, db: trx }, before, now))
    erased += size
    if (size < BATCH) return erased
  }
}

async function eraseBatch(shop: Shop, before: Day, now: Date): Promise<number> {
  const rows = await goneSince(shop, before).orderBy('id').select('id').limit(BATCH).execute()
  if (rows.length === 0) return 0
  const ids = await familiesOf(
    shop,
    rows.map(({ id }) => id),
  )
  const counts = await erase(shop, await lockedSubject(shop, ids), now)
  const nobody = { actor_id: null, actor_name: '', customer_id: null }
  await register(shop, { ...nobody, at: now, reason: 'retention', counts })
  return rows.length
}

/** Removes the changes that are older than their shop keeps them; returns how many. */
export async function purgeChanges(db: Kysely<DB>, now: Date, stop?: AbortSignal): Promise<number> {
  let purged = 0
  for (const months of CHANGE_MONTHS) {
    const before = changesBefore(now, months)
    const shops = db.selectFrom('users').where('change_months', '=', months).select('id')
    purged += await purgeInBatches(async (limit) => {
      const found = db.selectFrom('change').where('at', '<', before).where('user_id', 'in', shops)
      const ids = (await found.select('id').limit(limit).execute()).map(({ id }) => id)
      if (ids.length > 0)
        await db.deleteFrom('change').where('at', '<', before).where('id', 'in', ids).execute()
      return ids.length
    }, stop)
  }
  return purged
}
