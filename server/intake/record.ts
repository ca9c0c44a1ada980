import { saveKayit } from '#server/kayit/save.ts'
import { today, type UserCtx } from '#server/platform/core/context.ts'
import { hasIncome, isCompleted } from '#shared/kayit/rules.ts'
import { DURUM_TAMAM } from '#shared/options.ts'

import type { FormRecord } from './queries.ts'

/**
 * Stores in a visit what its form tells: kilometres where it has none, and with `isDelivered` that it is completed and
 * left today. A cancelled visit stays cancelled, because it has no income. The record is locked.
 */
export async function applyForm(
  ctx: UserCtx,
  record: FormRecord,
  { km, isDelivered = false }: { km: number | null; isDelivered?: boolean },
): Promise<void> {
  const { id, version, stage, km_bilgisi, cikis_tarihi } = record
  if (stage !== 'visit') return
  const info = {
    ...(km_bilgisi === null && km !== null && { km_bilgisi: km }),
    ...(isDelivered && hasIncome(record) && !isCompleted(record) && { durum: DURUM_TAMAM }),
    ...(isDelivered && cikis_tarihi === null && { cikis_tarihi: today(ctx) }),
  }
  if (Object.keys(info).length > 0) await saveKayit(ctx, { id, version, info })
}
