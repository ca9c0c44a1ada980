import type { Kysely } from 'kysely'

import type { BackupService } from '#server/platform/backup/service.ts'
import { type SendCommit, pipelineTransaction } from '#server/platform/db/pipeline.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { scopeToAllShops } from '#server/platform/db/shop-scope.ts'
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
import { stageMessages } from '#shared/kayit/stage-messages.ts'
import { paymentMessages } from '#shared/payment/messages.ts'
import { personalDataMessages } from '#shared/personal-data/messages.ts'

import { logRefused } from './security-log.ts'

/**
 * The caller. `shop` owns the rows that are found and created (the owner's user id, `shop_id` in every table); `user`
 * is the person who acts, with a name, password, sessions and log entries. For the owner both are equal.
 */
export type ActorIds = { shop: number; user: number }

export type Actor = ActorIds & {
  username: string
  auth: number
  /** The caller's rights in the shop, which `requireRight` checks. */
  rights: readonly Right[]
  /** `confirmedAt`: when the password was last typed for this session; counts only for `web`. */
  session: { id: number; kind: 'web' | 'legacy'; confirmedAt: Date | null }
}

/** The services of every operation. `now` is the request's time; operations never read a clock. */
export type BaseCtx = {
  db: Kysely<DB>
  now: Date
  /** The number of the request in the log and in the response; absent outside of requests. */
  requestId?: string | undefined
  log: Logger
  pdf: PdfService
  /** `null` where the operator backs up the database (DATABASE_URL). */
  backups: BackupService | null
  supportEmail: string
  /** The origin of links in e-mails; undefined where the operator set up no e-mail. */
  mailOrigin?: string | undefined
  /** Whether an administrator's session counts only with a second factor; by default it needs none. */
  adminFactorRequired?: boolean | undefined
  /** The origin at which passkeys work (decision 35); `null` where they cannot. */
  passkeyOrigin?: string | null | undefined
  /** The origin of the request. `browser` is the token of a browser in which a user has logged in before. */
  client: { address: string; userAgent: string; browser?: string | undefined }
  /** Throws UNAUTHENTICATED if the session has ended since the request began; absent outside of requests. */
  recheckSession?: ((db: Kysely<DB>) => Promise<void>) | undefined
}

/** `suspensionReason`: the administrator's reason, while the shop of the token is suspended; then there is no actor. */
export type Ctx = BaseCtx & { actor: Actor | null; suspensionReason?: string | undefined }
export type UserCtx = BaseCtx & { actor: Actor }

/** Throws UNAVAILABLE while a restore replaces all data, so that no operation reads or changes it. */
export function requireNotRestoring({ backups }: BaseCtx): void {
  if (backups?.restores.isRunning() === true)
    throw new AppError('UNAVAILABLE', messages.restoring, { retryAfter: 5 })
}

/** Returns the refusal of every call of a suspended shop, with the reason and the address for questions. */
export const suspendedRefusal = ({ supportEmail }: Pick<BaseCtx, 'supportEmail'>, reason: string) =>
  new AppError('FORBIDDEN', suspendedWords(reason, supportEmail), { field: SUSPENDED_FIELD })

/** Returns the context of a logged-in user. Throws UNAUTHENTICATED, and FORBIDDEN while the shop is suspended. */
export function requireActor(ctx: Ctx): UserCtx {
  if (ctx.suspensionReason !== undefined) throw suspendedRefusal(ctx, ctx.suspensionReason)
  if (ctx.actor === null) throw new AppError('UNAUTHENTICATED', messages.unauthenticated)
  return { ...ctx, actor: ctx.actor }
}

/** Returns an administrator's context, which sees all shops (§6: level 3). Throws UNAUTHENTICATED, FORBIDDEN. */
export function requireAdmin(ctx: Ctx): UserCtx {
  const userCtx = requireActor(ctx)
  if (userCtx.actor.auth === AUTH_ADMIN) return { ...userCtx, db: scopeToAllShops(ctx.db) }
  logRefused(userCtx, { reason: 'not an administrator', username: userCtx.actor.username })
  throw new AppError('FORBIDDEN', messages.forbidden)
}

