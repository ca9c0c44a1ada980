import { describe, expect, test } from 'vitest'

import {
  isChangeReady,
  leave,
  NOT_VISITED,
  passwordProblems,
  typeInto,
} from '#client/features/settings/password-rules.ts'

describe('the password card', () => {
  const strong = { current_password: 'eski', new_password: 'Araba-2026', repeat: 'Araba-2026' }

  test('says nothing of what is still empty', () => {
    expect(passwordProblems({ current_password: '', new_password: '', repeat: '' })).toEqual({})
    expect(passwordProblems({ ...strong, repeat: '' })).toEqual({})
  })

  test('says beside the fields what is weak and what differs', () => {
    expect(passwordProblems({ ...strong, new_password: 'araba', repeat: 'arab' })).toEqual({
      new_password: 'Parola çok zayıf. Daha güçlü bir parola belirle.',
      repeat: 'Yeni parola doğrulaması uyuşmuyor.',
    })
  })

  describe('says of an empty field that it is required', () => {
    const required = 'Mevcut ve yeni parola zorunlu.'
    const empty = { current_password: '', new_password: '', repeat: '' }

    test('once it was left or passed over while another is filled', () => {
      const left = leave(NOT_VISITED, 'new_password')
      expect(passwordProblems(empty, left)).toEqual({})
      const skipped = { ...empty, new_password: 'Araba-2026' }
      expect(passwordProblems(skipped)).toEqual({})
      expect(passwordProblems(skipped, left)).toEqual({ current_password: required })
      expect(passwordProblems({ ...empty, current_password: 'eski' }, left)).toEqual({
        new_password: required,
      })
    })

    test('once something was typed into it and it was left without', () => {
      const typed = typeInto(NOT_VISITED, 'current_password')
      expect(passwordProblems(empty, typed)).toEqual({})
      expect(passwordProblems(empty, leave(typed, 'current_password'))).toEqual({
        current_password: required,
      })
    })

    test('but not below the one that is being filled', () => {
      const left = leave(NOT_VISITED, 'current_password')
      expect(passwordProblems({ ...empty, current_password: 'eski' }, left)).toEqual({})
    })
  })

  test('says of a short one that is strong enough that it is short', () => {
    expect(passwordProblems({ ...strong, new_password: 'Ab1', repeat: 'Ab1' })).toEqual({
      new_password: 'Parola en az 4 karakter olmalı.',
    })
  })

  test.each([
    [strong, true],
    [{ ...strong, current_password: '' }, false],
    [{ ...strong, new_password: 'araba', repeat: 'araba' }, false],
    [{ ...strong, repeat: 'Araba-2027' }, false],
  ])('%j is ready: %s', (values, ready) => {
    expect(isChangeReady(values)).toBe(ready)
  })
})
