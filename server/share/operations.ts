import { requireRecord } from '#server/payment/queries.ts'
import { recordChange } from '#server/platform/core/changes.ts'
import { inTransaction, requireRight, type UserCtx } from '#server/platform/core/context.ts'
import { idempotentCreate } from '#server/platform/core/idempotency.ts'
import { updateOwn } from '#server/platform/core/own-rows.ts'
import type { ChangeVerb } from '#shared/change/schema.ts'
import { AppError } from '#shared/errors.ts'
import { kayitTitle } from '#shared/kayit/rules.ts'
import { shareMessages } from '#shared/share/messages.ts'
import { MAX_OPEN_SHARES, SHARE_DAYS } from '#shared/share/rules.ts'
import type { CreatedShare, Share, ShareInput } from '#shared/share/schema.ts'

import { countOpenShares, readOpenShares, requireSharedRecord } from './queries.ts'
import { createShareToken, hashShareToken } from './token.ts'

const DAY_MS = 86_400_000

/**
 * Makes a link to a record and returns its token, once for its key. Only a hash of the token is stored, so a repetition
 * gives the same link a new token, or makes another link if the first one was viewed or revoked. Throws FORBIDDEN,
 * NOT_FOUND, and INVALID for a record with too many open links.
 */
export async function createShare(ctx: UserCtx, input: ShareInput): Promise<CreatedShare> {
  requireRight(ctx, 'prices')
  const { key, kayit_id, with_vat } = input
  return inTransaction(ctx, (trx) =>
    idempotentCreate(
      trx,
      { operation: 'share', key, input },
      {
        create: () => insertShare(trx, { kayit_id, with_vat }),
        change: () => Promise.reject(new AppError('CONFLICT', shareMessages.alreadyUsed)),
        repeat: ({ id }) => renewToken(trx, id),
      },
    ),
  )
}

async function insertShare(
  ctx: UserCtx,
  { kayit_id, with_vat }: Pick<ShareInput, 'kayit_id' | 'with_vat'>,
): Promise<CreatedShare> {
  const record = await requireRecord(ctx, kayit_id, { lock: true })
  if ((await countOpenShares(ctx, kayit_id)) >= MAX_OPEN_SHARES)
    throw new AppError('INVALID', shareMessages.tooMany)
  const { shop: shop_id, user: actor_id, username: actor_name } = ctx.actor
  const token = createShareToken(shop_id)
  const expires_at = new Date(ctx.now.getTime() + SHARE_DAYS * DAY_MS)
  const { id } = await ctx.db
    .insertInto('share')
    .values({
      shop_id,
      kayit_id,
      kind: 'record',
      with_vat,
      token_hash: hashShareToken(token),
      created_at: ctx.now,
      expires_at,
      actor_id,
      actor_name,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordLinkChange(ctx, 'share', record)
  return { id, token, expires_at: expires_at.toISOString() }
}

/** Replaces the token of a link whose response was lost. Throws CONFLICT if it was not: the link was viewed or revoked. */
async function renewToken(ctx: UserCtx, id: number): Promise<CreatedShare> {
  const token = createShareToken(ctx.actor.shop)
  const row = await updateOwn(ctx, 'share')
    .set({ token_hash: hashShareToken(token) })
    .where('id', '=', id)
    .where('views', '=', 0)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .returning('expires_at')
    .executeTakeFirst()
  if (row === undefined) throw new AppError('CONFLICT', shareMessages.alreadyUsed)
  return { id, token, expires_at: row.expires_at.toISOString() }
}

/** Returns the open links of a record, the newest first. Throws FORBIDDEN and NOT_FOUND. */
export async function listShares(ctx: UserCtx, { kayit_id }: { kayit_id: number }): Promise<Share[]> {
  requireRight(ctx, 'prices')
  const { id } = await requireRecord(ctx, kayit_id)
  const rows = await readOpenShares(ctx, id)
  return rows.map(({ created_at, expires_at, last_viewed_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    last_viewed_at: last_viewed_at?.toISOString() ?? null,
  }))
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

/** Records that the user opened WhatsApp with a link; whether the message was sent is not known. Throws as above. */
export async function recordWhatsApp(ctx: UserCtx, { id }: { id: number }): Promise<void> {
  requireRight(ctx, 'prices')
  await inTransaction(ctx, async (trx) =>
    recordLinkChange(trx, 'whatsapp', await requireSharedRecord(trx, id)),
  )
}

type Linked = { id: number; plaka: string; musteri_adi_soyadi: string; customer_id: number | null }

/** Stores a change of the record, so that its history has it and its removal or an erasure empties it. */
const recordLinkChange = (ctx: UserCtx, verb: ChangeVerb, { id, customer_id, ...names }: Linked) =>
  recordChange(ctx, { noun: 'kayit', id, verb, title: kayitTitle(names), customer_id })
