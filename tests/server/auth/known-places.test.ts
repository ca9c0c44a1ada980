import { describe, expect, test } from 'vitest'

import { deleteUser, saveUser } from '#server/admin/operations.ts'
import { purgeLogins } from '#server/auth/purge.ts'
import type { ActiveLogin } from '#server/auth/enter.ts'
import { acceptConsent, legacyLogin, login } from '#server/auth/operations.ts'
import { beginAttempt } from '#server/auth/throttle.ts'
import { createToken } from '#server/auth/token.ts'
import type { Ctx } from '#server/platform/core/context.ts'
import { changePassword } from '#server/settings/password.ts'
import { userInput } from '#shared/admin/schema.ts'
import { AppError } from '#shared/errors.ts'
import { foldUserName } from '#shared/turkish.ts'

import { failingAt, secondsLater, startSession, anonymous } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, TEST_NOW, type TestUser, userCtx } from '#tests/support/rows/factories.ts'

const db = await testDatabase()
const DAYS_90 = 90 * 86_400

/** Returns the same request from a browser with this token. */
const inBrowser = (ctx: Ctx, browser: string): Ctx => ({ ...ctx, client: { ...ctx.client, browser } })
/** Returns a request from an unused address, with this browser. */
const elsewhere = (browser?: string): Ctx =>
  browser === undefined ? anonymous(db) : inBrowser(anonymous(db), browser)

async function enter(user: TestUser, ctx: Ctx): Promise<ActiveLogin> {
  const result = await login(ctx, { ...user, remember: true, consentGiven: true })
  if (result.status !== 'active') throw new Error('asked for consent')
  return result
}

/** Returns 'wrong', 'let in', or the seconds that a refused attempt has to wait. */
async function tryLogin(user: TestUser, ctx: Ctx, password = 'yanlış'): Promise<string | number> {
  try {
    await legacyLogin(ctx, { ...user, password })
    return 'let in'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.code === 'TOO_MANY' ? (error.retryAfter ?? 0) : 'wrong'
  }
}

/** Stores failures of unknown places: `times` for one name, or from one address. */
async function fail(times: number, { as, from }: { as?: TestUser; from?: Ctx }): Promise<void> {
  const rows = Array.from({ length: times }, (_, index) => ({
    username_key: as === undefined ? `herkes${index}` : foldUserName(as.username),
    address: from?.client.address ?? `198.51.100.${index}`,
    created_at: TEST_NOW,
  }))
  await db.insertInto('login_attempts').values(rows).execute()
}

/** Stores fifty failures for the user's name, so that unknown places are refused from now on. */
async function besiege(user: TestUser): Promise<void> {
  await fail(50, { as: user })
  expect(await tryLogin(user, anonymous(db), user.password)).toBe(900)
}

describe('wrong passwords from elsewhere', () => {
  test('do not lock out a browser that has logged in, wherever it is', async () => {
    const user = await buildUser(db)
    const { browser } = await enter(user, anonymous(db))
    await besiege(user)
    const ctx = elsewhere(browser)
    await fail(100, { from: ctx })
    expect(await tryLogin(user, ctx, user.password)).toBe('let in')
  })

  test('do not lock out a known browser behind the same address', async () => {
    const user = await buildUser(db)
    const here = anonymous(db)
    const { browser } = await enter(user, here)
    for (let count = 0; count < 10; count++) expect(await tryLogin(user, here)).toBe('wrong')
    expect(await tryLogin(user, here, user.password)).toBe(900)
    expect(await tryLogin(user, inBrowser(here, browser), user.password)).toBe('let in')
  })

  test("do not lock out an address from which the user or the user's program has logged in", async () => {
    const user = await buildUser(db)
    const [office, server] = [anonymous(db), anonymous(db)]
    await enter(user, office)
    await legacyLogin(server, user)
    await besiege(user)
    for (const ctx of [office, server]) {
      await fail(100, { from: ctx })
      expect(await tryLogin(user, ctx, user.password)).toBe('let in')
    }
  })

  test('do not block a change of password in a known browser', async () => {
    const user = await buildUser(db)
    const { browser } = await enter(user, anonymous(db))
    await besiege(user)
    const { client } = elsewhere(browser)
    const change = { current_password: user.password, new_password: 'Yeni-Parola-9' }
    await expect(changePassword(userCtx(db, user, { client }), change)).resolves.toBeUndefined()
  })
})

describe('the separate limit of a known browser or address', () => {
  test.each(['browser', 'address'])(
    'a known place is allowed ten failures in 15 minutes (%s)',
    async (kind) => {
      const user = await buildUser(db)
      const first = anonymous(db)
      const { browser } = await enter(user, first)
      const place = () => (kind === 'browser' ? elsewhere(browser) : first)
      for (let count = 0; count < 10; count++) expect(await tryLogin(user, place())).toBe('wrong')
      expect(await tryLogin(user, place(), user.password)).toBe(900)
      expect(await tryLogin(user, { ...place(), now: secondsLater(900) }, user.password)).toBe('let in')
    },
  )

  test('a successful login resets the limit of the known place and no other limit', async () => {
    const user = await buildUser(db)
    const here = anonymous(db)
    const { browser } = await enter(user, here)
    for (let count = 0; count < 9; count++) await tryLogin(user, elsewhere(browser))
    expect(await tryLogin(user, elsewhere(browser), user.password)).toBe('let in')
    for (let count = 0; count < 10; count++) expect(await tryLogin(user, elsewhere(browser))).toBe('wrong')
    expect(await tryLogin(user, elsewhere(browser))).toBe(900)
    const another = anonymous(db)
    for (let count = 0; count < 10; count++) expect(await tryLogin(user, another)).toBe('wrong')
  })

  test('each browser of a user, and each user of a browser, has its own limit', async () => {
    const [father, son] = [await buildUser(db), await buildUser(db)]
    const desk = await enter(father, anonymous(db))
    const { browser } = await enter(son, elsewhere(desk.browser))
    expect(browser).not.toBe(desk.browser)
    for (let count = 0; count < 10; count++) await tryLogin(father, elsewhere(browser))
    expect(await tryLogin(father, elsewhere(browser), father.password)).toBe(900)
    await besiege(son)
    expect(await tryLogin(son, elsewhere(browser), son.password)).toBe('let in')
    await besiege(father)
    const phone = (await enter(father, { ...elsewhere(browser), now: secondsLater(900) })).browser
    expect(await tryLogin(father, elsewhere(phone), father.password)).toBe('let in')
  })
})

