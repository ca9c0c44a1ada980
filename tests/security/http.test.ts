import { pino } from 'pino'
import postgres from 'postgres'
import { describe, expect, test } from 'vitest'

import { readConfig } from '#server/config.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { requests, testApp, TRPC } from '#tests/support/panel/app.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, TEST_NOW } from '#tests/support/rows/factories.ts'

const db = await testDatabase()
const app = testApp(db)
const { call, get, post } = requests(app)

/** Returns a database on which every statement fails. */
const failing = (error: Error) =>
  db.withPlugin({
    transformQuery: () => {
      throw error
    },
    transformResult: async ({ result }) => result,
  })

const json = { 'content-type': 'application/json' }
/** Posts a raw body instead of JSON. */
const postText = (
  path: string,
  { headers = json, body = '{}' }: { headers?: Record<string, string>; body?: string },
) => call(path, { method: 'POST', headers, body })

describe('every response', () => {
  test('a response carries the security headers and its request number', async () => {
    const { headers } = await get('/healthz')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('strict-transport-security')).toBeNull()
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('a response over https asks for https from then on', async () => {
    const secure = testApp(db, { publicOrigin: 'https://panel.example.com' })
    const { headers } = await requests(secure).get('/healthz')
    expect(headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains')
  })

  test('a response of the API is not cached and not readable by other sites', async () => {
    for (const path of ['/api/getKayitlar.php', '/oto-servis/api/getKayitlar.php', `${TRPC}/auth.session`]) {
      const { headers } = await get(path, { origin: 'https://evil.test' })
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })
})

describe('security.txt', () => {
  const path = '/.well-known/security.txt'

  test('security.txt has the address of the operator for half a year, in the form of RFC 9116', async () => {
    const publicOrigin = 'https://panel.example.com'
    const { status, headers, text } = await requests(testApp(db, { publicOrigin })).get(path)
    expect(status).toBe(200)
    // Node's own responses, which other tests of the thread may have replaced, contain no space here.
    expect(headers.get('content-type')).toMatch(/^text\/plain; ?charset=UTF-8$/)
    const expires = new Date(TEST_NOW.getTime() + 180 * 86_400_000).toISOString().slice(0, 10)
    expect(text.split('\n')).toEqual([
      'Contact: mailto:destek@ornek.test',
      expect.stringMatching(new RegExp(`^Expires: ${expires}T\\d\\d:\\d\\d:\\d\\dZ$`)),
      'Preferred-Languages: tr, en',
      `Canonical: ${publicOrigin}${path}`,
      '',
    ])
    expect((await get(path)).text).not.toContain('Canonical')
  })

  test('security.txt does not exist without an address of the operator', async () => {
    const nobody = requests(testApp(db, { supportEmail: readConfig({}).supportEmail }))
    expect((await nobody.get(path)).status).toBe(404)
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
  ])('a request of another site is refused: %j', async (headers) => {
    const user = await buildUser(db)
    const cookie = `session_id=${await startSession(db, user)}`
    for (const path of ['/api/submitKayit.php', `${TRPC}/kayit.save`]) {
      const info = { musteri_adi_soyadi: 'Kurban', plaka: '34 CS 1' }
      const answer = await post(path, { info }, { cookie, ...headers })
      expect(answer.status).toBe(403)
      expect(answer.text).toContain('Bu istek başka bir siteden geldiği için reddedildi.')
    }
    const rows = await db.selectFrom('kayit').select('id').where('shop_id', '=', user.id).execute()
    expect(rows).toEqual([])
  })

  test.each([[{ 'sec-fetch-site': 'same-origin' }], [{ origin: own, host: 'localhost' }]])(
    'a request of our own page changes data: %j',
    async (headers) => {
      const user = await buildUser(db)
      const cookie = `session_id=${await startSession(db, user)}`
      const info = { musteri_adi_soyadi: 'Ayşe Işık', plaka: '34 CS 1' }
      expect((await post(`${TRPC}/kayit.save`, { info }, { cookie, ...headers })).status).toBe(200)
    },
  )

  test('another site cannot log in a user', async () => {
    const foreign = { 'sec-fetch-site': 'cross-site' }
    const answer = await post(`${TRPC}/auth.login`, { username: 'x', password: 'yyyy' }, foreign)
    expect(answer.status).toBe(403)
  })
})

test('a page that names another user than its cookie has no session, over both transports', async () => {
  const [mine, theirs] = [await buildUser(db), await buildUser(db)]
  const cookie = `session_id=${await startSession(db, theirs)}`
  const info = { musteri_adi_soyadi: 'Ayşe Işık', plaka: '34 CS 1' }
  const save = (pageUser: string) => {
    const headers = { cookie, 'sec-fetch-site': 'same-origin', 'x-page-user': pageUser }
    const paths = ['submitKayit.php', `${TRPC}/kayit.save`]
    return Promise.all(paths.map((path) => post(path, { info }, headers)))
  }
  const stored = () => db.selectFrom('kayit').select('id').where('shop_id', '=', theirs.id).execute()
  for (const pageUser of [String(mine.id), '', 'x'])
    expect((await save(pageUser)).map(({ status }) => status)).toEqual([401, 401])
  expect(await stored()).toEqual([])
  expect((await save(String(theirs.id))).map(({ status }) => status)).toEqual([200, 200])
  expect(await stored()).toHaveLength(2)
})

describe('the page’s transport', () => {
  test('a batch of thousands of calls is refused before any of it runs', async () => {
    const answer = await get(`${TRPC}/${','.repeat(7_000)}?batch=1`)
    expect(answer.status).toBe(400)
    expect(answer.text.length).toBeLessThan(2_048)
  })

  test('a batch of eleven calls is refused and one of ten is accepted', async () => {
    const call = (count: number) => get(`${TRPC}/${Array(count).fill('auth.session').join(',')}?batch=1`)
    expect((await call(11)).status).toBe(400)
    expect((await call(10)).status).toBe(200)
  })

  test.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    [''],
  ])('a body of type %j is refused', async (type) => {
    const headers = type === '' ? {} : { 'content-type': type }
    expect((await postText(`${TRPC}/auth.logout`, { headers })).status).toBe(415)
  })

  test('a body over 2 MB is refused, without a session one over 64 KB', async () => {
    const bodyOf = (bytes: number) => JSON.stringify({ json: 'x'.repeat(bytes - 11) })
    const statusOf = async (path: string, bytes: number) =>
      (await postText(path, { body: bodyOf(bytes) })).status
    expect(await statusOf(`${TRPC}/kayit.save`, 2 * 1024 * 1024)).toBe(401)
    expect(await statusOf(`${TRPC}/kayit.save`, 2 * 1024 * 1024 + 1)).toBe(413)
    for (const name of [
      'auth.login',
      'kayit.save,auth.login?batch=1',
      '%61uth.login',
      'auth.login//',
      'kayit.save%2Cauth.login',
    ])
      expect([name, await statusOf(`${TRPC}/${name}`, 64 * 1024 + 1)]).toEqual([name, 413])
    for (const path of ['/api/login.php', '/api/getSession.php'])
      expect([path, await statusOf(path, 64 * 1024 + 1)]).toEqual([path, 413])
    expect(await statusOf(`${TRPC}/auth.login`, 64 * 1024)).toBe(400)
    expect(await statusOf('/api/getSession.php', 64 * 1024)).toBe(401)
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
    ['{"json":{"username":["x"],"password":"yyyy"},"meta":{"values":{"username":["set"]}}}'],
    ['{"json":{"username":"x","password":"yyyy"},"meta":{"values":7}}'],
    [`{"json":${'['.repeat(5_000)}${']'.repeat(5_000)}}`],
    ['{"json":{"__proto__":{"auth":3},"username":"x","password":"yyyy"}}'],
  ])('a malformed body is refused and causes no fault: %s', async (body) => {
    const { status, text } = await postText(`${TRPC}/auth.login`, { body })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(text).not.toMatch(/\bat .*\.(?:ts|js|mjs):\d|node_modules|superjson/)
    expect(({} as Record<string, unknown>)['auth']).toBeUndefined()
  })

  test('a bug is reported by a number only, which is also in the log', async () => {
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
    const broken = testApp(failing(new Error('secret: password=123')), { log })
    const sent = { 'session-id': 'A'.repeat(43) }
    for (const path of ['/api/getKayitlar.php', `${TRPC}/kayit.list`]) {
      const { status, headers, text } = await requests(broken).get(path, sent)
      expect(status).toBe(500)
      expect(text).toContain('Beklenmeyen bir hata oluştu.')
      expect(text).not.toContain('secret')
      const number = headers.get('x-request-id') ?? 'none'
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
    const answer = await call(path, { method })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('allow') !== null).toBe(status === 405)
  })

  test('a request is checked by path, method, session, size, type and body in this order', async () => {
    const user = await buildUser(db)
    const token = await startSession(db, user, { kind: 'legacy' })
    const big = 'x'.repeat(2 * 1024 * 1024 + 1)
    const statusOf = async (headers: Record<string, string>, body: string) =>
      (await postText('submitKayit.php', { headers, body })).status
    expect(await statusOf({ 'content-type': 'text/plain' }, big)).toBe(401)
    expect(await statusOf({ 'session-id': token, 'content-type': 'text/plain' }, big)).toBe(413)
    expect(await statusOf({ 'session-id': token, 'content-type': 'text/plain' }, '{')).toBe(415)
    expect(await statusOf({ 'session-id': token, ...json }, '{')).toBe(400)
    expect(await statusOf({ 'session-id': token, ...json }, `${'['.repeat(40)}${']'.repeat(40)}`)).toBe(400)
    expect(await statusOf({ 'session-id': token, ...json }, '{}')).toBe(200)
  })

  test('a body that lies about its length is limited', async () => {
    const user = await buildUser(db)
    const token = await startSession(db, user, { kind: 'legacy' })
    const stream = new ReadableStream({
      start(controller) {
        for (let index = 0; index < 40; index++) controller.enqueue(new Uint8Array(64 * 1024))
        controller.close()
      },
    })
    const answer = await call('submitKayit.php', {
      method: 'POST',
      headers: { 'session-id': token, ...json },
      body: stream,
      duplex: 'half',
    } as RequestInit)
    expect(answer.status).toBe(413)
  })
})

/** Errors of a server that shuts down (57P03), is full (53300) and the like, and the library's connection errors. */
const passing = ['25P03', '53100', '53300', '57P03'].map((code) =>
  Object.assign(new postgres.PostgresError('the server’s own words'), { code }),
)
const closed = Object.assign(new Error('the server’s own words'), { code: 'CONNECTION_CLOSED' })

describe('a transient fault of the database', () => {
  test.each([...passing, closed].map((error) => [error.code, error] as const))(
    '%s is 503 with a time to try again, over both transports',
    async (_, error) => {
      const client = requests(testApp(failing(error)))
      const session = { 'session-id': 'A'.repeat(43) }
      for (const reply of [
        await client.get('getKayitlar.php', session),
        await client.post('submitKayit.php', { info: {} }, session),
        await client.get(`${TRPC}/kayit.list`, session),
        await client.post(`${TRPC}/kayit.save`, { info: {} }, session),
      ]) {
        expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '2'])
        expect(reply.text).toContain('Sistem şu anda yanıt veremiyor.')
        expect(reply.text).not.toContain('own words')
      }
    },
  )
})
