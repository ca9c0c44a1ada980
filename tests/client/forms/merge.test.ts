import * as fc from '#tests/support/setup/fast-check.ts'
import { expect, test } from 'vitest'

import {
  changedFields,
  differences,
  type FieldRules,
  mergeValues,
  showDay,
  type Sides,
} from '#client/forms/merge.ts'

interface Values {
  ad: string
  tutar: string
  satirlar: readonly string[]
}

const union = ({ base, mine, theirs }: Sides<readonly string[]>) => [
  ...theirs.filter((row) => mine.includes(row) || !base.includes(row)),
  ...mine.filter((row) => !base.includes(row) && !theirs.includes(row)),
]
const RULES: FieldRules<Values> = {
  ad: { label: 'Ad' },
  tutar: { label: 'Tutar', isSame: (a, b) => Number(a) === Number(b), show: (text) => `₺${text}` },
  satirlar: {
    label: 'Satırlar',
    isSame: (a, b) => a.join() === b.join(),
    merge: union,
    differences: (theirs, mine) =>
      mine.filter((row) => !theirs.includes(row)).map((row) => ({ label: 'Satır', theirs: '—', mine: row })),
  },
}
const base: Values = { ad: 'Usta', tutar: '10', satirlar: ['yağ'] }

test('a field is changed only when its meaning differs', () => {
  expect(changedFields(RULES, { base, values: { ad: 'Usta', tutar: '10.0', satirlar: ['yağ'] } })).toEqual([])
  expect(changedFields(RULES, { base, values: { ...base, tutar: '11', satirlar: [] } })).toEqual([
    'tutar',
    'satirlar',
  ])
})

test('typed changes are applied to the stored values, per field or within a field', () => {
  const mine = { ...base, ad: 'Benim', satirlar: ['yağ', 'balata'] }
  const theirs = { ad: 'Onların', tutar: '20', satirlar: ['yağ', 'filtre'] }
  expect(mergeValues(RULES, { base, mine, theirs })).toEqual({
    ad: 'Benim',
    tutar: '20',
    satirlar: ['yağ', 'filtre', 'balata'],
  })
})

test('the merge equals one side when only that side has changes', () => {
  const values = fc.record({
    ad: fc.string(),
    tutar: fc.nat(99).map(String),
    satirlar: fc.uniqueArray(fc.constantFrom('yağ', 'filtre', 'balata')),
  })
  fc.assert(
    fc.property(values, values, (a, b) => {
      expect(mergeValues(RULES, { base: a, mine: a, theirs: b })).toEqual(b)
      const merged = mergeValues(RULES, { base: a, mine: b, theirs: a })
      expect({ ...merged, satirlar: [...merged.satirlar].sort() }).toEqual({
        ...b,
        satirlar: [...b.satirlar].sort(),
      })
    }),
  )
})

test('differences are described in readable words', () => {
  const mine = { ad: '', tutar: '11', satirlar: ['balata'] }
  expect(differences(RULES, { mine, theirs: base })).toEqual([
    { label: 'Ad', theirs: 'Usta', mine: '—' },
    { label: 'Tutar', theirs: '₺10', mine: '₺11' },
    { label: 'Satır', theirs: '—', mine: 'balata' },
  ])
  expect(differences(RULES, { mine: base, theirs: base })).toEqual([])
})

test('a day is described as it is shown, and an invalid date as typed', () => {
  expect(['2026-11-21', '21.13', ''].map(showDay)).toEqual(['21.11.2026', '21.13', '—'])
})
