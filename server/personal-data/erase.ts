import { eraseTexts, recordChange } from '#server/platform/core/changes.ts'
import { updateOwn } from '#server/platform/core/own-rows.ts'
import type { Shop } from '#server/platform/core/batches.ts'
import { inTransaction, requireConfirmed, type UserCtx } from '#server/platform/core/context.ts'
import { repeated } from '#server/platform/core/repeat.ts'
import { requireRight } from '#server/platform/core/rights.ts'
import { countDeleted } from '#server/platform/db/row-counts.ts'
import { logEvent } from '#server/platform/core/security-log.ts'
import type { EraseInput, ErasureCounts, ErasureReason } from '#shared/personal-data/schema.ts'

import { namingChanges } from './concerned-changes.ts'
import { eraseMentions } from './erase-mentions.ts'
import { ERASED_CUSTOMER, ERASED_KAYIT, ERASED_VEHICLE } from './erased.ts'
import { identify } from './identify.ts'
import { personOf } from './person.ts'
import { idsIn, lockedSubject, oneOf, type Subject } from './subject.ts'
import { removeUnusedLinks } from './unused-links.ts'

/**
 * Erases a customer and those merged into them (law 6698, art. 7), all or nothing, and registers it. Amounts, days and work
 * stay, so no sum changes. Throws FORBIDDEN, UNCONFIRMED, NOT_FOUND.
 */
export async function eraseCustomer(ctx: UserCtx, { id, reason }: EraseInput): Promise<ErasureCounts> {
  requireConfirmed(requireRight(ctx, 'personal_data'))
  const counts = await repeated(() => eraseAtOnce(ctx, { id, reason }))
  logEvent(ctx, 'personal data erased', { customerId: id })
  return counts
}

const eraseAtOnce = (ctx: UserCtx, { id, reason }: EraseInput): Promise<ErasureCounts> =>
  inTransaction(ctx, async (trx) => {
    const subject = await lockedSubject(trx, () => personOf(trx, id))
    const [customer_id = id] = subject.customers
    const done = await erase(trx, subject, ctx.now)
    const { user: actor_id, username: actor_name } = ctx.actor
    const by = { at: ctx.now, actor_id, actor_name }
    await register(trx, { ...by, customer_id, reason, counts: done })
    await recordChange(trx, {
      noun: 'customer',
      id: customer_id,
      verb: 'erase',
      customer_id,
      detail: { count: done.records + done.deleted },
    })
    return done
  })

/** Erases the texts of a locked subject, within the transaction that locked it. */
export async function erase(shop: Shop, subject: Subject, now: Date): Promise<ErasureCounts> {
  const { db, actor } = shop
  const { customers, records, deleted, vehicles, shared } = subject
  // Their copies go first, so that a number of theirs does not count as another customer's.
  await removeUnusedLinks(shop, subject)
  // The names and numbers are read before they are erased.
  const { identities, linked } = await identify(shop, subject)
  const naming = await namingChanges(shop, linked, identities)
  const changes = [...new Set(idsIn([...linked, ...naming]))]
  const documents = await countDeleted(
    db
      .deleteFrom('belge')
      .where('shop_id', '=', actor.shop)
      .where(oneOf('kayit_id', [...records, ...deleted])),
  )
  // Nothing counts them any more, and they must not come back.
  await db.deleteFrom('kayit').where('shop_id', '=', actor.shop).where(oneOf('id', deleted)).execute()
  await updateOwn(shop, 'kayit')
    .set((eb) => ({ ...ERASED_KAYIT, version: eb('version', '+', 1), updated_at: now }))
    .where(oneOf('id', records))
    .execute()
  await updateOwn(shop, 'customer')
    .set({ ...ERASED_CUSTOMER, erased_at: now })
    .where(oneOf('id', customers))
    .execute()
  await updateOwn(shop, 'vehicle')
    .set({ ...ERASED_VEHICLE, erased_at: now })
    .where(oneOf('id', vehicles))
    .execute()
  await updateOwn(shop, 'data_request').set({ note: '' }).where(oneOf('customer_id', customers)).execute()
  await eraseMentions(shop, identities)
  await eraseTexts(shop, changes)
  return {
    records: records.length,
    deleted: deleted.length,
    vehicles: vehicles.length,
    shared_vehicles: shared.length,
    documents,
    changes: changes.length,
  }
}

type Registered = {
  at: Date
  /** `null` and '' for the retention, which nobody starts. */
  actor_id: number | null
  actor_name: string
  customer_id: number | null
  reason: ErasureReason
  counts: ErasureCounts
}

/** Who carries out what the housekeeping erases, of several customers together. */
export const BY_ITSELF = { actor_id: null, actor_name: '', customer_id: null }

/** Stores that an erasure took place: none of what was erased. */
export async function register({ db, actor }: Shop, { counts, ...erasure }: Registered): Promise<void> {
  await db
    .insertInto('erasure')
    .values({ ...erasure, shop_id: actor.shop, counts: JSON.stringify(counts) })
    .execute()
}
