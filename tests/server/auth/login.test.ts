import type * as Argon2 from '@node-rs/argon2'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { legacyLogin, login, logout, sessionUser } from '#server/auth/operations.ts'
import { foldUserName } from '#shared/turkish.ts'
import { readPreferences } from '#shared/settings/preferences.ts'

import { OF_NEW_SHOP, pageClient, testCookies } from '#tests/support/panel/app.ts'
import {
  failingAt,
  sessionRow,
  sessionsOf,
  startSession,
  anonymous,
  whoSends,
} from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { actorOf, buildUser, DEFAULT_PASSWORD, TEST_NOW } from '#tests/support/rows/factories.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'

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

const db = await testDatabase()
/** The session's facts about a user without any setting. */
const EMPTY = { company_name: '', license_type: '', prices_with_vat: null, idle_minutes: null }
const NEW_OWNER = { ...OF_NEW_SHOP, ...EMPTY, auth: 0 }
const WRONG = { code: 'INVALID', message: 'Kullanıcı adı veya parola hatalı.' } as const

beforeEach(() => void argon2.verify.mockClear())

const enter = (username: string, password: string, ctx = anonymous(db)) =>
  login(ctx, { username, password, remember: true, consentGiven: true })

const attemptsAt = async (address: string) =>
  (await db.selectFrom('login_attempts').select('id').where('address', '=', address).execute()).length

describe('login', () => {
  test('a login with the consent cookie starts a web session', async () => {
    const user = await buildUser(db, {
      company_name: 'Işık Oto',
      license_type: 'Pro',
      license_end_date: '2027-01-31',
      auth: 3,
    })
    const result = await enter(user.username, user.password)
    expect(result).toEqual({
      status: 'active',
      token: expect.stringMatching(/^[\w-]{43}$/) as string,
      browser: expect.stringMatching(/^[\w-]{43}$/) as string,
      remember: true,
      user: {
        id: user.id,
        username: user.username,
        auth: 3,
        ...OF_NEW_SHOP,
        company_name: 'Işık Oto',
        prices_with_vat: null,
        idle_minutes: null,
        license_type: 'Pro',
        license_end_date: '2027-01-31',
        preferences: readPreferences('{}'),
      },
    })
    if (result.status !== 'active') return
    expect(await whoSends(db, { cookie: result.token })).toBe(user.id)
    expect(await sessionRow(db, result.token)).toMatchObject({
      kind: 'web',
      remember: true,
      user_agent: 'vitest',
    })
  })

  test.each([
    ['another password', (name: string) => [name, 'Parola-1235']],
    ['the password in capitals', (name: string) => [name, 'PAROLA-1234']],
    ['the password and a space', (name: string) => [name, `${DEFAULT_PASSWORD} `]],
    ['another user', (name: string) => [`${name}x`, DEFAULT_PASSWORD]],
    ['a user whose name folds to nothing', () => ['\u200B\u200D', DEFAULT_PASSWORD]],
  ])('a login is refused with %s, after the same work', async (_case, credentials) => {
    const user = await buildUser(db)
    const [name = '', password = ''] = credentials(user.username)
    const ctx = anonymous(db)
    await expectRefusal(enter(name, password, ctx), WRONG)
    expect(argon2.verify).toHaveBeenCalledTimes(1)
    expect(argon2.verify.mock.calls[0]?.[0]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await attemptsAt(ctx.client.address)).toBe(1)
    expect(await sessionsOf(db, user)).toEqual([])
  })

  test('the login of a deleted user is refused, and a new user of that name can log in', async () => {
    const old = await buildUser(db, { username: 'Eski Usta', deleted_at: TEST_NOW })
    await expectRefusal(enter('Eski Usta', old.password), WRONG)
    const next = await buildUser(db, { username: 'Eski Usta', password: 'yeni parola' })
    expect(await enter('Eski Usta', 'yeni parola')).toMatchObject({ user: { id: next.id } })
    await expectRefusal(enter('Eski Usta', old.password), WRONG)
  })

  test('a login during a change of the password is checked against the new one', async () => {
    const user = await buildUser(db)
    const changed = (await buildUser(db, { password: 'bambaşka' })).id
    argon2.verify.mockImplementationOnce(async () => {
      const { password_hash } = await db
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', changed)
        .executeTakeFirstOrThrow()
      await db.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute()
      return true
    })
    await expectRefusal(enter(user.username, user.password), WRONG)
    expect(await sessionsOf(db, user)).toEqual([])
    expect(await enter(user.username, 'bambaşka')).toMatchObject({ status: 'active' })
  })

  test('a successful login resets the failures of that name at that address', async () => {
    const user = await buildUser(db)
    const ctx = anonymous(db)
    for (let count = 0; count < 3; count++) await expectRefusal(enter(user.username, 'yanlış', ctx), WRONG)
    expect(await attemptsAt(ctx.client.address)).toBe(3)
    await enter(user.username, user.password, ctx)
    expect(await attemptsAt(ctx.client.address)).toBe(0)
  })

  test('after ten failures every login is refused for a quarter of an hour, even with the right password', async () => {
    const user = await buildUser(db)
    const ctx = anonymous(db)
    const later = (seconds: number) => ({ ...ctx, now: new Date(TEST_NOW.getTime() + seconds * 1000) })
    for (let count = 0; count < 10; count++) await expectRefusal(enter(user.username, 'yanlış', ctx), WRONG)
    const refused = enter(user.username, user.password, later(1))
    await expect(refused).rejects.toMatchObject({ code: 'TOO_MANY', retryAfter: 899 })
    await expect(refused).rejects.toThrow(
      'Çok fazla başarısız deneme yapıldı. Lütfen biraz sonra tekrar deneyin.',
    )
    expect(argon2.verify).toHaveBeenCalledTimes(10)
    expect(await enter(user.username, user.password, later(900))).toMatchObject({ status: 'active' })
  })

  test('a login that could not be checked does not count as a failure', async () => {
    const user = await buildUser(db)
    const ctx = anonymous(db)
    argon2.verify.mockRejectedValueOnce(new Error('broken'))
    await expect(enter(user.username, user.password, ctx)).rejects.toThrow('broken')
    expect(await attemptsAt(ctx.client.address)).toBe(0)
  })

  test('a login succeeds even when the cleaning after it fails', async () => {
    const user = await buildUser(db)
    const old = await startSession(db, user, { now: new Date('2026-01-01T00:00:00Z') })
    const unclean = failingAt(db, 'DeleteQueryNode', 'expires_at')
    await enter(user.username, user.password, { ...anonymous(db), db: unclean })
    expect(await sessionRow(db, old)).toBeDefined()
    await enter(user.username, user.password)
    expect(await sessionRow(db, old)).toBeUndefined()
  })
})

