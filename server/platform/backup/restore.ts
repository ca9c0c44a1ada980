import { pipeline } from 'node:stream/promises'

import { type Kysely, sql } from 'kysely'

import { type CopyTransaction, inCopyTransaction } from '#server/platform/db/copy.ts'
import { oneNodeAfterTheOther } from '#server/platform/db/distribute/place.ts'
import { isDistributed } from '#server/platform/db/distribute/state.ts'
import {
  isKnownMigration,
  lockMigrations,
  migrateWithin,
  newestMigration,
} from '#server/platform/db/migrate.ts'
import type { PoolTarget } from '#server/platform/db/pool.ts'
import { allowedRoles, allowWithin } from '#server/platform/db/request-role.ts'
import type { DB } from '#server/platform/db/schema.ts'

import { type ArchiveFile, tarFiles } from './archive.ts'
import {
  rowNumbers,
  type StoredSequence,
  storedSequences,
  storedTables,
  type StoredTable,
} from './catalog.ts'
import { HEAD, type Head, headSchema, MANIFEST, type Manifest, manifestSchema } from './format.ts'
import { BackupRefusal, refused } from './refusal.ts'
import { asideName } from './missing-erasures.ts'
import { joinRegisters, type EraseAgain, prepareAside, SET_ASIDE, setAside } from './registers.ts'
import { Summary } from './summary.ts'
import { archiveOf, within } from './unpack.ts'
import { isUnused } from './unused.ts'

export type Restored = {
  createdAt: string
  tables: { name: string; rows: number }[]
  /** How many erasures were carried out again. */
  erased: number
}

export type RestoreOptions = {
  passphrase?: string | undefined
  /** Nobody else uses the database (the embedded one): its schema may be made anew for a backup of another version. */
  ownDatabase?: boolean
  /** A newer backup of the same panel, whose registers are joined and whose erasures are carried out again. */
  registers?: AsyncIterable<Uint8Array> | undefined
  /** Carries out the erasures that the registers name and the backup lacks; returns how many. */
  eraseAgain?: EraseAgain
  /** In bytes; more than what the backup needs unpacked is refused. */
  room?: number
}

/** How long to wait, in ms, for what a panel is just doing with the database. */
const LOCK_MS = 10_000
/** The longest that is written is a logo of 800 × 800 pixels, 5 MB as hexadecimal digits; a record comes in 2 MB. */
const MOST_ROW_BYTES = 16 * 1024 * 1024

/**
 * Puts the rows of a backup into an empty database and brings its schema up to date, all of it or nothing. The database
 * may also be one that was just started, with nothing but its first administrator, who is then replaced; its panel may
 * run, and waits. Its registers are kept, and what they say was erased since is erased again. Nobody is logged in
 * afterwards. Throws BackupRefusal when the database holds more, and when the file is
 * no backup, damaged or of a newer version, and PassphraseRefusal.
 */
export async function restore(
  target: PoolTarget,
  backup: AsyncIterable<Uint8Array>,
  options: RestoreOptions = {},
): Promise<Restored> {
  const { passphrase, ownDatabase = false, room = Number.POSITIVE_INFINITY } = options
  const files = tarFiles(within(room, await archiveOf(backup, passphrase)))
  return inCopyTransaction(target, 'change', async (transaction) => {
    const { db } = transaction
    const head = parsed(headSchema, await next(files), HEAD)
    if (!isKnownMigration(head.schema)) throw refused('programın daha yeni bir sürümüne ait')
    await lockMigrations(db)
    if (await isDistributed(db)) await oneNodeAfterTheOther(db)
    const roles = await allowedRoles(db)
    const numbers = await makeRoom(db, { head, ownDatabase })
    const manifest = await copyRows(transaction, { head }, files)
    await continueSequences(db, manifest)
    await migrateWithin(db)
    const erased = await keepRegisters(transaction, { numbers, since: head.createdAt }, options)
    // A panel that runs goes on with tables that were made anew.
    for (const role of roles) await allowWithin(db, role)
    // What was ended or used since the backup must not come back.
    for (const table of ['sessions', 'reset_links', 'passkey_challenge'] as const)
      await db.deleteFrom(table).execute()
    await sql`analyze`.execute(db)
    const tables = manifest.tables.map(({ name, rows }) => ({ name, rows }))
    return { createdAt: head.createdAt, tables, erased }
  })
}

