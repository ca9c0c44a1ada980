import { availableParallelism } from 'node:os'

import { hash } from '@node-rs/argon2'
import type * as Argon2 from '@node-rs/argon2'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'

import { runAsCaller } from '#server/platform/lib/caller.ts'
import { hashPassword, verifyPassword } from '#server/auth/password-hash.ts'

const argon2 = vi.hoisted(() => {
  // Files of a worker share their modules, so the real ones are loaded again before and after this file.
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
  test('a password is stored as argon2id with its own salt', async () => {
    const [one, two] = await Promise.all([hashPassword('Parola-1234'), hashPassword('Parola-1234')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]+\$[\w+/]+$/)
    expect(two).not.toBe(one)
    expect(await verifyPassword(one, 'Parola-1234')).toBe(true)
    expect(await verifyPassword(two, 'Parola-1234')).toBe(true)
  })

  test.each(['parola-1234', 'Parola-1234 ', ' Parola-1234', 'Parola-123', 'PAROLA-1234', ''])(
    'a password typed as %j does not match',
    async (typed) => {
      expect(await verifyPassword(await hashPassword('Parola-1234'), typed)).toBe(false)
    },
  )

  test.each(['şifre çok GİZLİ', '🔑🔑', 'a\0b', 'x'.repeat(200), '    '])(
    '%j can be a password',
    async (password) => {
      expect(await verifyPassword(await hashPassword(password), password)).toBe(true)
    },
  )

  test('a password is one however its letters were composed, and one stored as typed still opens', async () => {
    const [composed, decomposed] = ['Şifre-1234ğü', 'Şifre-1234ğü'].map((text, i) =>
      text.normalize(i === 0 ? 'NFC' : 'NFD'),
    ) as [string, string]
    expect(await verifyPassword(await hashPassword(decomposed), composed)).toBe(true)
    expect(await verifyPassword(await hashPassword(composed), decomposed)).toBe(true)
    const older = await hash(decomposed)
    expect(await verifyPassword(older, decomposed)).toBe(true)
    expect(await verifyPassword(older, 'Sifre-1234gu')).toBe(false)
  })

  test('verifying without a user takes the same work and never succeeds', async () => {
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

test('many checks for one caller leave room for another’s, which waits for few of them', async () => {
  const stored = await hashPassword('Parola-1234')
  const permits = availableParallelism() * 2
  const order: string[] = []
  const check = async (caller: string) => {
    const outcome = await runAsCaller(caller, () => verifyPassword(stored, 'Parola-1234')).catch(
      () => 'refused',
    )
    order.push(`${caller} ${outcome}`)
  }
  const busy = Array.from({ length: permits + 60 }, () => check('busy'))
  await Promise.all([...busy, check('other')])
  expect(order.filter((it) => it === 'busy refused')).toHaveLength(28)
  const served = order.filter((it) => it.endsWith('true'))
  expect(served.indexOf('other true')).toBeGreaterThanOrEqual(0)
  expect(served.indexOf('other true')).toBeLessThanOrEqual(2 * permits + 1)
})
