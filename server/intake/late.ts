import { withDiscountLast } from '#shared/kayit/discount.ts'
import type { IslemLine } from '#server/kayit/derived.ts'
import { findCreated, kayitNotFound } from '#server/kayit/queries.ts'
import { canSeePrices, type UserCtx } from '#server/platform/core/context.ts'
import { LONGEST_WAIT_MS } from '#shared/intake/rules.ts'
import type { IntakeInput, Seen } from '#shared/intake/schema.ts'

import type { FormRecord } from './queries.ts'

type Waited = Pick<IntakeInput, 'kayit_id' | 'kayit_key' | 'filled_at'>

/** Returns the record of a form; one that waited for the connection with its record names the key of its save. Throws NOT_FOUND. */
export async function recordIdOf(ctx: UserCtx, { kayit_id, kayit_key }: Waited): Promise<number> {
  if (kayit_id !== 0 || kayit_key === undefined) return kayit_id
  const id = await findCreated(ctx, kayit_key)
  if (id === null) throw kayitNotFound()
  return id
}

/**
 * Returns when a form was filled in: by the clock of its device if it waited for the connection. A clock that cannot be
 * right does not count.
 */
export function filledAt({ now }: UserCtx, { filled_at }: Waited): Date {
  const at = filled_at === undefined ? now : new Date(filled_at)
  return at > now || at.getTime() < now.getTime() - LONGEST_WAIT_MS ? now : at
}

export type Work = { record: FormRecord; lines: readonly IslemLine[] }

/**
 * Returns the record and the work as the signer saw them, which another user may have changed since. Prices of a caller
 * who sees none are the stored ones: a sent price would tell by the signature whether it is right.
 */
export function seenWork(ctx: UserCtx, { record, lines }: Work, seen: Seen | undefined): Work {
  if (seen === undefined) return { record, lines }
  const { info, islemler } = seen
  return {
    record: { ...record, ...info } as FormRecord,
    lines:
      islemler === undefined
        ? lines
        : withDiscountLast(islemler).map((line, index) => ({
            ...line,
            fiyat_kurus: (canSeePrices(ctx) ? line.fiyat_kurus : undefined) ?? lines[index]?.fiyat_kurus ?? 0,
          })),
  }
}
