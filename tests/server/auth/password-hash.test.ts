import type * as Argon2 from '@node-rs/argon2'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'

import { hashPassword, verifyPassword } from '#server/auth/password-hash.ts'

const argon2 = vi.hoisted(() => {
  // Files of a worker share their modules: those that have the real one are loaded anew, before and after.
  vi.resetModules()
  return { verify: vi.fn<(stored: string, password: string) => Promise<boolean>>() }
})
afterAll(() => void vi.resetModules())
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const original = await importOriginal<typeof Argon2>()
  argon2.verify.mockImplementation((stored, password) => original.verify(stored, password))
  return { ...original, verify: argon2.verify }
})
afterEach(() => void argon2.verify.mockClear())

const PARAMETERS = '$argon2id$v=19$m=19456,t=2,p=1$'

describe('a password', () => {
  test('is stored as argon2id with a salt of its own', async () => {
    const [one, two] = await Promise.all([hashPassword('Parola-1234'), hashPassword('Parola-1234')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]+\$[\w+/]+$/)
    expect(two).not.toBe(one)
    expect(await verifyPassword(one, 'Parola-1234')).toBe(true)
    expect(await verifyPassword(two, 'Parola-1234')).toBe(true)
  })

  test.each(['parola-1234', 'Parola-1234 ', ' Parola-1234', 'Parola-123', 'PAROLA-1234', ''])(
    'typed as %j is another one',
    async (typed) => {
      expect(await verifyPassword(await hashPassword('Parola-1234'), typed)).toBe(false)
    },
  )

  test.each(['şifre çok GİZLİ', '🔑🔑', 'a\0b', 'x'.repeat(200), '    '])('may be %j', async (password) => {
    expect(await verifyPassword(await hashPassword(password), password)).toBe(true)
  })

  test('of nobody is verified with the same work, and never right', async () => {
    expect(await verifyPassword(null, 'Parola-1234')).toBe(false)
    expect(argon2.verify).toHaveBeenCalledTimes(1)
    const stored = argon2.verify.mock.calls[0]?.[0]
    expect(stored?.startsWith(PARAMETERS)).toBe(true)

    argon2.verify.mockResolvedValueOnce(true)
    expect(await verifyPassword(null, 'Parola-1234')).toBe(false)
    expect(argon2.verify).toHaveBeenCalledTimes(2)
    expect(argon2.verify.mock.calls[1]?.[0]).toBe(stored)
  })
})
