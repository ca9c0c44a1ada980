import * as fc from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'

import { userPasswordProblem } from '#shared/admin/rules.ts'
import { passwordProblem } from '#shared/auth/rules.ts'
import { loginMessages } from '#shared/login-messages.ts'
import { messages } from '#shared/messages.ts'
import { missingStrength, passwordScore } from '#shared/password.ts'
import { chosenPasswordProblem } from '#shared/settings/rules.ts'

import { anyCodePoints } from './any-text.ts'

describe('password strength', () => {
  test.each([
    ['', 0],
    ['a', 1],
    ['A', 1],
    ['1', 1],
    ['!', 1],
    [' ', 1],
    ['aA', 2],
    ['aA1', 3],
    ['aA1!', 4],
    ['aaaaaaa', 1],
    ['aaaaaaaa', 2],
    ['Ab1!efgh', 5],
    ['ışığıyla', 2],
    ['İŞÇĞÜÖIŞ', 2],
    ['ş', 1],
    ['s\u0327', 1],
    ['Şifre12345', 4],
    ['Şifre123.', 5],
    ['😀😀😀😀', 1],
    ['Ab1-\u00ad\u00ad\u00ad\u00ad', 4],
    ['Ab1\u200b\u0007', 3],
    ['Öçğş1-'.normalize('NFD'), 4],
    ['😀😀😀😀😀😀😀😀', 2],
  ])('%j scores %d', (password, score) => {
    expect(passwordScore(password)).toBe(score)
  })

  test.each([
    ['', 'en az 8 karakter, büyük harf, küçük harf, rakam, özel karakter'],
    ['araba', 'en az 8 karakter, büyük harf, rakam, özel karakter'],
    ['ARABALAR1', 'küçük harf, özel karakter'],
    ['Şifre123.', ''],
  ])('%j lacks: %s', (password, missing) => {
    expect(missingStrength(password).join(', ')).toBe(missing)
  })

  test.each([
    ['Öçğş1-ab', null],
    ['Öçğş1-ab'.normalize('NFD'), null],
    ['Öçğş1-'.normalize('NFD'), messages.newPasswordTooShort],
    ['Ab1-\u00ad\u00ad\u00ad\u00ad', messages.newPasswordTooShort],
    ['Ab1\u200b\u0007\u2060', messages.passwordTooShort],
    [`Ab1-${'ö'.repeat(196)}`.normalize('NFD'), null],
    [`Ab1-${'ö'.repeat(197)}`, messages.passwordTooLong],
    [`Ab1-efgh${'\u00ad'.repeat(193)}`, messages.passwordTooLong],
  ])('the new password %j is measured as it is seen', (password, message) => {
    expect(chosenPasswordProblem({ new_password: password })?.message ?? null).toBe(message)
    const isNew = userPasswordProblem(password, { isNew: false })
    expect(isNew?.message ?? null).toBe(message)
  })

  test('a login takes a long password in any Unicode form, and none that shows less than four characters', () => {
    expect(passwordProblem('ö'.repeat(200).normalize('NFD'))).toBeNull()
    expect(passwordProblem('öç1'.normalize('NFD'))).toBe(loginMessages.passwordTooShort)
  })

  test('each kind of character gives one point, wherever it stands', () => {
    const kinds = ['abcçğıiöşü', 'ABCÇĞIİÖŞÜ', '0123456789', '!?.-_ €₺%']
    const parts = kinds.map((kind) => fc.string({ unit: fc.constantFrom(...Array.from(kind)), maxLength: 4 }))
    const shuffled = fc.tuple(...parts).chain((parts) => {
      const all = Array.from(parts.join(''))
      return fc
        .shuffledSubarray(all, { minLength: all.length })
        .map((mixed) => ({ parts, mixed: mixed.join('') }))
    })
    fc.assert(
      fc.property(shuffled, ({ parts, mixed }) => {
        const expected = parts.filter((part) => part !== '').length + (mixed.length >= 8 ? 1 : 0)
        expect(passwordScore(mixed)).toBe(expected)
      }),
    )
  })

  test('any text has a score from 0 to 5', () => {
    fc.assert(
      fc.property(anyCodePoints, (text) => {
        expect([0, 1, 2, 3, 4, 5]).toContain(passwordScore(text))
      }),
    )
  })
})
