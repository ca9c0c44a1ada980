import * as fc from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'

import { fontOf, PANEL } from '#server/platform/documents/fonts.ts'
import { printableLine } from '#server/platform/documents/printable-text.ts'
import { renderDocument } from '#server/platform/documents/render.ts'
import { PLAIN, runsOf } from '#server/platform/documents/text-runs.ts'
import { isolated } from '#shared/bidi.ts'
import { readPdf } from '#tests/support/documents/read-pdf.ts'
import { buildDocument } from '#tests/support/documents/service-document.ts'

const drawn = (line: string) => runsOf(line, 'regular').map(({ text }) => text)

/** Returns the glyphs of a line as they are drawn from left to right. */
const glyphsOf = (line: string) =>
  runsOf(line, 'bold').flatMap(({ file, text }) => fontOf(file).layout(text).glyphs)

const lettersOf = (line: string) =>
  glyphsOf(line)
    .map(({ codePoints }) => String.fromCodePoint(...codePoints))
    .join('')

describe('the order of drawing', () => {
  test('a Turkish text is one run in the panel’s typeface, digits and signs included', () => {
    const text = 'Çğıİöşü: “%20” — ₺1.234,50…'
    expect(runsOf(text, 'bold')).toEqual([{ file: PANEL.bold, text }])
  })

  test('Hebrew and Arabic letters are drawn from right to left, with the first letter at the right', () => {
    expect(lettersOf('יוסף')).toBe('ףסוי')
    expect(lettersOf('محمد علي')).toBe('يلع دمحم')
  })

  test('words, numbers and brackets stand as on the screen', () => {
    expect(drawn('Ali محمد علي 34 A').join('')).toBe('Ali 34 علي محمد A')
    expect(drawn('محمد (Ali) 34 حسن').join('')).toBe('حسن 34 (Ali) محمد')
    expect(drawn('(محمد)').join('')).toBe('(محمد)')
    expect(drawn(`${isolated('محمد')} 34`).join('')).toBe('محمد 34')
    expect(drawn(`No ${isolated('محمد')} 34`).join('')).toBe('No محمد 34')
  })

  test('Arabic letters join, and a non-joiner separates them', () => {
    const [joined, alone] = [glyphsOf('رضا'), glyphsOf('ض')]
    expect(joined.map(({ id }) => id)).not.toContain(alone[0]?.id)
    expect(glyphsOf('علی\u200Cرضا').map(({ id }) => id)).toEqual(
      [...glyphsOf('رضا'), ...glyphsOf('علی')].map(({ id }) => id),
    )
  })
})

test('the panel’s typeface has every character that needs no other font', () => {
  const plain = Array.from({ length: 0x10000 }, (_, code) => code).filter((code) =>
    PLAIN.test(String.fromCharCode(code)),
  )
  // The soft hyphen is invisible and never printed.
  const printed = plain.filter((code) => code !== 0xad)
  for (const file of Object.values(PANEL))
    expect(printed.filter((code) => !fontOf(file).hasGlyphForCodePoint(code))).toEqual([])
})

test('old presentation forms of Arabic are printed as their letters', () => {
  expect(printableLine('\uFEFC \uFB50 \uFDF2', 20)).toBe('لا ٱ الله')
})

test('no printable text has a missing glyph', () => {
  const scripts = fc.constantFrom(...'aş I٣، محمدیلا שלוםָ Ωж გ Հ 👍❤ẍ張ི̈(){}1,.'.split(/(?:)/u))
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.string({ unit: scripts, maxLength: 40 }),
  )
  fc.assert(
    fc.property(text, fc.constantFrom('regular', 'bold'), (typed, weight) => {
      const line = printableLine(typed, 200)
      for (const run of runsOf(line, weight)) {
        const { glyphs } = fontOf(run.file).layout(run.text)
        expect(glyphs.map(({ id }) => id)).not.toContain(0)
      }
    }),
  )
})

test('names of other scripts and emoji can be searched and copied', async () => {
  const work = [{ islem_adi: '🔧 علاء الدين', islem_adet: 1, fiyat_kurus: 100 }]
  const { text, rows } = await readPdf(
    await renderDocument(
      buildDocument({
        kayit: { musteri_adi_soyadi: 'יוסף', arac_marka: 'Հայկ', arac_model: 'გიორგი' },
        work,
      }),
    ),
  )
  expect(text).not.toContain('\uFFFD')
  for (const word of ['יוסף', 'Հայկ', 'გიორგი']) expect(text.split('\n')).toContain(word)
  expect(rows[1]?.[0]?.split(' ').toSorted()).toEqual(['🔧', 'علاء', 'الدين'].toSorted())
})

test('a document without such names embeds only the panel’s typeface', async () => {
  const file = Buffer.from(await renderDocument(buildDocument())).toString('latin1')
  const fonts = new Set(Array.from(file.matchAll(/\/BaseFont \/[A-Z]+\+(\S+)/g), ([, name]) => name))
  expect(fonts).toEqual(new Set(['ServisSans', 'ServisSansSemiBold']))
})
