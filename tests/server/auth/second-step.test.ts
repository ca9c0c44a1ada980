import { describe, expect, test } from 'vitest'

import { login } from '#server/auth/operations.ts'
import { cancelStep, enterCode } from '#server/auth/second-step.ts'
import type { BaseCtx } from '#server/platform/core/context.ts'
import { resetPassword, createResetLink } from '#server/auth/reset-password.ts'
import { getFactor, renewCodes } from '#server/settings/second-factor.ts'
import { anonymous, secondsLater, sessionRow, sessionsOf, whoSends } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, TEST_NOW, type TestUser, userCtx } from '#tests/support/rows/factories.ts'
import { appCode, withFactor, wrongCode } from '#tests/support/security/second-factor.ts'

const db = await testDatabase()
const WRONG = { code: 'INVALID', message: 'Kod hatalı ya da daha önce kullanılmış.', field: 'code' } as const
const EXPIRED = {
  code: 'INVALID',
  message: 'Doğrulama süresi doldu. Lütfen tekrar giriş yapın.',
  field: 'pending',
} as const

type Options = Partial<BaseCtx> & { remember?: boolean }

/** Enters the password and returns the token of the next step. */
async function begun(user: TestUser, { remember = true, ...ctx }: Options = {}): Promise<string> {
  const result = await login(anonymous(db, ctx), { ...user, remember, consentGiven: true })
  if (result.status === 'active') throw new Error('no second step')
  return result.pending
}

const enter = (pending: string, code: string, ctx: Partial<BaseCtx> = {}) =>
  enterCode(anonymous(db, ctx), { pending, code, consentGiven: true })

async function person(auth = 0) {
  const user = await buildUser(db, { auth })
  return { user, ...(await withFactor(db, user)) }
}

