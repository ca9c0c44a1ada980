import { inflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const MAX_BYTES = 4 * 1024 * 1024
const MAX_SIDE = 4096
/** Samples of one pixel by PNG colour type. A palette is not among them: the panel's logos have none. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 }
const NEEDED = ['IHDR', 'IDAT', 'IEND']

type Chunk = { type: string; raw: Buffer; data: Buffer }

/**
 * Returns the PNG with only the chunks of its picture, or `null` if it is absent, broken or not of 8 bits a sample, not
 * interlaced, and at most 4096 pixels a side. The PDF library trusts the lengths in the file and inflates in the
 * background, where an error would end the thread.
 */
export function embeddablePng(bytes: Uint8Array | null): Buffer | null {
  if (bytes === null) return null
  try {
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (file.length > MAX_BYTES || !file.subarray(0, 8).equals(SIGNATURE)) return null
    const chunks = [...chunksOf(file)]
    if (!hasAllPixels(chunks)) return null
    const needed = chunks.filter(({ type }) => NEEDED.includes(type))
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

function hasAllPixels([header, ...chunks]: readonly Chunk[]): boolean {
  if (header?.type !== 'IHDR' || header.data.length !== 13) return false
  const [width, height] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)]
  const [depth = 0, colorType = 0, , , interlaced] = header.data.subarray(8)
  const channels = CHANNELS[colorType]
  const isSane = width > 0 && height > 0 && width <= MAX_SIDE && height <= MAX_SIDE
  if (!isSane || depth !== 8 || interlaced !== 0 || channels === undefined) return false
  const expected = height * (1 + width * channels)
  const compressed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  return inflateSync(compressed, { maxOutputLength: expected }).length === expected
}
