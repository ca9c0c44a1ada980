import { assert, constantFrom, property, string } from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'

import { isTurning, isolated, joinIsolated, withinIsolate } from '#shared/bidi.ts'

const [LRE, RLO, PDF, LRI, RLI, FSI, PDI] = [
  '\u202A',
  '\u202E',
  '\u202C',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
]
const typed = string({ unit: constantFrom(LRE, RLO, PDF, LRI, RLI, FSI, PDI, 'a', 'ş', 'א', ' ', '7') })

/** Returns the number of open isolates after each character. */
function depths(text: string): number[] {
  let open = 0
  return Array.from(text, (sign) => {
    if (sign === PDI) open -= 1
    else if (sign === LRI || sign === RLI || sign === FSI) open += 1
    return open
  })
}

describe('a typed text', () => {
  test('an ordinary text stays as it is', () => {
    for (const text of ['', 'Işık Oto', '34 ABC 123', '₺1.250,00 · %20', 'Çağrı, ‘Usta’ – 7']) {
      expect(isolated(text)).toBe(text)
      expect(withinIsolate(text)).toBe(text)
      expect(isTurning(text)).toBe(false)
    }
  })

  test.each([`${RLO}Ali`, '\u200FAli', 'אבי', 'علي', `${PDI}${RLO}Ali`])('%j is isolated', (text) => {
    expect(isolated(text)).toBe(`${FSI}${withinIsolate(text)}${PDI}`)
  })

  test('a text neither ends the isolate around it nor leaves one open', () => {
    assert(
      property(typed, (text) => {
        const inside = depths(withinIsolate(text))
        expect(Math.min(0, ...inside)).toBe(0)
        expect(inside.at(-1) ?? 0).toBe(0)
        expect(withinIsolate(text)).toHaveLength(text.length)
      }),
    )
  })

  test('a closed isolate of its own stays', () => {
    const text = `a${RLI}b${PDI}c`
    expect(withinIsolate(text)).toBe(text)
  })
})

test('joined texts are isolated one by one, without the empty ones', () => {
  expect(joinIsolated(' · ', ['34 A 1', '', null, `${RLO}Ali`, undefined, 2003])).toBe(
    `34 A 1 · ${FSI}${RLO}Ali${PDI} · 2003`,
  )
})
