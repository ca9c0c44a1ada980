import { beforeEach, describe, expect, test } from 'vitest'

import { startSession } from '#tests/support/auth.ts'
import { requests, testApp, TRPC } from '#tests/support/app.ts'
import { testDatabase } from '#tests/support/database.ts'
import { buildUser } from '#tests/support/factories.ts'
import { recordingLog } from '#tests/support/log.ts'

const db = await testDatabase()
const { log, lines } = recordingLog()
const app = testApp(db, { log })
const { get, post } = requests(app)
beforeEach(() => void lines.splice(0))

/** The security events in the log, without their times. */
const events = () =>
  lines.flatMap(({ msg, level, reason, usernameKey, address }) =>
    msg === 'access refused' ? [{ level, reason, usernameKey, address }] : [],
  )

const event = (reason: string, usernameKey: unknown) => ({ level: 40, reason, usernameKey, address: '' })

describe('the security log of both transports', () => {
  const logins = ['/api/login.php', `${TRPC}/auth.login`]

  test.each(logins)(
    'a wrong password is logged with name, address and reason, and no more (%s)',
    async (path) => {
      const { username } = await buildUser(db, { username: `Kaptan ${path.length}` })
      await post(path, { username: ` ${username} `, password: 'Çok-Gizli-1' })
      expect(events()).toEqual([event('wrong password', `kaptan ${path.length}`)])
      const [line] = lines
      expect(Object.keys(line ?? {}).sort()).toEqual([
        'address',
        'level',
        'msg',
        'reason',
        'time',
        'usernameKey',
      ])
      expect(JSON.stringify(lines)).not.toContain('Gizli')
    },
  )

  test.each(logins)('an unknown name is logged as a placeholder: it may be a password (%s)', async (path) => {
    const typed = ['Gizli-Parola-9', 'GİZLİ-PAROLA-9', 'kimse']
    for (const username of typed) await post(path, { username, password: 'Gizli-Parola-9' })
    const names = events().map(({ usernameKey }) => String(usernameKey))
    expect(events()).toEqual(names.map((name) => event('unknown user', name)))
    expect(names.every((name) => /^unknown-[0-9a-f]{8}$/.test(name))).toBe(true)
    expect([names[0] === names[1], names[0] === names[2]]).toEqual([true, false])
    expect(JSON.stringify(lines)).not.toMatch(/parola-9|kimse/i)
  })

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

test('a successful login is not logged as a failure', async () => {
  const user = await buildUser(db)
  await post('/api/login.php', user)
  const cookie = `session_id=${await startSession(db, user)}`
  await get('getKayitlar.php', { cookie })
  expect(events()).toEqual([])
})
