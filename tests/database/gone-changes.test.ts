import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, test } from 'vitest'

import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { EMPTY_KAYIT, kayitRow } from '#server/kayit/derived.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { formerUser, withFormerNames } from '#tests/support/database/former-names.ts'
import { TEST_NOW } from '#tests/support/rows/factories.ts'

// oxlint-disable-next-line no-restricted-imports -- migrations are next to the server and have no # name.
import { migrations } from '#migrations/index.ts'

const db = await testDatabase()

test('the migration empties the change log of removed records, customers and cars', async () => {
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } })
  const { error } = await migrator.migrateTo('20261124T1800_mechanic')
  if (error !== undefined) throw error
  const { id: user_id, username } = await formerUser(db, 'sahip')
  const fields = {
    ...EMPTY_KAYIT,
    musteri_adi_soyadi: 'Ayşe Işık',
    plaka: '34 A 1',
    kayit_tarihi: '2026-11-21',
  }
  const { id } = await db
    .insertInto('kayit')
    .values(withFormerNames('kayit', kayitRow(user_id, fields, [])))
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = { user_id, at: TEST_NOW, actor_id: user_id, actor_name: username, channel: 'page' as const }
  const detail = '{"fields":[{"name":"plaka","before":"34 A 1","after":"34 A 2"}]}'
  const rows = [
    { noun: 'kayit', target_id: id, verb: 'update', title: 'kalan' },
    { noun: 'kayit', target_id: id + 1, verb: 'update', title: 'giden' },
    { noun: 'customer', target_id: id, verb: 'merge', title: 'giden' },
    { noun: 'vehicle', target_id: id, verb: 'merge', title: 'giden' },
    { noun: 'expense', target_id: id, verb: 'update', title: 'kalan' },
    { noun: 'settings', target_id: null, verb: 'update', title: 'kalan' },
  ]
  await db
    .insertInto('change')
    .values(rows.map((one) => withFormerNames('change', { ...row, ...one, detail })))
    .execute()
  await migrateToLatest(db)
  const stored = await db.selectFrom('change').orderBy('id').select(['verb', 'title', 'detail']).execute()
  expect(stored).toEqual(
    rows.map(({ verb, title }) =>
      title === 'kalan' ? { verb, title, detail } : { verb, title: '', detail: '{}' },
    ),
  )
})
