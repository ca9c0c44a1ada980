import sharp, { type SharpOptions } from 'sharp'

import { type ImageKind, isPlainSvg, sniffImage, tidyJpeg } from './logo-image.ts'

/** Longest side of a stored logo, in pixels. */
const SIDE = 800
const MAX_PIXELS = 40_000_000
const SVG_DPI = 72
const MAX_SVG_DPI = 600

/** The colour behind the transparent parts of a logo. */
export type LogoGround = 'white' | 'dark'
const GROUNDS: Record<LogoGround, string> = { white: '#ffffff', dark: '#12181f' }

export type Logo = {
  png: Uint8Array
  width: number
  height: number
  /** Whether a transparent logo is too pale to be seen on paper. */
  isPale: boolean
  /** Whether the logo is transparent everywhere. */
  isEmpty: boolean
}

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Png', 'Jpeg', 'Webp', 'Svg'].map((kind) => `VipsForeignLoad${kind}Buffer`) })
sharp.concurrency(1)
sharp.cache(false)

/**
 * Draws one opaque PNG of at most 800 pixels a side from an untrusted file; `null` without a usable picture. It configures
 * the decoder of the whole process, so it must run only in the logo's child process.
 */
export async function renderLogo(file: Uint8Array, ground: LogoGround): Promise<Logo | null> {
  const kind = sniffImage(file)
  if (kind === null || (kind === 'svg' && !isPlainSvg(file))) return null
  for (const { from, failOn } of attemptsOf(file, kind)) {
    try {
      return await draw(from, { kind, failOn, ground })
    } catch {
      // An error of the decoder refuses the attempt, whatever its cause.
    }
  }
  return null
}

type Attempt = { from: Uint8Array; failOn: Drawing['failOn'] }

/**
 * Returns the attempts to decode a file, because cameras and old programs write files that decode with warnings. A JPEG
 * may lack a part of its picture, which `isCutShort` measures; in other formats that is an error.
 */
function attemptsOf(file: Uint8Array, kind: ImageKind): Attempt[] {
  const strict: Attempt = { from: file, failOn: 'warning' }
  if (kind === 'svg') return [strict]
  if (kind !== 'jpeg') return [strict, { from: file, failOn: 'error' }]
  const tidy = tidyJpeg(file)
  if (tidy === null) return [strict]
  return [strict, { from: tidy, failOn: 'warning' }, { from: file, failOn: 'none' }]
}

type Drawing = { kind: ImageKind; failOn: NonNullable<SharpOptions['failOn']>; ground: LogoGround }

async function draw(file: Uint8Array, { kind, failOn, ground }: Drawing): Promise<Logo | null> {
  const options: SharpOptions = {
    failOn,
    limitInputPixels: MAX_PIXELS,
    limitInputChannels: 4,
    sequentialRead: true,
    animated: false,
    ...(kind === 'svg' && { density: SVG_DPI }),
  }
  // A drawing's own size does not matter, because it is rendered at the stored size.
  const probe = kind === 'svg' ? { ...options, limitInputPixels: false } : options
  const { format, width, height } = await sharp(file, probe).metadata()
  if (format !== kind) return null
  if (failOn === 'none' && (await isCutShort(file, options))) return null
  if (kind === 'svg') options.density = svgDensity(width, height)
  const { data, info } = await sharp(file, options)
    .autoOrient()
    .resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: kind !== 'svg' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const png = await sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
    .flatten({ background: GROUNDS[ground] })
    .png({ compressionLevel: 9 })
    .toBuffer()
  return { png, width: info.width, height: info.height, ...visibilityOf(data) }
}

const SAMPLE = 200
/** The grey of decoded rows that the file lacks. */
const MISSING_GREY = 128
/** The part of missing rows above which a logo is useless. */
const MOST_MISSING = 0.05

/** Returns whether more than the end of a JPEG's picture is missing, for a file that stricter attempts have refused. */
async function isCutShort(file: Uint8Array, options: SharpOptions): Promise<boolean> {
  const { data, info } = await sharp(file, options)
    .resize({ width: SAMPLE, height: SAMPLE, fit: 'fill', kernel: 'nearest', fastShrinkOnLoad: false })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const rowSize = info.width * info.channels
  let missing = 0
  for (let end = data.length; end > 0; end -= rowSize) {
    if (!data.subarray(end - rowSize, end).every((value) => Math.abs(value - MISSING_GREY) <= 1)) break
    missing++
  }
  return missing > info.height * MOST_MISSING
}

/** Alpha below which a pixel counts as transparent. */
const CLEAR_ALPHA = 128
/** The transparent part below which a logo counts as having its own ground. */
const LEAST_CLEAR = 0.01
/** The sum by which red, green and blue of a visible pixel differ from white: 120 is light grey (#d7d7d7). */
const LEAST_INK = 120
/** The visible part on white below which a logo cannot be recognised. */
const LEAST_SHOWN = 0.1

/** Returns whether the pixels (RGBA) are too pale for white paper, or transparent everywhere. */
function visibilityOf(pixels: Uint8Array): Pick<Logo, 'isPale' | 'isEmpty'> {
  let [drawn, shown, clear] = [0, 0, 0]
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4)
    const opacity = alpha / 255
    drawn += opacity
    if (alpha < CLEAR_ALPHA) clear++
    if ((3 * 255 - red - green - blue) * opacity >= LEAST_INK) shown += opacity
  }
  const hasGround = clear < (pixels.length / 4) * LEAST_CLEAR
  return { isPale: drawn > 0 && !hasGround && shown < drawn * LEAST_SHOWN, isEmpty: drawn === 0 }
}

/** Returns the dots per inch at which the longest side has the stored length. */
function svgDensity(width: number, height: number): number {
  const scale = SIDE / Math.max(width, height)
  return Math.max(1, Math.min(MAX_SVG_DPI, SVG_DPI * scale))
}
