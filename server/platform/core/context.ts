import type { Kysely } from 'kysely'

import type { BackupService } from '#server/platform/backup/service.ts'
import { type CommitBehind, pipelineTransaction } from '#server/platform/db/one-connection.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { ofAllShops } from '#server/platform/db/shop-rows.ts'
import type { PdfService } from '#server/platform/documents/pdf-service.ts'
import { SUSPENDED_FIELD, suspendedWords } from '#shared/auth/suspension.ts'
import { type Day, todayInIstanbul } from '#shared/date.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { AUTH_ADMIN, CONFIRMED_MINUTES } from '#shared/options.ts'
import type { Logger } from '#server/platform/lib/logger.ts'
import type { Right } from '#shared/staff/rights.ts'
import { changeMessages } from '#shared/change/messages.ts'
import { staffMessages } from '#shared/staff/messages.ts'
import { personalDataMessages } from '#shared/personal-data/messages.ts'

import { logRefused } from './security-log.ts'

/**
 * The caller. `shop` owns the rows that are found and created (the owner's user id, `shop_id` in every table);
 * `user` is who acts: name, password, sessions, the log. Equal for the owner.
 */
export type ActorIds = { shop: number; user: number }

export type Actor = ActorIds & {
  username: string
  auth: number
  /** What it may do in the shop; `requireRight` asks for them. */
  rights: readonly Right[]
  /** `confirmedAt`: when the password was last typed for this session; counts only for `web`. */
  session: { id: number; kind: 'web' | 'legacy'; confirmedAt: Date | null }
}

/** What every operation may use. `now` is the request's time; operations never read a clock. */
export type BaseCtx = {
  db: Kysely<DB>
  now: Date
  /** The number of the request in the log and in the response; absent outside of requests. */
  requestId?: string | undefined
  log: Logger
  pdf: PdfService
  /** `null` where the database is not ours to back up (DATABASE_URL). */
  backups: BackupService | null
  supportEmail: string
  /** Whether an administrator's session counts only with a second factor; by default it does without. */
  adminFactorRequired?: boolean | undefined
  /** The origin at which passkeys work (decision 35); `null` where they cannot. */
  passkeyOrigin?: string | null | undefined
  /** Where the request comes from. `browser` is the token of a browser in which a user has logged in before. */
  client: { address: string; userAgent: string; browser?: string | undefined }
  /**
   * Checks in the transaction of a change that the session has not ended since the request began; absent outside of
   * requests. Throws UNAUTHENTICATED.
   */
  requireSession?: ((db: Kysely<DB>) => Promise<void>) | undefined
}

/** `suspended`: the administrator's reason, while the shop of the token is suspended; then there is no actor. */
export type Ctx = BaseCtx & { actor: Actor | null; suspended?: string | undefined }
export type UserCtx = BaseCtx & { actor: Actor }

/** Nothing is read or changed while everything is replaced. Throws UNAVAILABLE. */
export function requireNotRestoring({ backups }: BaseCtx): void {
  if (backups?.restores.isRunning() === true)
    throw new AppError('UNAVAILABLE', messages.restoring, { retryAfter: 5 })
}

/** The refusal of everything to a suspended shop, with the reason and where to ask. */
export const suspendedRefusal = ({ supportEmail }: Pick<BaseCtx, 'supportEmail'>, reason: string) =>
  new AppError('FORBIDDEN', suspendedWords(reason, supportEmail), { field: SUSPENDED_FIELD })

/** The context of a logged-in user. Throws UNAUTHENTICATED, and FORBIDDEN while the shop is suspended. */
export function requireActor(ctx: Ctx): UserCtx {
  if (ctx.suspended !== undefined) throw suspendedRefusal(ctx, ctx.suspended)
  if (ctx.actor === null) throw new AppError('UNAUTHENTICATED', messages.unauthenticated)
  return { ...ctx, actor: ctx.actor }
}

/**
 * The context of an administrator (specification §6: level 3), whose database has the rows of all shops. Throws
 * UNAUTHENTICATED or FORBIDDEN.
 */
export function requireAdmin(ctx: Ctx): UserCtx {
  const userCtx = requireActor(ctx)
  if (userCtx.actor.auth === AUTH_ADMIN) return { ...userCtx, db: ofAllShops(ctx.db) }
  logRefused(userCtx, { reason: 'not an administrator', username: userCtx.actor.username })
  throw new AppError('FORBIDDEN', messages.forbidden)
}

