// Fetches published fonts for build-font.mjs and build-pdf-fonts.mjs, and renames them. IBM's licence reserves the name
// "Plex" for the original, so a subset has another name.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const fetched = mkdtempSync(join(tmpdir(), 'oto-font-'))
process.on('exit', () => rmSync(fetched, { recursive: true, force: true }))

/**
 * Unpacks a package and returns its folder. The fonts are no dependencies, because some of their packages send data
 * about the project that installs them; `npm pack` runs none of their scripts.
 */
export function fetchPackage(name, sha512) {
  const folder = mkdtempSync(join(fetched, 'package-'))
  execFileSync('npm', ['pack', name, '--pack-destination', folder], { cwd: folder, stdio: 'ignore' })
  const [archive] = readdirSync(folder)
  const digest = createHash('sha512')
    .update(readFileSync(join(folder, archive)))
    .digest('base64')
  if (digest !== sha512) throw new Error(`${name} is not the known one: sha512-${digest}`)
  execFileSync('tar', ['xzf', archive], { cwd: folder })
  return join(folder, 'package')
}

/** Returns the sfnt font with another family name and its copyright notice. */
export function rename(font, family, style = 'Regular') {
  return replaceTable(font, 'name', nameTable(readNotice(font), family, style))
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
function nameTable(notice, family, style) {
  const full = style === 'Regular' ? family : `${family} ${style}`
  const names = [notice, family, style, `${full} 1.0`, full, 'Version 1.0', full.replaceAll(' ', '')]
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
