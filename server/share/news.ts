import { requireRight, type UserCtx } from '#server/platform/core/context.ts'
import { inSameShop, ownRows } from '#server/platform/core/own-rows.ts'
import { kayitTitle } from '#shared/kayit/rules.ts'
import { mailMessages } from '#shared/mail/rules.ts'
import type { FailedMail, ShareNews } from '#shared/share/schema.ts'

import { answeredQuotes } from './quote-state.ts'
import { subjectOf } from './queries.ts'
import { mayShare } from './subjects.ts'

const DAY_MS = 86_400_000
/** Days for which a failed e-mail is shown. */
const SHOWN_DAYS = 3
const MOST_MAILS = 3

/** Returns what happened to sent links, for the first screen: answered quotes and failed e-mails. Throws FORBIDDEN. */
export async function shareNews(ctx: UserCtx): Promise<ShareNews> {
  requireRight(ctx, 'quotes')
  return { answers: await answeredQuotes(ctx), mails: await failedMails(ctx) }
}

/** Returns the newest e-mails that did not arrive, while their link is open and nothing newer was sent. */
async function failedMails(ctx: UserCtx): Promise<FailedMail[]> {
  const rows = await ownRows(ctx, 'mail')
    .innerJoin('share', inSameShop('share.id', 'mail.share_id'))
    .leftJoin('kayit', inSameShop('kayit.id', 'share.kayit_id'))
    .leftJoin('vehicle', inSameShop('vehicle.id', 'share.vehicle_id'))
    .leftJoin('customer', inSameShop('customer.id', 'share.customer_id'))
    .where('mail.state', '=', 'failed')
    .where('mail.finished_at', '>=', new Date(ctx.now.getTime() - SHOWN_DAYS * DAY_MS))
    .where('mail.last_error', '<>', mailMessages.ended)
    .where('share.revoked_at', 'is', null)
    .where('kayit.deleted_at', 'is', null)
    .orderBy('mail.finished_at', 'desc')
    .select(['mail.id', 'mail.recipient', 'mail.last_error', 'share.id as share_id', 'share.kind'])
    .select(['share.kayit_id', 'share.vehicle_id', 'share.customer_id'])
    .select(['kayit.plaka', 'kayit.musteri_adi_soyadi', 'vehicle.plate', 'customer.name'])
    .limit(20)
    .execute()
  const shown = rows.filter(({ kind }) => mayShare(ctx, kind === 'quote' ? 'record' : kind))
  const newest = await newestShares(ctx, shown)
  return shown
    .filter((row) => (newest.get(keyOf(row)) ?? 0) <= row.share_id)
    .slice(0, MOST_MAILS)
    .map(({ id, recipient, last_error, plaka, musteri_adi_soyadi, plate, name, ...row }) => ({
      id,
      of: subjectOf(row),
      recipient,
      error: last_error,
      title:
        plaka === null
          ? (plate ?? name ?? '')
          : kayitTitle({ plaka, musteri_adi_soyadi: musteri_adi_soyadi ?? '' }),
    }))
}

type Shared = Parameters<typeof subjectOf>[0] & { share_id: number }

function keyOf(row: Omit<Shared, 'share_id'>): string {
  const { kind, id } = subjectOf(row)
  return `${kind} ${id}`
}

/** Returns the newest link to each of these things: one that was taken after a failure went another way. */
async function newestShares(ctx: UserCtx, rows: readonly Shared[]): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map()
  const idsOf = (column: 'kayit_id' | 'vehicle_id' | 'customer_id') =>
    rows.flatMap((row) => row[column] ?? [])
  const later = await ownRows(ctx, 'share')
    .where((eb) =>
      eb.or(
        (['kayit_id', 'vehicle_id', 'customer_id'] as const).map((column) =>
          eb(column, '=', eb.fn.any(eb.val(idsOf(column)))),
        ),
      ),
    )
    .orderBy('id')
    .select(['id', 'kind', 'kayit_id', 'vehicle_id', 'customer_id'])
    .execute()
  return new Map(later.map((row) => [keyOf(row), row.id]))
}
