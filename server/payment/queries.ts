import { sql } from 'kysely'

import type { UserCtx } from '#server/platform/core/context.ts'
import { liveRows, ownRows, type ShopCtx, updateOwn } from '#server/platform/core/own-rows.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { Kurus } from '#shared/money.ts'
import { sumOfEntries } from '#shared/payment/rules.ts'

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
  'stage',
] as const

/** Returns a record with its money, with `lock` locked. Throws the same NOT_FOUND for deleted and foreign records. */
export async function requireRecord(ctx: ShopCtx, id: number, { lock = false } = {}) {
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
export const readPayments = (ctx: ShopCtx, kayitId: number) =>
  ownRows(ctx, 'payment')
    .where('kayit_id', '=', kayitId)
    .orderBy('id')
    .select(['id', 'day', 'kind', 'method', 'amount_kurus', 'note', 'reverses'])
    .select(['actor_id', 'actor_name', 'created_at', 'day_end_number'])
    .execute()

/** Returns the first day of the shop's accounts, `null` until it is set, and its text of reminders. */
export const readAccountSettings = ({ db, actor }: ShopCtx) =>
  db
    .selectFrom('shops')
    .where('id', '=', actor.shop)
    .select(['accounts_start as start', 'reminder_text as reminder'])
    .executeTakeFirstOrThrow()

/** Returns the first day of the shop's accounts; `null` until it is set. */
export const readAccountsStart = async (shop: ShopCtx): Promise<string | null> =>
  (await readAccountSettings(shop)).start

/** Returns the day since when the caller sees debts; `null` without the right, and while the shop has no accounts. */
export const debtsSince = async (ctx: UserCtx): Promise<string | null> =>
  ctx.actor.rights.includes('payments') ? readAccountsStart(ctx) : null

/** The columns of a record that decide its debt, beside its status and its exit date. */
export const MONEY_COLUMNS = ['toplam_kurus', 'paid_kurus', 'giris_tarihi', 'kayit_tarihi'] as const

/** Returns the function that gives the payments less the refunds of one of these records, which are locked. */
export async function sumPayments(
  shop: ShopCtx,
  kayitIds: readonly number[],
): Promise<(id: number) => Kurus> {
  const rows = await ownRows(shop, 'payment')
    .where((eb) => eb('kayit_id', '=', eb.fn.any(eb.val([...kayitIds]))))
    .select(['kayit_id', 'kind', 'amount_kurus'])
    .execute()
  return sumsBy(rows, ({ kayit_id }) => kayit_id)
}

/** Returns the function that gives the sum of the entries with an id, 0 for none. */
export function sumsBy<Row extends Pick<StoredPayment, 'kind' | 'amount_kurus'>>(
  rows: readonly Row[],
  idOf: (row: Row) => number | null,
): (id: number) => Kurus {
  const byId = Map.groupBy(rows, idOf)
  return (id) => sumOfEntries(byId.get(id) ?? [])
}

/** Returns the function that gives the sum of a customer's entries on account since the accounts started. */
export async function sumAccounts(
  shop: ShopCtx,
  customerIds: readonly number[],
): Promise<(id: number) => Kurus> {
  const start = await readAccountsStart(shop)
  if (start === null || customerIds.length === 0) return () => 0
  const rows = await ownRows(shop, 'payment')
    .where((eb) => eb('customer_id', '=', eb.fn.any(eb.val([...customerIds]))))
    .where('kayit_id', 'is', null)
    .where('day', '>=', start)
    .select(['customer_id', 'kind', 'amount_kurus'])
    .execute()
  return sumsBy(rows, ({ customer_id }) => customer_id)
}

/** Recounts the sums on account of these customers, or of all that have entries, after a change of the start. */
export async function recountAccounts(shop: ShopCtx, customerIds?: readonly number[]): Promise<void> {
  const rows = await ownRows(shop, 'customer')
    .where((eb) =>
      eb(
        'id',
        'in',
        customerIds ??
          eb
            .selectFrom('payment')
            .where('payment.shop_id', '=', shop.actor.shop)
            .where('payment.customer_id', 'is not', null)
            .select('payment.customer_id'),
      ),
    )
    .orderBy('id')
    .select(['id', 'account_kurus'])
    .forNoKeyUpdate()
    .execute()
  const sumOf = await sumAccounts(
    shop,
    rows.map(({ id }) => id),
  )
  for (const { id, account_kurus } of rows)
    if (account_kurus !== sumOf(id))
      await updateOwn(shop, 'customer')
        .set({ account_kurus: sumOf(id) })
        .where('id', '=', id)
        .execute()
}

/** Leaves the payments of records that are removed for good to the records' customers: no money is ever removed. */
export async function keepPayments(shop: ShopCtx, kayitIds: readonly number[]): Promise<void> {
  if (kayitIds.length === 0) return
  const { rows } = await sql<{ customer_id: number | null }>`update payment
    set kayit_id = null, customer_id = kayit.customer_id
    from kayit where payment.shop_id = ${shop.actor.shop} and kayit.shop_id = ${shop.actor.shop}
      and kayit.id = payment.kayit_id and kayit.id = any(${[...kayitIds]})
    returning payment.customer_id`.execute(shop.db)
  const ids = [...new Set(rows.flatMap(({ customer_id }) => customer_id ?? []))]
  if (ids.length > 0) await recountAccounts(shop, ids)
}
