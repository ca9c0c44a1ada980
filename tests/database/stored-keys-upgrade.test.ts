import { createHash } from 'node:crypto'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { lockMigrations, migrateToLatest, migrateWithin } from '#server/platform/db/migrate.ts'
import { withDatabase } from '#tests/support/database/backup.ts'
import { testDatabases } from '#tests/support/database/database.ts'
import { TEST_NOW } from '#tests/support/rows/factories.ts'

const databases = testDatabases()

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const later = new Date(TEST_NOW.getTime() + 1_000)

test('the migration converts each key of a former version once, with its result', async () => {
  const target = await databases.empty()
  await withDatabase(target, async (db) => {
    await db.transaction().execute(async (trx) => {
      await lockMigrations(trx)
      await migrateWithin(trx, '20261127T1200_days_and_counts')
    })
    await sql`insert into shops (id) values (1)`.execute(db)
    const keys = [
      // The key is stored as text and as an unmarked hash; the later row counts.
      { operation: 'kayit', key: 'Ayşe 0532', target_id: 1, created_at: TEST_NOW },
      { operation: 'kayit', key: sha256('Ayşe 0532'), target_id: 2, created_at: later },
      // The key is stored as text and in today's form, which stays.
      { operation: 'kayit', key: 'b', target_id: 3, created_at: later },
      { operation: 'kayit', key: `sha256§${sha256('b')}`, target_id: 4, created_at: TEST_NOW },
      { operation: 'expense', key: 'b', target_id: 5, created_at: TEST_NOW },
    ]
    const rows = keys.map((key) => ({
      ...key,
      shop_id: 1,
      target_version: 7,
      request_sha256: 'x',
      answer: null,
    }))
    await db.insertInto('idempotency_keys').values(rows).execute()
    await migrateToLatest(db)
    const stored = await db
      .selectFrom('idempotency_keys')
      .orderBy('target_id')
      .select(['operation', 'key', 'target_id', 'target_version', 'request_sha256'])
      .execute()
    expect(stored).toEqual([
      {
        operation: 'kayit',
        key: `sha256§${sha256('Ayşe 0532')}`,
        target_id: 2,
        target_version: 7,
        request_sha256: null,
      },
      {
        operation: 'kayit',
        key: `sha256§${sha256('b')}`,
        target_id: 4,
        target_version: 7,
        request_sha256: 'x',
      },
      {
        operation: 'expense',
        key: `sha256§${sha256('b')}`,
        target_id: 5,
        target_version: 7,
        request_sha256: null,
      },
    ])
  })
})
