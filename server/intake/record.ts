import { isErasedCustomer } from '#server/kayit/queries.ts'
import { saveKayit } from '#server/kayit/save.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import type { Day } from '#shared/date.ts'
import { AppError } from '#shared/errors.ts'
import { intakeMessages } from '#shared/intake/messages.ts'
import { hasIncome, isCompleted } from '#shared/kayit/rules.ts'
import { DURUM_TAMAM } from '#shared/options.ts'

import { type FormRecord, requireFormRecord } from './queries.ts'

/**
 * Locks the record of a form. Throws NOT_FOUND, and INVALID for a quote or an appointment, whose car is not here, and for
 * an erased customer's record: a form from before the erasure would bring the customer back.
 */
export async function lockVisit(ctx: UserCtx, id: number): Promise<FormRecord> {
  const record = await requireFormRecord(ctx, id, { lock: true })
  if (record.stage !== 'visit') throw new AppError('INVALID', intakeMessages.visitOnly)
  if (await isErasedCustomer(ctx, record)) throw new AppError('INVALID', intakeMessages.customerErased)
  return record
}

/**
 * Stores in a visit what its form tells: kilometres where it has none, and with `left`, the day of a signed delivery,
 * that it is completed and has left. A cancelled visit stays cancelled, because it has no income. The record is locked.
 */
export async function applyForm(
  ctx: UserCtx,
  record: FormRecord,
  { km, left }: { km: number | null; left?: Day },
): Promise<void> {
  const { id, version, stage, km_bilgisi, giris_tarihi, cikis_tarihi } = record
  if (stage !== 'visit') return
  const info = {
    ...(km_bilgisi === null && km !== null && { km_bilgisi: km }),
    ...(left !== undefined && hasIncome(record) && !isCompleted(record) && { durum: DURUM_TAMAM }),
    ...(left !== undefined && cikis_tarihi === null && { cikis_tarihi: laterOf(left, giris_tarihi) }),
  }
  if (Object.keys(info).length > 0) await saveKayit(ctx, { id, version, info })
}

/** A car leaves no earlier than it came, whatever the clock of a device without a connection says. */
const laterOf = (left: Day, entry: Day | null): Day => (entry !== null && entry > left ? entry : left)
