import { beforeEach, describe, expect, test } from 'vitest'

import { sessionRow, startSession } from '#tests/support/rows/auth.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import { requests, testApp, TRPC } from '#tests/support/panel/app.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser } from '#tests/support/rows/factories.ts'
import { recordingLog } from '#tests/support/panel/log.ts'
import { appCode, withFactor, wrongCode } from '#tests/support/security/second-factor.ts'

const db = await testDatabase()
const { log, lines } = recordingLog()
const app = testApp(db, { log })
const { get, post } = requests(app)
beforeEach(() => void lines.splice(0))

/** Returns the refused accesses in the log, without their times. */
const events = () =>
  lines.flatMap(({ msg, level, reason, usernameKey, address }) =>
    msg === 'access refused' ? [{ level, reason, usernameKey, address }] : [],
  )

const event = (reason: string, usernameKey: unknown) => ({ level: 40, reason, usernameKey, address: '' })

describe('the security log of both transports', () => {
  const logins = ['/api/login.php', `${TRPC}/auth.login`]

  test.each(logins)('a wrong password is logged with only name, address and reason (%s)', async (path) => {
    const { username } = await buildUser(db, { username: `Kaptan ${path.length}` })
    await post(path, { username: ` ${username} `, password: 'Çok-Gizli-1' })
    expect(events()).toEqual([event('wrong password', `kaptan ${path.length}`)])
    const [line] = lines
    expect(Object.keys(line ?? {}).sort()).toEqual([
      'address',
      'event',
      'level',
      'msg',
      'reason',
      'requestId',
      'shopId',
      'time',
      'userId',
      'usernameKey',
    ])
    expect(JSON.stringify(lines)).not.toContain('Gizli')
  })

  test.each(logins)(
    'an unknown name, which may be a password, is logged as a pseudonym (%s)',
    async (path) => {
      const typed = ['Gizli-Parola-9', 'GİZLİ-PAROLA-9', 'kimse']
      for (const username of typed) await post(path, { username, password: 'Gizli-Parola-9' })
      const names = events().map(({ usernameKey }) => String(usernameKey))
      expect(events()).toEqual(names.map((name) => event('unknown user', name)))
      expect(names.every((name) => /^unknown-[0-9a-f]{8}$/.test(name))).toBe(true)
      expect([names[0] === names[1], names[0] === names[2]]).toEqual([true, false])
      expect(JSON.stringify(lines)).not.toMatch(/parola-9|kimse/i)
    },
  )

  test.each(logins)('a throttled login is logged (%s)', async (path) => {
    const user = await buildUser(db)
    for (const username of [user.username, `x${user.username}`])
      for (let count = 0; count <= 10; count++) await post(path, { username, password: 'yanlış' })
    const refused = events().filter(({ reason }) => reason === 'too many failures')
    const standIn = expect.stringMatching(/^unknown-/) as unknown
    expect(refused).toEqual([user.username, standIn].map((name) => event('too many failures', name)))
  })

  test('a wrong current password is logged', async () => {
    const user = await buildUser(db)
    const headers = { 'session-id': await startSession(db, user, { kind: 'legacy' }) }
    const change = { current_password: 'yanlış', new_password: 'Yeni-Parola-9' }
    await post('/api/changePassword.php', change, headers)
    await post(`${TRPC}/settings.changePassword`, change, headers)
    expect(events()).toEqual(Array.from({ length: 2 }, () => event('wrong password', user.username)))
  })

  test('a call that only administrators may make is logged', async () => {
    const user = await buildUser(db)
    const headers = { 'session-id': await startSession(db, user, { kind: 'legacy' }) }
    await get('admin/users.php', headers)
    await post(`${TRPC}/admin.saveUser`, {}, headers)
    expect(events()).toEqual(Array.from({ length: 2 }, () => event('not an administrator', user.username)))
  })

  test('a request from another site is logged with its user, if any', async () => {
    const user = await buildUser(db)
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }
    const cookie = `session_id=${await startSession(db, user)}`
    await post('/api/deleteKayit.php', { kayit_id: 1 }, { ...foreign, cookie })
    await post(`${TRPC}/kayit.delete`, { kayit_id: 1 }, { ...foreign, cookie })
    await post(`${TRPC}/auth.login`, { username: 'x', password: 'yyyy' }, foreign)
    const own = event('cross-site request', user.username)
    expect(events()).toEqual([own, own, event('cross-site request', undefined)])
  })

  test('a web token in a header, a body or an address is logged, without the token', async () => {
    const user = await buildUser(db)
    const token = await startSession(db, user)
    await get('getKayitlar.php', { 'session-id': token })
    await get(`${TRPC}/kayit.list`, { 'session-id': token })
    await post('/api/getSession.php', { session_id: token })
    await get(`createPdf.php?id=1&session_id=${token}`)
    const replayed = event('web token outside its cookie', user.username)
    expect(events()).toEqual([replayed, replayed, replayed, replayed])
    expect(JSON.stringify(lines)).not.toContain(token)
  })
})

