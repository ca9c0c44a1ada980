import type { UserCtx } from '#server/platform/core/context.ts'
import { paymentsOf, storePayment } from '#server/payment/operations.ts'
import { DISCOUNT_NAME, isDiscount } from '#shared/kayit/discount.ts'
import { discountOf } from '#shared/kayit/discount-rules.ts'
import type { IslemInput, KayitDetail } from '#shared/kayit/schema.ts'
import type { Kurus, Line } from '#shared/money.ts'
import type { RecordPayments, SettlementInput } from '#shared/payment/schema.ts'

import { getKayit } from './operations.ts'
import { requireDetail } from './queries.ts'
import { saveKayit } from './save.ts'

/** A record and its money after a change of both. */
type SettledRecord = { record: KayitDetail; money: RecordPayments }

/**
 * Stores a payment of a record and makes the rest its discount ('Kalanı iskonto yap'): both or neither, once for the key.
 * Returns the record and its money. Throws as `takePayment` and `saveKayit` do, and CONFLICT if the record has changed
 * since `version`.
 */
export async function settleRecord(ctx: UserCtx, input: SettlementInput): Promise<SettledRecord> {
  const { version, discount_kurus, ...payment } = input
  const { kayit_id } = payment
  // The same call without the discount, after a lost response, is a repetition as well: the key is the payment's.
  await storePayment(ctx, payment, async (trx) => {
    const { islemler } = await requireDetail(trx, kayit_id)
    const items = withMoreDiscount(islemler, discount_kurus)
    await saveKayit(trx, { id: kayit_id, version, info: {}, islemler: items })
  })
  const [record, money] = await Promise.all([getKayit(ctx, { kayit_id }), paymentsOf(ctx, { kayit_id })])
  return { record, money }
}

/** Returns the items with a discount that is higher by so many kuruş. */
const withMoreDiscount = (items: readonly (Line & IslemInput)[], kurus: Kurus): IslemInput[] => [
  ...items.filter((item) => !isDiscount(item)),
  {
    id: 0,
    kind: 'discount',
    islem_adi: DISCOUNT_NAME,
    islem_adet: 1,
    fiyat_kurus: 0 - (discountOf(items) + kurus),
  },
]