describe('a login with a second factor', () => {
  test('the password leads to a pending token that opens nothing, not even the notice', async () => {
    const { user } = await person()
    for (const consentGiven of [true, false]) {
      const result = await login(anonymous(db), { ...user, remember: true, consentGiven })
      expect(result).toEqual({ status: 'code', pending: expect.stringMatching(/^\S{43}$/) })
      const { pending } = result as { pending: string }
      expect((await sessionRow(db, pending))?.kind).toBe('code')
      for (const source of ['header', 'cookie', 'legacyToken'])
        expect(await whoSends(db, { [source]: pending })).toBeNull()
    }
    expect(await db.selectFrom('known_places').selectAll().where('user_id', '=', user.id).execute()).toEqual(
      [],
    )
  })

  test('the code leads into the page, once, for as long as was asked', async () => {
    for (const remember of [true, false]) {
      const { user, key } = await person()
      const pending = await begun(user, { remember })
      const result = await enter(pending, appCode(key))
      if (result.status !== 'active') throw new Error('not active')
      expect(result).toMatchObject({ remember, user: { id: user.id } })
      expect(await whoSends(db, { cookie: result.token })).toBe(user.id)
      const days = ((await sessionRow(db, result.token))?.expires_at.getTime() ?? 0) - TEST_NOW.getTime()
      expect(days / 86_400_000).toBe(remember ? 30 : 0.5)
      await expect(
        enter(pending, appCode(key, secondsLater(30)), { now: secondsLater(30) }),
      ).rejects.toMatchObject(EXPIRED)
    }
  })

  test('the notice comes after the code without the consent cookie', async () => {
    const { user, key } = await person()
    const typed = { pending: await begun(user), code: appCode(key) }
    const result = await enterCode(anonymous(db), { ...typed, consentGiven: false })
    expect(result).toMatchObject({ status: 'consent' })
    expect((await sessionsOf(db, user)).map(({ kind }) => kind)).toEqual(['pending'])
  })

  test.each([-30, 30])('the code of %i seconds away is accepted', async (seconds) => {
    const { user, key } = await person()
    const result = await enter(await begun(user), appCode(key, secondsLater(seconds)))
    expect(result.status).toBe('active')
  })

  test.each([-60, 60])('the code of %i seconds away is not', async (seconds) => {
    const { user, key } = await person()
    await expect(enter(await begun(user), appCode(key, secondsLater(seconds)))).rejects.toMatchObject(WRONG)
  })

  test('a wrong code leaves the step open', async () => {
    const { user, key } = await person()
    const pending = await begun(user)
    await expect(enter(pending, wrongCode(key))).rejects.toMatchObject(WRONG)
    expect((await enter(pending, appCode(key))).status).toBe('active')
  })

  test('a code works once, also for another login and after later codes', async () => {
    const { user, key } = await person()
    const now = secondsLater(30)
    await enter(await begun(user), appCode(key))
    await expect(enter(await begun(user), appCode(key))).rejects.toMatchObject(WRONG)
    await enter(await begun(user), appCode(key, now), { now })
    await expect(enter(await begun(user), appCode(key), { now })).rejects.toMatchObject(WRONG)
  })

  test('another user’s code is wrong', async () => {
    const [one, other] = [await person(), await person()]
    await expect(enter(await begun(one.user), appCode(other.key))).rejects.toMatchObject(WRONG)
  })

  test('the step ends after ten minutes, and with "Vazgeç"', async () => {
    const { user, key } = await person()
    const late = { now: secondsLater(600) }
    await expect(enter(await begun(user), appCode(key, late.now), late)).rejects.toMatchObject(EXPIRED)
    const pending = await begun(user)
    await cancelStep(anonymous(db), { pending })
    await expect(enter(pending, appCode(key))).rejects.toMatchObject(EXPIRED)
    expect(await sessionsOf(db, user)).toMatchObject([{ kind: 'code' }])
    for (const token of ['', 'x', 'A'.repeat(43)])
      await expect(enter(token, appCode(key))).rejects.toMatchObject(EXPIRED)
  })

  test('a new password by a link does not lead past it', async () => {
    const { user } = await person()
    const { token } = await createResetLink({ db, now: TEST_NOW }, user.id, null)
    const password = 'Yepyeni-Sozcuk-9'
    await resetPassword(anonymous(db), { token, new_password: password })
    const result = await login(anonymous(db), { ...user, password, remember: true, consentGiven: true })
    expect(result.status).toBe('code')
  })
})

describe('recovery codes', () => {
  test('each of the ten works once', async () => {
    const { user, codes } = await person()
    expect(new Set(codes).size).toBe(10)
    const [code = '', other = ''] = codes
    expect((await enter(await begun(user), code)).status).toBe('active')
    await expect(enter(await begun(user), code)).rejects.toMatchObject(WRONG)
    expect((await enter(await begun(user), other)).status).toBe('active')
    expect(await getFactor(userCtx(db, user))).toMatchObject({ codes_left: 8 })
  })

  test('new ones end those that are left', async () => {
    const { user, codes } = await person()
    const { codes: renewed } = await renewCodes(userCtx(db, user))
    expect(await getFactor(userCtx(db, user))).toMatchObject({ codes_left: 10 })
    await expect(enter(await begun(user), codes[0] ?? '')).rejects.toMatchObject(WRONG)
    expect((await enter(await begun(user), renewed[0] ?? '')).status).toBe('active')
  })

  test('another user’s is wrong, and only hashes are stored', async () => {
    const [one, other] = [await person(), await person()]
    await expect(enter(await begun(one.user), other.codes[0] ?? '')).rejects.toMatchObject(WRONG)
    const rows = await db.selectFrom('recovery_codes').selectAll().execute()
    expect(rows.every(({ code_hash }) => code_hash.length === 32)).toBe(true)
    const stored = rows.map(({ code_hash }) => Buffer.from(code_hash).toString('latin1'))
    expect(stored.filter((row) => one.codes.some((code) => row.includes(code)))).toEqual([])
  })
})