test('a long name is cut in the log', async () => {
  const username = 'ş'.repeat(200)
  await buildUser(db, { username })
  await post('/api/login.php', { username, password: 'yanlış' })
  expect(events()).toEqual([event('wrong password', 'ş'.repeat(64))])
})

test('each refusal has the event that monitoring looks for, and the number of its request', async () => {
  const user = await buildUser(db)
  const token = await startSession(db, user)
  const { headers } = await post('/api/login.php', { ...user, password: 'yanlış' })
  await post('/api/login.php', { username: 'kimse-yok', password: 'yanlış' })
  for (let count = 0; count < 10; count++) await post('/api/login.php', { ...user, password: 'yanlış' })
  await get('getKayitlar.php', { 'session-id': token })
  const refused = lines.filter(({ msg }) => msg === 'access refused')
  const own = { userId: user.id, shopId: user.id }
  expect(refused[0]).toMatchObject({ ...own, event: 'login refused', requestId: headers.get('x-request-id') })
  expect(refused[1]).toMatchObject({ event: 'login refused', reason: 'unknown user' })
  expect(refused[1]).not.toHaveProperty('userId')
  expect(refused.at(-2)).toMatchObject({ event: 'login throttled', reason: 'too many failures' })
  expect(refused.at(-1)).toMatchObject({ ...own, event: 'access refused' })
})

