// Builds client/assets/servis-sans.woff2 (weights 400 to 700, the letters of the interface) from
// @ibm/plex-sans-variable. Run it by hand for another version; the result is committed.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import subsetFont from 'subset-font'

import { fetchPackage, rename } from './font-files.mjs'

const PACKAGE = '@ibm/plex-sans-variable@0.2.0'
const SHA512 = 'S8xew9E8CPPKFvitbu2gDtwNFVWwwhClheaIBeykDYg7DrVK3cV5Xq5MjMrWPP5Os0xyiRFjMOmtGBLzz3urTQ=='
const MAX_BYTES = 25_000

const root = join(import.meta.dirname, '..')
const source = fetchPackage(PACKAGE, SHA512)
const target = join(root, 'client/assets/servis-sans.woff2')

const range = (from, to) => String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, i) => from + i))
// ASCII, Latin-1, the Turkish letters beyond it, the lira sign, dashes, quotes, ellipsis, minus, arrows.
const letters = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ĞğİıŞş₺–—‘’“”…•−←↑→↓`

// `zero`: slashed zero; `ccmp` and `locl`: Turkish i; `tnum` is the font's normal state.
const keepFeatures = ['ccmp', 'kern', 'locl', 'mark', 'zero']
const original = readFileSync(join(source, 'fonts/complete/ttf/IBM Plex Sans Var-Roman.ttf'))
const sfnt = await subsetFont(original, letters, {
  variationAxes: { wght: { min: 400, max: 700 }, wdth: 100 },
  keepFeatures,
  noHinting: true,
  targetFormat: 'sfnt',
})
const named = rename(sfnt, 'Servis Sans')
const woff2 = await subsetFont(named, letters, { keepFeatures, targetFormat: 'woff2' })
if (woff2.length > MAX_BYTES) throw new Error(`The font has ${woff2.length} bytes, more than ${MAX_BYTES}.`)
writeFileSync(target, woff2)
copyFileSync(join(source, 'LICENSE.txt'), join(root, 'client/assets/servis-sans.OFL.txt'))
console.log(`${target}: ${woff2.length} bytes`)
