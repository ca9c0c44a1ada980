import { describe, expect, test, vi } from 'vitest'

import { purgeLogins } from '#server/auth/purge.ts'
import { login } from '#server/auth/operations.ts'
import { beginAttempt, clearAttempts, withdrawAttempt } from '#server/auth/throttle.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import type { Ctx } from '#server/platform/core/context.ts'
import { AppError } from '#shared/errors.ts'

import { failingAt, secondsLater, anonymous } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, TEST_NOW } from '#tests/support/rows/factories.ts'

const db = await testDatabase()

let names = 0
const newName = () => `isim${(names += 1)}`

/** Returns 'let through', or the seconds that a refused attempt has to wait. */
async function attempt(ctx: Ctx, name: string, now = TEST_NOW): Promise<number | string> {
  try {
    await beginAttempt({ ...ctx, now }, name)
    return 'let through'
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_MANY') return error.retryAfter ?? 'no Retry-After'
    throw error
  }
}

/** Stores failures from one address or many, for one name or many. */
async function fail(
  times: number,
  { from, as, now }: { from?: Ctx; as?: string; now?: Date },
): Promise<void> {
  for (let count = 0; count < times; count++)
    expect(await attempt(from ?? anonymous(db), as ?? newName(), now)).toBe('let through')
}

describe('the limits of failed logins', () => {
  test('logins are refused after 10 failures for a user name from one address', async () => {
    const [here, elsewhere] = [anonymous(db), anonymous(db)]
    const name = newName()
    await fail(10, { from: here, as: name })
    expect(await attempt(here, name)).toBe(900)
    expect(await attempt(elsewhere, name)).toBe('let through')
    expect(await attempt(here, newName())).toBe('let through')
  })

  test('logins are refused after 50 failures for a user name from all addresses', async () => {
    const name = newName()
    await fail(50, { as: name })
    expect(await attempt(anonymous(db), name)).toBe(900)
    expect(await attempt(anonymous(db), newName())).toBe('let through')
  })

  test('logins are refused after 100 failures from an address, whatever the names', async () => {
    const here = anonymous(db)
    await fail(100, { from: here })
    expect(await attempt(here, newName())).toBe(900)
    expect(await attempt(anonymous(db), newName())).toBe('let through')
  })

  test('logins are refused for 15 minutes after the failures, and refused attempts do not prolong that', async () => {
    const here = anonymous(db)
    const name = newName()
    await fail(1, { from: here, as: name })
    await fail(9, { from: here, as: name, now: secondsLater(100) })
    for (let count = 0; count < 30; count++) expect(await attempt(here, name, secondsLater(200))).toBe(700)
    expect(await attempt(here, name, secondsLater(899.001))).toBe(1)
    expect(await attempt(here, name, secondsLater(899.999))).toBe(1)
    expect(await attempt(here, name, secondsLater(900))).toBe('let through')
    expect(await attempt(here, name, secondsLater(901))).toBe(99)
    expect(await attempt(here, name, secondsLater(1000))).toBe('let through')
  })

  test('the longest wait of all exceeded limits applies', async () => {
    const here = anonymous(db)
    const name = newName()
    await fail(90, { from: here })
    await fail(10, { from: here, as: name, now: secondsLater(60) })
    expect(await attempt(here, newName(), secondsLater(60))).toBe(840)
    expect(await attempt(here, name, secondsLater(60))).toBe(900)
  })
})

describe('resetting failures', () => {
  test('a success resets the failures of the user name at its address, and only there', async () => {
    const [here, elsewhere] = [anonymous(db), anonymous(db)]
    const [name, other] = [newName(), newName()]
    await fail(9, { from: here, as: name })
    await fail(10, { from: here, as: other })
    await fail(10, { from: elsewhere, as: name })
    await clearAttempts(here, await beginAttempt(here, name))
    await fail(10, { from: here, as: name })
    expect(await attempt(here, name)).toBe(900)
    expect(await attempt(here, other)).toBe(900)
    expect(await attempt(elsewhere, name)).toBe(900)
  })

  test('an attempt whose password was not checked is not counted', async () => {
    const here = anonymous(db)
    const name = newName()
    for (let count = 0; count < 20; count++) await withdrawAttempt(here, await beginAttempt(here, name))
    expect(await attempt(here, name)).toBe('let through')
    await withdrawAttempt({ ...here, db: failingAt(db, 'DeleteQueryNode') }, await beginAttempt(here, name))
  })

  test('expired failures are deleted', async () => {
    const here = anonymous(db)
    const name = newName()
    await fail(2, { from: here, as: name })
    await fail(1, { from: here, as: name, now: secondsLater(1) })
    const left = async () =>
      (await db.selectFrom('login_attempts').select('id').where('username_key', '=', name).execute()).length
    await purgeLogins(db, secondsLater(899.999))
    expect(await left()).toBe(3)
    await purgeLogins(db, secondsLater(900))
    expect(await left()).toBe(1)
  })
})

