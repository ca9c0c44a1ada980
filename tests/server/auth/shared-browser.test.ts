import { describe, expect, test } from 'vitest'

import { legacyLogin, login } from '#server/auth/operations.ts'
import { beginAttempt } from '#server/auth/throttle.ts'
import type { Ctx } from '#server/platform/core/context.ts'
import { AppError } from '#shared/errors.ts'
import { foldUserName } from '#shared/turkish.ts'

import { anonymous, secondsLater } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, type TestUser } from '#tests/support/rows/factories.ts'

const db = await testDatabase()

/** Returns a request from an unused address, with this browser. */
function elsewhere(browser: string): Ctx {
  const ctx = anonymous(db)
  return { ...ctx, client: { ...ctx.client, browser } }
}

/** Logs in and returns the browser's new token. */
async function enter(user: TestUser, ctx: Ctx): Promise<string> {
  const result = await login(ctx, { ...user, remember: true, consentGiven: true })
  if (result.status !== 'active') throw new Error('not let in')
  return result.browser
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

describe('logins of another user in the same browser', () => {
  /** Logs both users in to one browser; each login of the other user gives the browser a new token. */
  async function shared() {
    const [user, other] = [await buildUser(db), await buildUser(db)]
    const first = await enter(user, anonymous(db))
    const again = (browser: string) => enter(other, elsewhere(browser))
    return { user, other, again, browser: await again(first) }
  }

  test('leave the failures of passwords there', async () => {
    const { user, again, ...desk } = await shared()
    let { browser } = desk
    for (let count = 0; count < 10; count++) {
      expect(await tryLogin(user, elsewhere(browser))).toBe('wrong')
      browser = await again(browser)
    }
    expect(await tryLogin(user, elsewhere(browser), user.password)).toBe(900)
  })

  test('leave the failures of codes there: ten in 15 minutes, thirty in a day', async () => {
    const { user, again, ...desk } = await shared()
    let { browser } = desk
    const tried = async (quarter: number) => {
      const now = secondsLater(quarter * 900)
      const tries = beginAttempt({ ...elsewhere(browser), now }, foldUserName(user.username), 'code')
      const outcome = await tries.then(
        ({ place }) => place,
        (error: AppError) => error.code,
      )
      browser = await again(browser)
      return outcome
    }
    for (const quarter of [0, 1, 2]) {
      for (let count = 0; count < 10; count++) expect(await tried(quarter)).toMatch(/^browser:/)
      expect(await tried(quarter)).toBe('TOO_MANY')
    }
    expect(await tried(3)).toBe('TOO_MANY')
    expect(await tried(95)).toBe('TOO_MANY')
    expect(await tried(96)).toMatch(/^browser:/)
  })

  test('let no more than ten attempts through at the same time', async () => {
    const { user, again, ...desk } = await shared()
    let { browser } = desk
    for (let round = 0; round < 4; round++) {
      const tries = Array.from({ length: 4 }, () => tryLogin(user, elsewhere(browser)))
      ;[browser] = await Promise.all([again(browser), ...tries])
    }
    for (let count = 0; count < 10; count++) await tryLogin(user, elsewhere(browser))
    expect(await tryLogin(user, elsewhere(browser), user.password)).toBe(900)
    const checked = await db
      .selectFrom('login_attempts')
      .where('username_key', '=', foldUserName(user.username))
      // Attempts that came too late with the old token counted for an unknown place.
      .where('place', '<>', '')
      .select('place')
      .execute()
    expect(checked).toEqual(Array(10).fill(checked[0]))
  })
})
