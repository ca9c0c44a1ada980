import { describe, expect, test } from 'vitest'

import { loginProblems } from '#client/features/auth/login-rules.ts'

const values = (username: string, password: string) => ({ username, password, remember: true })

describe('the login form', () => {
  test('a name and a password of four characters are valid', () => {
    expect(loginProblems(values('usta', 'abcd'))).toEqual({})
    expect(loginProblems(values('  usta  ', '    '))).toEqual({})
  })

  test.each(['', ' ', '\t\n'])('the user name %j is refused', (username) => {
    expect(loginProblems(values(username, 'abcd'))).toEqual({ username: 'Kullanıcı adı zorunludur.' })
  })

  test.each(['', 'abc'])('the password %j is too short', (password) => {
    expect(loginProblems(values('usta', password))).toEqual({ password: 'Parola en az 4 karakter olmalı.' })
  })

  test('both fields are reported at once', () => {
    expect(Object.keys(loginProblems(values('', '')))).toEqual(['username', 'password'])
  })
})
