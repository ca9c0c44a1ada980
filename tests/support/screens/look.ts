import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

import pixelmatch from 'pixelmatch'
import sharp from 'sharp'

/** The size of a tile, in px. Another version of Chromium changes a few pixels; a changed component fills tiles. */
const TILE = 32
const MOST_OF_A_TILE = 0.4
const MOST_OF_ALL = 0.01
/** The allowed difference in height, in px, because lines can be rounded differently. */
const HEIGHT_SLACK = 24

const raw = async (image: Buffer | string) => {
  const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/**
 * Returns how a screenshot differs from the stored one, or ''. A missing picture is written and counts as a difference:
 * delete a file to renew it, look at the new one, commit it.
 */
export async function lookDifference(screenshot: Buffer, reference: string): Promise<string> {
  if (!existsSync(reference)) {
    await mkdir(dirname(reference), { recursive: true })
    await sharp(screenshot).webp({ lossless: true, effort: 6 }).toFile(reference)
    return 'There was no picture to compare with. It has been written: look at it and commit it.'
  }
  const [now, then] = await Promise.all([raw(screenshot), raw(reference)])
  if (now.width !== then.width || Math.abs(now.height - then.height) > HEIGHT_SLACK)
    return `${now.width} × ${now.height} px instead of ${then.width} × ${then.height}`
  const { width } = now
  const height = Math.min(now.height, then.height)
  const [one, other] = [now, then].map(({ data }) => data.subarray(0, width * height * 4))
  if (one === undefined || other === undefined) throw new Error('two pictures are compared')
  const marks = Buffer.alloc(one.length)
  const options = { threshold: 0.15, diffMask: true }
  const different = pixelmatch(one, other, marks, width, height, options)
  const worst = worstTile(marks, width, height)
  if (different <= width * height * MOST_OF_ALL && worst.share <= MOST_OF_A_TILE) return ''
  const share = ((100 * different) / (width * height)).toFixed(2)
  return `${share} % of the pixels differ, most at ${worst.x}, ${worst.y} (${Math.round(100 * worst.share)} % there)`
}

function worstTile(marks: Buffer, width: number, height: number) {
  let worst = { share: 0, x: 0, y: 0 }
  for (let y = 0; y < height; y += TILE) {
    for (let x = 0; x < width; x += TILE) {
      const share = marked(marks, {
        x,
        y,
        right: Math.min(x + TILE, width),
        bottom: Math.min(y + TILE, height),
        width,
      })
      if (share > worst.share) worst = { share, x, y }
    }
  }
  return worst
}

function marked(
  marks: Buffer,
  tile: { x: number; y: number; right: number; bottom: number; width: number },
): number {
  let count = 0
  for (let y = tile.y; y < tile.bottom; y += 1)
    for (let x = tile.x; x < tile.right; x += 1) count += marks[(y * tile.width + x) * 4 + 3] === 0 ? 0 : 1
  return count / (TILE * TILE)
}