/**
 * The same context, if the password was typed within ten minutes: a session that was left open must not do this. A token
 * of `login.php` stands in links to PDFs, so its session is never confirmed (decision 26). Throws UNCONFIRMED.
 */
export function requireConfirmed(ctx: UserCtx): UserCtx {
  const { kind, confirmedAt } = ctx.actor.session
  const since = ctx.now.getTime() - CONFIRMED_MINUTES * 60_000
  if (kind === 'web' && confirmedAt !== null && confirmedAt.getTime() > since) return ctx
  throw new AppError('UNCONFIRMED', messages.unconfirmed)
}

/** The same for an operation with an old path, which cannot ask: a session of `login.php` passes. Throws UNCONFIRMED. */
export const requireConfirmedOrScript = (ctx: UserCtx): UserCtx =>
  ctx.actor.session.kind === 'legacy' ? ctx : requireConfirmed(ctx)

export const today = (ctx: BaseCtx): Day => todayInIstanbul(ctx.now)

/**
 * Runs `work` in one transaction, or in the one that is already open: either everything is stored or nothing. Throws
 * UNAUTHENTICATED when the caller's session has ended meanwhile.
 */
export function inTransaction<C extends BaseCtx, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx)
  return ctx.db.transaction().execute(async (trx) => {
    await ctx.requireSession?.(trx)
    return work({ ...ctx, db: trx })
  })
}

/**
 * The same for a change that first reads and locks all that it depends on: the begin, the session's check and those
 * statements share a round trip, as do statements that are started together. `commitBehind` shares that of the last ones.
 */
export function inPipelinedTransaction<C extends BaseCtx, T>(
  ctx: C,
  work: (ctx: C, commitBehind: CommitBehind) => Promise<T>,
): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx, () => {})
  return pipelineTransaction(
    ctx.db,
    (db, commitBehind) => work({ ...ctx, db }, commitBehind),
    ctx.requireSession,
  )
}

const REFUSALS: Readonly<Record<Right, string>> = {
  prices: staffMessages.pricesRefused,
  remove: staffMessages.removeRefused,
  export: staffMessages.exportRefused,
  figures: messages.figuresRefused,
  settings: messages.settingsRefused,
  staff: messages.staffRefused,
  history: changeMessages.refused,
  personal_data: personalDataMessages.refused,
}

/**
 * The context of a user of the shop who has the right (shared/staff/rights.ts). The first line of each operation that
 * not everybody in the shop may carry out. Throws FORBIDDEN.
 */
export function requireRight(ctx: UserCtx, right: Right): UserCtx {
  if (ctx.actor.rights.includes(right)) return ctx
  logRefused(ctx, { reason: 'without the right', username: ctx.actor.username })
  throw new AppError('FORBIDDEN', REFUSALS[right])
}

/** Every amount has a name like this, in answers as in the database: `fiyat_kurus`, `total_kurus`. */
type Amount = `${string}_kurus`

/** The same without amounts, at any depth. */
type WithoutPrices<T> = T extends readonly (infer Item)[]
  ? WithoutPrices<Item>[]
  : T extends object
    ? { [Name in keyof T as Name extends Amount ? never : Name]: WithoutPrices<T[Name]> }
    : T

/** A copy of an answer, which is made of JSON values, without amounts. */
export const withoutPrices = <T>(answer: T): WithoutPrices<T> => stripped(answer) as WithoutPrices<T>

function stripped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripped)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([name]) => !name.endsWith('_kurus'))
  return Object.fromEntries(entries.map(([name, inner]) => [name, stripped(inner)]))
}

/** Whether the caller sees prices and may set them (decision 32). */
export const seesPrices = ({ actor }: UserCtx): boolean => actor.rights.includes('prices')

/**
 * The answer for the caller, without amounts for one who sees no prices. The operation's return type has its amounts
 * optional, so the compiler finds an answer that the page would not expect without them.
 */
export const redactFor = <T>(ctx: UserCtx, answer: T): T | WithoutPrices<T> =>
  seesPrices(ctx) ? answer : withoutPrices(answer)

/** The order of a list for the caller: sorting by a hidden sum would tell who paid more. */
export const shownOrder = <Asked extends { sort: string }>(ctx: UserCtx, asked: Asked): Asked =>
  asked.sort === 'total' && !seesPrices(ctx) ? { ...asked, sort: 'last_day' } : asked
