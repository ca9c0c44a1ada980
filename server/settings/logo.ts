import { recordChange } from '#server/platform/core/changes.ts'
import { inTransaction, type UserCtx } from '#server/platform/core/context.ts'
import { logoUrl } from '#server/platform/core/logo-url.ts'
import { requireRight } from '#server/platform/core/rights.ts'
import { ofAllShops } from '#server/platform/db/shop-rows.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import { logoProblem } from '#shared/settings/rules.ts'

import { hasDoctype, sniffImage } from './logo-image.ts'
import { redrawLogo } from './logo-process.ts'
import type { LogoGround } from './logo-render.ts'

/**
 * Stores the picture as the shop's logo: an opaque PNG that we drew, never a byte of the file. Returns its address, and
 * whether it is pale on paper. Throws FORBIDDEN, INVALID for an unusable picture, UNAVAILABLE when too many wait.
 */
export async function uploadLogo(ctx: UserCtx, file: Uint8Array | null, ground: LogoGround = 'white') {
  requireRight(ctx, 'settings')
  const problem = logoProblem(file === null ? null : { size: file.length, type: typeOf(file) })
  if (problem !== null || file === null)
    throw new AppError('INVALID', problem ?? messages.logoMissing, { field: 'file' })
  const logo = await redrawLogo(file, { ground })
  if (logo === null) {
    const message = hasDoctype(file) ? messages.logoDoctype : messages.logoUnreadable
    throw new AppError('INVALID', message, { field: 'file' })
  }
  const { isPale, isEmpty, ...picture } = logo
  if (isEmpty) throw new AppError('INVALID', messages.logoEmpty, { field: 'file' })
  const stored = { ...picture, created_at: ctx.now }
  await inTransaction(ctx, async (trx) => {
    await trx.db
      .insertInto('logo')
      .values({ shop_id: ctx.actor.shop, ...stored })
      .onConflict((conflict) => conflict.column('shop_id').doUpdateSet(stored))
      .execute()
    await recordChange(trx, { noun: 'logo', id: null, verb: 'update' })
  })
  ctx.log.info({ userId: ctx.actor.user }, 'logo changed')
  return {
    url: logoUrl({ shop_id: ctx.actor.shop, logo_at: ctx.now }),
    isPale: isPale && ground === 'white',
  }
}

/** By the file's first bytes: the sender can forge its name and type. */
function typeOf(file: Uint8Array): string {
  const kind = sniffImage(file)
  if (kind === null) return ''
  return kind === 'svg' ? 'image/svg+xml' : `image/${kind}`
}

/** Returns a logo and an ETag: users get their own shop's, administrators any. Throws NOT_FOUND without one. */
export async function getLogo({ db, actor }: UserCtx, input: { user: number }) {
  const shop_id = input.user === 0 ? actor.shop : input.user
  const isAdmin = actor.auth === AUTH_ADMIN
  let query = (isAdmin ? ofAllShops(db) : db).selectFrom('logo').where('shop_id', '=', shop_id)
  if (!isAdmin) query = query.where('shop_id', '=', actor.shop)
  const row = await query.select(['png', 'created_at']).executeTakeFirst()
  if (row === undefined) throw new AppError('NOT_FOUND', messages.logoNotFound)
  return { png: row.png, mark: `${shop_id}-${row.created_at.getTime().toString(36)}` }
}
