import { describe, expect, test } from 'vitest'

import { legacyLogin, login } from '#server/auth/operations.ts'
import { purgeLogins } from '#server/auth/purge.ts'
import { hashToken } from '#server/auth/token.ts'
import { dismissLogins, listNewLogins, reportLogins } from '#server/settings/logins.ts'
import { listPasskeys } from '#server/settings/second-factor.ts'
import { anonymous, newAddress, secondsLater, sessionRow, sessionsOf } from '#tests/support/rows/auth.ts'
import { withPasskey } from '#tests/support/security/authenticator.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, type TestUser, userCtx } from '#tests/support/rows/factories.ts'

const db = await testDatabase()
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
let time = 0

/** Logs in a minute later; `browser` is the cookie of an earlier login. */
async function enter(user: TestUser, browser?: string, address = newAddress()) {
  time += 60
  const now = secondsLater(time)
  const client = { address, userAgent: CHROME, browser }
  const result = await login(anonymous(db, { client, now }), { ...user, remember: true, consentGiven: true })
  if (result.status !== 'active') throw new Error('not active')
  const session = await sessionRow(db, result.token)
  const ctx = userCtx(db, user, { now, session: { id: session?.id ?? 0, kind: 'web' } })
  return { browser: result.browser, ctx }
}

const integrate = (user: TestUser, seconds: number, address = newAddress()) =>
  legacyLogin(anonymous(db, { client: { address, userAgent: 'curl/8' }, now: secondsLater(seconds) }), user)

const newsOf = async ({ ctx }: Awaited<ReturnType<typeof enter>>) => (await listNewLogins(ctx)).news

