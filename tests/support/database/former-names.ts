import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'
import { TEST_NOW, type TestUser } from '#tests/support/rows/factories.ts'

import { DERIVED, OF_SHOPS } from '#migrations/20261126T1500_shop_columns.ts'
import { DAYS_AND_COUNTS } from '#migrations/20261127T1200_days_and_counts.ts'

/** Returns a row under the names that its columns had before the migration `shop_columns`, for tests of older schemas. */
export function withFormerNames(table: 'kayit' | 'islem' | 'change', row: object): never {
  const former = new Map<string, string>(
    [...(DERIVED[table] ?? []), ...(DAYS_AND_COUNTS[table] ?? [])].map(([from, to]) => [to, from]),
  )
  if (OF_SHOPS.includes(table)) former.set('shop_id', 'user_id')
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [former.get(name) ?? name, value]),
  ) as never
}

/** Stores an owner in the schema before the migration `shops`, where one row was both the person and the tenant. */
export async function formerUser(db: Kysely<DB>, username: string): Promise<TestUser> {
  const { rows } = await sql<{ id: number }>`
    insert into users (username, username_key, password_hash, created_at)
    values (${username}, ${username}, 'x', ${TEST_NOW}) returning id`.execute(db)
  return { id: rows[0]?.id ?? 0, username, password: '', auth: 0 }
}
