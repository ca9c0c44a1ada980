import { describe, expect, test } from 'vitest'

import { deleteUser, saveUser, makeResetLink } from '#server/admin/operations.ts'
import { resetLinkNotice } from '#server/auth/reset-command.ts'
import { readResetLink, resetPassword } from '#server/auth/reset-password.ts'
import { login } from '#server/auth/operations.ts'
import { purgeLogins } from '#server/auth/purge.ts'
import { beginAttempt } from '#server/auth/throttle.ts'
import { createToken } from '#server/auth/token.ts'
import type { BaseCtx, Ctx } from '#server/platform/core/context.ts'
import { changePassword } from '#server/settings/password.ts'
import { userInput } from '#shared/admin/schema.ts'
import { pageClient, testCookies } from '#tests/support/panel/app.ts'
import { anonymous, secondsLater, sessionsOf, startSession } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, TEST_NOW, type TestUser, userCtx } from '#tests/support/rows/factories.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'

const db = await testDatabase()
const admin = userCtx(db, await buildUser(db, { auth: 3 }))

const NEW = 'Bambaşka-2026'
const INVALID = {
  code: 'INVALID',
  message: 'Bu bağlantı geçersiz ya da süresi dolmuş. Yöneticinizden yeni bir bağlantı isteyin.',
  field: 'token',
} as const

const linkFor = async ({ id }: Pick<TestUser, 'id'>) => (await makeResetLink(admin, { id })).token
const use = (
  token: string,
  { ctx = anonymous(db), new_password = NEW }: { ctx?: Ctx; new_password?: string } = {},
) => resetPassword(ctx, { token, new_password })
const enter = (ctx: Ctx, { username }: TestUser, password: string) =>
  login(ctx, { username, password, remember: true, consentGiven: true })
const passwordOf = async ({ id }: TestUser) =>
  (await db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow())
    .password_hash
const at = (seconds: number): Ctx => ({ ...anonymous(db), now: secondsLater(seconds) })

describe('a link', () => {
  test('sets the password once; every session and known place ends, and only the new password logs in', async () => {
    const user = await buildUser(db)
    await enter(anonymous(db), user, user.password)
    await startSession(db, user, { kind: 'legacy' })
    const token = await linkFor(user)
    expect(await use(token)).toEqual({ userId: user.id, username: user.username })
    expect(await sessionsOf(db, user)).toEqual([])
    const places = db.selectFrom('known_places').select('place').where('user_id', '=', user.id)
    expect(await places.execute()).toEqual([])
    await expect(enter(anonymous(db), user, user.password)).rejects.toMatchObject({ code: 'INVALID' })
    expect(await enter(anonymous(db), user, NEW)).toMatchObject({ status: 'active' })
    await expectRefusal(use(token, { new_password: 'Baska-Parola-9' }), INVALID)
    await expectRefusal(readResetLink(anonymous(db), { token }), INVALID)
  })

  test('is not used up by looking at it, and is stored only as a hash', async () => {
    const user = await buildUser(db)
    const token = await linkFor(user)
    for (let count = 0; count < 3; count++)
      expect(await readResetLink(anonymous(db), { token })).toEqual({ username: user.username })
    const rows = await db.selectFrom('reset_links').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(token).toString('base64'))
    await use(token)
  })

  test('is valid for 24 hours, and is then removed', async () => {
    const user = await buildUser(db)
    const { token, expires_at } = await makeResetLink(admin, { id: user.id })
    expect(expires_at).toBe('2026-11-22T09:00:00.000Z')
    expect(await readResetLink(at(86_399), { token })).toEqual({ username: user.username })
    await expectRefusal(readResetLink(at(86_400), { token }), INVALID)
    await expectRefusal(use(token, { ctx: at(86_400) }), INVALID)
    const left = () => db.selectFrom('reset_links').select('user_id').where('user_id', '=', user.id).execute()
    await purgeLogins(db, secondsLater(86_399))
    expect(await left()).toHaveLength(1)
    await purgeLogins(db, secondsLater(86_400))
    expect(await left()).toEqual([])
  })

  const ends: [string, (user: TestUser) => Promise<unknown>][] = [
    ['a newer link', linkFor],
    [
      'a change of the password by the user',
      (user) =>
        changePassword(userCtx(db, user), { current_password: user.password, new_password: 'Elma-Armut-7' }),
    ],
    [
      'a new password from an administrator',
      ({ id }) => saveUser(admin, userInput.parse({ id, new_password: 'dört-nala' })),
    ],
    ['the deletion of the user', ({ id }) => deleteUser(admin, { id })],
  ]
  test.each(ends)('ends with %s', async (_what, end) => {
    const user = await buildUser(db)
    const token = await linkFor(user)
    await end(user)
    const before = await passwordOf(user)
    await expectRefusal(readResetLink(anonymous(db), { token }), INVALID)
    await expectRefusal(use(token), INVALID)
    expect(await passwordOf(user)).toBe(before)
  })

  test('stays when the user is changed otherwise', async () => {
    const user = await buildUser(db)
    const token = await linkFor(user)
    await saveUser(admin, userInput.parse({ id: user.id, company_name: 'Yeni Ad' }))
    expect(await use(token)).toMatchObject({ userId: user.id })
  })

  test.each(['', 'kısa', createToken(), `${createToken()}=`, 'x'.repeat(200)])(
    'a link that was never made is refused like a used one: %j',
    async (token) => {
      await expect(use(token)).rejects.toMatchObject(INVALID)
    },
  )

  test('one of two concurrent uses of a link succeeds', async () => {
    const token = await linkFor(await buildUser(db))
    const uses = await Promise.allSettled([use(token), use(token, { new_password: 'Baska-Parola-9' })])
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(uses.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { message: INVALID.message },
    })
  })
})

