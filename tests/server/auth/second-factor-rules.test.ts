import { describe, expect, test } from 'vitest'

import { legacyLogin, login } from '#server/auth/operations.ts'
import { purgeLogins } from '#server/auth/purge.ts'
import { completeSetUp, enterCode, beginSetUp } from '#server/auth/second-step.ts'
import { deleteUser, switchOffUserFactor } from '#server/admin/operations.ts'
import type { BaseCtx } from '#server/platform/core/context.ts'
import { beginFactor, getFactor, switchOffFactor } from '#server/settings/second-factor.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import { anonymous, newAddress, secondsLater, whoSends } from '#tests/support/rows/auth.ts'
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
const TOO_MANY = {
  code: 'TOO_MANY',
  message: 'Çok fazla başarısız deneme yapıldı. Lütfen biraz sonra tekrar deneyin.',
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

describe('guessing codes', () => {
  const guess = async (user: TestUser, key: string, ctx: Partial<BaseCtx>) =>
    enter(await begun(user, ctx), wrongCode(key, ctx.now), ctx)
  const from = (address: string, now = TEST_NOW) => ({ client: { address, userAgent: 'vitest' }, now })

  test('ten wrong ones from anywhere are enough for a quarter of an hour, whatever passwords come between', async () => {
    const { user, key } = await person()
    for (let i = 0; i < 10; i += 1)
      await expect(guess(user, key, from(newAddress()))).rejects.toMatchObject(WRONG)
    await expect(guess(user, key, from(newAddress()))).rejects.toMatchObject(TOO_MANY)
    await expect(enter(await begun(user), appCode(key))).rejects.toMatchObject(TOO_MANY)
    const later = { now: secondsLater(900) }
    const entered = await enter(await begun(user, later), appCode(key, later.now), later)
    expect(entered.status).toBe('active')
  })

  test('thirty wrong codes end the attempts for a day', async () => {
    const { user, key } = await person()
    for (let round = 0; round < 3; round += 1)
      for (let i = 0; i < 10; i += 1)
        await expect(guess(user, key, from(newAddress(), secondsLater(round * 1_000)))).rejects.toMatchObject(
          WRONG,
        )
    const later = from(newAddress(), secondsLater(20_000))
    await expect(guess(user, key, later)).rejects.toMatchObject(TOO_MANY)
    await purgeLogins(db, later.now)
    await expect(guess(user, key, later)).rejects.toMatchObject(TOO_MANY)
    const nextDay = from(newAddress(), secondsLater(86_401))
    await purgeLogins(db, nextDay.now)
    expect((await enter(await begun(user, nextDay), appCode(key, nextDay.now), nextDay)).status).toBe(
      'active',
    )
  })

  test('a known place has tries of its own', async () => {
    const { user, key } = await person()
    const known = from(newAddress())
    await enter(await begun(user, known), appCode(key), known)
    for (let i = 0; i < 10; i += 1)
      await expect(guess(user, key, from(newAddress()))).rejects.toMatchObject(WRONG)
    const later = { ...known, now: secondsLater(60) }
    expect((await enter(await begun(user, later), appCode(key, later.now), later)).status).toBe('active')
  })

  test('a right code removes the failures', async () => {
    const { user, key } = await person()
    const here = from(newAddress())
    for (let i = 0; i < 9; i += 1) await expect(guess(user, key, here)).rejects.toMatchObject(WRONG)
    expect((await enter(await begun(user, here), appCode(key), here)).status).toBe('active')
    await expect(guess(user, key, { ...here, now: secondsLater(60) })).rejects.toMatchObject(WRONG)
  })

  test('a code is refused if the count cannot be stored', async () => {
    const { user, key } = await person()
    const pending = await begun(user)
    const broken = db.withPlugin({
      transformQuery({ node }) {
        if (JSON.stringify(node).includes('login_attempts')) throw new Error('unreadable')
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    })
    await expect(
      enterCode({ ...anonymous(db), db: broken }, { pending, code: appCode(key), consentGiven: true }),
    ).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})

describe('login.php', () => {
  const send = (user: TestUser, code?: string) => legacyLogin(anonymous(db), { ...user, code })

  test('wants the code of a user with a second factor, and takes a recovery code too', async () => {
    const { user, key, codes } = await person()
    const needed = 'Bu hesapta iki adımlı doğrulama açık: doğrulama kodunu da gönderin (code alanı).'
    for (const code of [undefined, ''])
      await expect(send(user, code)).rejects.toMatchObject({ code: 'INVALID', message: needed })
    await expect(send(user, wrongCode(key))).rejects.toMatchObject(WRONG)
    await expect(send(user, 'abc')).rejects.toMatchObject(WRONG)
    const { token } = await send(user, appCode(key))
    expect(await whoSends(db, { header: token })).toBe(user.id)
    await expect(send(user, appCode(key))).rejects.toMatchObject(WRONG)
    expect(await send(user, codes[3])).toEqual({ token: expect.any(String) })
  })

  test('ignores the field where there is none, and the right password counts as no failure', async () => {
    const user = await buildUser(db)
    expect(await send(user, 'abc')).toEqual({ token: expect.any(String) })
    const { user: other } = await person()
    const client = { address: newAddress(), userAgent: 'vitest' }
    for (let i = 0; i < 12; i += 1)
      await expect(legacyLogin(anonymous(db, { client }), other)).rejects.toMatchObject({ code: 'INVALID' })
  })
})

describe('a second factor that administrators must have', () => {
  const strict = { adminFactorRequired: true }

  test('a login leads to the set-up and nowhere else, and goes on after it', async () => {
    const user = await buildUser(db, { auth: AUTH_ADMIN })
    const result = await login(anonymous(db, strict), { ...user, remember: true, consentGiven: true })
    expect(result.status).toBe('setup')
    const { pending } = result as { pending: string }
    expect(await whoSends(db, { cookie: pending })).toBeNull()
    const ctx = () => anonymous(db, strict)
    const { key } = await beginSetUp(ctx(), { pending })
    const complete = (code: string) => completeSetUp(ctx(), { pending, code, consentGiven: true })
    await expect(complete(wrongCode(key))).rejects.toMatchObject(WRONG)
    const { codes, next } = await complete(appCode(key))
    expect(codes).toHaveLength(10)
    if (next.status !== 'active') throw new Error('not active')
    expect(next.user.id).toBe(user.id)
    await expect(beginSetUp(ctx(), { pending })).rejects.toMatchObject(EXPIRED)
    await expect(complete(appCode(key, secondsLater(30)))).rejects.toMatchObject(EXPIRED)
    expect((await login(ctx(), { ...user, remember: true, consentGiven: true })).status).toBe('code')
  })

  test('login.php says so, and users need none', async () => {
    const [admin, user] = [await buildUser(db, { auth: AUTH_ADMIN }), await buildUser(db)]
    await expect(legacyLogin(anonymous(db, strict), admin)).rejects.toMatchObject({
      code: 'INVALID',
      message: 'Yöneticiler için iki adımlı doğrulama zorunlu: önce panelde giriş yapıp onu açın.',
    })
    expect(await legacyLogin(anonymous(db, strict), user)).toEqual({ token: expect.any(String) })
    const result = await login(anonymous(db, strict), { ...user, remember: true, consentGiven: true })
    expect(result.status).toBe('active')
  })

  test('a step of another kind cannot set up, and a set-up cannot pass as a code', async () => {
    const admin = await buildUser(db, { auth: AUTH_ADMIN })
    const { user } = await person()
    await expect(beginSetUp(anonymous(db), { pending: await begun(user) })).rejects.toMatchObject(EXPIRED)
    const pending = await begun(admin, strict)
    await expect(enter(pending, '123456')).rejects.toMatchObject(EXPIRED)
  })
})

describe('switching it off', () => {
  test('a user switches it off, and the next login needs no code', async () => {
    const { user } = await person()
    await switchOffFactor(userCtx(db, user))
    expect(await getFactor(userCtx(db, user))).toEqual({ since: null, codes_left: 0, is_required: false })
    const result = await login(anonymous(db), { ...user, remember: true, consentGiven: true })
    expect(result.status).toBe('active')
  })

  test('not where it must be, and not begun again while it is on', async () => {
    const { user } = await person(AUTH_ADMIN)
    const message = 'Yöneticiler için iki adımlı doğrulama zorunlu; kapatılamaz.'
    const ctx = userCtx(db, user, { adminFactorRequired: true })
    await expect(switchOffFactor(ctx)).rejects.toMatchObject({ code: 'INVALID', message })
    const own = switchOffUserFactor(ctx, { id: user.id })
    await expect(own).rejects.toMatchObject({ code: 'INVALID', message })
    expect(await getFactor(ctx)).toMatchObject({ is_required: true, since: expect.any(String) })
    const isOn = { code: 'CONFLICT', message: 'İki adımlı doğrulama zaten açık.' } as const
    await expect(beginFactor(ctx)).rejects.toMatchObject(isOn)
  })

  test('an administrator switches it off for a user who lost the telephone, and with the user', async () => {
    const admin = await buildUser(db, { auth: AUTH_ADMIN })
    const [one, other] = [await person(), await person()]
    await expect(switchOffUserFactor(userCtx(db, one.user), { id: other.user.id })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'Bu işlem için yetkiniz yok.',
    })
    await switchOffUserFactor(userCtx(db, admin), { id: one.user.id })
    await deleteUser(userCtx(db, admin), { id: other.user.id })
    for (const { user } of [one, other])
      expect(await getFactor(userCtx(db, user))).toMatchObject({ since: null })
    const rows = await db
      .selectFrom('recovery_codes')
      .selectAll()
      .where('user_id', 'in', [one.user.id, other.user.id])
      .execute()
    expect(rows).toEqual([])
  })

  test('a factor that was begun and never activated counts nowhere and goes after a day', async () => {
    const user = await buildUser(db)
    await beginFactor(userCtx(db, user))
    const result = await login(anonymous(db), { ...user, remember: true, consentGiven: true })
    expect(result.status).toBe('active')
    const stored = () => db.selectFrom('second_factors').selectAll().where('user_id', '=', user.id).execute()
    await purgeLogins(db, secondsLater(86_399))
    expect(await stored()).toHaveLength(1)
    await purgeLogins(db, secondsLater(86_400))
    expect(await stored()).toEqual([])
  })
})
