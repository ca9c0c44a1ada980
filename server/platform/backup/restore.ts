import { pipeline } from 'node:stream/promises'

import { type Kysely, sql } from 'kysely'
import type * as z from 'zod/mini'

import { type CopyTransaction, inCopyTransaction } from '#server/platform/db/copy.ts'
import { changeNodesInSequence, isDistributed } from '#server/platform/db/distribute/plan.ts'
import { codeOf } from '#server/platform/db/errors.ts'
import {
  isKnownMigration,
  lockMigrations,
  migrateWithin,
  newestMigration,
} from '#server/platform/db/migrate.ts'
import { oneRow } from '#server/platform/db/one-row.ts'
import type { PoolTarget } from '#server/platform/db/pool.ts'
import { findRequestRoles, allowRequestsWithin } from '#server/platform/db/request-role.ts'
import type { DB } from '#server/platform/db/schema.ts'

import { type ArchiveFile, tarFiles, limitBytes, openArchive } from './archive.ts'
import {
  type StoredSequence,
  storedSequences,
  storedTables,
  type StoredTable,
  hasRecordRows,
  isUnused,
} from './catalog.ts'
import { HEAD, type Head, headSchema, MANIFEST, type Manifest, manifestSchema, Summary } from './format.ts'
import { BackupRefusal, badBackup } from './refusal.ts'
import {
  asideName,
  continueNumbers,
  joinRegisters,
  type EraseAgain,
  ASIDE_TABLES,
  copyAside,
} from './registers.ts'

/** The age of a restored backup, its tables, and the erasures that were repeated. */
export type Restored = Awaited<ReturnType<typeof restore>>

type RestoreOptions = {
  passphrase?: string | undefined
  /** Whether no other program uses the database, so that its schema may be made anew for a backup of another version. */
  ownDatabase?: boolean
  /** A newer backup of the same panel; its registers are joined and its erasures are repeated. */
  registers?: AsyncIterable<Uint8Array> | undefined
  eraseAgain?: EraseAgain
  /** The largest size of an unpacked backup. */
  maxBytes?: number
}

/** Timeout of the wait for statements of a running panel, in ms. */
const LOCK_MS = 10_000
/** The largest row: a logo of 800 × 800 pixels takes 5 MB as hexadecimal digits, a record at most 2 MB. */
const MAX_ROW_BYTES = 16 * 1024 * 1024

/**
 * Replaces an unused database by a backup in one transaction, for which a running panel waits. The database's registers
 * stay, erasures since the backup are repeated, and sessions and calendar addresses end. Throws BackupRefusal when the
 * database is in use or the file is no backup, damaged or of a newer version, and PassphraseRefusal.
 */
export async function restore(
  target: PoolTarget,
  backup: AsyncIterable<Uint8Array>,
  options: RestoreOptions = {},
) {
  const { passphrase, ownDatabase = false, maxBytes = Number.POSITIVE_INFINITY } = options
  const files = tarFiles(limitBytes(maxBytes, await openArchive(backup, passphrase)))
  return inCopyTransaction(target, 'change', async (transaction) => {
    const { db } = transaction
    const head = parseFile(headSchema, await nextFile(files), HEAD)
    if (!isKnownMigration(head.schema)) throw badBackup('programın daha yeni bir sürümüne ait')
    await lockMigrations(db)
    if (await isDistributed(db)) await changeNodesInSequence(db)
    const roles = await findRequestRoles(db)
    const numbers = await prepareSchema(db, { head, ownDatabase })
    const manifest = await copyRows(transaction, { head }, files)
    await continueNumbers(db, await requireSequences(db, manifest))
    await migrateWithin(db)
    const erased = await keepRegisters(transaction, { numbers, since: head.createdAt }, options)
    // A running panel goes on with the new tables.
    for (const role of roles) await allowRequestsWithin(db, role)
    // Sessions, links and calendar addresses that ended since the backup must not come back.
    for (const table of ['sessions', 'reset_links', 'passkey_challenge'] as const)
      await db.deleteFrom(table).execute()
    await db
      .updateTable('users')
      .set({ calendar_hash: null, calendar_made_at: null })
      .where('calendar_hash', 'is not', null)
      .execute()
    await sql`analyze`.execute(db)
    const tables = manifest.tables.map(({ name, rows }) => ({ name, rows }))
    return { createdAt: head.createdAt, tables, erased }
  })
}

/**
 * Makes an empty schema of the backup's version, and sets the registers of a database of ours aside, in their newest form;
 * returns the numbers that its sequences had given, `null` for an empty database.
 */
