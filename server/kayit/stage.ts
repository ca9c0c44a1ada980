import { recordChanges } from '#server/platform/core/changes.ts'
import { inTransaction, redactFor, requireRight, today, type UserCtx } from '#server/platform/core/context.ts'
import { ownRows } from '#server/platform/core/own-rows.ts'
import { requireVersion } from '#server/platform/core/version.ts'
import { readPayments } from '#server/payment/queries.ts'
import { addDays } from '#shared/date.ts'
import { appointmentMessages } from '#shared/appointment/messages.ts'
import { AppError } from '#shared/errors.ts'
import { fieldsOfStage, isOpenWork } from '#shared/kayit/rules.ts'
import type { EarlierStageInput } from '#shared/kayit/ids.ts'
import type { KayitDetail, KayitInput, SavedKayit } from '#shared/kayit/schema.ts'
import { stageMessages } from '#shared/kayit/stage-messages.ts'
import { QUOTE_DAYS } from '#shared/kayit/stage.ts'

import { derivedColumns, enteredFieldsOf, itemColumns } from './derived.ts'
import { itemsOf, planItems, writeItems } from './items.ts'
import { appointmentColumns } from './plan-save.ts'
import { appointmentOf, lockKayit, requireDetail, updateKayit } from './queries.ts'
import { applyRecordChange, changeEntry } from './record-change.ts'
import { findApproval, itemsOfQuote } from './quote.ts'
import { saveKayit } from './save.ts'

/**
 * Makes a stored quote or appointment a visit of today, with the changes of its form; returns the stored record. Throws
 * INVALID with the field that a visit requires, FORBIDDEN, NOT_FOUND, and CONFLICT if it has changed or is a visit
 * already.
 */
export async function becomeVisit(ctx: UserCtx, input: KayitInput): Promise<SavedKayit> {
  requireRight(ctx, 'quotes')
  return saveKayit(ctx, input, { becomesVisit: true })
}

/**
 * Makes an open visit without payments a quote again, which undoes `becomeVisit`, also for the items that were not
 * approved, or the appointment by which it came; returns the stored record. Throws INVALID for any other visit,
 * FORBIDDEN, NOT_FOUND and CONFLICT.
 */
export async function becomeQuote(
  ctx: UserCtx,
  { kayit_id: id, version, stage }: EarlierStageInput,
): Promise<KayitDetail> {
  requireRight(ctx, 'quotes')
  await inTransaction(ctx, async (trx) => {
    const locked = await lockKayit(trx, id)
    if (locked.stage !== 'visit') throw new AppError('CONFLICT', stageMessages.notVisit)
    requireVersion(locked.version, version)
    if (!isOpenWork(locked) || locked.cikis_tarihi !== null)
      throw new AppError('INVALID', stageMessages.isClosed)
    if (stage === 'appointment' && appointmentOf(locked) === null)
      throw new AppError('INVALID', appointmentMessages.notFromAppointment)
    if ((await readPayments(trx, id)).length > 0) throw new AppError('INVALID', stageMessages.hasPayments)
    if (await hasHandover(trx, id)) throw new AppError('INVALID', stageMessages.hasHandover)
    const islemler = await itemsOf(trx, { id })
    const quote_valid_until = stage === 'quote' ? addDays(today(trx), QUOTE_DAYS) : null
    const stages = { stage, quote_valid_until, ...appointmentColumns(stage, locked) }
    const fields = fieldsOfStage(enteredFieldsOf(locked), stage)
    const items = stage === 'quote' ? itemsOfQuote(islemler, await findApproval(trx, id)) : undefined
    const plan = planItems({ shop_id: trx.actor.shop, id }, islemler, items?.map(withPrice))
    await writeItems(trx, plan)
    const row = { ...derivedColumns(fields), ...itemColumns(plan.rows), ...stages }
    await updateKayit(trx, { id, row: { ...row, version: version + 1, updated_at: ctx.now } })
    const before = { ...locked, fields: enteredFieldsOf(locked), islemler }
    const { customer_id } = locked
    await recordChanges(trx, changeEntry(id, before, { ...stages, customer_id, fields, islemler: plan.rows }))
    await applyRecordChange(trx, [{ id, before, after: null }])
  })
  return redactFor(ctx, await requireDetail(ctx, id))
}

/** Returns whether the car of a record was taken in or given back; both lock the record. */
async function hasHandover(ctx: UserCtx, id: number): Promise<boolean> {
  const of = (table: 'intake' | 'delivery') =>
    ownRows(ctx, table).where('kayit_id', '=', id).select('id').executeTakeFirst()
  return (await of('intake')) !== undefined || (await of('delivery')) !== undefined
}

const withPrice = <Item extends { fiyat_kurus?: number | undefined }>(item: Item) => ({
  ...item,
  fiyat_kurus: item.fiyat_kurus ?? 0,
})
