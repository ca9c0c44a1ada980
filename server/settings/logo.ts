import { fork } from 'node:child_process'

import { recordChange } from '#server/platform/core/changes.ts'
import { inTransaction, type UserCtx, requireRight } from '#server/platform/core/context.ts'
import { logoUrl } from '#server/platform/core/logo-url.ts'
import { scopeToAllShops } from '#server/platform/db/shop-scope.ts'
import { createSemaphore } from '#server/platform/lib/semaphore.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import { logoProblem } from '#shared/settings/rules.ts'

import { hasDoctype, sniffImage } from './logo-image.ts'
import type { Logo, LogoGround } from './logo-render.ts'

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

/** Returns the type by the file's first bytes, because the sender can forge name and type. */
function typeOf(file: Uint8Array): string {
  const kind = sniffImage(file)
  if (kind === null) return ''
  return kind === 'svg' ? 'image/svg+xml' : `image/${kind}`
}

/** Returns a logo and an ETag: users get their own shop's, administrators any. Throws NOT_FOUND without one. */
export async function getLogo({ db, actor }: UserCtx, input: { user: number }) {
  const shop_id = input.user === 0 ? actor.shop : input.user
  const isAdmin = actor.auth === AUTH_ADMIN
  let query = (isAdmin ? scopeToAllShops(db) : db).selectFrom('logo').where('shop_id', '=', shop_id)
  if (!isAdmin) query = query.where('shop_id', '=', actor.shop)
  const { png, created_at } = await query
    .select(['png', 'created_at'])
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND', messages.logoNotFound))
  return { png, mark: `${shop_id}-${created_at.getTime().toString(36)}` }
}

const TIME_LIMIT_MS = 8_000

/** A decoder may take 300 MB and a core: one at a time leaves the rest of the machine for the requests. */
const redrawing = createSemaphore({ permits: 1, maxQueued: 8 })

/** `timeLimit` is in milliseconds and includes the start; another `child` in tests. The ground is white by default. */
type RedrawOptions = { timeLimit?: number; child?: URL; ground?: LogoGround }

/**
 * Redraws the file's picture in its own process, which is killed after the time limit: a native decoder may hang or crash.
 * `null` when the file gave no picture. Throws UNAVAILABLE when too many are waiting.
 */
export const redrawLogo = (file: Uint8Array, options: RedrawOptions = {}): Promise<Logo | null> =>
  redrawing.run(() => redraw(file, options))

function redraw(file: Uint8Array, options: RedrawOptions): Promise<Logo | null> {
  const { timeLimit = TIME_LIMIT_MS, child = new URL('./logo-child.ts', import.meta.url) } = options
  const { ground = 'white' } = options
  const { promise, resolve } = Promise.withResolvers<Logo | null>()
  // The decoder gets neither the flags nor the secrets of the process.
  const decoder = fork(child, [], {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=256'],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const timer = setTimeout(() => decoder.kill('SIGKILL'), timeLimit)
  decoder.once('message', (answer: { logo: Logo | null }) => resolve(answer.logo))
  decoder.once('error', () => resolve(null)).once('exit', () => resolve(null))
  decoder.send({ file, ground }, () => {})
  return promise.finally(() => {
    clearTimeout(timer)
    decoder.kill('SIGKILL')
  })
}
