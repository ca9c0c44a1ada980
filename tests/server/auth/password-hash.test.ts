import type * as Argon2 from '@node-rs/argon2'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { createGate } from '#server/auth/gate.ts'
import { hashPassword, verifyPassword } from '#server/auth/password-hash.ts'

import { expectRefusal } from '#tests/support/refusal.ts'

const argon2 = vi.hoisted(() => ({ verify: vi.fn<(stored: string, password: string) => Promise<boolean>>() }))
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

describe('the gate before the hashes', () => {
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

  test('lets so many run, so many wait in their order, and refuses the rest', async () => {
    const enter = createGate({ running: 2, queued: 3 })
    const started: number[] = []
    const finish: (() => void)[] = []
    const work = (number: number) =>
      enter(async () => {
        started.push(number)
        await new Promise<void>((resolve) => finish.push(resolve))
        return number
      })
    const admitted = [1, 2, 3, 4, 5].map(work)
    await expectRefusal(work(6), {
      code: 'UNAVAILABLE',
      message: 'Sistem şu anda yanıt veremiyor. Lütfen biraz sonra tekrar deneyin.',
    })
    await expect(work(7)).rejects.toMatchObject({ retryAfter: 2 })
    expect(started).toEqual([1, 2])
    finish.shift()?.()
    await turn()
    expect(started).toEqual([1, 2, 3])
    const eighth = work(8)
    while (finish.length > 0) {
      finish.shift()?.()
      await turn()
    }
    expect(await Promise.all([...admitted, eighth])).toEqual([1, 2, 3, 4, 5, 8])
    expect(started).toEqual([1, 2, 3, 4, 5, 8])
  })

  test('gives its place back after a failure', async () => {
    const enter = createGate({ running: 1, queued: 0 })
    for (let count = 0; count < 3; count++)
      await expect(enter(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await enter(() => Promise.resolve('in'))).toBe('in')
  })
})
