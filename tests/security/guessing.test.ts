import { describe, expect, test } from 'vitest'

import { testApp } from '#tests/support/app.ts'
import { testDatabase } from '#tests/support/database.ts'
import { buildUser, TEST_NOW } from '#tests/support/factories.ts'

const db = await testDatabase()
const app = testApp(db)
const TRPC = '/oto-servis/api/trpc'

const json = { 'content-type': 'application/json' }
const post = (path: string, init: RequestInit = {}) =>
  app.request(path, { method: 'POST', headers: json, body: '{}', ...init })

describe('too many failed logins', () => {
  test('are told when to come back in the page’s transport too, and in a batch of calls', async () => {
    const { username } = await buildUser(db)
    const sent = JSON.stringify({ json: { username, password: 'yanlış', remember: false } })
    const login = () => post(`${TRPC}/auth.login`, { body: sent })
    expect((await login()).headers.get('retry-after')).toBeNull()
    for (let count = 1; count < 10; count++) await login()
    const refused = await login()
    expect({ status: refused.status, wait: refused.headers.get('retry-after') }).toEqual({
      status: 429,
      wait: '900',
    })
    const calls = await post(`${TRPC}/auth.login,auth.login?batch=1`, { body: `{"0":${sent},"1":${sent}}` })
    expect(calls.headers.get('retry-after')).toBe('900')
  })
})

describe('a browser in which somebody has logged in', () => {
  const login = (on: typeof app, user: { username: string; password: string }, cookie = 'kvkk_onay=1') =>
    on.request(`${TRPC}/auth.login`, {
      method: 'POST',
      headers: { ...json, cookie, 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ json: user }),
    })
  const browserCookie = (answer: Response) =>
    answer.headers.getSetCookie().find((cookie) => cookie.startsWith('bilinen_tarayici=')) ?? ''

  test('is known for 90 days by a cookie that no script reads', async () => {
    const user = await buildUser(db)
    const attributes = (cookie: string) => cookie.split('; ').slice(1).sort().join('; ')
    expect(attributes(browserCookie(await login(app, user)))).toBe(
      'HttpOnly; Max-Age=7776000; Path=/; SameSite=Lax',
    )
    const secure = testApp(db, { publicOrigin: 'https://panel.example.com' })
    expect(browserCookie(await login(secure, user))).toContain('; Secure')
  })

  test('gets in past the failures of others, in both transports; a forged or doubled cookie does not', async () => {
    const user = await buildUser(db)
    const [cookie = ''] = browserCookie(await login(app, user)).split(';')
    await db.deleteFrom('known_places').where('place', 'like', 'address:%').execute()
    const failure = { username_key: user.username, address: '198.51.100.7', created_at: TEST_NOW }
    await db
      .insertInto('login_attempts')
      .values(Array.from({ length: 50 }, () => failure))
      .execute()
    const legacy = async (sent: string) => {
      const body = JSON.stringify(user)
      const own = { ...json, cookie: sent, 'sec-fetch-site': 'same-origin' }
      return (await post('/api/login.php', { headers: own, body })).status
    }
    const forged = `bilinen_tarayici=${'A'.repeat(43)}`
    for (const sent of ['', forged, `${cookie}; ${forged}`, `${cookie}x`]) {
      expect([sent, (await login(app, user, sent)).status]).toEqual([sent, 429])
      expect([sent, await legacy(sent)]).toEqual([sent, 429])
    }
    expect(await legacy(cookie)).toBe(200)
    expect((await login(app, user, `kvkk_onay=1; ${cookie}`)).status).toBe(200)
  })

  test('logs nobody in, and login.php sets no cookie', async () => {
    const user = await buildUser(db)
    const [cookie = ''] = browserCookie(await login(app, user)).split(';')
    const session = await app.request(`${TRPC}/auth.session`, { headers: { cookie } })
    expect(await session.text()).toContain('"user":null')
    const answer = await post('/api/login.php', { body: JSON.stringify(user) })
    expect({ status: answer.status, cookies: answer.headers.getSetCookie() }).toEqual({
      status: 200,
      cookies: [],
    })
  })
})
