import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib'

import { beforeAll, describe, expect, test } from 'vitest'

import { type ArchiveFile, tarChunks, tarFiles } from '#server/platform/backup/archive.ts'
import type { StoredSequence } from '#server/platform/backup/catalog.ts'
import { MANIFEST, type Manifest, partName } from '#server/platform/backup/format.ts'
import { restore } from '#server/platform/backup/restore.ts'
import { newestMigration } from '#server/platform/db/migrate.ts'
import { BACKUP_NOW as now, backedUp, fill, inPieces, withDatabase } from '#tests/support/database/backup.ts'
import { testDatabases } from '#tests/support/database/database.ts'
import { buildUser } from '#tests/support/rows/factories.ts'

const databases = testDatabases()
let plain: Buffer
beforeAll(async () => {
  plain = await backedUp(await fill(await databases.migrated(), 3))
})

const files = (backup = plain) => Array.fromAsync(tarFiles(inPieces(gunzipSync(backup))))
const packed = async (all: readonly ArchiveFile[]) =>
  gzipSync(await buffer(tarChunks(yieldFiles(all), now)), { level: 1 })

async function* yieldFiles(all: readonly ArchiveFile[]): AsyncGenerator<ArchiveFile> {
  yield* all
}

async function outcomeOf(backup: Buffer) {
  const target = await databases.empty()
  const outcome = restore(target, inPieces(backup)).then(
    () => 'restored',
    (error: Error) => error.message,
  )
  return { outcome: await outcome, schema: await withDatabase(target, newestMigration) }
}

/** The refusal `Yedek bozuk…`, after which nothing is stored. */
const refused = (why: string) => ({
  outcome: expect.stringContaining(`Yedek bozuk${why}`),
  schema: undefined,
})

describe('the numbers that were given', () => {
  const withSequences = async (
    change: (stored: StoredSequence[]) => unknown[],
    backup = plain,
  ): Promise<Buffer> =>
    packed(
      (await files(backup)).map(({ path, data }) => {
        if (path !== MANIFEST) return { path, data }
        const manifest = JSON.parse(data.toString()) as Manifest
        const changed = { ...manifest, sequences: change(manifest.sequences) }
        return { path, data: Buffer.from(JSON.stringify(changed)) }
      }),
    )
  const USERS = 'users_id_seq'
  const usersAt = (last: unknown) => (stored: StoredSequence[]) =>
    stored.map(({ name, ...rest }) => (name === USERS ? { name, last } : { name, ...rest }))

  test.each<[string, (stored: StoredSequence[]) => unknown[]]>([
    ['none', () => []],
    ['all but one', (stored) => stored.filter(({ name }) => name !== USERS)],
    ['one twice', (stored) => [...stored, ...stored.slice(0, 1)]],
    ['one of another name', (stored) => [...stored, { name: 'pg_class', last: 1 }]],
    ['a quoted name', (stored) => [...stored, { name: 'a"b', last: 1 }]],
    ['below the smallest', usersAt(-5)],
    ['zero', usersAt(0)],
    ['half a number', usersAt(1.5)],
    ['more than the database takes', usersAt(1e300)],
    ['more than a number holds exactly', usersAt(2 ** 53 - 1)],
  ])('%s: refused, and nothing is stored', async (_name, change) => {
    expect(await outcomeOf(await withSequences(change))).toEqual(refused(''))
  })

  test.each([1, null])('%s below the ids of the rows is raised above them', async (last) => {
    const two = await fill(await fill(await databases.migrated(), 1), 1)
    const target = await databases.empty()
    await restore(target, inPieces(await withSequences(usersAt(last), await backedUp(two))))
    await withDatabase(target, async (db) => {
      const stored = await db.selectFrom('users').select('id').execute()
      expect((await buildUser(db)).id).toBe(Math.max(...stored.map(({ id }) => id)) + 1)
    })
  })

  test('the backup is restored with the original numbers', async () => {
    const backup = await withSequences((stored) => stored.toReversed())
    expect(await outcomeOf(backup)).toMatchObject({ outcome: 'restored' })
  })
})

test('a row without an end is refused before it fills the memory', async () => {
  const megabyte = Buffer.alloc(1024 * 1024, 'a')
  const parts = Array.from({ length: 20 }, (_, part) => ({
    path: partName('users', part + 1),
    data: megabyte,
  }))
  const all = await files()
  const first = all.findIndex(({ path }) => path.startsWith('users/'))
  const backup = await packed([...all.slice(0, first), ...parts])
  expect(await outcomeOf(backup)).toEqual(refused(': içinde çok uzun bir satır var'))
})

test.each([
  ['gzip', gzipSync],
  ['zstd', zstdCompressSync],
])('an archive that is compressed twice, the second time with %s, is refused', async (_name, compress) => {
  const twice = gzipSync(compress(gunzipSync(plain)))
  expect(await outcomeOf(twice)).toEqual(refused(' ya da eksik'))
})

describe('an archive of zeros, which a small file can have any number of', () => {
  const ZEROS = Buffer.alloc(64 * 1024 * 1024)

  test('an archive that contains only zeros is refused', async () => {
    expect(await outcomeOf(gzipSync(ZEROS, { level: 1 }))).toEqual(refused(' ya da eksik'))
  })

  test('zeros after the end of an archive are refused', async () => {
    const long = Buffer.concat([gunzipSync(plain), ZEROS])
    expect(await outcomeOf(gzipSync(long, { level: 1 }))).toEqual(refused(' ya da eksik'))
  })

  test('an archive that another program filled up to a record is restored', async () => {
    const filled = Buffer.concat([gunzipSync(plain), Buffer.alloc(10 * 1024)])
    expect(await outcomeOf(gzipSync(filled, { level: 1 }))).toMatchObject({ outcome: 'restored' })
  })
})