describe('allowed actions', () => {
  /** Returns the security events, without their times and addresses. */
  const allowed = () =>
    lines.flatMap(({ msg, time: _time, address: _address, requestId, ...rest }) => {
      if (msg !== 'security event') return []
      expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
      return [rest]
    })
  const own = { 'sec-fetch-site': 'same-origin' }
  const info = (event: string, user: { id: number }, more: object = {}) => ({
    level: 30,
    event,
    userId: user.id,
    shopId: user.id,
    ...more,
  })
  const enter = async (user: { id: number }) => ({
    ...own,
    cookie: `session_id=${await startSession(db, user)}`,
  })

  test('a login and a logout are logged', async () => {
    const user = await buildUser(db)
    await post('/api/login.php', user)
    await post(`${TRPC}/auth.login`, user, { ...own, cookie: 'kvkk_onay=1' })
    await post(`${TRPC}/auth.logout`, null, await enter(user))
    expect(allowed()).toEqual([
      info('login', user, { kind: 'legacy' }),
      // The browser is new after the login of a program.
      info('login from a new device', user, { method: 'password' }),
      info('login', user, { kind: 'web' }),
      info('logout', user),
    ])
  })

  test('a login over the session of another user is the new user’s', async () => {
    const [before, after] = [await buildUser(db), await buildUser(db)]
    const { cookie, ...rest } = await enter(before)
    await post(`${TRPC}/auth.login`, after, { ...rest, cookie: `kvkk_onay=1; ${cookie}` })
    expect(allowed()).toEqual([info('login', after, { kind: 'web' })])
  })

  test('the outcome of the consent step is logged', async () => {
    const user = await buildUser(db)
    const pending = async () => {
      const { body } = await post(`${TRPC}/auth.login`, user, own)
      return (body as { result: { data: { json: { pending: string } } } }).result.data.json.pending
    }
    await post(`${TRPC}/auth.acceptConsent`, { pending: await pending(), accepted: true }, own)
    await post(`${TRPC}/auth.cancelConsent`, { pending: await pending() }, own)
    expect(allowed()).toEqual([
      info('login', user, { kind: 'pending' }),
      info('consent accepted', user),
      info('login', user, { kind: 'pending' }),
      info('consent cancelled', user),
    ])
  })

  test('the second factor is logged, and no code, key or recovery code', async () => {
    const user = await buildUser(db)
    const { key, codes } = await withFactor(db, user)
    const headers = await enter(user)
    await post('/api/login.php', { ...user, code: wrongCode(key) })
    await post('/api/login.php', { ...user, code: appCode(key) })
    await post('/api/login.php', { ...user, code: codes[0] })
    await post(`${TRPC}/settings.renewCodes`, null, headers)
    await post(`${TRPC}/settings.switchOffFactor`, null, headers)
    expect(events()).toEqual([event('wrong code', user.username)])
    const warn = { level: 40 }
    const login = info('login', user, { kind: 'code' })
    expect(allowed()).toEqual([
      login,
      login,
      info('code accepted', user, { kind: 'legacy' }),
      login,
      info('code accepted', user, { kind: 'legacy' }),
      { ...info('recovery code used', user, { left: 9 }), ...warn },
      info('recovery codes made', user),
      { ...info('second factor off', user, { targetId: user.id }), ...warn },
    ])
    const all = JSON.stringify(lines)
    expect([key, wrongCode(key), ...codes].filter((secret) => all.includes(secret))).toEqual([])
  })

  test('a changed password, an ended session and a changed idle limit are logged', async () => {
    const user = await buildUser(db)
    const headers = await enter(user)
    const change = { current_password: user.password, new_password: 'Yepyeni-Sozcuk-9' }
    expect((await post(`${TRPC}/settings.changePassword`, change, headers)).status).toBe(200)
    const other = await startSession(db, user)
    const { id } = (await sessionRow(db, other)) ?? {}
    await post(`${TRPC}/settings.endSession`, { id }, headers)
    for (const idle_minutes of [30, 30, null])
      await post(`${TRPC}/settings.update`, { idle_minutes, company_tel: '0 532 000 00 00' }, headers)
    expect(allowed()).toEqual([
      info('password changed', user),
      info('sessions ended', user, { targetId: user.id, ended: 1 }),
      info('idle limit changed', user, { idleMinutes: 30 }),
      info('idle limit changed', user, { idleMinutes: null }),
    ])
    expect(JSON.stringify(lines)).not.toMatch(/Yepyeni|532 000/)
  })

  test('a change of users by an administrator is logged with the number of the user', async () => {
    const admin = await buildUser(db, { auth: AUTH_ADMIN })
    const headers = await enter(admin)
    const person = {
      username: 'Gizli Kişi',
      email: 'gizli@ornek.test',
      name_surname: 'Gizli Kişi',
      company_name: 'Gizli Oto',
      new_password: 'Yepyeni-Sozcuk-9',
    }
    const { body } = await post(`${TRPC}/admin.saveUser`, { id: 0, ...person, key: 'yeni-kisi-1' }, headers)
    const { id } = (body as { result: { data: { json: { id: number } } } }).result.data.json
    const target = { targetId: id }
    await startSession(db, { id })
    const role = { id, auth: AUTH_ADMIN, new_password: '' }
    await post(`${TRPC}/admin.saveUser`, { ...role, key: 'rol-degisimi' }, headers)
    await post(`${TRPC}/admin.saveUser`, { ...role, key: 'rol-degisimi' }, headers)
    await post(`${TRPC}/admin.endSessions`, { id }, headers)
    await post('/api/admin/user_delete.php', { id }, headers)
    expect(allowed()).toEqual([
      info('user created', admin, target),
      info('user changed', admin, { ...target, passwordChanged: false, roles: [0, AUTH_ADMIN] }),
      info('sessions ended', admin, { ...target, ended: 0 }),
      info('user deleted', admin, target),
    ])
    expect(JSON.stringify(lines)).not.toMatch(/gizli|Yepyeni/i)
  })
})

test('the line of a request has its number, the shop and the user, but no input', async () => {
  const user = await buildUser(db)
  const cookie = `session_id=${await startSession(db, user)}`
  const { headers } = await get('getKayitlar.php?q=Gizli', { cookie })
  await get('/healthz?q=Gizli')
  const requested = lines.filter(({ msg }) => msg === 'request')
  expect(requested).toMatchObject([
    {
      requestId: headers.get('x-request-id'),
      userId: user.id,
      shopId: user.id,
      path: '/api/getKayitlar.php',
    },
  ])
  await get('/api/yok.php')
  expect(lines.at(-1)).not.toHaveProperty('shopId')
  expect(JSON.stringify(lines)).not.toMatch(/Gizli/)
})

test('a successful login is not logged as a failure', async () => {
  const user = await buildUser(db)
  await post('/api/login.php', user)
  const cookie = `session_id=${await startSession(db, user)}`
  await get('getKayitlar.php', { cookie })
  expect(events()).toEqual([])
})
