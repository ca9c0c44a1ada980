import type { UserCtx } from '#server/core/context.ts'

import { type IslemLine, type KayitFields, fieldColumns, itemColumns } from './derived.ts'
import type { LockedKayit } from './queries.ts'

/**
 * Writes a locked record's entered fields with everything derived from them, and the total of its items when they
 * are sent, as its next version. Returns what the statistics counted before and count now. Throws as `itemColumns`.
 */
export async function writeKayit(
  ctx: UserCtx,
  { id, user_id, version, gun, durum, toplam_kurus }: LockedKayit,
  { fields, islemler }: { fields: KayitFields; islemler?: readonly IslemLine[] | undefined },
) {
  const before = { gun, durum, toplam_kurus }
  const after = { ...before, ...fieldColumns(fields), ...(islemler && itemColumns(islemler)) }
  await ctx.db
    .updateTable('kayit')
    .set({ ...after, version: version + 1, updated_at: ctx.now })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute()
  return { before, after }
}
