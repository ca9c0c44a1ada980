import { describe, expect, test } from 'vitest'

import { readConfig } from '#server/config.ts'
import { configWarnings } from '#server/config-warnings.ts'

/** Returns the variables that the warnings are about, in the order of the warnings. */
const warned = (env: Record<string, string>) =>
  configWarnings(readConfig(env)).map((line) => /^Uyarı: (\w+)/.exec(line)?.[1])

test('default settings cause no warning', () => {
  expect(warned({})).toEqual([])
  expect(warned({ HOST: '0.0.0.0' })).toEqual([])
})

describe('PUBLIC_URL', () => {
  const PUBLIC_URL = 'https://panel.example.com'

  test('a PUBLIC_URL without TRUST_PROXY causes a warning: all users share one address', () => {
    expect(warned({ PUBLIC_URL })).toEqual(['PUBLIC_URL'])
    expect(warned({ PUBLIC_URL, TRUST_PROXY: ' ' })).toEqual(['PUBLIC_URL'])
    expect(warned({ PUBLIC_URL, TRUST_PROXY: '127.0.0.1' })).toEqual([])
    expect(warned({ TRUST_PROXY: '127.0.0.1' })).toEqual([])
  })

  test('a PUBLIC_URL causes a warning about a weak administrator password, like a public HOST', () => {
    const ADMIN_PASSWORD = 'gizli'
    expect(warned({ PUBLIC_URL, TRUST_PROXY: '::1', ADMIN_PASSWORD })).toEqual(['ADMIN_PASSWORD'])
    expect(warned({ PUBLIC_URL: 'http://[::1]', TRUST_PROXY: '::1', ADMIN_PASSWORD })).toEqual([])
  })
})

describe('ADMIN_PASSWORD', () => {
  test.each(['127.0.0.1', '127.1.2.3', '::1', 'localhost'])(
    'a weak password causes no warning on %s',
    (HOST) => {
      expect(warned({ HOST, ADMIN_PASSWORD: 'admin' })).toEqual([])
    },
  )

  test.each(['0.0.0.0', '::', '192.168.1.10', 'panel.local', '2001:db8::1'])(
    'a weak password causes a warning on %s',
    (HOST) => {
      expect(warned({ HOST, ADMIN_PASSWORD: 'admin' })).toEqual(['ADMIN_PASSWORD'])
      expect(warned({ HOST, ADMIN_PASSWORD: 'Nar-çiçeği-58' })).toEqual([])
    },
  )

  test.each([
    ['aB1!xyz', 'short'],
    ['abcdefghij', 'one kind of letters'],
    ['12345678901', 'digits'],
    ['Admin1234', 'common'],
    ['PAROLA-1234', 'common in capitals'],
    ['Usta.Ahmet1', 'the user name'],
  ])('%s is weak: %s', (ADMIN_PASSWORD) => {
    const env = { HOST: '0.0.0.0', ADMIN_USERNAME: 'usta.ahmet1', ADMIN_PASSWORD }
    expect(warned(env)).toEqual(['ADMIN_PASSWORD'])
    expect(configWarnings(readConfig(env)).join()).not.toContain(ADMIN_PASSWORD)
  })
})

describe('DATABASE_URL', () => {
  test.each([
    'postgres://oto:x@localhost/oto',
    'postgres://oto:x@127.0.0.1:5432/oto',
    'postgres://oto:x@[::1]:5432/oto',
    'postgres://oto:x@db:5432/oto',
    'postgres:///oto?host=/var/run/postgresql',
    'postgres://oto:x@db.example.com/oto?sslmode=verify-full',
  ])('%s causes no warning', (DATABASE_URL) => {
    expect(warned({ DATABASE_URL })).toEqual([])
  })

  test.each([
    'postgres://oto:x@db.example.com/oto',
    'postgres://oto:x@192.168.1.9:5432/oto',
    'postgres://oto:p%40x@[2001:db8::1]/oto',
    'postgresql://oto:x@localhost,db.example.com/oto',
    'postgres://oto:x@localhost/oto?host=db.example.com',
    'postgres://oto:x@db.example.com/oto?sslmode=require',
  ])('%s causes a warning, which does not repeat it', (DATABASE_URL) => {
    expect(warned({ DATABASE_URL })).toEqual(['DATABASE_URL'])
    expect(configWarnings(readConfig({ DATABASE_URL })).join()).not.toContain('oto:')
  })
})
