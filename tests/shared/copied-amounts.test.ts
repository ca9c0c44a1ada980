import * as fc from '#tests/support/setup/fast-check.ts'
import { expect, test } from 'vitest'

import { toKurus } from '#shared/money.ts'
import { type AmountSource, parseDecimal } from '#shared/money-parse.ts'

function kurus(value: string, source: AmountSource): number | null {
  const decimal = parseDecimal(value, source)
  return decimal === null ? null : toKurus(decimal)
}

// The amounts are as price lists, invoices and spreadsheets show them.
test.each([
  ['₺ 12,5 tl', 1250],
  ['1 250', 125_000],
  ['1 250,50', 125_050],
  ['1\u00a0250,50', 125_050],
  ['1\u202f250\u2009000.5', 125_000_050],
  ["1'250,50", 125_050],
  ['1’250’000', 125_000_000],
  ['\u200e1.250,50\u202c', 125_050],
  ['1.250,-', 125_000],
  ['₺1.250,-', 125_000],
  ['1.250,- TL', 125_000],
  ['1.250.-TL', 125_000],
  ['1.250,\u2014 TRY', 125_000],
  ["1'250,--", 125_000],
  ['5,-', 500],
  ['1  250,50', 125_050],
  ['1 \u00a0250', 125_000],
  ['1\t250', 125_000],
  ['1 250 ,-', 125_000],
  ['1.250, - TL', 125_000],
  ['1.250,\u2011', 125_000],
  ['1.250,\u2010', 125_000],
  ['€1.250,50', 125_050],
  ['1.250,50 €', 125_050],
  ['$1,250.00', 125_000],
  ['₤1250', 125_000],
])('%j is read as an amount, in the API and in a form', (text, expected) => {
  expect(kurus(text, 'wire')).toBe(expected)
  expect(kurus(text, 'form')).toBe(expected)
})

test('spaces and apostrophes of any kind, a currency sign and a closing ,- change no amount', () => {
  const sign = fc.constantFrom(...Array.from(" \u00a0\u2007\u2009\u202f\u3000\t'’‘´`ʼ"))
  const around = fc.constantFrom(
    ['', ''],
    ['₺', ''],
    ['₺\u00a0', ''],
    ['', ' TL'],
    ['\u2066', ' try\u2069'],
    ['$', ''],
    ['', '\t€'],
  )
  const end = fc.constantFrom(
    ['', '00'],
    [',-', '00'],
    ['.-', '00'],
    [',–', '00'],
    [',5', '50'],
    ['.05', '05'],
  )
  const parts = fc.record({ whole: fc.integer({ min: 1, max: 999_999_999 }), sign, around, end })
  fc.assert(
    fc.property(parts, fc.constantFrom<AmountSource>('wire', 'form'), (amount, source) => {
      const [before, after] = amount.around
      const [written, digits] = amount.end
      const grouped = String(amount.whole).replace(/\B(?=(\d{3})+$)/g, amount.sign)
      expect(kurus(`${before}${grouped}${written}${after}`, source)).toBe(Number(`${amount.whole}${digits}`))
    }),
  )
})
