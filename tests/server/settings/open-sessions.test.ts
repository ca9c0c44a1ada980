import { expect, test } from 'vitest'

import { deviceOf, endOwnSession, listSessions } from '#server/settings/logins.ts'
import { pageClient, testCookies } from '#tests/support/panel/app.ts'
import { secondsLater, sessionRow, sessionsOf, startSession, whoSends } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { type TestUser, buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'

const db = await testDatabase()

const idOf = async (token: string) => (await sessionRow(db, token))?.id ?? 0

async function ctxOf(user: TestUser, token: string) {
  return userCtx(db, user, { session: { id: await idOf(token), kind: 'web' } })
}

test('the list shows the live sessions of the user, the last used first, and no token', async () => {
  const user = await buildUser(db)
  await startSession(db, user, { now: secondsLater(-13 * 3600) })
  const legacy = await startSession(db, user, { kind: 'legacy', now: secondsLater(-60) })
  const mine = await startSession(db, user)
  const pending = await startSession(db, user, { kind: 'pending', now: secondsLater(-30) })
  await startSession(db, await buildUser(db))
  const sessions = await listSessions(await ctxOf(user, mine))
  expect(sessions.map(({ id, kind, current }) => ({ id, kind, current }))).toEqual([
    { id: await idOf(mine), kind: 'web', current: true },
    { id: await idOf(pending), kind: 'pending', current: false },
    { id: await idOf(legacy), kind: 'legacy', current: false },
  ])
  expect(sessions[0]).toEqual({
    id: await idOf(mine),
    kind: 'web',
    device: 'vitest',
    created_at: '2026-11-21T09:00:00.000Z',
    last_seen_at: '2026-11-21T09:00:00.000Z',
    expires_at: '2026-11-21T21:00:00.000Z',
    current: true,
  })
})

test('a session can be ended by its owner only, once, with immediate effect', async () => {
  const [user, other] = [await buildUser(db), await buildUser(db)]
  const [mine, second] = [await startSession(db, user), await startSession(db, user)]
  const theirs = await startSession(db, other)
  const ctx = await ctxOf(user, mine)
  const gone = { code: 'NOT_FOUND', message: 'Böyle bir açık oturum yok.' } as const
  await endOwnSession(ctx, { id: await idOf(second) })
  expect(await whoSends(db, { cookie: second })).toBeNull()
  for (const id of [await idOf(theirs), 0, 9_007_199_254_740_991])
    await expectRefusal(endOwnSession(ctx, { id }), gone)
  expect(await whoSends(db, { cookie: theirs })).toBe(other.id)
  expect(await sessionsOf(db, user)).toHaveLength(1)
})

test('ending the current session clears its cookie, and ending another does not', async () => {
  const user = await buildUser(db)
  const [mine, second] = [await startSession(db, user), await startSession(db, user)]
  const cookies = testCookies()
  cookies.session = { token: mine, remember: true }
  const { settings } = pageClient(db, null, { cookies })
  await settings.endSession({ id: await idOf(second) })
  expect(cookies.session).not.toBeNull()
  await settings.endSession({ id: await idOf(mine) })
  expect(cookies.session).toBeNull()
  await expect(settings.sessions()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, 'Windows, Chrome'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/142.0`, 'Windows, Edge'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36 OPR/120.0`, 'Linux, Opera'],
  [`Mozilla/5.0 (Linux; Android 16; K) ${CHROME} Mobile Safari/537.36`, 'Android, Chrome'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Linux, Firefox'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile Safari/604.1',
    'iPhone, Safari',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15', 'macOS, Safari'],
  ['curl/8.14.1', 'curl'],
  ['<script>alert(1)</script>', ''],
  ['', ''],
])('the browser %s is shown as %j', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device)
})
