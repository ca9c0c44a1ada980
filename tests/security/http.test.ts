import { pino } from 'pino'
import { describe, expect, test } from 'vitest'

import { startSession } from '#tests/support/auth.ts'
import { testApp } from '#tests/support/app.ts'
import { testDatabase } from '#tests/support/database.ts'
import { buildUser } from '#tests/support/factories.ts'

const db = await testDatabase()
const app = testApp(db)
const TRPC = '/oto-servis/api/trpc'

/** The database when every statement fails. */
const failing = (error: Error) =>
  db.withPlugin({
    transformQuery: () => {
      throw error
    },
    transformResult: async ({ result }) => result,
  })

const json = { 'content-type': 'application/json' }
const post = (path: string, init: RequestInit = {}) =>
  app.request(path, { method: 'POST', headers: json, body: '{}', ...init })

describe('every answer', () => {
  test('carries the security headers and its number', async () => {
    const { headers } = await app.request('/healthz')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('strict-transport-security')).toBeNull()
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('over https asks for https from then on', async () => {
    const secure = testApp(db, { publicOrigin: 'https://panel.example.com' })
    const { headers } = await secure.request('/healthz')
    expect(headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains')
  })

  test('of the API is kept nowhere and lets no other site read it', async () => {
    for (const path of ['/api/getKayitlar.php', '/oto-servis/api/getKayitlar.php', `${TRPC}/auth.session`]) {
      const { headers } = await app.request(path, { headers: { origin: 'https://evil.test' } })
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })
})

describe('a cookie that another site makes the browser send', () => {
  const own = 'http://localhost'

  test.each([
    [{ 'sec-fetch-site': 'cross-site', origin: own }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'none' }],
    [{ origin: 'https://evil.test' }],
    [{ origin: 'null' }],
    [{ origin: 'http://localhost.evil.test' }],
    [{}],
  ])('changes nothing: %j', async (headers) => {
    const user = await buildUser(db)
    const cookie = `session_id=${await startSession(db, user)}`
    for (const path of ['/api/submitKayit.php', `${TRPC}/kayit.save`]) {
      const info = { musteri_adi_soyadi: 'Kurban', plaka: '34 CS 1' }
      const body = path.startsWith(TRPC) ? { json: { info } } : { info }
      const answer = await post(path, {
        headers: { ...json, cookie, ...headers },
        body: JSON.stringify(body),
      })
      expect(answer.status).toBe(403)
      expect(await answer.text()).toContain('Bu istek başka bir siteden geldiği için reddedildi.')
    }
    const rows = await db.selectFrom('kayit').select('id').where('user_id', '=', user.id).execute()
    expect(rows).toEqual([])
  })

  test.each([[{ 'sec-fetch-site': 'same-origin' }], [{ origin: own, host: 'localhost' }]])(
    'from our own page does: %j',
    async (headers) => {
      const user = await buildUser(db)
      const cookie = `session_id=${await startSession(db, user)}`
      const info = { musteri_adi_soyadi: 'Ayşe Işık', plaka: '34 CS 1' }
      const answer = await post(`${TRPC}/kayit.save`, {
        headers: { ...json, cookie, ...headers },
        body: JSON.stringify({ json: { info } }),
      })
      expect(answer.status).toBe(200)
    },
  )

  test('cannot log anybody in either', async () => {
    const answer = await post(`${TRPC}/auth.login`, {
      headers: { ...json, 'sec-fetch-site': 'cross-site' },
      body: JSON.stringify({ json: { username: 'x', password: 'yyyy' } }),
    })
    expect(answer.status).toBe(403)
  })
})

test('a page that speaks for another user than its cookie has no session, in both transports', async () => {
  const [mine, theirs] = [await buildUser(db), await buildUser(db)]
  const cookie = `session_id=${await startSession(db, theirs)}`
  const info = { musteri_adi_soyadi: 'Ayşe Işık', plaka: '34 CS 1' }
  const save = (pageUser: string) => {
    const headers = { ...json, cookie, 'sec-fetch-site': 'same-origin', 'x-page-user': pageUser }
    return Promise.all([
      post('/api/submitKayit.php', { headers, body: JSON.stringify({ info }) }),
      post(`${TRPC}/kayit.save`, { headers, body: JSON.stringify({ json: { info } }) }),
    ])
  }
  const stored = () => db.selectFrom('kayit').select('id').where('user_id', '=', theirs.id).execute()
  for (const pageUser of [String(mine.id), '', 'x'])
    expect((await save(pageUser)).map(({ status }) => status)).toEqual([401, 401])
  expect(await stored()).toEqual([])
  expect((await save(String(theirs.id))).map(({ status }) => status)).toEqual([200, 200])
  expect(await stored()).toHaveLength(2)
})

describe('the page’s transport', () => {
  test('refuses a batch of thousands before doing any of it', async () => {
    const answer = await app.request(`${TRPC}/${','.repeat(7_000)}?batch=1`)
    expect(answer.status).toBe(400)
    expect((await answer.text()).length).toBeLessThan(2_048)
  })

  test('refuses eleven calls in one and takes ten', async () => {
    const call = (count: number) =>
      app.request(`${TRPC}/${Array(count).fill('auth.session').join(',')}?batch=1`)
    expect((await call(11)).status).toBe(400)
    expect((await call(10)).status).toBe(200)
  })

  test.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    [''],
  ])('refuses a body of type %j', async (type) => {
    const headers = type === '' ? {} : { 'content-type': type }
    expect((await post(`${TRPC}/auth.logout`, { headers })).status).toBe(415)
  })

  test('refuses a body over 2 MB', async () => {
    const body = JSON.stringify({ json: 'x'.repeat(2 * 1024 * 1024) })
    expect((await post(`${TRPC}/auth.logout`, { body })).status).toBe(413)
  })

  test.each([
    ['{"json":'],
    ['[]'],
    ['"text"'],
    ['null'],
    ['{"json":{"username":1}}'],
    ['{"json":{"username":"x"},"meta":{"values":{"__proto__.x":["Date"]}}}'],
    ['{"json":{"username":"x"},"meta":{"values":{"username":["regexp"]}}}'],
    ['{"json":{"username":"x"},"meta":{"values":{"username":[["custom","X"]]}}}'],
    [`{"json":${'['.repeat(5_000)}${']'.repeat(5_000)}}`],
    ['{"json":{"__proto__":{"auth":3},"username":"x","password":"yyyy"}}'],
  ])('answers a strange body with a refusal, not with a fault: %s', async (body) => {
    const answer = await post(`${TRPC}/auth.login`, { body })
    const text = await answer.text()
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(text).not.toMatch(/\bat .*\.(?:ts|js|mjs):\d|node_modules|superjson/)
    expect(({} as Record<string, unknown>)['auth']).toBeUndefined()
  })

  test('says nothing about a bug but its number, which the log has too', async () => {
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
    const broken = testApp(failing(new Error('secret: password=123')), { log })
    const headers = { 'session-id': 'A'.repeat(43) }
    for (const path of ['/api/getKayitlar.php', `${TRPC}/kayit.list`]) {
      const answer = await broken.request(path, { headers })
      const text = await answer.text()
      expect(answer.status).toBe(500)
      expect(text).toContain('Beklenmeyen bir hata oluştu.')
      expect(text).not.toContain('secret')
      const number = answer.headers.get('x-request-id') ?? 'none'
      expect(text).toContain(number)
      expect(lines.join('')).toContain(number)
    }
  })
})

