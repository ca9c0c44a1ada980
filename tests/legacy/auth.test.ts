import { describe, expect, test } from 'vitest'

import { startSession, whoSends } from '#tests/support/rows/auth.ts'
import { requests, testApp } from '#tests/support/panel/app.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, TEST_NOW, type TestUser } from '#tests/support/rows/factories.ts'

const db = await testDatabase()
const app = testApp(db)
const { call, form, get, post } = requests(app)

const NO_SESSION = { success: false, message: 'Oturum bulunamadı. Lütfen tekrar giriş yapın.' }
const WRONG = { success: false, message: 'Kullanıcı adı veya parola hatalı.' }

const send = (path: string, body: string, headers: Record<string, string> = {}) =>
  call(path, { method: 'POST', body, headers })

const viewOf = (user: TestUser, rest: object = {}) => ({
  id: user.id,
  username: user.username,
  auth: user.auth,
  company_name: '',
  license_type: '',
  license_end_date: '',
  ...rest,
})

describe('login.php', () => {
  test('a login returns a token of an active session', async () => {
    const user = await buildUser(db)
    const { status, headers, body } = await post('login.php', {
      username: user.username,
      password: user.password,
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: 'Giriş başarılı.',
      token: expect.stringMatching(/^[\w-]{43}$/) as string,
    })
    expect(headers.get('set-cookie')).toBeNull()
    expect(headers.get('cache-control')).toBe('no-store')
    expect(await whoSends(db, { header: String(body['token']) })).toBe(user.id)
  })

  test('a login accepts a form, unknown fields, spaces around the name and Caps Lock', async () => {
    const user = await buildUser(db, { username: 'Işık Usta', password: 'a+b=c&d ü' })
    const answer = await form('login.php', { username: ' IŞIK USTA ', password: 'a+b=c&d ü', remember: '1' })
    expect(answer.body).toMatchObject({ success: true })
    expect(await whoSends(db, { header: String(answer.body['token']) })).toBe(user.id)
    const json = JSON.stringify({ username: 'ışık usta', password: 'a+b=c&d ü', extra: [1] })
    expect(
      (await send('login.php', json, { 'content-type': 'application/json; charset=utf-8' })).body,
    ).toMatchObject({
      success: true,
    })
  })

  test('a login works the same under the base path of the application', async () => {
    const { username, password } = await buildUser(db)
    const { body } = await post('/oto-servis/api/login.php', { username, password })
    expect(body).toMatchObject({ success: true })
  })

  test('a wrong login is refused in the body with status 200 and does not reveal whether the user exists', async () => {
    const user = await buildUser(db)
    const wrong = await post('login.php', { username: user.username, password: 'yanlış' })
    const missing = await post('login.php', { username: 'hiç kimse', password: 'yanlış' })
    expect([wrong.status, missing.status]).toEqual([200, 200])
    expect([wrong.body, missing.body]).toEqual([WRONG, WRONG])
    const names = (answer: typeof wrong) => [...answer.headers.keys()]
    expect(names(wrong)).toEqual(names(missing))
  })

  test.each([
    [{}, 'Kullanıcı adı zorunludur.'],
    [{ username: '', password: 'abcd' }, 'Kullanıcı adı zorunludur.'],
    [{ username: ' \n ', password: 'abcd' }, 'Kullanıcı adı zorunludur.'],
    [{ username: ['a'], password: 'abcd' }, 'Kullanıcı adı zorunludur.'],
    [{ username: 'a' }, 'Parola en az 4 karakter olmalı.'],
    [{ username: 'a', password: 'abc' }, 'Parola en az 4 karakter olmalı.'],
    [{ username: 'a', password: { length: 9 } }, 'Parola en az 4 karakter olmalı.'],
    [{ username: 'a\0', password: 'abcd' }, 'Metinde izin verilmeyen karakterler var.'],
    [{ username: 'a'.repeat(201), password: 'abcd' }, 'Kullanıcı adı veya parola hatalı.'],
    [{ username: 'a', password: 'x'.repeat(201) }, 'Kullanıcı adı veya parola hatalı.'],
    [[], 'Gönderilen bilgiler geçersiz.'],
    ['text', 'Gönderilen bilgiler geçersiz.'],
  ])('a login with %j is refused', async (sent, message) => {
    const { status, body } = await post('login.php', sent)
    expect({ status, body }).toEqual({ status: 200, body: { success: false, message } })
  })

  test('after ten failures a login gets 429 and the time to wait', async () => {
    const { username, password } = await buildUser(db)
    // Requests without a network share one address, also with the other tests of this file.
    for (let count = 0; count < 10; count++) await post('login.php', { username, password: 'yanlış' })
    const { status, headers, body } = await post('login.php', { username, password })
    expect(status).toBe(429)
    expect(headers.get('retry-after')).toBe('900')
    expect(body).toEqual({
      success: false,
      message: 'Çok fazla başarısız deneme yapıldı. Lütfen biraz sonra tekrar deneyin.',
      request_id: headers.get('x-request-id'),
    })
    const later = testApp(db, { clock: () => new Date(TEST_NOW.getTime() + 900_000) })
    const answer = await requests(later).post('login.php', { username, password })
    expect(answer.body).toMatchObject({ success: true })
  })

  test('a login gets 503 when the throttle cannot be read', async () => {
    const broken = await testDatabase()
    const { username, password } = await buildUser(broken)
    await broken.schema.dropTable('login_attempts').execute()
    const answer = await requests(testApp(broken)).post('login.php', { username, password })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(answer.body).toMatchObject({ success: false })
    expect(answer.body).not.toHaveProperty('token')
  })

  test('a request is checked by path, method, size, type and body in this order', async () => {
    const json = { 'content-type': 'application/json' }
    const huge = { ...json, 'content-length': String(3 * 1024 * 1024) }
    expect((await send('Login.php', '{}', json)).status).toBe(404)
    const wrongMethod = await get('login.php')
    expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'POST'])
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS'])
      expect((await call('login.php', { method })).status).toBe(405)
    expect((await send('login.php', '{}', huge)).status).toBe(413)
    expect((await send('login.php', '{}', { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await send('login.php', '<a/>', { 'content-type': 'application/xml' })).status).toBe(415)
    expect((await send('login.php', '{', json)).status).toBe(400)
  })

  test('a login from another site is refused', async () => {
    const { username, password } = await buildUser(db)
    const login = (headers: Record<string, string>) => post('login.php', { username, password }, headers)
    const foreign = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'http://kotu.test' },
    ]
    for (const headers of foreign) {
      const answer = await login(headers)
      expect(answer.status).toBe(403)
      expect(answer.body).toMatchObject({
        success: false,
        message: 'Bu istek başka bir siteden geldiği için reddedildi.',
      })
    }
    expect((await login({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })
})

describe('getSession.php', () => {
  const session = (body: object, headers: Record<string, string> = {}) =>
    post('getSession.php', body, headers)

  test('the user of the token in the body is returned', async () => {
    const user = await buildUser(db, {
      auth: 3,
      company_name: 'Çağrı Oto',
      license_type: 'Enterprise',
      license_end_date: '2027-06-30',
    })
    const session_id = await startSession(db, user, { kind: 'legacy' })
    const { status, body } = await session({ session_id })
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      user: viewOf(user, {
        company_name: 'Çağrı Oto',
        license_type: 'Enterprise',
        license_end_date: '2027-06-30',
      }),
    })
    expect((await form('getSession.php', { session_id })).body).toEqual(body)
  })

  test('a legacy token is accepted in header, body and cookie, a web token in the cookie only', async () => {
    const user = await buildUser(db)
    const legacy = await startSession(db, user, { kind: 'legacy' })
    const web = await startSession(db, user)
    const pending = await startSession(db, user, { kind: 'pending' })
    const statuses = async (token: string) => [
      (await session({ session_id: token })).status,
      (await session({}, { 'session-id': token })).status,
      (await session({}, { cookie: `session_id=${token}` })).status,
      (await call(`getSession.php?session_id=${token}`, { method: 'POST' })).status,
    ]
    expect(await statuses(legacy)).toEqual([200, 200, 200, 401])
    expect(await statuses(web)).toEqual([401, 401, 200, 401])
    expect(await statuses(pending)).toEqual([401, 401, 401, 401])
  })

  test('the cookie counts where header and body hold no token', async () => {
    const user = await buildUser(db)
    const cookie = `session_id=${await startSession(db, user)}`
    for (const none of ['', 'null', 'undefined', 'x'.repeat(43)]) {
      const { body } = await session({ session_id: none }, { 'session-id': none, cookie })
      expect(body).toEqual({ success: true, user: viewOf(user) })
    }
    for (const none of [null, 12, ['a'], { a: 1 }])
      expect((await session({ session_id: none }, { cookie })).status).toBe(200)
  })

  test('tokens of two users at once get 401', async () => {
    const [one, other] = [await buildUser(db), await buildUser(db)]
    const token = await startSession(db, one, { kind: 'legacy' })
    const cookie = `session_id=${await startSession(db, other)}`
    expect((await session({ session_id: token }, { cookie })).status).toBe(401)
    expect((await session({}, { cookie, 'session-id': token })).status).toBe(401)
    const same = `session_id=${await startSession(db, one)}`
    expect((await session({}, { cookie: same, 'session-id': token })).status).toBe(200)
  })

  test('no session, a cookie sent twice and an ended session get 401', async () => {
    const user = await buildUser(db)
    const token = await startSession(db, user, { kind: 'legacy' })
    const answer = await session({})
    expect(answer.status).toBe(401)
    expect(answer.body).toEqual({ ...NO_SESSION, request_id: answer.headers.get('x-request-id') })
    expect((await call('getSession.php', { method: 'POST' })).status).toBe(401)
    expect((await session({}, { cookie: `session_id=${token}; session_id=${token}` })).status).toBe(401)
    expect((await session({ session_id: token })).status).toBe(200)
    await db.deleteFrom('sessions').where('user_id', '=', user.id).execute()
    expect((await session({ session_id: token })).status).toBe(401)
  })

  test('only POST is accepted', async () => {
    const answer = await get('getSession.php')
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
    expect((await send('getSession.php', '{', { 'content-type': 'application/json' })).status).toBe(400)
    expect((await send('getSession.php', 'a', { 'content-type': 'text/plain' })).status).toBe(415)
  })
})