/**
 * Returns the context if the password was typed within ten minutes, because a session left open must not be enough. A
 * token of `login.php` is part of links to PDFs, so its session is never confirmed (decision 26). Throws UNCONFIRMED.
 */
export function requireConfirmed(ctx: UserCtx): UserCtx {
  const { kind, confirmedAt } = ctx.actor.session
  const since = ctx.now.getTime() - CONFIRMED_MINUTES * 60_000
  if (kind === 'web' && confirmedAt !== null && confirmedAt.getTime() > since) return ctx
  throw new AppError('UNCONFIRMED', messages.unconfirmed)
}

/** Does the same for an operation with an old path, which cannot ask: `login.php` sessions pass. Throws UNCONFIRMED. */
export const requireConfirmedOrScript = (ctx: UserCtx): UserCtx =>
  ctx.actor.session.kind === 'legacy' ? ctx : requireConfirmed(ctx)

export const today = (ctx: BaseCtx): Day => todayInIstanbul(ctx.now)

/** Runs `work` in the open or a new transaction. Throws UNAUTHENTICATED if the session has ended meanwhile. */
export function inTransaction<C extends BaseCtx, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx)
  return ctx.db.transaction().execute(async (trx) => {
    await ctx.recheckSession?.(trx)
    return work({ ...ctx, db: trx })
  })
}

/**
 * Runs a change in a transaction, as `inTransaction`. It first reads and locks everything it depends on: the begin, the session's check and
 * those statements share a round trip, as do statements started together. `sendCommit` shares that of the last ones.
 */
export function inPipelinedTransaction<C extends BaseCtx, T>(
  ctx: C,
  work: (ctx: C, sendCommit: SendCommit) => Promise<T>,
): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx, () => {})
  return pipelineTransaction(ctx.db, (db, sendCommit) => work({ ...ctx, db }, sendCommit), ctx.recheckSession)
}

const REFUSALS: Readonly<Record<Right, string>> = {
  prices: staffMessages.pricesRefused,
  payments: paymentMessages.refused,
  quotes: stageMessages.refused,
  remove: staffMessages.removeRefused,
  export: staffMessages.exportRefused,
  figures: messages.figuresRefused,
  settings: messages.settingsRefused,
  staff: messages.staffRefused,
  history: changeMessages.refused,
  personal_data: personalDataMessages.refused,
}

/** Returns the context if the user has the right; every operation that needs one begins with it. Throws FORBIDDEN. */
export function requireRight(ctx: UserCtx, right: Right): UserCtx {
  if (ctx.actor.rights.includes(right)) return ctx
  logRefused(ctx, { reason: 'without the right', username: ctx.actor.username })
  throw new AppError('FORBIDDEN', REFUSALS[right])
}

/** The name of an amount, in answers as in the database: `fiyat_kurus`, `total_kurus`. */
type Amount = `${string}_kurus`

/** An answer's type without amounts, at any depth. */
type WithoutPrices<T> = T extends readonly (infer Item)[]
  ? WithoutPrices<Item>[]
  : T extends object
    ? { [Name in keyof T as Name extends Amount ? never : Name]: WithoutPrices<T[Name]> }
    : T

/** Returns a copy of an answer of JSON values, without amounts. */
export const withoutPrices = <T>(answer: T): WithoutPrices<T> => stripAmounts(answer) as WithoutPrices<T>

function stripAmounts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripAmounts)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([name]) => !name.endsWith('_kurus'))
  return Object.fromEntries(entries.map(([name, inner]) => [name, stripAmounts(inner)]))
}

/** Returns whether the caller sees prices and may set them (decision 32). */
export const canSeePrices = ({ actor }: UserCtx): boolean => actor.rights.includes('prices')

/**
 * Returns the answer without amounts if the caller sees no prices. The operation's return type has optional amounts, so
 * the compiler finds an answer that the page does not expect without them.
 */
export const redactFor = <T>(ctx: UserCtx, answer: T): T | WithoutPrices<T> =>
  canSeePrices(ctx) ? answer : withoutPrices(answer)

/** Returns the order of a list for the caller, because sorting by a hidden sum would reveal who paid more. */
export const allowedOrder = <List extends { sort: string }>(ctx: UserCtx, list: List): List =>
  list.sort === 'total' && !canSeePrices(ctx) ? { ...list, sort: 'last_day' } : list