describe('the new password', () => {
  test.each([
    ['seven signs', 'Ab1-xyz', 'Yeni parola en az 8 karakter olmalı.'],
    ['a weak one', 'aaaaaaaaa', 'Parola çok zayıf. Daha güçlü bir parola belirle.'],
    ['a common one', 'Fenerbahce1907', 'Bu parola çok bilinen parolalardan. Başka bir parola seçin.'],
    [
      'one of names',
      'Kartal-Oto-1',
      'Parola kullanıcı ya da firma adına çok benziyor. Başka bir parola seçin.',
    ],
    ['201 signs', `Aa1-${'x'.repeat(197)}`, 'Parola en fazla 200 karakter olabilir.'],
  ])('%s is refused as everywhere, and the link stays', async (_what, new_password, message) => {
    const user = await buildUser(db, { company_name: 'Kartal Oto' })
    const token = await linkFor(user)
    const page = pageClient(db, null)
    const before = await passwordOf(user)
    await expect(page.auth.resetPassword({ token, new_password })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message,
      field: 'new_password',
    })
    expect(await passwordOf(user)).toBe(before)
    expect(await page.auth.resetPassword({ token, new_password: NEW })).toEqual({ username: user.username })
  })
})

describe('guessing links', () => {
  const outcome = async (work: Promise<unknown>) =>
    work.then(
      () => 'OK',
      (error: { code?: string }) => error.code,
    )

  test('ten wrong links from an address make every link fail there, also the right one, and nowhere else', async () => {
    const token = await linkFor(await buildUser(db))
    const here = anonymous(db)
    const wrong = () => outcome(readResetLink(here, { token: createToken() }))
    const codes: (string | undefined)[] = []
    for (let count = 0; count < 12; count++) codes.push(await wrong())
    expect(codes).toEqual([...Array<string>(10).fill('INVALID'), 'TOO_MANY', 'TOO_MANY'])
    expect(await outcome(use(token, { ctx: here }))).toBe('TOO_MANY')
    expect(await outcome(use(token, { ctx: { ...here, now: secondsLater(901) } }))).toBe('OK')
  })

  test('wrong ones from sixty addresses keep no user from a right one, and right ones do not count', async () => {
    const token = await linkFor(await buildUser(db))
    for (let count = 0; count < 60; count++)
      expect(await outcome(readResetLink(anonymous(db), { token: createToken() }))).toBe('INVALID')
    const here = anonymous(db)
    for (let count = 0; count < 15; count++) expect(await outcome(readResetLink(here, { token }))).toBe('OK')
    expect(await outcome(use(token, { ctx: here }))).toBe('OK')
  })

  test('failed logins before do not keep the user from logging in with the new password', async () => {
    const user = await buildUser(db)
    const here = anonymous(db)
    const key = user.username
    for (let count = 0; count < 10; count++) await beginAttempt(here, key)
    await expect(enter(here, user, user.password)).rejects.toMatchObject({ code: 'TOO_MANY' })
    await use(await linkFor(user), { ctx: here })
    expect(await enter(here, user, NEW)).toMatchObject({ status: 'active' })
  })
})