async function prepareSchema(
  db: Kysely<DB>,
  { head, ownDatabase }: { head: Head; ownDatabase: boolean },
): Promise<StoredSequence[] | null> {
  let numbers: StoredSequence[] | null = null
  if ((await newestMigration(db)) === undefined) {
    if ((await storedTables(db)).length > 0)
      throw new BackupRefusal('Veritabanında başka bir programın tabloları var; boş bir veritabanı verin.')
    await migrateWithin(db, head.schema)
  } else {
    await lockUnused(db)
    numbers = await copyAside(db)
    if ((await newestMigration(db)) !== head.schema) {
      if (!ownDatabase)
        throw new BackupRefusal(
          'Yedek programın başka bir sürümünde alınmış: onu boş bir veritabanına geri yükleyin.',
        )
      const { name } = await oneRow(sql<{ name: string }>`select current_schema() as name`, db)
      await sql`drop schema ${sql.id(name)} cascade`.execute(db)
      await sql`create schema ${sql.id(name)}`.execute(db)
      await migrateWithin(db, head.schema)
    }
  }
  const tables = await storedTables(db)
  const texts = (all: readonly StoredTable[]) =>
    all.map(({ name, columns }) => `${name}: ${columns.toSorted().join()}`).toSorted()
  if (texts(tables).join('\n') !== texts(head.tables).join('\n'))
    throw badBackup('tabloları bu programınkilerden farklı')
  await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))} restart identity`.execute(db)
  return numbers
}

/** Joins the registers of the database and of a newer backup with the restored ones; returns the repeated erasures. */
async function keepRegisters(
  transaction: CopyTransaction,
  { numbers, since }: { numbers: StoredSequence[] | null; since: string },
  { registers, passphrase, eraseAgain = () => Promise.resolve(0) }: RestoreOptions,
): Promise<number> {
  const { db } = transaction
  const { erased } = numbers === null ? { erased: 0 } : await joinRegisters(db, numbers, eraseAgain)
  if (registers === undefined) return erased
  const files = tarFiles(await openArchive(registers, passphrase))
  const head = parseFile(headSchema, await nextFile(files), HEAD)
  if (head.schema !== (await newestMigration(db)))
    throw new BackupRefusal('Silme kayıtlarının yedeği programın bu sürümüyle alınmış olmalı.')
  if (Date.parse(head.createdAt) < Date.parse(since))
    throw new BackupRefusal('Silme kayıtlarının yedeği geri yüklenen yedekten eski.')
  await copyAside(db, { isEmpty: true })
  const into = (table: string) => (ASIDE_TABLES.includes(table) ? asideName(table) : null)
  const { sequences } = await copyRows(transaction, { head, into }, files)
  const newer = await joinRegisters(db, sequences, eraseAgain)
  if (!newer.isSame) throw new BackupRefusal('Silme kayıtlarının yedeği başka bir panelden.')
  return erased + newer.erased
}

/** Locks all tables, because a running panel could store a record after the check, and brings them up to date. */
async function lockUnused(db: Kysely<DB>): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(LOCK_MS)}, true)`.execute(db)
  const stored = await namesOfTables(db)
  try {
    await sql`lock table ${sql.join(stored.map((name) => sql.table(name)))} in access exclusive mode`.execute(
      db,
    )
  } catch (error) {
    // The lock did not come in time, or waited in a circle.
    const isBusy = ['55P03', '40P01'].includes(codeOf(error))
    throw isBusy ? new BackupRefusal('Veritabanı şu anda meşgul; biraz sonra yeniden deneyin.') : error
  }
  const inUse = new BackupRefusal(
    'Veritabanında kayıtlar ya da birden çok kullanıcı var; üzerlerine yazılmaz. Boş bir klasör (DATA_DIR) ya da boş bir veritabanı verin.',
  )
  // This check precedes the migration, because the records of a running panel are not migrated under these locks.
  if (await hasRecordRows(db, stored)) throw inUse
  await migrateWithin(db)
  if (!(await isUnused(db, await namesOfTables(db)))) throw inUse
}

const namesOfTables = async (db: Kysely<DB>) => (await storedTables(db)).map(({ name }) => name)

type Files = AsyncGenerator<ArchiveFile>

/** Copies each table into the table that `into` names; rows of a table without a target are only checked. */
async function copyRows(
  { copyIn }: CopyTransaction,
  { head, into = (table) => table }: { head: Head; into?: (table: string) => string | null },
  files: Files,
): Promise<Manifest> {
  const found: Manifest['tables'] = []
  let file = await nextFile(files)
  for (const { name, columns } of head.tables) {
    const summary = new Summary()
    const parts = async function* () {
      for (; file?.path.startsWith(`${name}/`) === true; file = await nextFile(files)) {
        summary.add(file.data)
        if (summary.longestRow > MAX_ROW_BYTES) throw badBackup('bozuk: içinde çok uzun bir satır var')
        yield file.data
      }
    }
    const table = into(name)
    if (table === null) for await (const _ of parts());
    else await pipeline(parts, await copyIn(table, columns)).catch(asRefusal)
    found.push(summary.of(name))
  }
  const manifest = parseFile(manifestSchema, file, MANIFEST)
  const rest = await nextFile(files)
  if (rest !== undefined || JSON.stringify(manifest.tables) !== JSON.stringify(found))
    throw badBackup('bozuk: satırları özetlerine uymuyor')
  return manifest
}

/** Reports a row that the database refuses as damage, because it was changed after the backup. */
function asRefusal(error: unknown): never {
  throw /^2[23]...$/.test(codeOf(error))
    ? badBackup('bozuk: içinde veritabanının kabul etmediği bir satır var')
    : error
}

/** Returns the numbers that the backup's sequences had given. Throws BackupRefusal unless they are those of its tables. */
async function requireSequences(db: Kysely<DB>, { sequences }: Manifest): Promise<StoredSequence[]> {
  const names = (all: readonly StoredSequence[]) => JSON.stringify(all.map(({ name }) => name).toSorted())
  if (names(sequences) !== names(await storedSequences(db)))
    throw badBackup('bozuk: sıra numaraları tablolarına uymuyor')
  return sequences
}

async function nextFile(files: Files): Promise<ArchiveFile | undefined> {
  try {
    const { value, done } = await files.next()
    return done === true ? undefined : value
  } catch (error) {
    throw error instanceof BackupRefusal ? error : badBackup('bozuk ya da eksik')
  }
}

function parseFile<T>(schema: z.ZodMiniType<T>, file: ArchiveFile | undefined, path: string): T {
  if (file?.path !== path) throw badBackup('bozuk ya da eksik')
  try {
    return schema.parse(JSON.parse(file.data.toString()))
  } catch {
    throw badBackup('bozuk ya da programın başka bir sürümüne ait')
  }
}
