import type { Kysely } from 'kysely'
import * as z from 'zod/mini'

import { customerAccount } from '#server/balance/account.ts'
import { listDebts } from '#server/balance/debts.ts'
import { saveAccountsStart } from '#server/payment/operations.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { accountInput, debtsInput } from '#shared/balance/schema.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'

/** The first day of the test shops' accounts. */
export const START = '2026-11-01'

/** Returns a customer's account as the page would ask for it. */
export const accountOf = (ctx: UserCtx, customer_id: number, period: { from?: string; to?: string } = {}) =>
  customerAccount(ctx, z.parse(accountInput, { customer_id, ...period }))
/** Returns a page of the debtors as the page would ask for it. */
export const debtsOf = (ctx: UserCtx, input: z.input<typeof debtsInput> = {}) =>
  listDebts(ctx, z.parse(debtsInput, input))

/** A shop whose accounts start on the first of November. */
export async function accountShop(db: Kysely<DB>) {
  const owner = await buildUser(db)
  const ctx = userCtx(db, owner)
  await saveAccountsStart(ctx, { start: START })
  return { ctx, owner }
}

export type Visit = { name?: string; plate?: string; day?: string | null; total?: number; durum?: string }

/** Stores a record that left on `day`, by default completed, and returns its id and its customer's. */
export async function visit(
  ctx: UserCtx,
  {
    name = 'Ayşe Işık',
    plate = '34 AYS 34',
    day = '2026-11-10',
    total = 50_000,
    durum = 'Tamamlandı',
  }: Visit = {},
) {
  const { id } = await save(ctx, {
    info: {
      musteri_adi_soyadi: name,
      musteri_tel: '',
      plaka: plate,
      sasi_no: '',
      durum,
      giris_tarihi: '2026-10-20',
      cikis_tarihi: day,
    },
    islemler: [
      { islem_adi: 'Fren balatası', islem_adet: 1, fiyat_kurus: total },
      { islem_adi: 'Kontrol', islem_adet: 1, fiyat_kurus: 0 },
    ],
  })
  return { kayit_id: id, customer_id: await customerOf(ctx, id) }
}

/** Returns the customer of a record. */
export async function customerOf(ctx: UserCtx, kayitId: number): Promise<number> {
  const row = await ctx.db
    .selectFrom('kayit')
    .where('shop_id', '=', ctx.actor.shop)
    .where('id', '=', kayitId)
    .select('customer_id')
    .executeTakeFirstOrThrow()
  return row.customer_id ?? 0
}
