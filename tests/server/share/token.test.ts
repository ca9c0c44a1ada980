import { describe, expect, test } from 'vitest'

import { createShareToken, hashShareToken, readShareToken } from '#server/share/token.ts'

describe('a token', () => {
  test('has 144 random bits after the shop’s number', () => {
    const tokens = Array.from({ length: 1_000 }, () => createShareToken(7))
    expect(new Set(tokens.map((token) => token.slice(8))).size).toBe(1_000)
    expect(new Set(tokens.map((token) => token.slice(0, 8))).size).toBe(1)
    expect(tokens.every((token) => /^[\w-]{32}$/.test(token))).toBe(true)
  })

  test.each([1, 255, 65_536, 2 ** 40 + 1])('names the shop %s', (shop) => {
    const token = createShareToken(shop)
    expect(readShareToken(token)).toEqual({ shop, tokenHash: hashShareToken(token) })
  })

  test.each(['', 'x', 'ş'.repeat(32), `${'a'.repeat(31)} `, 'a'.repeat(33), `${'a'.repeat(31)}.`])(
    'is not the text %j',
    (text) => {
      expect(readShareToken(text)).toBeNull()
    },
  )
})
