import { sql } from 'kysely'

import type { UserCtx } from '#server/platform/core/context.ts'
import { liveRows, ownRows, type ShopCtx, updateOwn } from '#server/platform/core/own-rows.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { Kurus } from '#shared/money.ts'
import { signedAmount } from '#shared/payment/rules.ts'

/** The columns of a record that decide its debt, and those of its title. */
const RECORD_COLUMNS = [
  'id',
  'plaka',
  'musteri_adi_soyadi',
  'customer_id',
  'durum',
  'cikis_tarihi',
  'giris_tarihi',
  'kayit_tarihi',
  'toplam_kurus',
  'paid_kurus',
] as const

export type PaidRecord = Awaited<ReturnType<typeof requireRecord>>

/** Returns a record with its money, with `lock` locked. Throws the same NOT_FOUND for deleted and foreign records. */
export async function requireRecord(ctx: UserCtx, id: number, { lock = false } = {}) {
  const row = await liveRows(ctx, 'kayit')
    .where('id', '=', id)
    .select(RECORD_COLUMNS)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  if (row === undefined) throw new AppError('NOT_FOUND', messages.kayitNotFound)
  return row
}

export type StoredPayment = Awaited<ReturnType<typeof readPayments>>[number]

/** Returns a record's payments in the order of their entry. */
export const readPayments = (ctx: UserCtx, kayitId: number) =>
  ownRows(ctx, 'payment')
    .where('kayit_id', '=', kayitId)
    .orderBy('id')
    .select(['id', 'day', 'kind', 'method', 'amount_kurus', 'note', 'reverses'])
    .select(['actor_id', 'actor_name', 'created_at'])
    .execute()

/** Returns the first day of the shop's accounts; `null` until it is set. */
export async function readAccountsStart({ db, actor }: ShopCtx): Promise<string | null> {
  const shop = await db
    .selectFrom('shops')
    .where('id', '=', actor.shop)
    .select('accounts_start')
    .executeTakeFirstOrThrow()
  return shop.accounts_start
}

/** Returns the day since when the caller sees debts; `null` without the right, and while the shop has no accounts. */
export const debtsSince = async (ctx: UserCtx): Promise<string | null> =>
  ctx.actor.rights.includes('payments') ? readAccountsStart(ctx) : null

/** The columns of a record that decide its debt, beside its status and its exit date. */
export const MONEY_COLUMNS = ['toplam_kurus', 'paid_kurus', 'giris_tarihi', 'kayit_tarihi'] as const

/** Changes the sum of a locked record's payments. The record's version stays, because no form has the sum. */
export const addToPaid = (shop: ShopCtx, { id, amount }: { id: number; amount: Kurus }) =>
  updateOwn(shop, 'kayit')
    .set((eb) => ({ paid_kurus: eb('paid_kurus', '+', amount) }))
    .where('id', '=', id)
    .execute()

/** Returns the function that gives the payments less the refunds of one of these records, which are locked. */
export async function sumPayments(
  shop: ShopCtx,
  kayitIds: readonly number[],
): Promise<(id: number) => Kurus> {
  const rows = await ownRows(shop, 'payment')
    .where((eb) => eb('kayit_id', '=', eb.fn.any(eb.val([...kayitIds]))))
    .select(['kayit_id', 'kind', 'amount_kurus'])
    .execute()
  const byRecord = Map.groupBy(rows, ({ kayit_id }) => kayit_id)
  return (id) => (byRecord.get(id) ?? []).reduce((sum, entry) => sum + signedAmount(entry), 0)
}

/** Leaves the payments of records that are removed for good to the records' customers: no money is ever removed. */
export async function keepPayments(shop: ShopCtx, kayitIds: readonly number[]): Promise<void> {
  if (kayitIds.length === 0) return
  await sql`update payment set kayit_id = null, customer_id = kayit.customer_id
    from kayit where payment.shop_id = ${shop.actor.shop} and kayit.shop_id = ${shop.actor.shop}
      and kayit.id = payment.kayit_id and kayit.id = any(${[...kayitIds]})`.execute(shop.db)
}
