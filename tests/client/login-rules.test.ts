import { describe, expect, test } from 'vitest'

import { loginProblems } from '#client/features/auth/login-rules.ts'

const values = (username: string, password: string) => ({ username, password, remember: true })

describe('the login form', () => {
  test('has nothing to say about a name and four characters', () => {
    expect(loginProblems(values('usta', 'abcd'))).toEqual({})
    expect(loginProblems(values('  usta  ', '    '))).toEqual({})
  })

  test.each(['', ' ', '\t\n'])('wants a user name other than %j', (username) => {
    expect(loginProblems(values(username, 'abcd'))).toEqual({ username: 'Kullanıcı adı zorunludur.' })
  })

  test.each(['', 'abc'])('wants a longer password than %j', (password) => {
    expect(loginProblems(values('usta', password))).toEqual({ password: 'Parola en az 4 karakter olmalı.' })
  })

  test('names both fields at once', () => {
    expect(Object.keys(loginProblems(values('', '')))).toEqual(['username', 'password'])
  })
})
