import { recordChange } from '#server/platform/core/changes.ts'
import type { Ctx, UserCtx } from '#server/platform/core/context.ts'
import { newEnd } from '#shared/admin/license-rules.ts'
import type { LicensesInput } from '#shared/admin/shops.ts'
import { changedMeanwhile, endTooLate, noEndDate } from '#shared/admin/shop-messages.ts'
import { AppError } from '#shared/errors.ts'

import { asAdmin, inShopOf, lockUser } from './queries.ts'

const LAST_DAY = '2200-12-31'

/**
 * Changes the ends of several shops' licences, all or none. Administrators only, after their password. Throws NOT_FOUND,
 * CONFLICT where one has changed since its version, and INVALID where one has no end or would end after 2200.
 */
export async function changeLicenses(ctx: Ctx, { shops, step }: LicensesInput): Promise<{ changed: number }> {
  // Always in the same order, each once.
  const asked = [...new Map(shops.map((shop) => [shop.id, shop])).values()].toSorted((a, b) => a.id - b.id)
  return asAdmin(ctx, async (trx) => {
    for (const shop of asked) await changeOne(trx, { ...shop, step })
    return { changed: asked.length }
  })
}

async function changeOne(
  trx: UserCtx,
  { id, version, step }: LicensesInput['shops'][number] & Pick<LicensesInput, 'step'>,
): Promise<void> {
  const row = await lockUser(trx, id)
  const name = row.company_name || row.username
  if (row.version !== version) throw new AppError('CONFLICT', changedMeanwhile(name))
  const before = row.license_end_date
  const after = newEnd(before, step)
  if (after === null) throw new AppError('INVALID', noEndDate(name), { field: 'step' })
  if (after > LAST_DAY) throw new AppError('INVALID', endTooLate(name), { field: 'step' })
  if (after === before) return
  await trx.db.updateTable('shops').set({ license_end_date: after }).where('id', '=', id).execute()
  await trx.db
    .updateTable('users')
    .set({ version: version + 1 })
    .where('id', '=', id)
    .execute()
  await recordChange(inShopOf(trx, id), {
    noun: 'user',
    id,
    verb: 'update',
    title: row.username,
    detail: { fields: [{ name: 'license_end_date', before, after }] },
  })
}
