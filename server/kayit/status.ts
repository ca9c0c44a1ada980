import { recordChanges } from '#server/platform/core/changes.ts'
import { type UserCtx, today } from '#server/platform/core/context.ts'
import { idempotentCall } from '#server/platform/core/idempotency.ts'
import { AppError } from '#shared/errors.ts'
import { exitDay, hasIncome } from '#shared/kayit/rules.ts'
import { stageMessages } from '#shared/kayit/stage-messages.ts'
import type { StatusAnswer, StatusInput } from '#shared/kayit/status.ts'
import { messages } from '#shared/messages.ts'

import { enteredFieldsOf, derivedColumns, type KayitFields } from './derived.ts'
import { itemsOf } from './items.ts'
import { type LockedKayit, lockKayitlar, updateKayit } from './queries.ts'
import { applyRecordChange, changeEntry, type RecordChange } from './record-change.ts'

type StatusChange = StatusInput['kayitlar'][number]

/**
 * Sets the status of up to 100 records in one transaction, all or none; a repetition with the same key returns the
 * first result. Throws NOT_FOUND, and CONFLICT when one of them has changed since its `version`.
 */
export async function setStatus(ctx: UserCtx, { kayitlar, key }: StatusInput): Promise<StatusAnswer> {
  const change = { operation: 'kayit status', key, input: kayitlar }
  const done = await idempotentCall(ctx, change, (trx) => changeAll(trx, kayitlar))
  if (done === null) throw new AppError('INVALID', messages.invalidInput)
  return done.answer
}

async function changeAll(ctx: UserCtx, changes: readonly StatusChange[]): Promise<StatusAnswer> {
  const wanted = new Map(changes.map((change) => [change.kayit_id, change]))
  const conflict = changes.length === 1 ? messages.statusConflict : messages.statusConflicts
  const kayitlar: StatusAnswer['kayitlar'] = []
  const counted = []
  const changed = []
  for (const locked of await lockKayitlar(ctx, [...wanted.keys()])) {
    const change = wanted.get(locked.id)
    if (change?.version !== locked.version) throw new AppError('CONFLICT', conflict)
    if (locked.stage !== 'visit') throw new AppError('INVALID', stageMessages.statusOfVisit)
    const { durum, cikis_tarihi = exitDay(durum, locked.cikis_tarihi, today(ctx)) } = change
    const before = enteredFieldsOf(locked)
    const after = { ...before, durum, cikis_tarihi }
    counted.push(await writeStatus(ctx, locked, after))
    const unchanged = { ...locked, islemler: [] }
    changed.push(...changeEntry(locked.id, { ...unchanged, fields: before }, { ...unchanged, fields: after }))
    kayitlar.push({ kayit_id: locked.id, version: locked.version + 1, durum, cikis_tarihi })
  }
  await recordChanges(ctx, changed)
  await applyRecordChange(ctx, counted)
  return { kayitlar }
}

/** The items do not change: the statistics count them only when their income begins or ends to count. */
async function writeStatus(ctx: UserCtx, locked: LockedKayit, fields: KayitFields): Promise<RecordChange> {
  const { id, version } = locked
  const columns = derivedColumns(fields)
  await updateKayit(ctx, { id, row: { ...columns, version: version + 1, updated_at: ctx.now } })
  const after = { ...locked, ...columns }
  const islemler = hasIncome(locked) === hasIncome(after) ? [] : await itemsOf(ctx, { id })
  return { id, before: { ...locked, islemler }, after: { ...after, islemler } }
}
