import type { Selectable } from 'kysely'

import { recordChange } from '#server/platform/core/changes.ts'
import { inTransaction, redactFor, requireRight, type UserCtx } from '#server/platform/core/context.ts'
import { inSameShop, liveRows, type ShopCtx, updateOwn } from '#server/platform/core/own-rows.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { AppError } from '#shared/errors.ts'
import { takesMoreWork } from '#shared/kayit/extra-work.ts'
import { kayitTitle } from '#shared/kayit/rules.ts'
import type { KayitDetail } from '#shared/kayit/schema.ts'
import { stageMessages } from '#shared/kayit/stage-messages.ts'
import { messages } from '#shared/messages.ts'
import { MAX_ITEMS } from '#shared/options.ts'

import { itemsOf } from './items.ts'
import {
  isErasedCustomer,
  kayitNotFound,
  lockKayit,
  lockKayitlar,
  requireDetail,
  updateKayit,
} from './queries.ts'
import { approvedLines, findApproval, itemsInOrder, withLines } from './quote.ts'
import { saveKayit } from './save.ts'

/**
 * Returns the id of a quote that asks the customer of an open visit about more work ('Ek iş sor'): a new one with the
 * visit's car and customer, or one without work that was never sent. Throws FORBIDDEN, NOT_FOUND, and INVALID for a
 * record that is no open visit, or whose customer was erased.
 */
export async function askExtraWork(
  ctx: UserCtx,
  { kayit_id }: { kayit_id: number },
): Promise<{ kayit_id: number }> {
  requireRight(ctx, 'quotes')
  return inTransaction(ctx, async (trx) => {
    const visit = await lockKayit(trx, kayit_id)
    requireOpen(visit)
    // The quote would describe a new customer and a new car by the words for erased ones.
    if (await isErasedCustomer(trx, visit)) throw new AppError('INVALID', stageMessages.customerErased)
    const empty = await findEmptyQuote(trx, kayit_id)
    if (empty !== undefined) return { kayit_id: empty.id }
    const { musteri_adi_soyadi, musteri_tel, tc_vergino, plaka, sasi_no, motor_no } = visit
    const { arac_marka, arac_model, model_yili, km_bilgisi, vehicle_id, customer_id } = visit
    const { kayit } = await saveKayit(trx, {
      id: 0,
      stage: 'quote',
      info: {
        musteri_adi_soyadi,
        musteri_tel,
        tc_vergino,
        plaka,
        sasi_no,
        motor_no,
        arac_marka,
        arac_model,
        model_yili,
        km_bilgisi,
      },
      islemler: [],
      ...(vehicle_id !== null && { vehicle_id }),
      ...(customer_id !== null && { customer_id }),
    })
    await updateKayit(trx, { id: kayit.id, row: { for_kayit_id: kayit_id } })
    return { kayit_id: kayit.id }
  })
}

const findEmptyQuote = (ctx: ShopCtx, kayitId: number) =>
  liveRows(ctx, 'kayit')
    .where('for_kayit_id', '=', kayitId)
    .where('islem_sayisi', '=', 0)
    .where('added_at', 'is', null)
    .leftJoin('quote', inSameShop('quote.kayit_id', 'kayit.id'))
    .where('quote.kayit_id', 'is', null)
    .orderBy('kayit.id')
    .select('kayit.id')
    .executeTakeFirst()

/**
 * Adds the accepted lines of a quote to the open visit that it was asked for, once ('Kayda ekle'); returns the visit.
 * Throws FORBIDDEN, NOT_FOUND, CONFLICT if they were added, and INVALID without an acceptance of the newest version, or
 * if the visit is closed or deleted.
 */
export async function addExtraWork(
  ctx: UserCtx,
  { kayit_id: id }: { kayit_id: number },
): Promise<KayitDetail> {
  requireRight(ctx, 'quotes')
  const visitId = await inTransaction(ctx, async (trx) => {
    const { for_kayit_id } = await requireLink(trx, id)
    if (for_kayit_id === null) throw new AppError('INVALID', stageMessages.notExtra)
    await requireVisit(trx, for_kayit_id)
    const locked = await lockKayitlar(trx, [id, for_kayit_id])
    const [quote, visit] = [id, for_kayit_id].map((one) => locked.find((row) => row.id === one))
    if (quote === undefined || visit === undefined) throw kayitNotFound()
    if (quote.added_at !== null) throw new AppError('CONFLICT', stageMessages.alreadyAdded)
    requireOpen(visit)
    const approval = await findApproval(trx, id)
    if (approval === null) throw new AppError('INVALID', stageMessages.notApproved)
    const stored = itemsInOrder(await itemsOf(trx, { id: for_kayit_id }))
    const islemler = withLines(stored, approvedLines(approval))
    if (islemler.length > MAX_ITEMS) throw new AppError('INVALID', messages.tooManyItems)
    const { customer_id, version } = quote
    await updateKayit(trx, { id, row: { added_at: ctx.now, version: version + 1, updated_at: ctx.now } })
    await recordChange(trx, { noun: 'kayit', id, verb: 'add', title: kayitTitle(quote), customer_id })
    await saveKayit(trx, { id: for_kayit_id, version: visit.version, info: {}, islemler })
    return for_kayit_id
  })
  return redactFor(ctx, await requireDetail(ctx, visitId))
}

type MaybeVisit = Pick<Selectable<DB['kayit']>, 'stage' | 'durum' | 'cikis_tarihi'>

/** Returns whether a record is a visit that can get more work. */
export const canGetMore = (record: MaybeVisit | undefined): boolean =>
  record?.stage === 'visit' && takesMoreWork(record)

function requireOpen(record: MaybeVisit): void {
  if (!canGetMore(record)) throw new AppError('INVALID', stageMessages.visitClosed)
}

async function requireLink(ctx: ShopCtx, id: number) {
  const row = await liveRows(ctx, 'kayit')
    .where('id', '=', id)
    .select(['for_kayit_id', 'added_at'])
    .executeTakeFirst()
  if (row === undefined) throw kayitNotFound()
  return row
}

/** Returns the living visit of a quote. Throws INVALID if it is deleted. */
async function requireVisit(ctx: ShopCtx, id: number) {
  const visit = await findVisit(ctx, id)
  if (visit === undefined) throw new AppError('INVALID', stageMessages.visitGone)
  return visit
}

/** Returns the record that a quote asks for, unless it is deleted. */
export const findVisit = (ctx: ShopCtx, id: number) =>
  liveRows(ctx, 'kayit')
    .where('id', '=', id)
    .select(['id', 'stage', 'durum', 'cikis_tarihi', 'plaka', 'sasi_no'])
    .executeTakeFirst()

/** Throws INVALID if a quote asks for a visit that can get no more work, or was added to it already. */
export async function requireAskable(ctx: ShopCtx, id: number): Promise<void> {
  const { for_kayit_id, added_at } = await requireLink(ctx, id)
  if (added_at !== null) throw new AppError('INVALID', stageMessages.extraAdded)
  if (for_kayit_id !== null) requireOpen(await requireVisit(ctx, for_kayit_id))
}

/** Makes the quotes that asked for these records ordinary ones, before the records are removed for good. */
export async function unlinkQuotes(shop: ShopCtx, visitIds: readonly number[]): Promise<void> {
  await updateOwn(shop, 'kayit')
    .set({ for_kayit_id: null })
    .where((eb) => eb('for_kayit_id', '=', eb.fn.any(eb.val([...visitIds]))))
    .execute()
}