/** An empty schema of the backup's time; returns the numbers that the one before had given. */
async function makeRoom(
  db: Kysely<DB>,
  { head, ownDatabase }: { head: Head; ownDatabase: boolean },
): Promise<StoredSequence[]> {
  let numbers: StoredSequence[] = []
  const newest = await newestMigration(db)
  if (newest === undefined) {
    if ((await storedTables(db)).length > 0)
      throw new BackupRefusal('Veritabanında başka bir programın tabloları var; boş bir veritabanı verin.')
    await migrateWithin(db, head.schema)
  } else {
    await takeUnused(db)
    numbers = await setAside(db)
    if (newest !== head.schema) {
      if (!ownDatabase)
        throw new BackupRefusal(
          'Yedek programın başka bir sürümünde alınmış: onu boş bir veritabanına geri yükleyin.',
        )
      await emptyDatabase(db)
      await migrateWithin(db, head.schema)
    }
  }
  const tables = await storedTables(db)
  const texts = (all: readonly StoredTable[]) =>
    all.map(({ name, columns }) => `${name}: ${columns.toSorted().join()}`).toSorted()
  if (texts(tables).join('\n') !== texts(head.tables).join('\n'))
    throw refused('tabloları bu programınkilerden farklı')
  await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))} restart identity`.execute(db)
  return numbers
}

/** Joins the registers of the database and of a newer backup with the restored ones; returns how much was erased again. */
async function keepRegisters(
  transaction: CopyTransaction,
  { numbers, since }: { numbers: StoredSequence[]; since: string },
  { registers, passphrase, eraseAgain = () => Promise.resolve(0) }: RestoreOptions,
): Promise<number> {
  const { db } = transaction
  const { erased } = await joinRegisters(db, numbers, eraseAgain)
  if (registers === undefined) return erased
  const files = tarFiles(await archiveOf(registers, passphrase))
  const head = parsed(headSchema, await next(files), HEAD)
  if (head.schema !== (await newestMigration(db)))
    throw new BackupRefusal('Silme kayıtlarının yedeği programın bu sürümüyle alınmış olmalı.')
  if (Date.parse(head.createdAt) < Date.parse(since))
    throw new BackupRefusal('Silme kayıtlarının yedeği geri yüklenen yedekten eski.')
  await prepareAside(db)
  const into = (table: string) => (SET_ASIDE.includes(table) ? asideName(table) : null)
  const { sequences } = await copyRows(transaction, { head, into }, files)
  const newer = await joinRegisters(db, sequences, eraseAgain)
  if (!newer.isSame) throw new BackupRefusal('Silme kayıtlarının yedeği başka bir panelden.')
  return erased + newer.erased
}

/** Locks all tables first: a panel that runs could store a record after the look. */
async function takeUnused(db: Kysely<DB>): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(LOCK_MS)}, true)`.execute(db)
  const stored = await storedTables(db)
  try {
    await sql`lock table ${sql.join(stored.map(({ name }) => sql.table(name)))} in access exclusive mode`.execute(
      db,
    )
  } catch (error) {
    throw isBusy(error) ? new BackupRefusal('Veritabanı şu anda meşgul; biraz sonra yeniden deneyin.') : error
  }
  // A restore over a shop's records would lose them.
  const knowsErased = stored.some(({ name, columns }) => name === 'users' && columns.includes('erased_at'))
  if (!(await isUnused(db, { tables: stored.map(({ name }) => name), knowsErased })))
    throw new BackupRefusal(
      'Veritabanında kayıtlar ya da birden çok kullanıcı var; üzerlerine yazılmaz. Boş bir klasör (DATA_DIR) ya da boş bir veritabanı verin.',
    )
}

/** The lock did not come in time, or waited in a circle. */
const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['55P03', '40P01'].includes(String(error.code))

async function emptyDatabase(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  const schema = sql.id(rows[0]?.name ?? 'public')
  await sql`drop schema ${schema} cascade`.execute(db)
  await sql`create schema ${schema}`.execute(db)
}

type Files = AsyncGenerator<ArchiveFile>

/** Copies each table into the one that `into` names; rows of a table without one are only checked. */
async function copyRows(
  { copyIn }: CopyTransaction,
  { head, into = (table) => table }: { head: Head; into?: (table: string) => string | null },
  files: Files,
): Promise<Manifest> {
  const found: Manifest['tables'] = []
  let file = await next(files)
  for (const { name, columns } of head.tables) {
    const summary = new Summary()
    const parts = async function* () {
      for (; file?.path.startsWith(`${name}/`) === true; file = await next(files)) {
        summary.add(file.data)
        if (summary.longestRow > MOST_ROW_BYTES) throw refused('bozuk: içinde çok uzun bir satır var')
        yield file.data
      }
    }
    const table = into(name)
    if (table === null) for await (const _ of parts());
    else await pipeline(parts, await copyIn(table, columns)).catch(asRefusal)
    found.push(summary.of(name))
  }
  const manifest = parsed(manifestSchema, file, MANIFEST)
  const rest = await next(files)
  if (rest !== undefined || JSON.stringify(manifest.tables) !== JSON.stringify(found))
    throw refused('bozuk: satırları özetlerine uymuyor')
  return manifest
}

/** A row that the database refuses was changed after the backup. */
function asRefusal(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  throw /^2[23]...$/.test(code) ? refused('bozuk: içinde veritabanının kabul etmediği bir satır var') : error
}

/** A number below the rows' own would be given again, to the next row that somebody stores. */
async function continueSequences(db: Kysely<DB>, { sequences }: Manifest): Promise<void> {
  const names = (all: readonly { name: string }[]) => JSON.stringify(all.map(({ name }) => name).toSorted())
  if (names(sequences) !== names(await storedSequences(db)))
    throw refused('bozuk: sıra numaraları tablolarına uymuyor')
  const largest = new Map((await rowNumbers(db)).map((one) => [one.name, one.largest]))
  for (const { name, last } of sequences) {
    const next = Math.max(last ?? 0, largest.get(name) ?? 0)
    if (next > 0) await sql`select setval(${sql.lit(`"${name}"`)}::regclass, ${next})`.execute(db)
  }
}

async function next(files: Files): Promise<ArchiveFile | undefined> {
  try {
    const { value, done } = await files.next()
    return done === true ? undefined : value
  } catch (error) {
    throw error instanceof BackupRefusal ? error : refused('bozuk ya da eksik')
  }
}

type Schema<T> = { safeParse: (value: unknown) => { success: true; data: T } | { success: false } }

function parsed<T>(schema: Schema<T>, file: ArchiveFile | undefined, path: string): T {
  if (file?.path !== path) throw refused('bozuk ya da eksik')
  const result = schema.safeParse(json(file.data))
  if (!result.success) throw refused('bozuk ya da programın başka bir sürümüne ait')
  return result.data
}

function json(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString())
  } catch {
    return undefined
  }
}
