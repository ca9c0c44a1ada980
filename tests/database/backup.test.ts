import { gunzipSync } from 'node:zlib'

import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

import { restore } from '#server/platform/backup/restore.ts'
import { backUp } from '#server/platform/backup/write.ts'
import {
  lockMigrations,
  migrateToLatest,
  migrateWithin,
  newestMigration,
  pendingMigrations,
} from '#server/platform/db/migrate.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import {
  BACKUP_NOW as now,
  backedUp,
  digests,
  fill,
  inPieces,
  withDatabase,
} from '#tests/support/database/backup.ts'
import { isShort } from '#tests/long-form.ts'
import { testDatabases } from '#tests/support/database/database.ts'
import { calendarToken } from '#tests/support/rows/calendar.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'

const databases = testDatabases()

const filledDatabase = async (count?: number) => fill(await databases.migrated(), count)

test('an empty database gets all rows, and new ids continue after the old ones', async () => {
  const source = await filledDatabase()
  const target = await databases.empty()
  const { createdAt, tables } = await restore(target, inPieces(await backedUp(source)))
  expect(createdAt).toBe(now.toISOString())
  expect(tables).toContainEqual({ name: 'kayit', rows: 40 })
  expect(await digests(target)).toEqual(await digests(source))
  await withDatabase(target, async (db) => {
    const last = await db.selectFrom('users').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect((await buildUser(db)).id).toBeGreaterThan(last.id)
  })
})

