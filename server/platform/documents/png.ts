import { inflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const MAX_BYTES = 4 * 1024 * 1024
const MAX_SIDE = 4096
/** Samples of one pixel by PNG colour type. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

const INDEXED = 3
const DEPTHS = [1, 2, 4, 8, 16]

type Chunk = { type: string; raw: Buffer; data: Buffer }
type Header = { width: number; height: number; depth: number; colorType: number }

/**
 * The PNG with only the chunks that its picture needs, or `null` when it is absent, broken or not of a kind that may be
 * embedded: not interlaced, at most 4096 pixels a side. The PDF library trusts the lengths in the file and
 * inflates in the background, where an error would end the thread.
 */
export function embeddablePng(bytes: Uint8Array | null): Buffer | null {
  if (bytes === null) return null
  try {
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (file.length > MAX_BYTES || !file.subarray(0, 8).equals(SIGNATURE)) return null
    const chunks = [...chunksOf(file)]
    const header = readHeader(chunks)
    if (header === null || !hasAllPixels(header, chunks)) return null
    const needed = chunks.filter(({ type }) => isNeeded(type, header))
    return Buffer.concat([SIGNATURE, ...needed.map(({ raw }) => raw)])
  } catch {
    return null
  }
}

/** The chunks up to and including IEND; throws RangeError when one extends beyond the file. */
function* chunksOf(file: Buffer): Generator<Chunk> {
  let type = ''
  for (let at = SIGNATURE.length; type !== 'IEND';) {
    const end = at + 12 + file.readUInt32BE(at)
    type = file.toString('latin1', at + 4, at + 8)
    if (end > file.length) throw new RangeError('chunk beyond the end of the file')
    yield { type, raw: file.subarray(at, end), data: file.subarray(at + 8, end - 4) }
    at = end
  }
}

function readHeader(chunks: readonly Chunk[]): Header | null {
  const data = chunks[0]?.type === 'IHDR' ? chunks[0].data : undefined
  if (data?.length !== 13) return null
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)]
  const [depth, colorType, interlaced] = [data.readUInt8(8), data.readUInt8(9), data.readUInt8(12)]
  const sane = width > 0 && height > 0 && width <= MAX_SIDE && height <= MAX_SIDE
  return sane && DEPTHS.includes(depth) && interlaced === 0 ? { width, height, depth, colorType } : null
}

function hasAllPixels({ width, height, depth, colorType }: Header, chunks: readonly Chunk[]): boolean {
  const channels = CHANNELS[colorType]
  if (channels === undefined || (colorType === INDEXED && !hasPalette(chunks))) return false
  const expected = height * (1 + Math.ceil((width * channels * depth) / 8))
  const compressed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  return inflateSync(compressed, { maxOutputLength: expected }).length === expected
}

function hasPalette(chunks: readonly Chunk[]): boolean {
  const size = chunks.find(({ type }) => type === 'PLTE')?.data.length ?? 0
  return size >= 3 && size <= 768 && size % 3 === 0
}

/** pdfkit supports transparency of a palette only with 8 bits; without it the picture is opaque. */
function isNeeded(type: string, { depth, colorType }: Header): boolean {
  if (type === 'PLTE') return colorType === INDEXED
  if (type === 'tRNS') return colorType === INDEXED && depth === 8
  return type === 'IHDR' || type === 'IDAT' || type === 'IEND'
}
