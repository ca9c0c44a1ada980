// Draws the icons of the installed panel (client/public/icon-*.png) from the mark in client/public/favicon.svg. Run
// it by hand after a change of the mark; the results are committed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import sharp from 'sharp'

const folder = join(import.meta.dirname, '../client/public')
const mark = readFileSync(join(folder, 'favicon.svg'))
const INK = '#12181f'

/** `inset`: the free part of each edge. A launcher may cut a maskable icon down to a circle of 80 %. */
const ICONS = [
  { name: 'icon-192', size: 192, inset: 0 },
  { name: 'icon-512', size: 512, inset: 0 },
  { name: 'icon-maskable', size: 512, inset: 0.2, background: INK },
  { name: 'icon-apple', size: 180, inset: 0.14, background: INK },
]

for (const { name, size, inset, background } of ICONS) {
  const inner = Math.round(size * (1 - 2 * inset))
  const drawing = await sharp(mark, { density: (72 * inner) / 32 })
    .resize(inner)
    .png()
    .toBuffer()
  await sharp({ create: { width: size, height: size, channels: 4, background: background ?? '#0000' } })
    .composite([{ input: drawing }])
    .png({ palette: true, compressionLevel: 9 })
    .toFile(join(folder, `${name}.png`))
}
