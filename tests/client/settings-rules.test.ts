import { describe, expect, test } from 'vitest'

import { passwordProblems } from '#client/features/settings/password-rules.ts'

const strong = { current_password: 'eski', new_password: 'Araba-2026', repeat: 'Araba-2026' }
const empty = { current_password: '', new_password: '', repeat: '' }
const required = 'Mevcut ve yeni parola zorunlu.'

type TouchedFields = Parameters<typeof passwordProblems>[1]

/** Returns the messages next to the fields. */
const problems = (values: typeof strong, touched?: TouchedFields) =>
  Object.fromEntries(passwordProblems(values, touched).map(({ names, message }) => [names.join(), message]))
const said = (values: typeof strong, touched: Partial<NonNullable<TouchedFields>> = {}) =>
  problems(values, { typed: [], left: [], ...touched })

describe('the password card while typing', () => {
  test('no problem is shown for empty fields', () => {
    expect(said(empty)).toEqual({})
    expect(said({ ...strong, repeat: '' })).toEqual({})
    expect(said({ ...strong, repeat: '' }, { left: ['repeat'] })).toEqual({})
  })

  test('a weak password and a different repetition are reported next to the fields', () => {
    expect(said({ ...strong, new_password: 'araba', repeat: 'arab' })).toEqual({
      new_password: 'Parola çok zayıf. Daha güçlü bir parola belirle.',
      repeat: 'Yeni parola doğrulaması uyuşmuyor.',
    })
  })

  test('a strong but short password is reported as short', () => {
    expect(said({ ...strong, new_password: 'Ab1', repeat: 'Ab1' })).toEqual({
      new_password: 'Parola en az 4 karakter olmalı.',
    })
    expect(said({ ...strong, new_password: 'Ab1-xyz', repeat: 'Ab1-xyz' })).toEqual({
      new_password: 'Yeni parola en az 8 karakter olmalı.',
    })
  })

  describe('the message of a required field', () => {
    test('the message appears after the field was left or skipped while another is filled', () => {
      const left = ['new_password']
      expect(said(empty, { left })).toEqual({})
      const skipped = { ...empty, new_password: 'Araba-2026' }
      expect(said(skipped)).toEqual({})
      expect(said(skipped, { left })).toEqual({ current_password: required })
      expect(said({ ...empty, current_password: 'eski' }, { left })).toEqual({ new_password: required })
    })

    test('the message appears after the field was emptied and left', () => {
      const typed = ['current_password']
      expect(said(empty, { typed })).toEqual({})
      expect(said(empty, { typed, left: typed })).toEqual({ current_password: required })
    })

    test('the message does not appear at the field that is being filled', () => {
      expect(said({ ...empty, current_password: 'eski' }, { left: ['current_password'] })).toEqual({})
    })
  })
})

test.each([
  [strong, {}],
  [empty, { current_password: required, new_password: required }],
  [{ ...strong, current_password: '' }, { current_password: required }],
  [
    { ...strong, new_password: 'araba', repeat: 'araba' },
    { new_password: 'Parola çok zayıf. Daha güçlü bir parola belirle.' },
  ],
  [{ ...strong, repeat: '' }, { repeat: 'Yeni parola doğrulaması uyuşmuyor.' }],
])('the problems of sending %j are %j', (values, expected) => {
  expect(problems(values)).toEqual(expected)
})
