// Rebuilds server/platform/documents/fonts: `node scripts/build-pdf-fonts.mjs`. Every document is printed in the typeface
// of the panel; the other fonts have the letters that it lacks. Smaller files parse and embed faster: hinting and unused
// layout features are removed. Ligatures are removed too, because a joined "fi" hides the dot that distinguishes i from
// ı in Turkish.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import * as fontkit from 'fontkit'
import subsetFont from 'subset-font'

import { fetchPackage, rename } from './font-files.mjs'

const LETTERS = /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Common}\p{sc=Inherited}]/u
const EMOJI = /[\p{Extended_Pictographic}\p{Regional_Indicator}\u20E3]/u
const FEATURES = ['ccmp', 'kern', 'mark', 'mkmk']
const JOINING = ['init', 'medi', 'fina', 'isol', 'rlig']

const woff = (script, weight) => `fonts/complete/woff/IBMPlexSans${script}-${weight}.woff`
const VARIABLE = 'fonts/complete/ttf/IBM Plex Sans Var-Roman.ttf'

/** Each package with its SHA-512, its licence, and its fonts: file, result, letters, axes, family and style. */
const SOURCES = [
  {
    name: '@ibm/plex-sans-variable@0.2.0',
    sha512: 'S8xew9E8CPPKFvitbu2gDtwNFVWwwhClheaIBeykDYg7DrVK3cV5Xq5MjMrWPP5Os0xyiRFjMOmtGBLzz3urTQ==',
    licence: ['LICENSE.txt', 'ServisSans.OFL.txt'],
    letters: LETTERS,
    fonts: [
      { from: VARIABLE, axes: { wght: 400, wdth: 100 }, to: 'ServisSans-Regular' },
      { from: VARIABLE, axes: { wght: 600, wdth: 100 }, to: 'ServisSans-SemiBold' },
    ],
  },
  {
    name: '@ibm/plex-sans-arabic@1.1.0',
    sha512: 'u8wIS6szLAOFvlBjCFZmtpKIqbhuIuniG2N0J+sio8vV6INH58hP0t0QNYrSl9SZtCv2Fwb4oQGuZJY3kJ4+QA==',
    letters: /\p{scx=Arabic}/u,
    fonts: [
      { from: woff('Arabic', 'Regular'), to: 'ServisSansArabic-Regular' },
      { from: woff('Arabic', 'SemiBold'), to: 'ServisSansArabic-SemiBold' },
    ],
  },
  {
    name: '@ibm/plex-sans-hebrew@1.1.0',
    sha512: 'iix0rLpUD0E8dE8q+/t3B7u1or7h6gEzoy6TK9NwP41AN31WE55f2cFwQAXomBDwr0Ozc9sHYy97NutEukZXzQ==',
    letters: /\p{scx=Hebrew}/u,
    fonts: [
      { from: woff('Hebrew', 'Regular'), to: 'ServisSansHebrew-Regular' },
      { from: woff('Hebrew', 'SemiBold'), to: 'ServisSansHebrew-SemiBold' },
    ],
  },
  {
    name: '@expo-google-fonts/noto-sans@0.4.2',
    sha512: 'zYD8G2ijWLxqmquoQgghNh/x9p0yxWwArD0oxO1oXY1qx5vOd4t0Kbhnu/Cx8RTy08OgA8RtxuULZFaXwVPnPw==',
    licence: ['LICENSE_FONT', 'Noto.OFL.txt'],
    letters: LETTERS,
    fonts: [{ from: '400Regular/NotoSans_400Regular.ttf', to: 'NotoSans-Regular' }],
  },
  {
    name: '@expo-google-fonts/noto-sans-georgian@0.4.3',
    sha512: 'qvQ/DE/F10hZPD/vYSm68aNWjOLyxGrCC3NzZR3L0RWpo2njqePvNjXcAcR9yvLwrREOmlWGtUD7GTAuIjlkzA==',
    letters: /\p{scx=Georgian}/u,
    fonts: [{ from: '400Regular/NotoSansGeorgian_400Regular.ttf', to: 'NotoSansGeorgian-Regular' }],
  },
  {
    name: '@expo-google-fonts/noto-sans-armenian@0.4.2',
    sha512: 'AHnwnabRI64hwenSeePxp2TICbYK6Wg56o2y5shFTLWLWzwnPXv30r4LGy6NQYk9PliXizDU9Qeyvob6e3tsgQ==',
    letters: /\p{scx=Armenian}/u,
    fonts: [{ from: '400Regular/NotoSansArmenian_400Regular.ttf', to: 'NotoSansArmenian-Regular' }],
  },
  {
    name: '@expo-google-fonts/noto-emoji@0.4.7',
    sha512: 'Gs7URwtKmCzzdGUTYbG8MIohyaQPgGxIaQG5hvyEAaQiEGJpQy6gyP3NDICE0EJkOJFoe1JFD3Hf1L4a3qe4KA==',
    letters: EMOJI,
    // The joined emoji would be most of the file; they are printed one after another.
    features: [],
    fonts: [{ from: '400Regular/NotoEmoji_400Regular.ttf', to: 'NotoEmoji-Regular' }],
  },
]

const target = join(import.meta.dirname, '../server/platform/documents/fonts')
for (const source of SOURCES) {
  const folder = fetchPackage(source.name, source.sha512)
  for (const font of source.fonts) await build(join(folder, font.from), { ...source, ...font })
  if (source.licence) copyFileSync(join(folder, source.licence[0]), join(target, source.licence[1]))
}

async function build(file, { letters, axes, features = [...FEATURES, ...JOINING], to }) {
  const source = readFileSync(file)
  const characters = fontkit
    .create(source)
    .characterSet.map((codePoint) => String.fromCodePoint(codePoint))
    .filter((character) => letters.test(character))
  const font = await subsetFont(source, characters.join(''), {
    targetFormat: 'sfnt',
    noHinting: true,
    keepFeatures: features,
    preserveNameIds: [0, 13, 14],
    ...(axes && { variationAxes: axes }),
  })
  const [family, style] = to.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').split('-')
  const result = to.startsWith('Servis') ? await renamed(font, characters, { family, style }) : font
  writeFileSync(join(target, `${to}.ttf`), result)
  console.log(`${to}: ${characters.length} characters, ${result.length} bytes (from ${source.length})`)
}

/** Returns the font with its own name; the second subsetting computes the checksums. */
function renamed(font, characters, { family, style }) {
  const keepFeatures = [...FEATURES, ...JOINING]
  return subsetFont(rename(font, family, style), characters.join(''), { targetFormat: 'sfnt', keepFeatures })
}
