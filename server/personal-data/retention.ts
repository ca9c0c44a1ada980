import type { Kysely } from 'kysely'

import type { Shop } from '#server/platform/core/batches.ts'
import { ownRows } from '#server/platform/core/own-rows.ts'
import { recordChange } from '#server/platform/core/changes.ts'
import { inTransaction, requireConfirmed, type UserCtx } from '#server/platform/core/context.ts'
import { purgeInBatches, restorableSince } from '#server/platform/core/deleted.ts'
import { rootColumn } from '#server/directory/links.ts'
import { repeated } from '#server/platform/core/repeat.ts'
import { requireRight } from '#server/platform/core/rights.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import { countRows } from '#server/platform/db/row-counts.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { fieldChanges } from '#shared/change/rules.ts'
import { todayInIstanbul } from '#shared/date.ts'
import { ANONYMISE_YEARS, CHANGE_MONTHS, monthsInDays, yearsBefore } from '#shared/personal-data/rules.ts'
import type { Retention, RetentionInput } from '#shared/personal-data/schema.ts'

import { BY_ITSELF, erase, register } from './erase.ts'
import { familiesOf, idsIn, lockedSubject, oneOf } from './subject.ts'

const DAY_MS = 86_400_000

/** Changes before this moment are older than so many months. */
const changesBefore = (now: Date, months: number): Date =>
  new Date(now.getTime() - monthsInDays(months) * DAY_MS)

const SETTINGS = ['change_months', 'anonymise_years'] as const

/** How long the shop keeps what, and what each choice would concern today. Throws FORBIDDEN. */
export async function getRetention(ctx: UserCtx): Promise<Retention> {
  requireRight(ctx, 'personal_data')
  return withSnapshot(ctx.db, async (db) => {
    const trx = { ...ctx, db }
    const stored = await db
      .selectFrom('shops')
      .where('id', '=', ctx.actor.shop)
      .select(SETTINGS)
      .executeTakeFirstOrThrow()
    const ofYears = ANONYMISE_YEARS.map(async (years) => {
      const gone = await goneSince(trx, ctx.now, years).select('visits').execute()
      return { years, records: gone.reduce((sum, { visits }) => sum + visits, 0) }
    })
    const ofMonths = CHANGE_MONTHS.map(async (months) => {
      const old = ownRows(trx, 'change').where('at', '<', changesBefore(ctx.now, months))
      return { months, changes: await countRows(old) }
    })
    const [old_records, old_changes] = await Promise.all([Promise.all(ofYears), Promise.all(ofMonths)])
    return { ...stored, old_records, old_changes }
  })
}

/** Stores how long the shop keeps what. Throws FORBIDDEN, UNCONFIRMED. */
export async function saveRetention(ctx: UserCtx, input: RetentionInput): Promise<Retention> {
  requireConfirmed(requireRight(ctx, 'personal_data'))
  return inTransaction(ctx, async (trx) => {
    const before = await trx.db
      .selectFrom('shops')
      .where('id', '=', ctx.actor.shop)
      .select(SETTINGS)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    await trx.db.updateTable('shops').set(input).where('id', '=', ctx.actor.shop).execute()
    const fields = fieldChanges(SETTINGS, before, input)
    if (fields.length > 0)
      await recordChange(trx, { noun: 'settings', id: null, verb: 'update', detail: { fields } })
    return getRetention(trx)
  })
}

/**
 * Customers, with those merged into them, whose last visit is more than so many years ago. Not those with a record that can
 * be restored: it may be a newer visit.
 */
const goneSince = (shop: Shop, now: Date, years: number) =>
  ownRows(shop, 'customer')
    .where('merged_into', 'is', null)
    .where('last_day', '<', yearsBefore(todayInIstanbul(now), years))
    .where('erased_at', 'is', null)
    .where('id', 'not in', restorable(shop, now))

const restorable = (shop: Shop, now: Date) =>
  ownRows(shop, 'kayit')
    .innerJoin('customer as of', (join) =>
      join.onRef('of.shop_id', '=', 'kayit.shop_id').onRef('of.id', '=', 'kayit.customer_id'),
    )
    .where('kayit.deleted_at', '>=', restorableSince(now))
    .select(rootColumn('of').as('id'))

/** Customers in a transaction: their records stay locked as long. */
const BATCH = 100

/** Erases customers who stayed away for as long as their shop chose; returns how many. Each batch is registered. */
export async function eraseOld(db: Kysely<DB>, now: Date, stop?: AbortSignal): Promise<number> {
  const shops = await db
    .selectFrom('shops')
    .where('anonymise_years', 'is not', null)
    .where('closed_at', 'is', null)
    .select(['id', 'anonymise_years'])
    .$narrowType<{ anonymise_years: number }>()
    .execute()
  let erased = 0
  for (const { id, anonymise_years: years } of shops)
    erased += await eraseOldOf({ db, actor: { shop: id } }, { years, now, stop })
  return erased
}

type Run = { years: number; now: Date; stop?: AbortSignal | undefined }

async function eraseOldOf(shop: Shop, run: Run): Promise<number> {
  let erased = 0
  for (let after = 0; run.stop?.aborted !== true;) {
    const chosen = goneSince(shop, run.now, run.years).where('id', '>', after)
    const ids = idsIn(await chosen.orderBy('id').select('id').limit(BATCH).execute())
    const work = (trx: Kysely<DB>) => eraseBatch({ ...shop, db: trx }, ids, run)
    if (ids.length > 0) erased += await repeated(() => shop.db.transaction().execute(work))
    if (ids.length < BATCH) break
    after = Math.max(...ids)
  }
  return erased
}

/** Erases those of the chosen who have not come meanwhile, which is known once no save can run beside it. */
async function eraseBatch(shop: Shop, chosen: readonly number[], { now, years }: Run): Promise<number> {
  const stillGone = async () =>
    idsIn(await goneSince(shop, now, years).where(oneOf('id', chosen)).orderBy('id').select('id').execute())
  const subject = await lockedSubject(shop, async () => familiesOf(shop, await stillGone()))
  const gone = await stillGone()
  if (gone.length === 0) return 0
  const counts = await erase(shop, subject, now)
  await register(shop, { ...BY_ITSELF, at: now, reason: 'retention', counts })
  return gone.length
}

/** Removes the changes that are older than their shop keeps them; returns how many. */
export async function purgeChanges(db: Kysely<DB>, now: Date, stop?: AbortSignal): Promise<number> {
  let purged = 0
  for (const months of CHANGE_MONTHS) {
    const before = changesBefore(now, months)
    const shops = db.selectFrom('shops').where('change_months', '=', months).select('id')
    purged += await purgeInBatches(async (limit) => {
      const found = db.selectFrom('change').where('at', '<', before).where('shop_id', 'in', shops)
      const ids = idsIn(await found.select('id').limit(limit).execute())
      if (ids.length > 0)
        await db.deleteFrom('change').where('at', '<', before).where('id', 'in', ids).execute()
      return ids.length
    }, stop)
  }
  return purged
}
