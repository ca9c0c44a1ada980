// Builds client/assets/servis-sans.woff2 (weights 400 to 700, the letters of the interface) from
// @ibm/plex-sans-variable, by hand. The licence reserves the name "Plex" for the original. The package is fetched and
// no dependency, because its install script sends data about the installing project to IBM.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import subsetFont from 'subset-font'

const PACKAGE = '@ibm/plex-sans-variable@0.2.0'
const SHA512 = 'S8xew9E8CPPKFvitbu2gDtwNFVWwwhClheaIBeykDYg7DrVK3cV5Xq5MjMrWPP5Os0xyiRFjMOmtGBLzz3urTQ=='
const NAME = 'Servis Sans'
const MAX_BYTES = 25_000

const root = join(import.meta.dirname, '..')
const fetched = mkdtempSync(join(tmpdir(), 'oto-font-'))
process.on('exit', () => rmSync(fetched, { recursive: true, force: true }))
const source = fetchPackage()
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
const named = replaceTable(sfnt, 'name', nameTable(readNotice(sfnt)))
const woff2 = await subsetFont(named, letters, { keepFeatures, targetFormat: 'woff2' })
if (woff2.length > MAX_BYTES) throw new Error(`The font has ${woff2.length} bytes, more than ${MAX_BYTES}.`)
writeFileSync(target, woff2)
copyFileSync(join(source, 'LICENSE.txt'), join(root, 'client/assets/servis-sans.OFL.txt'))
console.log(`${target}: ${woff2.length} bytes`)

/** Unpacks the package and returns its folder; `npm pack` runs none of its scripts. */
function fetchPackage() {
  execFileSync('npm', ['pack', PACKAGE, '--pack-destination', fetched], { cwd: fetched, stdio: 'ignore' })
  const [archive] = readdirSync(fetched)
  const digest = createHash('sha512')
    .update(readFileSync(join(fetched, archive)))
    .digest('base64')
  if (digest !== SHA512) throw new Error(`${PACKAGE} is not the known one: sha512-${digest}`)
  execFileSync('tar', ['xzf', archive], { cwd: fetched })
  return join(fetched, 'package')
}

/** Returns the offset of a table in an sfnt file and the position of its directory entry. */
function findTable(font, tag) {
  for (let entry = 12; entry < 12 + font.readUInt16BE(4) * 16; entry += 16) {
    if (font.toString('latin1', entry, entry + 4) !== tag) continue
    return { entry, offset: font.readUInt32BE(entry + 8) }
  }
  throw new Error(`The font has no table ${tag}.`)
}

/** Returns the copyright notice (name 0), which a derived font must contain. */
function readNotice(font) {
  const { offset } = findTable(font, 'name')
  const strings = offset + font.readUInt16BE(offset + 4)
  for (let record = offset + 6; record < strings; record += 12) {
    if (font.readUInt16BE(record) !== 3 || font.readUInt16BE(record + 6) !== 0) continue
    const start = strings + font.readUInt16BE(record + 10)
    return font
      .subarray(start, start + font.readUInt16BE(record + 8))
      .swap16()
      .toString('utf16le')
  }
  throw new Error('The font has no copyright notice.')
}

/** Returns a name table of version 0 in English for Windows: notice, family, style, identity, full, PostScript name. */
function nameTable(notice) {
  const names = [notice, NAME, 'Regular', `${NAME} 1.0`, NAME, 'Version 1.0', NAME.replaceAll(' ', '')]
  const strings = names.map((name) => Buffer.from(name, 'utf16le').swap16())
  const header = Buffer.alloc(6 + names.length * 12)
  header.writeUInt16BE(names.length, 2)
  header.writeUInt16BE(header.length, 4)
  let at = 0
  strings.forEach((string, id) => {
    const record = [3, 1, 0x409, id, string.length, at]
    record.forEach((value, index) => header.writeUInt16BE(value, 6 + id * 12 + index * 2))
    at += string.length
  })
  return Buffer.concat([header, ...strings])
}

/** Appends a new table to the file; HarfBuzz computes the checksums when it writes the file again. */
function replaceTable(font, tag, table) {
  const { entry } = findTable(font, tag)
  const padding = Buffer.alloc((4 - (font.length % 4)) % 4)
  const result = Buffer.concat([font, padding, table, Buffer.alloc((4 - (table.length % 4)) % 4)])
  result.writeUInt32BE(font.length + padding.length, entry + 8)
  result.writeUInt32BE(table.length, entry + 12)
  return result
}
