import { dictionary } from '@zxcvbn-ts/language-common'
import { describe, expect, test } from 'vitest'

import { requireGoodPassword } from '#server/auth/new-password.ts'
import { AppError } from '#shared/errors.ts'

/** Returns the message of the refusal, or `null`. */
function problemOf(...given: Parameters<typeof requireGoodPassword>): string | null {
  try {
    requireGoodPassword(...given)
    return null
  } catch (error) {
    if (error instanceof AppError && error.code === 'INVALID' && error.field === 'new_password')
      return error.message
    throw error
  }
}

const names = {
  username: 'ahmet.yildiz',
  email: 'ahmet@isikoto.example',
  name_surname: 'Ahmet Yıldız',
  company_name: 'Işık Oto Ltd. Şti.',
}

describe('a new password', () => {
  test.each([
    '12345678',
    'password1',
    'Password1',
    'iloveyou1',
    'QWERTY123',
    'şifre1234',
    'ŞİFRE2026',
    'Galatasaray1905',
    'parolaparola',
    'İstanbul34',
    '00000000',
    'aaaaaaaa',
    'ASDasdasd',
    '12341234',
    '87654321',
    'abcdefgh',
    'Password1!',
    'Şifre1234!',
  ])('everybody tries %s', (password) => {
    expect(problemOf(password, names)).toMatch(/çok bilinen/)
  })

  test('each of the 10,000 found most often in stolen lists is refused', () => {
    const common = dictionary['passwords-common'].map(String)
    expect(common.length).toBeGreaterThan(49_000)
    const passed = common
      .slice(0, 10_000)
      .filter((password) => !/çok bilinen/.test(problemOf(password, names) ?? ''))
    expect(passed).toEqual([])
  })

  test.each([
    'Ahmet1234',
    'ahmet-1985!',
    'YILDIZ-2026',
    'IşıkOto1',
    'isikoto34!',
    'Ahmet.Yıldız',
    'xAhmet99',
  ])('%s is made of names', (password) => {
    expect(problemOf(password, names)).toMatch(/adına çok benziyor/)
  })

  test.each(['Araba-2026', 'Yeni-Parola-9', 'mavi balıklar uçar', 'Ahmetin kırmızı kamyonu', '7f#Kq!2zLp'])(
    '%s is taken',
    (password) => {
      expect(problemOf(password, names)).toBeNull()
    },
  )

  test.each([
    ['Ali12345', true],
    ['aliALİ-99', true],
    ['Alican-99', false],
    ['Araba-2026', false],
  ])('a short name counts only where the password has no other letters: %s', (password, isRefused) => {
    const short = { username: 'ali', email: 'aba@ornek.test', name_surname: '', company_name: '' }
    expect(problemOf(password, short) !== null).toBe(isRefused)
  })

  test.each(['Öz Kardeşler Oto', 'ozkardesleroto34', 'Öz.Kardeşler.Oto!'])(
    '%s is a whole name',
    (password) => {
      const shop = { username: 'oz', email: '', name_surname: '', company_name: 'Öz Kardeşler Oto' }
      expect(problemOf(password, shop)).toMatch(/adına çok benziyor/)
    },
  )

  test('names that are missing or short forbid nothing', () => {
    const none = { username: 'ab', email: '', name_surname: '', company_name: 'A.Ş.' }
    expect(problemOf('abasabab', none)).toBeNull()
  })
})
