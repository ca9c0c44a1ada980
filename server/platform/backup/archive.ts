import { Header, Parser } from 'tar'

/** A file of a tar archive, held in memory. */
export type ArchiveFile = { path: string; data: Buffer }

const BLOCK = 512
/** Keeps a damaged length from filling the memory; no part that we write is nearly as large. */
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
    // The parser takes ever longer over zeros, and a small file can unpack to any number of them.
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