describe('a login from a new device', () => {
  test('the first login of an account is no news, nor are later ones from that browser', async () => {
    const user = await buildUser(db)
    const first = await enter(user)
    const again = await enter(user, first.browser)
    expect(await listNewLogins(again.ctx)).toEqual({ news: [], all: [] })
  })

  test('only the first login of an account writes its row in the table of users', async () => {
    const user = await buildUser(db)
    const updated: string[] = []
    const watched = db.withPlugin({
      transformQuery: ({ node }) => {
        if (node.kind === 'UpdateQueryNode') updated.push(JSON.stringify(node.table))
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    })
    const writesOf = async (seconds: number) => {
      updated.length = 0
      await legacyLogin(
        anonymous(watched, {
          client: { address: '203.0.113.7', userAgent: 'curl/8' },
          now: secondsLater(seconds),
        }),
        user,
      )
      return updated.filter((table) => table.includes('"users"')).length
    }
    expect([await writesOf(0), await writesOf(60)]).toEqual([1, 0])
  })

  test('is shown in every session but its own, also in one that was open, until it is answered', async () => {
    const user = await buildUser(db)
    const first = await enter(user)
    const unknown = await enter(user, undefined, '203.0.113.9')
    expect(await newsOf(unknown)).toEqual([])
    const next = await enter(user, first.browser)
    const [news] = await newsOf(next)
    expect(await newsOf(first)).toEqual([news])
    expect(news).toEqual({
      id: expect.any(Number),
      at: unknown.ctx.now.toISOString(),
      device: 'Windows, Chrome',
      address: '203.0.113.x',
      method: 'password',
    })
    await dismissLogins(next.ctx, { id: news?.id ?? 0 })
    expect(await listNewLogins(next.ctx)).toEqual({ news: [], all: [news] })
    expect(await newsOf(await enter(user, next.browser))).toEqual([])
  })

  test('is not answered by the session that it began', async () => {
    const user = await buildUser(db)
    const first = await enter(user)
    const unknown = await enter(user)
    const [own] = (await listNewLogins(unknown.ctx)).all
    await dismissLogins(unknown.ctx, { id: own?.id ?? 0 })
    expect(await newsOf(await enter(user, first.browser))).toEqual([own])
  })

  test.each([
    ['another device', () => undefined],
    ['the same device', ({ browser }: { browser: string }) => browser],
  ])('an intruder does not answer for the own login from %s', async (_device, browserOf) => {
    const user = await buildUser(db)
    const own = await enter(user)
    const intruder = await enter(user)
    const again = await enter(user, browserOf(intruder))
    const ids = (await newsOf(again)).map(({ id }) => id)
    expect(ids).toHaveLength(1)
    await reportLogins(again.ctx, { id: Math.max(...ids) })
    await dismissLogins(again.ctx, { id: Math.max(...ids) })
    expect(await newsOf(again)).toEqual([])
    const next = await enter(user, own.browser)
    const news = await newsOf(next)
    const since = intruder.ctx.now.toISOString()
    expect(news.at(-1)?.at).toBe(since)
    const id = Math.max(...news.map((login) => login.id))
    expect(await reportLogins(next.ctx, { id })).toMatchObject({ since })
  })

  test('is reported from a session that was open before it', async () => {
    const user = await buildUser(db)
    const open = await enter(user)
    const intruder = await enter(user)
    await withPasskey(db, user)
    const added = db
      .updateTable('passkey')
      .where('user_id', '=', user.id)
      .set({ created_at: intruder.ctx.now })
    await added.execute()
    const [news] = await newsOf(open)
    const report = await reportLogins(open.ctx, { id: news?.id ?? 0 })
    expect(report).toMatchObject({
      since: intruder.ctx.now.toISOString(),
      ended: { sessions: 1, passkeys: 1 },
    })
    expect(await newsOf(await enter(user, open.browser))).toEqual([])
  })

  test('a login that the notice had no room for is not answered with those that it shows', async () => {
    const user = await buildUser(db)
    const own = await enter(user)
    for (let i = 0; i < 4; i += 1) await enter(user)
    const next = await enter(user, own.browser)
    const shown = await newsOf(next)
    await dismissLogins(next.ctx, { id: Math.max(...shown.map(({ id }) => id)) })
    expect(await newsOf(next)).toHaveLength(1)
  })

  test('a browser that an older version noted counts as known since its last login there', async () => {
    const user = await buildUser(db)
    const own = await enter(user)
    await db
      .updateTable('known_places')
      .set({ first_login_at: null })
      .where('user_id', '=', user.id)
      .execute()
    const unknown = await enter(user)
    const next = await enter(user, own.browser)
    await dismissLogins(next.ctx, { id: (await newsOf(next))[0]?.id ?? 0 })
    expect(await newsOf(await enter(user, unknown.browser))).toEqual([])
  })

  test('"Ben değildim" ends the other sessions, and answers only for what was shown', async () => {
    const user = await buildUser(db)
    const first = await enter(user)
    await enter(user)
    const next = await enter(user, first.browser)
    const [news] = await newsOf(next)
    const later = await enter(user)
    await reportLogins(next.ctx, { id: news?.id ?? 0 })
    expect((await sessionsOf(db, user)).map(({ id }) => id)).toEqual([next.ctx.actor.session.id])
    const again = await enter(user, next.browser)
    expect((await newsOf(again)).map(({ at }) => at)).toEqual([later.ctx.now.toISOString()])
  })

  test('"Ben değildim" also makes the browsers of others unknown and removes the passkeys that were added since', async () => {
    const user = await buildUser(db)
    const first = await enter(user)
    await withPasskey(db, user)
    const unknown = await enter(user)
    const [known] = (await listPasskeys(first.ctx)).items
    await withPasskey(db, user)
    const others = db
      .updateTable('passkey')
      .where('user_id', '=', user.id)
      .where('id', '<>', known?.id ?? 0)
    await others.set({ created_at: unknown.ctx.now }).execute()
    const next = await enter(user, first.browser)
    const own = { ...next.ctx, client: { ...next.ctx.client, browser: next.browser } }
    const [news] = await newsOf(next)
    await reportLogins(own, { id: news?.id ?? 0 })
    expect((await listPasskeys(own)).items).toEqual([known])
    const places = await db
      .selectFrom('known_places')
      .where('user_id', '=', user.id)
      .where('token_hash', 'is not', null)
      .select('token_hash')
      .execute()
    expect(places).toEqual([{ token_hash: hashToken(next.browser) }])
    await reportLogins(own, { id: news?.id ?? 0 })
    expect((await listPasskeys(own)).items).toEqual([known])
  })

  test('the last three are shown, and another user’s never', async () => {
    const [user, other] = [await buildUser(db), await buildUser(db)]
    for (let i = 0; i < 5; i += 1) await enter(user)
    await enter(other)
    const next = await enter(user)
    const news = await newsOf(next)
    expect(news).toHaveLength(3)
    const theirs = await enter(other)
    await dismissLogins(theirs.ctx, { id: news[0]?.id ?? 0 })
    expect(await newsOf(theirs)).toEqual([])
    expect(await newsOf(next)).toEqual(news)
  })

  test('a program is noted at an unknown address, once a day, and is asked nothing', async () => {
    const user = await buildUser(db)
    await enter(user)
    time += 60
    const address = newAddress()
    await integrate(user, time, address)
    await integrate(user, time + 60, address)
    await integrate(user, time + 120)
    const rows = () => db.selectFrom('new_login').where('user_id', '=', user.id).selectAll().execute()
    expect(await rows()).toMatchObject([{ method: 'legacy', user_agent: 'curl/8' }])
    await integrate(user, time + 120 + 86_400)
    expect(await rows()).toHaveLength(2)
    const [session] = (await sessionsOf(db, user)).filter(({ kind }) => kind === 'legacy')
    const ctx = userCtx(db, user, { session: { id: session?.id ?? 0, kind: 'legacy' } })
    expect((await listNewLogins(ctx)).news).toEqual([])
    const id = 2_000_000_000
    await expect(dismissLogins(ctx, { id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(reportLogins(ctx, { id })).rejects.toMatchObject({ code: 'UNCONFIRMED' })
    await purgeLogins(db, secondsLater(time + 92 * 86_400))
    expect(await rows()).toEqual([])
  })
})
