import { describe, expect, test } from 'vitest'

import { readShareToken } from '#server/share/token.ts'
import { shareToken } from '#shared/share/token.ts'
import { createShareToken } from '#tests/support/rows/share.ts'

describe('a token', () => {
  test('has 144 random bits after the shop’s number', () => {
    const tokens = Array.from({ length: 1_000 }, () => createShareToken(7))
    expect(new Set(tokens.map((token) => token.slice(8))).size).toBe(1_000)
    expect(new Set(tokens.map((token) => token.slice(0, 8))).size).toBe(1)
    expect(tokens.every((token) => /^[\w-]{32}$/.test(token))).toBe(true)
    expect(shareToken(1, new Uint8Array(18).fill(255))).toBe('AAAAAAAB'.padEnd(32, '_'))
  })

  test.each([1, 255, 65_536, 2 ** 40 + 1])('names the shop %s, and only it gives its hash', (shop) => {
    const token = createShareToken(shop)
    const read = readShareToken(token)
    expect(read?.shop).toBe(shop)
    expect(read?.tokenHash).toHaveLength(32)
    expect(readShareToken(createShareToken(shop))?.tokenHash).not.toEqual(read?.tokenHash)
  })

  test.each(['', 'x', 'ş'.repeat(32), `${'a'.repeat(31)} `, 'a'.repeat(33), `${'a'.repeat(31)}.`])(
    'is not the text %j',
    (text) => {
      expect(readShareToken(text)).toBeNull()
    },
  )
})
