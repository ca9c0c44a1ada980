import { Readable } from 'node:stream'

import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { restore } from '#server/platform/backup/restore.ts'
import { tablesOf } from '#server/platform/db/distribute/plan.ts'
import { backedUp } from '#tests/support/database/backup.ts'
import { open, testDatabases } from '#tests/support/database/database.ts'
import { dumpOf } from '#tests/support/database/dump.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'

const databases = testDatabases()

test('a backup of a distributed database is restored into another one, in which numbers go on', async () => {
  const [from, to] = [await databases.migrated(), await databases.migrated()]
  const [source, goal] = [open(from), open(to)]
  onTestFinished(async () => {
    await Promise.all([source.destroy(), goal.destroy()])
  })
  for (const plaka of ['34 ABC 12', '06 XYZ 34', '16 OTO 16']) {
    const ctx = userCtx(source, await buildUser(source))
    const info = { musteri_adi_soyadi: 'Ali Usta', plaka, giris_tarihi: '2026-11-03' }
    await save(ctx, { info, islemler: [{ islem_adi: 'Yağ', islem_adet: 1, fiyat_kurus: 100 }] })
  }
  await restore(to, Readable.from([await backedUp(from)]))
  const stored = await dumpOf(source)
  expect(stored.get('kayit')).toHaveLength(3)
  expect(await dumpOf(goal)).toEqual(stored)
  expect(await tablesOf(goal)).toEqual(await tablesOf(source))
  const { rows } = await sql<{ id: number }>`
    insert into expense (shop_id, title, amount_kurus, spend_date, search_text) select id, 'Kira', 1, '2026-11-03', 'kira'
    from shops limit 1 returning id`.execute(goal)
  expect(rows).toHaveLength(1)
  await save(userCtx(goal, await buildUser(goal)))
  expect((await dumpOf(goal)).get('kayit')).toHaveLength(4)
})
