import type { Kysely, Selectable } from 'kysely'

import { ownRows, type ShopCtx } from '#server/platform/core/own-rows.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { countDeleted } from '#server/platform/db/row-counts.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { AppError } from '#shared/errors.ts'
import { shareMessages } from '#shared/share/messages.ts'
import { MAX_OPEN_SHARES } from '#shared/share/rules.ts'
import type { SharesInput } from '#shared/share/schema.ts'

import { SUBJECT_COLUMN } from './subjects.ts'

const openShares = (ctx: UserCtx, { kind, id }: SharesInput) =>
  ownRows(ctx, 'share')
    .where(SUBJECT_COLUMN[kind], '=', id)
    .where('kind', 'in', kind === 'record' ? ['record', 'quote'] : [kind])
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', ctx.now)

/** Returns the open links of a thing, the newest first. */
export const readOpenShares = (ctx: UserCtx, subject: SharesInput) =>
  openShares(ctx, subject)
    .orderBy('id', 'desc')
    .select(['id', 'with_vat', 'created_at', 'expires_at', 'actor_name', 'views', 'last_viewed_at'])
    .limit(MAX_OPEN_SHARES)
    .execute()

export async function countOpenShares(ctx: UserCtx, subject: SharesInput): Promise<number> {
  const { count } = await openShares(ctx, subject)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const SUBJECT = ['kind', 'kayit_id', 'vehicle_id', 'customer_id'] as const

type SubjectRow = Pick<Selectable<DB['share']>, (typeof SUBJECT)[number]>

/** Returns the kind and the id of a link's thing; a quote is a record. */
export function subjectOf(row: SubjectRow): SharesInput {
  const kind = row.kind === 'quote' ? 'record' : row.kind
  return { kind, id: row[SUBJECT_COLUMN[kind]] ?? 0 }
}

/** Returns the shop's link with this token, also one that has ended. */
export const findByHash = (ctx: UserCtx, tokenHash: Uint8Array) =>
  ownRows(ctx, 'share')
    .where('token_hash', '=', tokenHash)
    .select(['id', ...SUBJECT, 'with_vat', 'expires_at', 'revoked_at', 'quote_version'])
    .executeTakeFirst()

/** Returns the thing of a link, also of one that has ended. Throws the same NOT_FOUND for another shop's. */
export async function requireShared(ctx: UserCtx, id: number): Promise<SharesInput> {
  const row = await ownRows(ctx, 'share').where('id', '=', id).select(SUBJECT).executeTakeFirst()
  if (row === undefined) throw new AppError('NOT_FOUND', shareMessages.notFound)
  return subjectOf(row)
}

export type OpenShare = NonNullable<Awaited<ReturnType<typeof findShare>>>

/**
 * Returns the open link with this token, `undefined` for any other token: unknown, expired or revoked, or of a shop that
 * is closed or suspended.
 */
export const findShare = (shop: ShopCtx, { tokenHash, now }: { tokenHash: Uint8Array; now: Date }) =>
  ownRows(shop, 'share')
    .innerJoin('shops', 'shops.id', 'share.shop_id')
    .where('share.token_hash', '=', tokenHash)
    .where('share.revoked_at', 'is', null)
    .where('share.expires_at', '>', now)
    .where('shops.closed_at', 'is', null)
    .where('shops.suspended_at', 'is', null)
    .select(['share.id', 'share.kind', 'share.kayit_id', 'share.vehicle_id', 'share.customer_id'])
    .select(['share.with_vat', 'share.expires_at', 'share.content', 'share.content_hash'])
    .select(['share.quote_version', 'share.views'])
    .executeTakeFirst()

/** Removes every shop's links that have expired. */
export const purgeShares = (db: Kysely<DB>, now: Date): Promise<number> =>
  countDeleted(db.deleteFrom('share').where('expires_at', '<=', now))
