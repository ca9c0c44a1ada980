import { describe, expect, test } from 'vitest'

import {
  firstWrong,
  generalDraft,
  generalProblems,
  updateInput,
} from '#client/features/settings/general-values.ts'
import {
  isChangeReady,
  leave,
  NOT_VISITED,
  passwordProblems,
  typeInto,
} from '#client/features/settings/password-rules.ts'

const VALUES = { company_name: 'Usta Oto', company_tel: '', company_adress: '', output_format: 'PDF' }

describe('the general card', () => {
  test('finds what the server would refuse, each in its field', () => {
    expect(generalProblems(VALUES)).toEqual({})
    const problems = generalProblems({
      ...VALUES,
      company_name: '  ',
      company_tel: '03121',
      output_format: 'X',
    })
    expect(problems).toEqual({
      company_name: 'Firma adı boş olamaz.',
      company_tel: 'Telefon numarası çok kısa görünüyor.',
      output_format: 'Çıktı formatı PDF, XLSX veya CSV olmalı.',
    })
    expect(firstWrong(problems)).toBe('company_name')
    expect(firstWrong({})).toBeUndefined()
  })

  test('sends its four fields with the version that it loaded and its key', () => {
    const settings = { ...VALUES, logo_url: '', license_type: 'Pro', license_end: '', version: 7 }
    expect(updateInput(generalDraft(settings), 'anahtar-1')).toEqual({
      ...VALUES,
      version: 7,
      key: 'anahtar-1',
    })
  })
})

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
