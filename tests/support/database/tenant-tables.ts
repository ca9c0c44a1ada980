import type { DB } from '#server/platform/db/schema.ts'

/** The tables whose rows belong to a shop, by `shop_id`. */
export const TENANT_TABLES = [
  'kayit',
  'islem',
  'belge',
  'expense',
  'payment',
  'day_end',
  'cash_expense',
  'feedback',
  'logo',
  'idempotency_keys',
  'day_totals',
  'operation_totals',
  'status_totals',
  'make_totals',
  'vehicle',
  'customer',
  'item_memory',
  'item_price',
  'item_package',
  'change',
  'shop_usage',
  'erasure',
  'data_request',
] as const satisfies (keyof DB)[]
