import { deflateSync, gzipSync } from 'node:zlib'

import sharp from 'sharp'

const SVG_NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'

/** Returns a drawing that contains `inside`; rendered it shows a red square. */
export const svg = (inside: string, attributes = 'width="64" height="64"'): Buffer =>
  Buffer.from(`<svg ${SVG_NS} ${attributes}><rect width="64" height="64" fill="#f00"/>${inside}</svg>`)

type Format = 'png' | 'jpeg' | 'webp'

/** Returns a real picture of the format, half transparent if the format supports that. */
export function picture(format: Format = 'png', { width = 64, height = 48 } = {}): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 4, background: '#ff000080' } })
    .toFormat(format)
    .toBuffer()
}

/** Returns a PNG of exactly `size` bytes, padded with an empty text chunk. */
export async function pngOfSize(size: number): Promise<Buffer> {
  const png = await picture()
  return withChunk(png, 'tEXt', Buffer.alloc(size - png.length - 12, 'x'))
}

/** Returns the PNG with one more chunk before its end. */
export function withChunk(png: Buffer, type: string, data: Buffer): Buffer {
  const end = png.length - 12
  return Buffer.concat([png.subarray(0, end), chunk(type, data), png.subarray(end)])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  crc.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, crc])
}

function crc32(bytes: Buffer): number {
  let crc = 0xffff_ffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb8_8320 : 0)
  }
  return (crc ^ 0xffff_ffff) >>> 0
}

/** Returns a PNG of very few bytes that decompresses to `side` × `side` pixels. */
export function pixelBomb(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const chunks = [chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...chunks])
}

export const gzipped = (bytes: Buffer): Buffer => gzipSync(bytes)

/** Returns a form with the file in its field `file`, as a browser or an integrator sends it. */
export function logoForm(file: Uint8Array | string | null, name = 'logo.png', type = 'image/png'): FormData {
  const form = new FormData()
  if (typeof file === 'string') form.set('file', file)
  else if (file !== null) form.set('file', new File([new Uint8Array(file)], name, { type }))
  return form
}
