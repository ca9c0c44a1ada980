import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'

import { sql } from 'kysely'

import { type CopyTransaction, inCopyTransaction } from '#server/platform/db/copy.ts'
import { newestMigration } from '#server/platform/db/migrate.ts'
import { oneRow } from '#server/platform/db/one-row.ts'
import type { PoolTarget } from '#server/platform/db/pool.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'

import { type ArchiveFile, tarChunks, encrypt } from './archive.ts'
import { storedSequences, storedTables } from './catalog.ts'
import { FORMAT, HEAD, type Head, MANIFEST, type Manifest, partName, VERSION, Summary } from './format.ts'

export type BackupOptions = {
  /** Encrypts the backup; undefined leaves it plain. */
  passphrase?: string | undefined
  now: Date
}

/** An archive names the size of a file before its content, so rows are collected up to this size. */
const PART_BYTES = 4 * 1024 * 1024
/** More effort saves little on rows, which repeat themselves. */
const GZIP_LEVEL = 5

/** Streams all tables as of one moment to `write`; returns the manifest. Throws StartupError for a foreign database. */
export async function backUp(
  target: PoolTarget,
  { passphrase, now }: BackupOptions,
  write: (backup: Readable) => Promise<void>,
): Promise<Manifest> {
  return inCopyTransaction(target, 'snapshot', async (transaction) => {
    const head = await headOf(transaction, now)
    const manifest: Manifest = { tables: [], sequences: [] }
    const archive = Readable.from(tarChunks(filesOf(transaction, head, manifest), now), { objectMode: false })
    // An error of the archive also ends the compressed stream, so the callback may ignore it.
    const compressed = pipeline(archive, createGzip({ level: GZIP_LEVEL }), () => {})
    await write(passphrase === undefined ? compressed : await encrypt(compressed, passphrase))
    return manifest
  })
}

async function headOf({ db }: CopyTransaction, now: Date): Promise<Head> {
  const schema = await newestMigration(db)
  if (schema === undefined) throw new StartupError('Bu veritabanında yedeklenecek bir şey yok.')
  const server = sql<{ version: string }>`select current_setting('server_version') as version`
  return {
    format: FORMAT,
    version: VERSION,
    schema,
    postgresql: (await oneRow(server, db)).version,
    createdAt: now.toISOString(),
    tables: await storedTables(db),
  }
}

async function* filesOf(
  { db, copyOut }: CopyTransaction,
  head: Head,
  manifest: Manifest,
): AsyncGenerator<ArchiveFile> {
  yield json(HEAD, head)
  for (const { name, columns } of head.tables) {
    const summary = new Summary()
    let part = 0
    for await (const data of partsOf(await copyOut(name, columns))) {
      summary.add(data)
      yield { path: partName(name, ++part), data }
    }
    manifest.tables.push(summary.of(name))
  }
  // Read after the rows, because a number that was given meanwhile must not be given again.
  manifest.sequences = await storedSequences(db)
  yield json(MANIFEST, manifest)
}

async function* partsOf(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const row of rows) {
    waiting.push(row)
    bytes += row.length
    if (bytes < PART_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}

const json = (path: string, value: unknown): ArchiveFile => ({
  path,
  data: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
})
