import { TRPCClientError } from '@trpc/client'
import { describe, expect, test } from 'vitest'

import { legacyPaths } from '#server/transports/legacy/routes.ts'
import { appRouter } from '#server/transports/rpc/app-router.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import { pageClient, requests, testApp, testCookies } from '#tests/support/panel/app.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser } from '#tests/support/rows/factories.ts'
import { appCode, withFactor, wrongCode } from '#tests/support/security/second-factor.ts'

const db = await testDatabase()
const required = testApp(db, { adminFactorRequired: true })

/** Procedures that need no session. */
const isOpen = (path: string) => path.startsWith('auth.')
const procedures = Object.keys(appRouter._def.procedures).filter((path) => !isOpen(path))

async function codeOf(caller: unknown, path: string): Promise<unknown> {
  const procedure = path.split('.').reduce<unknown>((node, name) => Reflect.get(node as object, name), caller)
  try {
    await (procedure as () => Promise<unknown>)()
    return 'OK'
  } catch (error) {
    return error instanceof TRPCClientError ? Reflect.get(error, 'code') : error
  }
}

describe('an administrator without a required second factor', () => {
  test('has no session in any procedure or in the page', async () => {
    const admin = await buildUser(db, { auth: AUTH_ADMIN })
    const page = pageClient(db, admin, { app: required })
    const answers = await Promise.all(procedures.map((path) => codeOf(page, path)))
    expect(new Set(answers)).toEqual(new Set(['UNAUTHORIZED']))
    expect(await page.auth.session()).toMatchObject({ user: null })
  })

  test('has no session on any old path, with either kind of token', async () => {
    const admin = await buildUser(db, { auth: AUTH_ADMIN })
    const token = await startSession(db, admin, { kind: 'legacy' })
    const cookie = `session_id=${await startSession(db, admin)}`
    const paths = Object.keys(legacyPaths).filter((path) => path !== 'login.php')
    for (const headers of [{ 'session-id': token }, { cookie, 'sec-fetch-site': 'same-origin' }]) {
      const calls = paths.flatMap((path) =>
        ['GET', 'POST'].map((method) => requests(required).call(path, { method, headers })),
      )
      const statuses = (await Promise.all(calls)).map(({ status }) => status)
      expect(statuses.filter((status) => status !== 401 && status !== 405)).toEqual([])
      expect(statuses.filter((status) => status === 401)).toHaveLength(paths.length)
    }
  })

  test('works once the factor is on, and users work without it', async () => {
    const admin = await buildUser(db, { auth: AUTH_ADMIN })
    const page = pageClient(db, admin, { app: required })
    expect((await page.auth.session()).user).toBeNull()
    await withFactor(db, admin)
    // The password alone had opened that session.
    expect((await page.auth.session()).user).toBeNull()
    expect((await pageClient(db, admin, { app: required }).auth.session()).user?.id).toBe(admin.id)
    const user = await buildUser(db)
    expect((await pageClient(db, user, { app: required }).auth.session()).user?.id).toBe(user.id)
  })

  test('gets the set-up over HTTP, the recovery codes once, and then the page', async () => {
    const admin = await buildUser(db, { auth: AUTH_ADMIN })
    const cookies = testCookies(true)
    const page = pageClient(db, null, { app: required, cookies })
    const step = await page.auth.login(admin)
    if (step.status !== 'setup') throw new Error(`not the set-up: ${step.status}`)
    expect(cookies.session).toBeNull()
    const { key, qr } = await page.auth.setUp({ pending: step.pending })
    expect(qr.size).toBeGreaterThan(30)
    const { codes, next } = await page.auth.completeSetUp({ pending: step.pending, code: appCode(key) })
    expect([codes.length, next.status]).toEqual([10, 'active'])
    expect((await page.auth.session()).user?.id).toBe(admin.id)
  })
})

describe('the second step over HTTP', () => {
  test('the page has no cookie before the code, and the session after it', async () => {
    const user = await buildUser(db)
    const { key } = await withFactor(db, user)
    const cookies = testCookies(true)
    const page = pageClient(db, null, { cookies })
    const step = await page.auth.login({ ...user, remember: false })
    if (step.status !== 'code') throw new Error(`not the code: ${step.status}`)
    const { pending } = step
    expect([cookies.session, cookies.browser]).toEqual([null, null])
    const elsewhere = [
      () => page.auth.acceptConsent({ pending, accepted: true }),
      () => page.auth.setUp({ pending }),
    ]
    for (const call of elsewhere) await expect(call()).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const refused = page.auth.enterCode({ pending, code: wrongCode(key) })
    await expect(refused).rejects.toMatchObject({ code: 'BAD_REQUEST', field: 'code' })
    await expect(page.auth.enterCode({ pending, code: '12' })).rejects.toMatchObject({ field: 'code' })
    await page.auth.enterCode({ pending, code: appCode(key) })
    expect(cookies.session?.remember).toBe(false)
    expect((await page.auth.session()).user?.id).toBe(user.id)
  })

  test('login.php returns a message without the code, and the token with it', async () => {
    const { post } = requests(testApp(db))
    const user = await buildUser(db)
    const { key, codes } = await withFactor(db, user)
    const refused = await post('login.php', user)
    expect([refused.status, refused.body]).toEqual([
      200,
      {
        success: false,
        message: 'Bu hesapta iki adımlı doğrulama açık: doğrulama kodunu da gönderin (code alanı).',
      },
    ])
    const sent = await post('login.php', { ...user, code: appCode(key) })
    expect(sent.body).toMatchObject({ success: true, message: 'Giriş başarılı.', token: expect.any(String) })
    expect((await post('login.php', { ...user, code: codes[0] })).body).toMatchObject({ success: true })
    const without = await buildUser(db)
    for (const code of [undefined, null, [1], { a: 1 }, 'abc'])
      expect((await post('login.php', { ...without, code })).body).toMatchObject({ success: true })
  })

  test('one of eight simultaneous logins with one code wins', async () => {
    const user = await buildUser(db)
    const { key } = await withFactor(db, user)
    const pages = Array.from({ length: 8 }, () => pageClient(db, null, { cookies: testCookies(true) }))
    const steps = await Promise.all(pages.map((page) => page.auth.login(user)))
    const entered = await Promise.allSettled(
      pages.map((page, index) => {
        const step = steps[index]
        if (step?.status !== 'code') throw new Error('not the code')
        return page.auth.enterCode({ pending: step.pending, code: appCode(key) })
      }),
    )
    expect(entered.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('one of several simultaneous logins with one recovery code wins', async () => {
    const user = await buildUser(db)
    const { codes } = await withFactor(db, user)
    const { post } = requests(testApp(db))
    const sent = await Promise.all(
      Array.from({ length: 6 }, () => post('login.php', { ...user, code: codes[0] })),
    )
    expect(sent.filter(({ body }) => body['success'] === true)).toHaveLength(1)
  })
})

test('recovery codes are stored only as hashes, and no later response has a key or code', async () => {
  const user = await buildUser(db)
  const { key, codes } = await withFactor(db, user)
  const page = pageClient(db, user)
  const shown = JSON.stringify([
    await page.settings.factor(),
    await page.settings.get(),
    await page.auth.session(),
    await page.settings.sessions(),
  ])
  expect(shown).not.toContain(key)
  const hashes = await db.selectFrom('recovery_codes').selectAll().where('user_id', '=', user.id).execute()
  expect(hashes).toHaveLength(10)
  for (const code of codes) expect(shown + JSON.stringify(hashes)).not.toContain(code)
})
