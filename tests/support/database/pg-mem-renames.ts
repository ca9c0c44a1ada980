import { DERIVED, OF_SHOPS } from '#migrations/20261126T1500_shop_columns.ts'
import { DAYS_AND_COUNTS } from '#migrations/20261127T1200_days_and_counts.ts'

const TABLE = /^(?:create table|alter table|create (?:unique )?index "\w+" on|update|insert into) "?(\w+)"?/

/**
 * Returns a statement of a migration with the columns' present names. pg-mem's indexes and foreign keys do not survive
 * a renamed column, so tables are created with the later names and the rename itself is skipped.
 */
export function withPresentNames(statement: string): string {
  if (/^alter table \S+ rename column /.test(statement)) return 'select 1'
  if (!/^(create|alter|update|insert) /.test(statement)) return statement
  const table = TABLE.exec(statement)?.[1] ?? ''
  const columns = [
    ...(OF_SHOPS.includes(table) ? [['user_id', 'shop_id'] as const] : []),
    ...(DERIVED[table] ?? []),
    ...(DAYS_AND_COUNTS[table] ?? []),
  ]
  return columns.reduce(
    (text, [from, to]) =>
      text.replaceAll(new RegExp(String.raw`(?<![\w$.])("?)${from}\1(?!\w)`, 'g'), `$1${to}$1`),
    statement,
  )
}
