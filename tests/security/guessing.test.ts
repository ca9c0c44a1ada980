import { describe, expect, test } from 'vitest'

import { messages } from '#shared/messages.ts'
import { type Reply, requests, testApp, TRPC } from '#tests/support/panel/app.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, TEST_NOW } from '#tests/support/rows/factories.ts'

const db = await testDatabase()
const app = testApp(db)
const { call, get, post } = requests(app)

describe('too many failed logins', () => {
  test("the page's transport returns the time to wait, also in a batch of calls", async () => {
    const { username } = await buildUser(db)
    const sent = { username, password: 'yanlış', remember: false }
    const login = () => post(`${TRPC}/auth.login`, sent)
    expect((await login()).headers.get('retry-after')).toBeNull()
    for (let count = 1; count < 10; count++) await login()
    const refused = await login()
    expect({ status: refused.status, wait: refused.headers.get('retry-after') }).toEqual({
      status: 429,
      wait: '900',
    })
    const calls = await call(`${TRPC}/auth.login,auth.logout?batch=1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ 0: { json: sent }, 1: { json: {} } }),
    })
    expect(calls.headers.get('retry-after')).toBe('900')
  })

  test.each([
    'auth.login,auth.login',
    'auth.login%2Cauth.login',
    'auth%2Elogin,auth.logout,settings.confirmPassword',
    'auth.resetPassword,auth.login',
    'staff.save,settings.changePassword',
    'auth.login,auth.login/',
    'auth.login,auth.login//',
    Array(10).fill('admin.saveUser').join(','),
  ])('a request with several checks of passwords (%s) is refused and not counted', async (names) => {
    const { username } = await buildUser(db)
    const sent = { json: { username, password: 'yanlış', remember: false } }
    const { status, body } = await call(`${TRPC}/${names}?batch=1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ 0: sent, 1: sent, 2: sent }),
    })
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain(messages.invalidInput)
    const attempts = db.selectFrom('login_attempts').select('id').where('username_key', '=', username)
    expect(await attempts.execute()).toEqual([])
  })
})

describe('a known browser', () => {
  const login = (on: typeof app, user: { username: string; password: string }, cookie = 'kvkk_onay=1') =>
    requests(on).post(`${TRPC}/auth.login`, user, { cookie, 'sec-fetch-site': 'same-origin' })
  const browserCookie = ({ headers }: Reply) =>
    headers.getSetCookie().find((cookie) => /^(__Host-)?bilinen_tarayici=/.test(cookie)) ?? ''

  test('a browser is known for 90 days by a cookie that scripts cannot read', async () => {
    const user = await buildUser(db)
    const attributes = (cookie: string) => cookie.split('; ').slice(1).sort().join('; ')
    expect(attributes(browserCookie(await login(app, user)))).toBe(
      'HttpOnly; Max-Age=7776000; Path=/; SameSite=Lax',
    )
    const secure = testApp(db, { publicOrigin: 'https://panel.example.com' })
    expect(browserCookie(await login(secure, user))).toMatch(/^__Host-.*; Secure/)
  })

  test('a known browser can log in despite failures of others, over both transports; a forged or doubled cookie does not help', async () => {
    const user = await buildUser(db)
    const [cookie = ''] = browserCookie(await login(app, user)).split(';')
    await db.deleteFrom('known_places').where('place', 'like', 'address:%').execute()
    const failure = { username_key: user.username, address: '198.51.100.7', created_at: TEST_NOW }
    await db
      .insertInto('login_attempts')
      .values(Array.from({ length: 50 }, () => failure))
      .execute()
    const legacy = async (cookie: string) =>
      (await post('login.php', user, { cookie, 'sec-fetch-site': 'same-origin' })).status
    const forged = `bilinen_tarayici=${'A'.repeat(43)}`
    for (const sent of ['', forged, `${cookie}; ${forged}`, `${cookie}x`]) {
      expect([sent, (await login(app, user, sent)).status]).toEqual([sent, 429])
      expect([sent, await legacy(sent)]).toEqual([sent, 429])
    }
    expect(await legacy(cookie)).toBe(200)
    expect((await login(app, user, `kvkk_onay=1; ${cookie}`)).status).toBe(200)
  })

  test('the cookie of a known browser is no session, and login.php does not set it', async () => {
    const user = await buildUser(db)
    const [cookie = ''] = browserCookie(await login(app, user)).split(';')
    const session = await get(`${TRPC}/auth.session`, { cookie })
    expect(session.text).toContain('"user":null')
    const answer = await post('login.php', user)
    expect({ status: answer.status, cookies: answer.headers.getSetCookie() }).toEqual({
      status: 200,
      cookies: [],
    })
  })
})
