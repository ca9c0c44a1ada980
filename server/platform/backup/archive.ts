import { Header, Parser } from 'tar'

/** A file of a tar archive, in memory: at most `MOST_BYTES`. */
export type ArchiveFile = { path: string; data: Buffer }

const BLOCK = 512
/** No part that we write is nearly as large; a damaged length must not fill the memory. */
const MOST_BYTES = 32 * 1024 * 1024

/** Other programs fill an archive up to a whole record. */
const MOST_REST = 1024 * 1024

/** A tar archive of these files, in pieces. Every file gets `mtime`. */
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

/** The files of a tar archive in their order. Throws on a damaged or incomplete one. */
export async function* tarFiles(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveFile> {
  const files: ArchiveFile[] = []
  const { promise: failed, reject } = Promise.withResolvers<never>()
  failed.catch(() => {})
  const parser = new Parser({
    strict: true,
    // What was compressed again could unpack to any size. No option turns gzip off; this refuses its first bytes.
    brotli: false,
    zstd: false,
    maxDecompressionRatio: 0,
    onReadEntry: (entry) => {
      const parts: Buffer[] = []
      if (entry.size > MOST_BYTES) reject(new RangeError(`${entry.path} is too large.`))
      entry.on('data', (part) => parts.push(part))
      entry.on('end', () => files.push({ path: entry.path, data: Buffer.concat(parts) }))
    },
  })
  parser.on('error', reject)
  let isOver = false
  parser.on('eof', () => (isOver = true))
  let isBegun = false
  let rest = 0
  for await (const chunk of chunks) {
    // The parser takes ever longer over zeros, of which a small file can have any number.
    if (!isBegun && chunk[0] === 0) throw new RangeError('The archive begins without a file.')
    isBegun ||= chunk.length > 0
    if (isOver) rest += chunk.length
    else parser.write(Buffer.from(chunk))
    if (rest > MOST_REST) throw new RangeError('The archive goes on after its end.')
    await Promise.race([failed, Promise.resolve()])
    yield* files.splice(0)
  }
  const ended = new Promise<void>((resolve) => parser.on('end', resolve))
  parser.end()
  await Promise.race([failed, ended])
  yield* files.splice(0)
}
