const END = Buffer.from([0xff, 0xd9])
const SCAN = 0xda

/** Returns the JPEG with an end and without odd bytes between segments, which cameras get wrong; `null` without a picture. */
export function tidyJpeg(file: Uint8Array): Uint8Array | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const parts = [bytes.subarray(0, 2)]
  for (let at = bytes.indexOf(0xff, 2); at !== -1; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1] ?? 0
    if (marker === SCAN) return Buffer.concat([...parts, bytes.subarray(at), END])
    if (!hasLength(marker)) {
      at++
      continue
    }
    if (at + 4 > bytes.length) return null
    const next = at + 2 + bytes.readUInt16BE(at + 2)
    parts.push(bytes.subarray(at, next))
    at = next
  }
  return null
}

/** Frames, tables, application data and comments; the others are single bytes, filling or none. */
const hasLength = (marker: number) => marker >= 0xc0 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd9)