describe('the old paths', () => {
  test.each([
    ['/api/nope.php', 'GET', 404],
    ['/api/', 'GET', 404],
    ['/api/getKayitlar.php/x', 'GET', 404],
    ['/api/getKayitlar.php', 'POST', 405],
    ['/api/submitKayit.php', 'GET', 405],
    ['/api/submitKayit.php', 'HEAD', 405],
    ['/api/submitKayit.php', 'OPTIONS', 405],
    ['/api/getKayitlar.php', 'GET', 401],
    ['/oto-servis/api/getKayitlar.php', 'GET', 401],
  ])('%s by %s from an anonymous caller is %d', async (path, method, status) => {
    const answer = await app.request(path, { method })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('allow') !== null).toBe(status === 405)
  })

  test('look at path, method, session, size, type and body in this order', async () => {
    const user = await buildUser(db)
    const token = await startSession(db, user, { kind: 'legacy' })
    const big = 'x'.repeat(2 * 1024 * 1024 + 1)
    const call = async (headers: Record<string, string>, body: string) => {
      const answer = await app.request('/api/submitKayit.php', { method: 'POST', headers, body })
      return answer.status
    }
    expect(await call({ 'content-type': 'text/plain' }, big)).toBe(401)
    expect(await call({ 'session-id': token, 'content-type': 'text/plain' }, big)).toBe(413)
    expect(await call({ 'session-id': token, 'content-type': 'text/plain' }, '{')).toBe(415)
    expect(await call({ 'session-id': token, ...json }, '{')).toBe(400)
    expect(await call({ 'session-id': token, ...json }, `${'['.repeat(40)}${']'.repeat(40)}`)).toBe(400)
    expect(await call({ 'session-id': token, ...json }, '{}')).toBe(200)
  })

  test('keep a body that lies about its length within the limit', async () => {
    const user = await buildUser(db)
    const token = await startSession(db, user, { kind: 'legacy' })
    const stream = new ReadableStream({
      start(controller) {
        for (let index = 0; index < 40; index++) controller.enqueue(new Uint8Array(64 * 1024))
        controller.close()
      },
    })
    const answer = await app.request('/api/submitKayit.php', {
      method: 'POST',
      headers: { 'session-id': token, ...json },
      body: stream,
      duplex: 'half',
    } as RequestInit)
    expect(answer.status).toBe(413)
  })
})

describe('a passing fault of the database', () => {
  test('is 503 with a time to try again, in both transports', async () => {
    const closed = Object.assign(new Error('connection closed'), { code: 'CONNECTION_CLOSED' })
    const without = testApp(failing(closed))
    const headers = { 'session-id': 'A'.repeat(43) }
    const legacy = await without.request('/api/getKayitlar.php', { headers })
    expect(legacy.status).toBe(503)
    expect(legacy.headers.get('retry-after')).toBe('2')
    const page = await without.request(`${TRPC}/kayit.list`, { headers })
    expect(page.status).toBe(503)
    expect(page.headers.get('retry-after')).toBe('2')
    expect(await page.text()).toContain('Sistem şu anda yanıt veremiyor.')
  })
})
