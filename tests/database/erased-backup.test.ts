import { gunzipSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { recordExport } from '#server/change/list.ts'
import { restore } from '#server/platform/backup/restore.ts'
import { personalDataBook } from '#server/personal-data/export.ts'
import { eraseCustomer } from '#server/personal-data/erase.ts'
import { listErasures } from '#server/personal-data/register.ts'
import { backedUp, inPieces, withDatabase } from '#tests/support/database/backup.ts'
import { testDatabases } from '#tests/support/database/database.ts'
import { dumpOf, hitsOf } from '#tests/support/database/dump.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { plant, WORDS } from '#tests/support/rows/personal-data.ts'

const databases = testDatabases()

/** Returns the words that a backup contains, from its uncompressed bytes. */
function wordsIn(backup: Buffer): string[] {
  const bytes = gunzipSync(backup)
  return WORDS.filter((word) => bytes.includes(word, 0, 'utf8'))
}

test('a backup after an erasure has none of the texts; an earlier one has them until the erasure is repeated', async () => {
  const source = await databases.migrated()
  const planted = await withDatabase(source, async (db) => {
    const user = await buildUser(db)
    const own = userCtx(db, user)
    const { customer } = await plant(db, own)
    await recordExport(own, await personalDataBook(own, { id: customer, format: 'JSON' }), 'JSON')
    return { user, customer, words: hitsOf(await dumpOf(db), WORDS) }
  })
  const earlier = await backedUp(source)
  // No column stores the name in capitals.
  expect(wordsIn(earlier)).toEqual(WORDS.filter((word) => word !== 'KANARYA'))
  const input = { id: planted.customer, reason: 'request' } as const
  await withDatabase(source, (db) => eraseCustomer(userCtx(db, planted.user), input))
  expect(wordsIn(await backedUp(source))).toEqual([])

  const target = await databases.empty()
  await restore(target, inPieces(earlier))
  await withDatabase(target, async (db) => {
    const own = userCtx(db, planted.user)
    expect(hitsOf(await dumpOf(db), WORDS)).toEqual(planted.words)
    // The backup has no record of the erasure either.
    expect((await listErasures(own, { page: 1 })).items).toEqual([])
    await eraseCustomer(own, input)
    expect(hitsOf(await dumpOf(db), WORDS)).toEqual({})
  })
  expect(wordsIn(await backedUp(target))).toEqual([])
})