describe('places that count as unknown', () => {
  const besieged = async (user: TestUser, ctx: Ctx) => {
    await besiege(user)
    return tryLogin(user, ctx, user.password)
  }

  test('a browser with an invented token is unknown', async () => {
    const user = await buildUser(db)
    await enter(user, anonymous(db))
    expect(await besieged(user, elsewhere(createToken()))).toBe(900)
  })

  test('the browser and the address of another user are unknown', async () => {
    const [user, other] = [await buildUser(db), await buildUser(db)]
    const there = anonymous(db)
    const { browser } = await enter(other, there)
    expect(await besieged(user, inBrowser(there, browser))).toBe(900)
  })

  test('a browser and an address are unknown after 90 days', async () => {
    const user = await buildUser(db)
    const here = anonymous(db)
    const { browser } = await enter(user, here)
    const late = (seconds: number) => ({ ...inBrowser(here, browser), now: secondsLater(seconds) })
    const attempt = (ctx: Ctx) => beginAttempt(ctx, foldUserName(user.username))
    expect((await attempt(late(DAYS_90 - 1))).place).toMatch(/^browser:[0-9a-f]{64}$/)
    expect((await attempt(late(DAYS_90))).place).toBe('')
  })

  test('the token that a browser had before its last login is unknown', async () => {
    const user = await buildUser(db)
    const planted = (await enter(await buildUser(db), anonymous(db))).browser
    await enter(user, elsewhere(planted))
    expect(await besieged(user, elsewhere(planted))).toBe(900)
  })

  test('a browser in which the notice was not accepted is unknown', async () => {
    const user = await buildUser(db)
    const here = anonymous(db)
    const asked = await login(here, { ...user, remember: true, consentGiven: false })
    expect(await besieged(user, here)).toBe(900)
    if (asked.status !== 'consent') throw new Error('not asked')
    const { browser } = await acceptConsent(here, { pending: asked.pending })
    expect(await tryLogin(user, elsewhere(browser), user.password)).toBe('let in')
  })
})

describe('forgetting known places', () => {
  const placesOf = async (user: Pick<TestUser, 'id'>) =>
    (await db.selectFrom('known_places').select('place').where('user_id', '=', user.id).execute()).length

  test('a change of password forgets every place except the current one', async () => {
    const user = await buildUser(db)
    const thief = (await enter(user, anonymous(db))).browser
    const here = anonymous(db)
    const { browser } = await enter(user, here)
    const { client } = inBrowser(here, browser)
    const session = { id: 0, kind: 'web' as const }
    const change = { current_password: user.password, new_password: 'Yeni-Parola-9' }
    await changePassword(userCtx(db, user, { client, session }), change)
    expect(await placesOf(user)).toBe(2)
    const changed = { ...user, password: 'Yeni-Parola-9' }
    await besiege(changed)
    expect(await tryLogin(changed, elsewhere(thief), changed.password)).toBe(900)
    expect(await tryLogin(changed, elsewhere(browser), changed.password)).toBe('let in')
  })

  test('a password set by an administrator, or a deletion of the user, forgets every place', async () => {
    const admin = userCtx(db, await buildUser(db, { auth: 3 }))
    const user = await buildUser(db)
    await enter(user, anonymous(db))
    await saveUser(admin, userInput.parse({ id: user.id, company_name: 'Yeni Ad' }))
    expect(await placesOf(user)).toBe(2)
    await saveUser(admin, userInput.parse({ id: user.id, new_password: 'başka bir söz' }))
    expect(await placesOf(user)).toBe(0)
    await enter({ ...user, password: 'başka bir söz' }, anonymous(db))
    await deleteUser(admin, { id: user.id })
    expect(await placesOf(user)).toBe(0)
  })

  test('known places are forgotten after 90 days', async () => {
    const user = await buildUser(db)
    await enter(user, anonymous(db))
    await purgeLogins(db, secondsLater(DAYS_90 - 1))
    expect(await placesOf(user)).toBe(2)
    await purgeLogins(db, secondsLater(DAYS_90))
    expect(await placesOf(user)).toBe(0)
  })
})

test('the database holds no token of a browser in the clear', async () => {
  const user = await buildUser(db)
  const { browser } = await enter(user, anonymous(db))
  expect(JSON.stringify(await db.selectFrom('known_places').selectAll().execute())).not.toContain(browser)
})

test('the token of a known browser opens no session', async () => {
  const user = await buildUser(db)
  const { browser } = await enter(user, anonymous(db))
  const session = await startSession(db, user)
  expect(session).not.toBe(browser)
  expect(await tryLogin(user, elsewhere(browser))).toBe('wrong')
})

test('logins are refused while known places cannot be read', async () => {
  const user = await buildUser(db)
  const ctx = { ...anonymous(db), db: failingAt(db, 'SelectQueryNode', 'known_places') }
  await expect(login(ctx, { ...user, remember: true, consentGiven: true })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  })
})
