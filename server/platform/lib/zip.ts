import { crc32, createDeflateRaw } from 'node:zlib'

/** A file of an archive; `data` is read when its turn comes, so a later file may depend on an earlier one. */
export type ZipEntry = { name: string; data: AsyncIterable<Uint8Array> | Iterable<Uint8Array> }

type Written = { name: Uint8Array; crc: number; packed: number; size: number; offset: number }

const VERSION = 20
/** Names are UTF-8, and sizes follow the data. */
const FLAGS = 0x0808
const DEFLATE = 8
/** 1 January 1980, the earliest date of the format: the same content gives the same bytes. */
const DATE = 0x0021
const MAX = 0xffff_ffff

/** Yields a ZIP archive, compressed while its entries are read; a reader who stops also stops these. At most 4 GB. */
export async function* zipChunks(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: Written[] = []
  let offset = 0
  for (const { name, data } of entries) {
    const entry = { name: new TextEncoder().encode(name), crc: 0, packed: 0, size: 0, offset }
    const head = fields([u32(0x04034b50), ...common(entry, { sizes: false }), u16(0)], entry.name)
    yield head
    for await (const chunk of deflated(data, entry)) {
      entry.packed += chunk.length
      yield chunk
    }
    const tail = fields([u32(0x08074b50), u32(entry.crc), u32(entry.packed), u32(entry.size)])
    yield tail
    offset += head.length + entry.packed + tail.length
    if (Math.max(offset, entry.size) > MAX) throw new RangeError(`${name} does not fit an archive of 4 GB.`)
    written.push(entry)
  }
  yield directory(written, offset)
}

/** The compressed data, chunk by chunk as it is read; counts into `entry`. */
async function* deflated(data: ZipEntry['data'], entry: Written): AsyncGenerator<Uint8Array> {
  const deflate = createDeflateRaw()
  const packed: Uint8Array[] = []
  deflate.on('data', (chunk: Uint8Array) => packed.push(chunk))
  try {
    for await (const chunk of data) {
      entry.crc = crc32(chunk, entry.crc)
      entry.size += chunk.length
      await new Promise<void>((resolve, reject) => {
        deflate.write(chunk, (error) => (error == null ? resolve() : reject(error)))
      })
      yield* packed.splice(0)
    }
    await new Promise((resolve) => deflate.once('end', resolve).end())
    yield* packed.splice(0)
  } finally {
    deflate.destroy()
  }
}

function directory(written: readonly Written[], offset: number): Uint8Array {
  const records = written.map((entry) => {
    const head = [u32(0x02014b50), u16(VERSION), ...common(entry, { sizes: true })]
    // No extra field, comment, disk number and attributes.
    return fields([...head, Buffer.alloc(12), u32(entry.offset)], entry.name)
  })
  const size = records.reduce((sum, record) => sum + record.length, 0)
  const count = u16(written.length)
  const end = [u32(0x06054b50), u16(0), u16(0), count, count, u32(size), u32(offset), u16(0)]
  return Buffer.concat([...records, fields(end)])
}

/** The fields that the head of an entry and its record in the directory share. */
function common({ name, crc, packed, size }: Written, { sizes }: { sizes: boolean }): Buffer[] {
  const known = sizes ? [u32(crc), u32(packed), u32(size)] : [u32(0), u32(0), u32(0)]
  return [u16(VERSION), u16(FLAGS), u16(DEFLATE), u16(0), u16(DATE), ...known, u16(name.length)]
}

const fields = (parts: Buffer[], name: Uint8Array = new Uint8Array()) => Buffer.concat([...parts, name])

const u16 = (value: number) => Buffer.of(value & 0xff, value >>> 8)
const u32 = (value: number) => Buffer.concat([u16(value & 0xffff), u16(value >>> 16)])
