import { isUtf8 } from 'node:buffer'

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** The first bytes of a JPEG. Stray bytes may follow instead of the next marker; the decoder skips them. */
const JPEG = Buffer.from([0xff, 0xd8])
const SVG_START = /^\uFEFF?\s*<(?:\?xml|!--|!DOCTYPE|(?:[\w.-]+:)?svg[\s>/])/i
const SVG_ROOT = /<(?:[\w.-]+:)?svg[\s>/]/
const SNIFFED = 1_024

export type ImageKind = 'png' | 'jpeg' | 'webp' | 'svg'

/** Returns the kind of picture by the file's first bytes, or `null` for any other file. */
export function sniffImage(file: Uint8Array): ImageKind | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'png'
  if (bytes.subarray(0, JPEG.length).equals(JPEG)) return 'jpeg'
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  const text = textOf(bytes)
  return SVG_START.test(text.slice(0, SNIFFED)) && SVG_ROOT.test(text) ? 'svg' : null
}

/** Returns the text of a file that may be a drawing; bytes outside its encoding do not matter. */
function textOf(bytes: Buffer): string {
  const mark = bytes.toString('latin1', 0, 2)
  const encoding = mark === '\xff\xfe' ? 'utf-16le' : mark === '\xfe\xff' ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes)
}

const MAX_SVG_CHARACTERS = 512 * 1024
const MAX_SVG_ELEMENTS = 5_000
const MAX_SVG_REPEATERS = 20

/**
 * The parts that a logo must not have: entities, external style sheets, scripts, embedded documents and pictures (a few
 * bytes can unpack to gigabytes), filters (minutes to render), references to other files.
 */
const DECLARATION = /<!DOCTYPE|<!ENTITY|<\?xml-stylesheet/i
const FORBIDDEN_IN_SVG = [
  /<(?:[\w.-]+:)?(?:script|foreignObject|iframe|object|embed|include|image|feImage|filter|handler)\b/i,
  /[\s"'/]on[a-z]+\s*=/i,
  /@import/i,
  /(?:href|src)\s*=\s*(?:"(?!\s*#)|'(?!\s*#)|[^\s"'])/i,
  /url\((?!\s*(?:["']\s*)?#)/i,
  /javascript:|\bdata:/i,
]

/** Comments, and sections that may contain the start of a comment. */
const SECTION = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>/g
const withoutComments = (text: string) =>
  text.replace(SECTION, (section) => (section.startsWith('<!--') ? '' : section))

/** Returns whether a refused file is a drawing with a DOCTYPE, which drawing programs can leave out. */
export const hasDoctype = (file: Uint8Array): boolean =>
  sniffImage(file) === 'svg' && /<!DOCTYPE/i.test(withoutComments(textOf(Buffer.from(file))))

/** Returns whether the drawing contains only safe parts. The stored logo has only pixels in any case. */
export function isPlainSvg(file: Uint8Array): boolean {
  if (!isUtf8(file)) return false
  const text = new TextDecoder().decode(file)
  if (text.length > MAX_SVG_CHARACTERS) return false
  if (DECLARATION.test(withoutComments(text))) return false
  if (FORBIDDEN_IN_SVG.some((pattern) => pattern.test(text))) return false
  const repeaters = text.match(/<(?:[\w.-]+:)?(?:use|pattern|mask|marker|clipPath)\b/gi) ?? []
  return (text.match(/<(?!\/)/g)?.length ?? 0) <= MAX_SVG_ELEMENTS && repeaters.length <= MAX_SVG_REPEATERS
}

const JPEG_END = Buffer.from([0xff, 0xd9])
const SCAN = 0xda

/** Returns the JPEG with an end and without stray bytes, both faults of cameras; `null` without a picture. */
export function tidyJpeg(file: Uint8Array): Uint8Array | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const parts = [bytes.subarray(0, 2)]
  for (let at = bytes.indexOf(0xff, 2); at !== -1; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1] ?? 0
    if (marker === SCAN) return Buffer.concat([...parts, bytes.subarray(at), JPEG_END])
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

/** Returns whether a marker begins a segment with a length: frames, tables, application data and comments. */
const hasLength = (marker: number) => marker >= 0xc0 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd9)
