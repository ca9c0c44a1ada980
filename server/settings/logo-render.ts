import sharp, { type SharpOptions } from 'sharp'

import { type ImageKind, isPlainSvg, sniffImage } from './logo-image.ts'

/** Longest side of a stored logo, in pixels. */
const SIDE = 800
const MAX_PIXELS = 40_000_000
const SVG_DPI = 72
const MAX_SVG_DPI = 600

export type Logo = { png: Uint8Array; width: number; height: number }

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Webp', 'Svg'].map((kind) => `VipsForeignLoad${kind}Buffer`),
})
sharp.concurrency(1)
sharp.cache(false)

/**
 * One opaque PNG of at most 800 pixels a side, drawn from an untrusted file; `null` when it is no picture or a
 * broken one. It configures the decoder of the whole process, so it must run only in the logo's child process.
 */
export async function renderLogo(file: Uint8Array): Promise<Logo | null> {
  const kind = sniffImage(file)
  if (kind === null || (kind === 'svg' && !isPlainSvg(file))) return null
  try {
    return await draw(file, kind)
  } catch {
    // Whatever the decoder's error is, the file is not stored.
    return null
  }
}

async function draw(file: Uint8Array, kind: ImageKind): Promise<Logo | null> {
  const options: SharpOptions = {
    failOn: 'warning',
    limitInputPixels: MAX_PIXELS,
    limitInputChannels: 4,
    sequentialRead: true,
    animated: false,
    ...(kind === 'svg' && { density: SVG_DPI }),
  }
  // A drawing's own size does not matter: it is rendered at the stored size.
  const probe = kind === 'svg' ? { ...options, limitInputPixels: false } : options
  const { format, width, height } = await sharp(file, probe).metadata()
  if (format !== kind) return null
  if (kind === 'svg') options.density = svgDensity(width, height)
  const { data, info } = await sharp(file, options)
    .autoOrient()
    .resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: kind !== 'svg' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true })
  return { png: data, width: info.width, height: info.height }
}

/** Dots per inch at which the longest side has the stored length. */
function svgDensity(width: number, height: number): number {
  const scale = SIDE / Math.max(width, height)
  return Math.max(1, Math.min(MAX_SVG_DPI, SVG_DPI * scale))
}
