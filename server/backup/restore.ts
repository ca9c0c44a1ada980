import { pipeline as piped, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

import { type Kysely, sql } from 'kysely'

import { type CopyTransaction, inCopyTransaction } from '#server/db/copy.ts'
import { isKnownMigration, lockMigrations, migrateWithin, newestMigration } from '#server/db/migrate.ts'
import type { PoolTarget } from '#server/db/pool.ts'
import type { DB } from '#server/db/schema.ts'
import { StartupError } from '#server/lib/startup-error.ts'

import { type ArchiveFile, tarFiles } from './archive.ts'
import { storedTables, type StoredTable } from './catalog.ts'
import { decrypted } from './encryption.ts'
import { AGE, GZIP, HEAD, type Head, headSchema, MANIFEST, type Manifest, manifestSchema } from './format.ts'
import { Summary } from './summary.ts'

export type Restored = {
  createdAt: string
  tables: { name: string; rows: number }[]
}

/**
 * Puts the rows of a backup into an empty database and brings its schema up to date, all of it or nothing. The database
 * may also be one that was just started, with nothing but its first administrator, who is then replaced. Throws
 * StartupError when it holds more, and when the file is no backup, damaged, encrypted otherwise or of a newer version.
 */
export async function restore(
  target: PoolTarget,
  backup: AsyncIterable<Uint8Array>,
  passphrase?: string,
): Promise<Restored> {
  const files = tarFiles(await archiveOf(backup, passphrase))
  return inCopyTransaction(target, 'change', async (transaction) => {
    const { db } = transaction
    const head = parsed(headSchema, await next(files), HEAD)
    if (!isKnownMigration(head.schema)) throw refused('programın daha yeni bir sürümüne ait')
    await lockMigrations(db)
    await makeRoom(db, head)
    const manifest = await copyRows(transaction, head, files)
    await continueSequences(db, manifest)
    await migrateWithin(db)
    await sql`analyze`.execute(db)
    const tables = manifest.tables.map(({ name, rows }) => ({ name, rows }))
    return { createdAt: head.createdAt, tables }
  })
}

/** An empty schema of the backup's time. */
async function makeRoom(db: Kysely<DB>, head: Head): Promise<void> {
  const newest = await newestMigration(db)
  if (newest === undefined) {
    if ((await storedTables(db)).length > 0)
      throw new StartupError('Veritabanında başka bir programın tabloları var; boş bir veritabanı verin.')
    await migrateWithin(db, head.schema)
  } else {
    await checkUnused(db)
    if (newest !== head.schema)
      throw new StartupError(
        'Yedek programın başka bir sürümünde alınmış: onu boş bir klasöre (DATA_DIR) ya da boş bir veritabanına geri yükleyin.',
      )
  }
  const tables = await storedTables(db)
  const texts = (all: readonly StoredTable[]) =>
    all.map(({ name, columns }) => `${name}: ${columns.toSorted().join()}`).toSorted()
  if (texts(tables).join('\n') !== texts(head.tables).join('\n'))
    throw refused('tabloları bu programınkilerden farklı')
  await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))} restart identity`.execute(db)
}

/** A restore over a shop's records would lose them. */
async function checkUnused(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from kayit) or exists (select from expense) or exists (select from feedback)
      or (select count(*) from users) > 1 as used`.execute(db)
  if (rows[0]?.used !== false)
    throw new StartupError(
      'Veritabanında kayıtlar var; üzerlerine yazılmaz. Boş bir klasör (DATA_DIR) ya da boş bir veritabanı verin.',
    )
}

type Files = AsyncGenerator<ArchiveFile>

async function copyRows({ copyIn }: CopyTransaction, head: Head, files: Files): Promise<Manifest> {
  const found: Manifest['tables'] = []
  let file = await next(files)
  for (const { name, columns } of head.tables) {
    const summary = new Summary()
    const parts = async function* () {
      for (; file?.path.startsWith(`${name}/`) === true; file = await next(files)) {
        summary.add(file.data)
        yield file.data
      }
    }
    await pipeline(parts, await copyIn(name, columns)).catch(asRefusal)
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

async function continueSequences(db: Kysely<DB>, { sequences }: Manifest): Promise<void> {
  for (const { name, last } of sequences)
    if (last !== null) await sql`select setval(${sql.lit(`"${name}"`)}::regclass, ${last})`.execute(db)
}

/** The archive within the backup, by its first bytes. */
async function archiveOf(
  backup: AsyncIterable<Uint8Array>,
  passphrase: string | undefined,
): Promise<AsyncIterable<Uint8Array>> {
  const chunks = backup[Symbol.asyncIterator]()
  let first = Buffer.alloc(0)
  for (let chunk = await chunks.next(); chunk.done !== true; chunk = await chunks.next()) {
    first = Buffer.concat([first, chunk.value])
    if (first.length >= AGE.length) break
  }
  const source = Readable.from(joined(first, chunks), { objectMode: false })
  if (first.subarray(0, GZIP.length).equals(GZIP)) return unpacked(source)
  if (!first.subarray(0, AGE.length).equals(AGE)) throw refused('bir yedek dosyası değil')
  if (passphrase === undefined) throw refused('şifreli: parolasını BACKUP_PASSPHRASE ile verin')
  try {
    return unpacked(await decrypted(source, passphrase))
  } catch {
    throw refused('BACKUP_PASSPHRASE ile açılamadı')
  }
}

async function* joined(first: Buffer, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  for (let chunk = await rest.next(); chunk.done !== true; chunk = await rest.next()) yield chunk.value
}

/** What cannot be read to its end is damaged, whichever layer notices it. */
async function* unpacked(compressed: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* piped(compressed, createGunzip(), () => {}) as AsyncIterable<Uint8Array>
  } catch {
    throw refused('bozuk ya da eksik')
  }
}

async function next(files: Files): Promise<ArchiveFile | undefined> {
  try {
    const { value, done } = await files.next()
    return done === true ? undefined : value
  } catch (error) {
    throw error instanceof StartupError ? error : refused('bozuk ya da eksik')
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

const refused = (why: string): StartupError => new StartupError(`Yedek ${why}.`)