describe('the comparison of user names', () => {
  test.each([
    ['İsmail Işık', ['ismail ışık', 'İSMAİL IŞIK', 'ISMAIL IŞIK', ' ismail  işik ']],
    ['admin', ['ADMIN', 'ADMİN', 'admın', 'Admin', 'ＡＤＭＩＮ', 'ad\u200Bmin', 'ADMI\u0307N']],
    ['ÇAĞRI', ['çağrı', 'çağri', 'C\u0327AG\u0306RI']],
  ])(
    '%s can log in with Caps Lock, a Turkish keyboard or other forms of letters',
    async (username, spellings) => {
      const user = await buildUser(db, { username })
      for (const spelling of spellings) {
        expect(foldUserName(spelling)).toBe(foldUserName(username))
        expect(await enter(spelling, user.password)).toMatchObject({ user: { id: user.id, username } })
      }
      await expect(buildUser(db, { username: spellings[0] ?? '' })).rejects.toMatchObject({ code: '23505' })
    },
  )

  test('failures are counted for the normalised name', async () => {
    const ctx = anonymous(db)
    const spellings = ['kaptan', 'KAPTAN', 'Ｋaptan', 'kap\u00ADtan', ' kaptan']
    for (let count = 0; count < 10; count++)
      await expectRefusal(enter(spellings[count % 5] ?? '', 'yanlış', ctx), WRONG)
    await expect(enter('KAPTAN', 'yanlış', ctx)).rejects.toMatchObject({ code: 'TOO_MANY' })
  })
})