describe('making a link', () => {
  test('is for administrators, for any user and for each other, but not for who is not there', async () => {
    const user = await buildUser(db)
    const staff = userCtx(db, user)
    await expect(makeResetLink(staff, { id: user.id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(makeResetLink(anonymous(db), { id: user.id })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
    const other = await buildUser(db, { auth: 3 })
    await use(await linkFor(other))
    const gone = await buildUser(db, { deleted_at: TEST_NOW })
    for (const id of [gone.id, 0, 9_007_199_254_740_991])
      await expect(makeResetLink(admin, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('an administrator who is none any more makes none', async () => {
    const [former, user] = [await buildUser(db, { auth: 3 }), await buildUser(db)]
    await db.updateTable('users').set({ auth: 0 }).where('id', '=', former.id).execute()
    await expect(makeResetLink(userCtx(db, former), { id: user.id })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    const links = db.selectFrom('reset_links').select('user_id').where('user_id', '=', user.id)
    expect(await links.execute()).toEqual([])
  })

  test('is logged, and so is its use, without the token', async () => {
    const lines: unknown[] = []
    const note = (line: object, message: string) => void lines.push({ ...line, message })
    const log = { info: note, warn: note, error: note } as unknown as BaseCtx['log']
    const user = await buildUser(db)
    const { token } = await makeResetLink({ ...admin, log }, { id: user.id })
    const ctx = { ...anonymous(db), log }
    await expect(readResetLink(ctx, { token: createToken() })).rejects.toMatchObject({ code: 'INVALID' })
    await use(token, { ctx })
    const { address } = ctx.client
    expect(lines).toEqual([
      {
        message: 'security event',
        event: 'reset link made',
        userId: admin.actor.user,
        shopId: admin.actor.shop,
        targetId: user.id,
        address: admin.client.address,
      },
      { message: 'access refused', event: 'access refused', reason: 'invalid reset link', address },
      { message: 'security event', event: 'password reset', userId: user.id, shopId: user.id, address },
    ])
    expect(JSON.stringify(lines)).not.toContain(token)
  })
})

describe('the browser in which a link is used', () => {
  const inBrowser = async (user: TestUser) => {
    const cookies = testCookies()
    cookies.session = { token: await startSession(db, user), remember: true }
    return { cookies, page: pageClient(db, user, { cookies }) }
  }

  test("another user's session in it stays", async () => {
    const [user, other] = [await buildUser(db), await buildUser(db)]
    const { page } = await inBrowser(other)
    await page.auth.resetPassword({ token: await linkFor(user), new_password: NEW })
    expect((await page.auth.session()).user?.id).toBe(other.id)
  })

  test('the own session in it ends with its cookie', async () => {
    const user = await buildUser(db)
    const { page, cookies } = await inBrowser(user)
    await page.auth.resetPassword({ token: await linkFor(user), new_password: NEW })
    expect(cookies.session).toBeNull()
    expect((await page.auth.session()).user).toBeNull()
  })
})

describe('the command', () => {
  const panel = 'https://panel.ornek.test/oto-servis/'

  test('prints a link of the user', async () => {
    const user = await buildUser(db)
    const notice = await resetLinkNotice(db, { username: ` ${user.username} `, panel, now: TEST_NOW })
    expect(notice).toContain(`${user.username} için parola bağlantısı (24 saat geçerli`)
    const token = /^https:\/\/panel\.ornek\.test\/oto-servis\/parola#(\S{43})$/m.exec(notice)?.[1] ?? ''
    await use(token)
  })

  test('names a user that is not there', async () => {
    const notice = resetLinkNotice(db, { username: 'yok', panel, now: TEST_NOW })
    await expect(notice).rejects.toThrow('"yok" adında bir kullanıcı yok.')
  })
})
