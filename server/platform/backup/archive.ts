import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { ReadableStream as NodeStream } from 'node:stream/web'

import { Header, Parser } from 'tar'
import { Decrypter, Encrypter } from 'age-encryption'

import { BACKUP_HEAD, backupKind } from '#shared/admin/restore.ts'

import { BackupRefusal, PassphraseRefusal, badBackup } from './refusal.ts'

/** A file of a tar archive, held in memory. */
export type ArchiveFile = { path: string; data: Buffer }

const BLOCK = 512
/** The largest part that is read, so that a damaged length cannot fill the memory; our own parts are far smaller. */
const MAX_FILE_BYTES = 32 * 1024 * 1024

/** Other programs pad an archive to a whole record. */
const MAX_PADDING_BYTES = 1024 * 1024

/** Yields a tar archive of these files in pieces. Every file gets `mtime`. */
export async function* tarChunks(files: AsyncIterable<ArchiveFile>, mtime: Date): AsyncGenerator<Buffer> {
  for await (const { path, data } of files) {
    const header = new Header({ path, mtime, type: 'File', size: data.length, mode: 0o600, uid: 0, gid: 0 })
    const block = Buffer.alloc(BLOCK)
    if (header.encode(block)) throw new RangeError(`${path} does not fit the header of an archive.`)
    yield block
    yield data
    yield Buffer.alloc((BLOCK - (data.length % BLOCK)) % BLOCK)
  }
  yield Buffer.alloc(2 * BLOCK)
}

/** Yields the files of a tar archive in their order. Throws on a damaged or incomplete one. */
export async function* tarFiles(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveFile> {
  const files: ArchiveFile[] = []
  const { promise: failed, reject } = Promise.withResolvers<never>()
  failed.catch(() => {})
  const parser = new Parser({
    strict: true,
    // Data that was compressed again could unpack to any size. No option turns gzip off; a ratio of 0 refuses it.
    brotli: false,
    zstd: false,
    maxDecompressionRatio: 0,
    onReadEntry: (entry) => {
      const parts: Buffer[] = []
      if (entry.size > MAX_FILE_BYTES) reject(new RangeError(`${entry.path} is too large.`))
      entry.on('data', (part) => parts.push(part))
      entry.on('end', () => files.push({ path: entry.path, data: Buffer.concat(parts) }))
    },
  })
  parser.on('error', reject)
  let hasEnded = false
  parser.on('eof', () => (hasEnded = true))
  let hasBegun = false
  let padding = 0
  for await (const chunk of chunks) {
    // The parser slows down with the number of zeros, and a small file can unpack to any number of them.
    if (!hasBegun && chunk[0] === 0) throw new RangeError('The archive begins without a file.')
    hasBegun ||= chunk.length > 0
    if (hasEnded) padding += chunk.length
    else parser.write(Buffer.from(chunk))
    if (padding > MAX_PADDING_BYTES) throw new RangeError('The archive goes on after its end.')
    await Promise.race([failed, Promise.resolve()])
    yield* files.splice(0)
  }
  const ended = new Promise<void>((resolve) => parser.on('end', resolve))
  parser.end()
  await Promise.race([failed, ended])
  yield* files.splice(0)
}

/** Returns the archive in the backup, whose first bytes tell whether it is encrypted. Throws BackupRefusal. */
export async function openArchive(
  backup: AsyncIterable<Uint8Array>,
  passphrase: string | undefined,
): Promise<AsyncIterable<Uint8Array>> {
  const chunks = backup[Symbol.asyncIterator]()
  let first = Buffer.alloc(0)
  for (let chunk = await chunks.next(); chunk.done !== true; chunk = await chunks.next()) {
    first = Buffer.concat([first, chunk.value])
    if (first.length >= BACKUP_HEAD) break
  }
  const source = Readable.from(concat(first, chunks), { objectMode: false })
  const kind = backupKind(first)
  if (kind === 'plain') return unzip(source)
  if (kind === null) throw badBackup('bir yedek dosyası değil')
  if (passphrase === undefined) throw new PassphraseRefusal('Yedek şifreli; parolası gerekli.')
  try {
    return unzip(await decrypt(source, passphrase))
  } catch {
    throw new PassphraseRefusal('Yedek bu parolayla açılamadı.')
  }
}

async function* concat(first: Buffer, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  for (let chunk = await rest.next(); chunk.done !== true; chunk = await rest.next()) yield chunk.value
}

/** Unpacks with gzip, and reports every failure as damage, whichever layer notices it. */
async function* unzip(compressed: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* pipeline(compressed, createGunzip(), () => {}) as AsyncIterable<Uint8Array>
  } catch {
    throw badBackup('bozuk ya da eksik')
  }
}

/** Throws BackupRefusal after that many bytes, because a small file can unpack to more than the disk holds. */
export async function* limitBytes(
  maxBytes: number,
  archive: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of archive) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new BackupRefusal('Diskte yeterli yer yok: yedek açılınca diske sığmıyor.')
    yield chunk
  }
}

/** Encrypts with age (https://age-encryption.org): scrypt for the key, ChaCha20-Poly1305 in pieces of 64 KB. */
export async function encrypt(plain: Readable, passphrase: string): Promise<Readable> {
  const age = new Encrypter()
  age.setPassphrase(passphrase)
  return fromWeb(await age.encrypt(toWeb(plain)))
}

/** Throws if the passphrase is wrong; the stream fails where the backup was changed or cut off. */
async function decrypt(encrypted: Readable, passphrase: string): Promise<Readable> {
  const age = new Decrypter()
  age.addPassphrase(passphrase)
  return fromWeb(await age.decrypt(toWeb(encrypted)))
}

// Node and the DOM have different types for the same streams.
const toWeb = (stream: Readable) => Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>
const fromWeb = (stream: ReadableStream<Uint8Array>) => Readable.fromWeb(stream as unknown as NodeStream)