test('a file with a passphrase shows no data, and opens with that passphrase only', async () => {
  const source = await filledDatabase(3)
  const secret = await backedUp(source, 'uzun bir parola')
  expect(secret.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  const target = await databases.empty()
  await expect(restore(target, inPieces(secret))).rejects.toThrow('Yedek şifreli')
  await expect(restore(target, inPieces(secret), { passphrase: 'başka' })).rejects.toThrow(
    'Yedek bu parolayla açılamadı',
  )
  await restore(target, inPieces(secret), { passphrase: 'uzun bir parola' })
  expect(await digests(target)).toEqual(await digests(source))
})

test('a backup that exceeds the free space changes no rows', async () => {
  const plain = await backedUp(await filledDatabase())
  const unpacked = gunzipSync(plain).length
  const target = await databases.migrated()
  const before = await digests(target)
  await expect(restore(target, inPieces(plain), { maxBytes: unpacked - 1 })).rejects.toThrow(
    'Diskte yeterli yer yok',
  )
  expect(await digests(target)).toEqual(before)
  await restore(target, inPieces(plain), { maxBytes: unpacked })
})

/** Damages that a file can suffer on its way. */
const DAMAGES: Record<string, (plain: Buffer) => Buffer> = {
  empty: () => Buffer.alloc(0),
  'another file': () => Buffer.from('PK\u0003\u0004 bir zip dosyası'),
  'without its last byte': (plain) => plain.subarray(0, -1),
  'with more at its end': (plain) => Buffer.concat([plain, plain.subarray(0, 4_000)]),
  ...Object.fromEntries(
    (isShort ? [0.02, 0.6] : [0.02, 0.2, 0.4, 0.6, 0.8, 0.95]).flatMap((share) => [
      [`cut off at ${share}`, (plain: Buffer) => plain.subarray(0, plain.length * share)],
      [
        `changed at ${share}`,
        (plain: Buffer) => {
          const copy = Buffer.from(plain)
          copy.writeUInt8(
            copy.readUInt8(Math.floor(plain.length * share)) ^ 0x40,
            Math.floor(plain.length * share),
          )
          return copy
        },
      ],
    ]),
  ),
}

describe('a file that is not whole', () => {
  let plain: Buffer
  beforeAll(async () => {
    plain = await backedUp(await filledDatabase(3))
  })

  test.each(Object.entries(DAMAGES))('%s: refused, and nothing is stored', async (_name, damage) => {
    const target = await databases.empty()
    await expect(restore(target, inPieces(damage(plain)))).rejects.toThrow(/^Yedek /)
    expect(await withDatabase(target, newestMigration)).toBeUndefined()
  })
})

test('a panel with nothing but its first administrator is replaced, one with records is not', async () => {
  const source = await filledDatabase(3)
  const plain = await backedUp(source)
  const started = await databases.migrated()
  await withDatabase(started, (db) => buildUser(db, { auth: 3, username: 'yonetici-yeni' }))
  await restore(started, inPieces(plain))
  expect(await digests(started)).toEqual(await digests(source))
  const used = await filledDatabase(1)
  const before = await digests(used)
  await expect(restore(used, inPieces(plain))).rejects.toThrow(
    'Veritabanında kayıtlar ya da birden çok kullanıcı var',
  )
  expect(await digests(used)).toEqual(before)
})

/** Returns a backup with an older schema and one administrator. */
async function olderBackup(): Promise<Buffer> {
  const old = await databases.empty()
  await withDatabase(old, (db) =>
    db.transaction().execute(async (trx) => {
      await lockMigrations(trx)
      await migrateWithin(trx, '20261122T1530_postgres_search_texts')
      await sql`insert into users (username, username_key, email, email_key, password_hash, auth)
        values ('eski', 'eski', '', '', 'x', 3)`.execute(trx)
    }),
  )
  return backedUp(old)
}

test('a backup of an older version replaces a new panel, whose connections stay usable', async () => {
  const plain = await olderBackup()
  const started = await databases.migrated()
  await withDatabase(started, async (db) => {
    const users = () => db.selectFrom('users').selectAll().execute()
    await buildUser(db, { auth: 3, username: 'yonetici-yeni' })
    expect(await users()).toHaveLength(1)
    await expect(restore(started, inPieces(plain))).rejects.toThrow('boş bir veritabanına')
    await restore(started, inPieces(plain), { ownDatabase: true })
    expect(await users()).toMatchObject([{ username: 'eski' }])
    expect(await pendingMigrations(db)).toEqual([])
    expect(await buildUser(db)).toMatchObject({ id: 2 })
  })
})

test('a restore ends every session and every calendar address', async () => {
  const source = await filledDatabase(1)
  await withDatabase(source, async (db) => {
    const user = await buildUser(db)
    await startSession(db, user)
    await calendarToken(userCtx(db, user))
  })
  const target = await databases.empty()
  await restore(target, inPieces(await backedUp(source)))
  await withDatabase(target, async (db) => {
    expect(await db.selectFrom('sessions').select('id').execute()).toEqual([])
    const users = await db.selectFrom('users').select(['calendar_hash', 'calendar_made_at']).execute()
    const none = { calendar_hash: null, calendar_made_at: null }
    expect(users).toEqual([none, none])
  })
})

test('a record that a panel stores while the restore begins stays, and the restore is refused', async () => {
  const plain = await backedUp(await filledDatabase(1))
  const started = await databases.migrated()
  await withDatabase(started, async (db) => {
    const ctx = userCtx(db, await buildUser(db))
    const restoring = await db.transaction().execute(async (trx) => {
      await save({ ...ctx, db: trx })
      const waiting = restore(started, inPieces(plain)).catch((error: Error) => error.message)
      const locks = sql`select from pg_locks where not granted and mode = 'AccessExclusiveLock'
        and database = (select oid from pg_database where datname = current_database())`
      await expect.poll(async () => (await locks.execute(trx)).rows.length).toBe(1)
      return { waiting }
    })
    expect(await restoring.waiting).toContain('Veritabanında kayıtlar ya da birden çok kullanıcı var')
    expect(await db.selectFrom('kayit').select('id').execute()).toHaveLength(1)
  })
})

test('records that are stored while the backup is written are in it whole or not at all', async () => {
  const source = await filledDatabase(3)
  const before = await digests(source)
  const pieces: Buffer[] = []
  await backUp(source, { now }, async (stream) => {
    for await (const piece of stream) {
      if (pieces.length === 0) await withDatabase(source, (db) => buildUser(db))
      pieces.push(piece as Buffer)
    }
  })
  const target = await databases.empty()
  await restore(target, inPieces(Buffer.concat(pieces)))
  expect(await digests(target)).toEqual(before)
})

test('a database without our tables cannot be backed up', async () => {
  await expect(backedUp(await databases.empty())).rejects.toThrow('yedeklenecek bir şey yok')
})

test('a database with tables of another program is left alone', async () => {
  const plain = await backedUp(await filledDatabase(1))
  const other = await databases.empty()
  await withDatabase(other, (db) => sql`create table theirs (n int)`.execute(db))
  await expect(restore(other, inPieces(plain))).rejects.toThrow('başka bir programın tabloları')
  await withDatabase(other, async (db) => {
    expect(await newestMigration(db)).toBeUndefined()
    await migrateToLatest(db)
  })
})
