import { requireRecord } from '#server/payment/queries.ts'
import { recordChange } from '#server/platform/core/changes.ts'
import { inTransaction, requireRight, type UserCtx } from '#server/platform/core/context.ts'
import { updateOwn } from '#server/platform/core/own-rows.ts'
import type { ChangeVerb } from '#shared/change/schema.ts'
import { AppError } from '#shared/errors.ts'
import { kayitTitle } from '#shared/kayit/rules.ts'
import { messages } from '#shared/messages.ts'
import { shareMessages } from '#shared/share/messages.ts'
import { MAX_OPEN_SHARES, SHARE_DAYS } from '#shared/share/rules.ts'
import type { ShareInput, ShareList, ShareWay, StoredShare } from '#shared/share/schema.ts'

import { countOpenShares, findByHash, readOpenShares, requireSharedRecord } from './queries.ts'
import { readShareToken } from './token.ts'

const DAY_MS = 86_400_000
const VERBS: Readonly<Record<ShareWay, ChangeVerb>> = { whatsapp: 'whatsapp', copy: 'copy', link: 'share' }

/**
 * Stores the link that the user took, or finds it when the user takes it again, and records the way. Throws FORBIDDEN,
 * NOT_FOUND, CONFLICT for a link that has ended, and INVALID for another shop's token or too many open links.
 */
export async function createShare(ctx: UserCtx, input: ShareInput): Promise<StoredShare> {
  requireRight(ctx, 'prices')
  const { kayit_id, with_vat, token, way } = input
  return inTransaction(ctx, async (trx) => {
    const record = await requireRecord(trx, kayit_id, { lock: true })
    const read = readShareToken(token)
    if (read?.shop !== ctx.actor.shop) throw new AppError('INVALID', messages.invalidInput)
    const before = await findByHash(trx, read.tokenHash)
    if (before !== undefined && !(isOpen(before, ctx.now) && isSame(before, { kayit_id, with_vat })))
      throw new AppError('CONFLICT', shareMessages.ended)
    const { id, expires_at } =
      before ?? (await insertShare(trx, { kayit_id, with_vat, token_hash: read.tokenHash }))
    await recordLinkChange(trx, VERBS[way], record)
    return { id, expires_at: expires_at.toISOString() }
  })
}

type Shared = Pick<ShareInput, 'kayit_id' | 'with_vat'>

const isSame = (one: Shared, other: Shared) =>
  one.kayit_id === other.kayit_id && one.with_vat === other.with_vat

const isOpen = ({ revoked_at, expires_at }: { revoked_at: Date | null; expires_at: Date }, now: Date) =>
  revoked_at === null && expires_at > now

async function insertShare(ctx: UserCtx, shared: Shared & { token_hash: Uint8Array }) {
  if ((await countOpenShares(ctx, shared.kayit_id)) >= MAX_OPEN_SHARES)
    throw new AppError('INVALID', shareMessages.tooMany)
  const { shop: shop_id, user: actor_id, username: actor_name } = ctx.actor
  const expires_at = new Date(ctx.now.getTime() + SHARE_DAYS * DAY_MS)
  const { id } = await ctx.db
    .insertInto('share')
    .values({ shop_id, kind: 'record', ...shared, created_at: ctx.now, expires_at, actor_id, actor_name })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, expires_at }
}

/** Returns the open links of a record, the newest first. Throws FORBIDDEN and NOT_FOUND. */
export async function listShares(ctx: UserCtx, { kayit_id }: { kayit_id: number }): Promise<ShareList> {
  requireRight(ctx, 'prices')
  const { id } = await requireRecord(ctx, kayit_id)
  const rows = await readOpenShares(ctx, id)
  const links = rows.map(({ created_at, expires_at, last_viewed_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    last_viewed_at: last_viewed_at?.toISOString() ?? null,
  }))
  return { shop_id: ctx.actor.shop, links }
}

/** Ends a link; one that has ended stays as it is. Throws FORBIDDEN and NOT_FOUND. */
export async function revokeShare(ctx: UserCtx, { id }: { id: number }): Promise<void> {
  requireRight(ctx, 'prices')
  await inTransaction(ctx, async (trx) => {
    const record = await requireSharedRecord(trx, id)
    const ended = await updateOwn(trx, 'share')
      .set({ revoked_at: ctx.now })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (ended !== undefined) await recordLinkChange(trx, 'unshare', record)
  })
}

type Linked = { id: number; plaka: string; musteri_adi_soyadi: string; customer_id: number | null }

/** Stores a change of the record, so that its history has it and its removal or an erasure empties it. */
const recordLinkChange = (ctx: UserCtx, verb: ChangeVerb, { id, customer_id, ...names }: Linked) =>
  recordChange(ctx, { noun: 'kayit', id, verb, title: kayitTitle(names), customer_id })
