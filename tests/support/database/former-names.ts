import { DERIVED, OF_SHOPS } from '#migrations/20261126T1500_shop_columns.ts'

/** Returns a row under the names that its columns had before the migration `shop_columns`, for tests of older schemas. */
export function withFormerNames(table: 'kayit' | 'islem' | 'change', row: object): never {
  const former = new Map<string, string>((DERIVED[table] ?? []).map(([from, to]) => [to, from]))
  if (OF_SHOPS.includes(table)) former.set('shop_id', 'user_id')
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [former.get(name) ?? name, value]),
  ) as never
}
