import { sql } from 'kysely'

import { recordChange, type Writer } from '#server/platform/core/changes.ts'
import { type BaseCtx, inTransaction } from '#server/platform/core/context.ts'
import { type ShopCtx, updateOwn } from '#server/platform/core/own-rows.ts'
import { scopeToShop } from '#server/platform/db/shop-scope.ts'
import { CUSTOMER_NAME } from '#shared/quote/rules.ts'

import { findShare, type OpenShare, subjectOf } from './queries.ts'
import { requireSubject } from './subjects.ts'
import { readShareToken } from './token.ts'

/** Views of one link within this time count once: a reload is no new view. */
const VIEW_MS = 10 * 60_000

type Viewed = { share: Pick<OpenShare, 'id' | 'views' | Subject>; token: string }
type Subject = 'kind' | 'kayit_id' | 'vehicle_id' | 'customer_id'

/** Counts a view of a link; the change log gets the first one. The count is optional: its failure is only logged. */
export async function tryCountView(base: BaseCtx, { share, token }: Viewed): Promise<void> {
  const read = readShareToken(token)
  if (read === null) return
  const { shop, tokenHash } = read
  const ctx = { ...base, db: scopeToShop(base.db, shop), actor: { shop } }
  try {
    if (share.views > 0) await countView(ctx, share.id)
    else
      await inTransaction(ctx, async (trx) => {
        const { entry } = await requireSubject(trx, subjectOf(share), { lock: true })
        // The lock may have waited for an erasure, after which the log may not name the customer.
        if ((await findShare(trx, { tokenHash, now: base.now })) === undefined) return
        if ((await countView(trx, share.id)) === 1)
          await recordChange(asCustomer(trx), { ...entry, verb: 'view' })
      })
  } catch (error) {
    base.log.warn({ err: error }, 'view of a link not counted')
  }
}

/** Counts a view, at most one in ten minutes; returns the new number, `undefined` for one that does not count. */
async function countView(ctx: BaseCtx & ShopCtx, id: number): Promise<number | undefined> {
  const before = new Date(ctx.now.getTime() - VIEW_MS)
  const counted = await updateOwn(ctx, 'share')
    .set((eb) => ({ views: eb('views', '+', sql.lit(1)), last_viewed_at: ctx.now }))
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_viewed_at', 'is', null), eb('last_viewed_at', '<=', before)]))
    .returning('views')
    .executeTakeFirst()
  return counted?.views
}

/** Returns the customer with a link as the one who changes something. */
export const asCustomer = (ctx: BaseCtx & ShopCtx): Writer => ({
  ...ctx,
  actor: { shop: ctx.actor.shop, user: 0, username: CUSTOMER_NAME, session: { kind: 'link' } },
})
