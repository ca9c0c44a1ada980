// Rebuilds server/platform/documents/fonts from the published Noto Sans: `node scripts/build-pdf-fonts.mjs`. Smaller files
// parse and embed faster: hinting and unused layout features are removed, the scripts that customers use stay.
// Ligatures are removed too, because a joined "fi" hides the dot that distinguishes i from ı in Turkish.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import * as fontkit from 'fontkit'
import subsetFont from 'subset-font'

const SOURCE = '@expo-google-fonts/noto-sans@0.4.2'
const FILES = [
  {
    from: '400Regular/NotoSans_400Regular.ttf',
    to: 'NotoSans-Regular.ttf',
    sha256: 'fe8c022f48d8dd29f17b744d16f9346f4357e16f7d4f7be58b000ae7c291b614',
  },
  {
    from: '700Bold/NotoSans_700Bold.ttf',
    to: 'NotoSans-Bold.ttf',
    sha256: '13a813c49624ae3ba3c5c6e72c5ebffc4b9e1e6ea32f421c04069b037c6ad431',
  },
]
const USED_SCRIPTS =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u
const OPTIONS = {
  targetFormat: 'sfnt',
  noHinting: true,
  keepFeatures: ['ccmp', 'kern', 'mark', 'mkmk'],
  preserveNameIds: [0, 13, 14],
}

const target = join(import.meta.dirname, '../server/platform/documents/fonts')
const temporary = mkdtempSync(join(tmpdir(), 'pdf-fonts-'))
try {
  const archive = execFileSync('npm', ['pack', '--silent', SOURCE], { cwd: temporary, encoding: 'utf8' })
  execFileSync('tar', ['xzf', archive.trim()], { cwd: temporary })
  for (const file of FILES) await build(file)
  copyFileSync(join(temporary, 'package/LICENSE_FONT'), join(target, 'OFL.txt'))
} finally {
  rmSync(temporary, { recursive: true })
}

async function build({ from, to, sha256 }) {
  const source = readFileSync(join(temporary, 'package', from))
  if (createHash('sha256').update(source).digest('hex') !== sha256) throw new Error(`${from} is another file`)
  const characters = fontkit
    .create(source)
    .characterSet.map((codePoint) => String.fromCodePoint(codePoint))
    .filter((character) => USED_SCRIPTS.test(character))
  const font = await subsetFont(source, characters.join(''), OPTIONS)
  writeFileSync(join(target, to), font)
  console.log(`${to}: ${characters.length} characters, ${font.length} bytes (from ${source.length})`)
}