describe('a login over the legacy API', () => {
  test('a legacy login starts an active session of twelve hours', async () => {
    const user = await buildUser(db)
    const { token } = await legacyLogin(anonymous(db), user)
    expect(await whoSends(db, { header: token })).toBe(user.id)
    expect(await sessionRow(db, token)).toMatchObject({
      kind: 'legacy',
      expires_at: new Date(TEST_NOW.getTime() + 12 * 3600 * 1000),
    })
  })

  test('a legacy login is refused and counted like one over the page', async () => {
    const user = await buildUser(db)
    const ctx = anonymous(db)
    for (let count = 0; count < 5; count++) {
      await expectRefusal(legacyLogin(ctx, { ...user, password: 'yanlış' }), WRONG)
      await expectRefusal(enter(user.username, 'yanlış', ctx), WRONG)
    }
    await expect(legacyLogin(ctx, user)).rejects.toMatchObject({ code: 'TOO_MANY' })
  })
})

describe('a login over the page', () => {
  test('a web login sets a cookie and returns no token', async () => {
    const user = await buildUser(db)
    const cookies = testCookies(true)
    const answer = await pageClient(db, null, { cookies }).auth.login({
      username: ` ${user.username} `,
      password: user.password,
    })
    expect(answer).toEqual({
      status: 'active',
      user: {
        id: user.id,
        username: user.username,
        ...NEW_OWNER,
        license_end_date: null,
        preferences: readPreferences('{}'),
      },
    })
    expect(cookies.session?.remember).toBe(true)
    expect(cookies.browser).toMatch(/^[\w-]{43}$/)
    expect(await whoSends(db, { cookie: cookies.session?.token ?? '' })).toBe(user.id)
  })

  test('a web login is refused with the messages of the contract', async () => {
    const caller = pageClient(db, null)
    await expect(caller.auth.login({ username: 'kimse', password: 'yanlış' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Kullanıcı adı veya parola hatalı.',
    })
    await expect(caller.auth.login({ username: '   ', password: 'abcd' })).rejects.toThrow(
      'Kullanıcı adı zorunludur.',
    )
    await expect(caller.auth.login({ username: 'x', password: 'abc' })).rejects.toThrow(
      'Parola en az 4 karakter olmalı.',
    )
    await expect(caller.auth.login({ username: 'a\0b', password: 'abcd' })).rejects.toThrow(
      'Metinde izin verilmeyen karakterler var.',
    )
    expect(argon2.verify).toHaveBeenCalledTimes(1)
  })

  test('the session query returns the user, or null when anonymous', async () => {
    const user = await buildUser(db, { license_end_date: '2026-12-31' })
    expect(await pageClient(db, user).auth.session()).toEqual({
      user: {
        id: user.id,
        username: user.username,
        ...NEW_OWNER,
        license_end_date: '2026-12-31',
        preferences: readPreferences('{}'),
      },
      passkeyOrigin: 'http://localhost',
    })
    expect(await pageClient(db, null).auth.session()).toMatchObject({ user: null })
    expect(await sessionUser(anonymous(db))).toBeNull()
  })

  test('a logout ends the current session and no other', async () => {
    const user = await buildUser(db)
    const [mine, other] = [await startSession(db, user), await startSession(db, user)]
    const cookies = testCookies()
    cookies.session = { token: mine, remember: true }
    const page = pageClient(db, null, { cookies })
    await page.auth.logout()
    expect(cookies.session).toBeNull()
    expect(await whoSends(db, { cookie: mine })).toBeNull()
    expect(await whoSends(db, { cookie: other })).toBe(user.id)
    await page.auth.logout()
    await logout(anonymous(db))
  })

  test('a new login ends the previous session of the browser', async () => {
    const [before, after] = [await buildUser(db), await buildUser(db)]
    const old = await startSession(db, before)
    const id = (await sessionRow(db, old))?.id ?? 0
    const actor = actorOf(before, { id, kind: 'web', confirmedAt: TEST_NOW })
    await login({ ...anonymous(db), actor }, { ...after, remember: false, consentGiven: true })
    expect(await whoSends(db, { cookie: old })).toBeNull()
  })
})