describe('concurrent wrong logins', () => {
  const outcome = async (signIn: typeof login, ctx: Ctx, username: string) => {
    const input = { username, password: 'yanlis', remember: true, consentGiven: true }
    const error: unknown = await signIn(ctx, input).catch((thrown: unknown) => thrown)
    // The name identifies the error, because the other instance has a class of its own.
    return error instanceof Error && 'code' in error ? String(error.code) : 'let in'
  }
  test('ten of fifty concurrent attempts for one user from one address are checked', async () => {
    const { username } = await buildUser(db)
    const here = anonymous(db)
    const codes = await Promise.all(Array.from({ length: 50 }, () => outcome(login, here, username)))
    expect(codes.filter((code) => code === 'INVALID')).toHaveLength(10)
    expect(codes.filter((code) => code === 'TOO_MANY')).toHaveLength(40)
    expect(await outcome(login, here, username)).toBe('TOO_MANY')
  })

  test('exactly ten of the concurrent attempts on two instances are checked', async () => {
    vi.resetModules()
    const otherInstance = await import('#server/auth/operations.ts')
    expect(otherInstance.login).not.toBe(login)
    const { username } = await buildUser(db)
    const here = anonymous(db)
    const codes: string[] = []
    for (let round = 0; round < 5; round++)
      codes.push(
        ...(await Promise.all(
          Array.from({ length: 10 }, (_, index) =>
            outcome(index % 2 === 0 ? login : otherInstance.login, here, username),
          ),
        )),
      )
    expect(codes.filter((code) => code !== 'TOO_MANY')).toEqual(Array<string>(10).fill('INVALID'))
    expect(codes.slice(-10)).toEqual(Array<string>(10).fill('TOO_MANY'))
  })
})

describe('an unreadable throttle', () => {
  const UNAVAILABLE = {
    code: 'UNAVAILABLE',
    message: 'Sistem şu anda yanıt veremiyor. Lütfen biraz sonra tekrar deneyin.',
    retryAfter: 5,
  }

  test.each(['InsertQueryNode', 'SelectQueryNode'] as const)(
    'no login is let through when the throttle fails (%s)',
    async (kind) => {
      const ctx = anonymous(db)
      await expect(beginAttempt({ ...ctx, db: failingAt(db, kind) }, newName())).rejects.toMatchObject(
        UNAVAILABLE,
      )
    },
  )

  test('even the right password is refused when the table is missing', async () => {
    const broken = await testDatabase()
    const user = await buildUser(broken)
    await broken.schema.dropTable('login_attempts').execute()
    const input = { ...user, remember: true, consentGiven: true }
    await expect(login(anonymous(broken), input)).rejects.toMatchObject(UNAVAILABLE)
  })
})

describe('the normalisation of names and addresses', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['', ''],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:0000:0000:0000:0001', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:1::', '2001:db8:0:1::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s is counted as %s', (address, expected) => {
    expect(networkOf(address)).toBe(expected)
  })

  test('a name that becomes very long when normalised is counted and causes no error', async () => {
    const ctx = anonymous(db)
    const rareLetters = Array.from({ length: 100 }, (_, index) => String.fromCodePoint(0x4e00 + index * 97))
    const long = `${'ﷺ'.repeat(100)}${rareLetters.join('')}`
    const input = { username: long, password: 'yanlis', remember: true, consentGiven: true }
    await expect(login(ctx, input)).rejects.toMatchObject({ code: 'INVALID' })
  })
})
