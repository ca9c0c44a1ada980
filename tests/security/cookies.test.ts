import { BlockList } from 'node:net'

import { beforeEach, describe, expect, test } from 'vitest'

import { MAX_SESSIONS } from '#server/auth/sessions.ts'
import { UNATTENDED_HEADER } from '#shared/base.ts'
import { requests, testApp, TRPC } from '#tests/support/panel/app.ts'
import { sessionRow, startSession } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, type TestUser } from '#tests/support/rows/factories.ts'
import { recordingLog } from '#tests/support/panel/log.ts'

const db = await testDatabase()
const { log, lines } = recordingLog()
const secure = requests(testApp(db, { log, publicOrigin: 'https://panel.example.com' }))
const plain = requests(testApp(db, { log }))

let user: TestUser
let web: string
let legacy: string
beforeEach(async () => {
  lines.splice(0)
  user = await buildUser(db)
  web = await startSession(db, user)
  legacy = await startSession(db, user, { kind: 'legacy' })
})

const OWN = { 'sec-fetch-site': 'same-origin' }
const LIST = `${TRPC}/kayit.list?input=%7B%22json%22%3A%7B%7D%7D`
const EXPORT = '/oto-servis/api/export/kayit?format=CSV'
const host = (token: string) => `__Host-session_id=${token}`
const bare = (token: string) => `session_id=${token}`

const login = (api: typeof secure, cookie = '') =>
  api.post(
    `${TRPC}/auth.login`,
    { username: user.username, password: user.password, remember: true },
    { ...OWN, cookie: `kvkk_onay=1; ${cookie}` },
  )
/** Returns name, value and attributes of each cookie that a response sets. */
const cookiesOf = ({ headers }: { headers: Headers }) =>
  headers.getSetCookie().map((line) => {
    const [pair = '', ...attributes] = line.split('; ')
    const [name = '', value = ''] = pair.split('=')
    return { name, value, attributes: attributes.sort() }
  })
const days = (count: number) => `Max-Age=${count * 86_400}`

describe('behind https', () => {
  test('the cookies of a login are bound to this host', async () => {
    const token = expect.stringMatching(/^[\w-]{43}$/) as unknown
    expect(cookiesOf(await login(secure))).toEqual([
      {
        name: '__Host-session_id',
        value: token,
        attributes: ['HttpOnly', days(30), 'Path=/', 'SameSite=Lax', 'Secure'].sort(),
      },
      {
        name: '__Host-bilinen_tarayici',
        value: token,
        attributes: ['HttpOnly', days(90), 'Path=/', 'SameSite=Lax', 'Secure'].sort(),
      },
    ])
  })

  test('the consent cookie keeps its name', async () => {
    const { body } = await secure.post(
      `${TRPC}/auth.login`,
      { username: user.username, password: user.password },
      OWN,
    )
    const { pending } = (body as { result: { data: { json: { pending: string } } } }).result.data.json
    const reply = await secure.post(`${TRPC}/auth.acceptConsent`, { pending, accepted: true }, OWN)
    expect(cookiesOf(reply).map(({ name }) => name)).toEqual([
      'kvkk_onay',
      '__Host-session_id',
      '__Host-bilinen_tarayici',
    ])
  })

  test('a page’s token is valid only in the bound cookie', async () => {
    for (const path of [LIST, EXPORT, '/api/settings.php']) {
      expect([path, (await secure.get(path, { cookie: host(web) })).status]).toEqual([path, 200])
      expect([path, (await secure.get(path, { cookie: bare(web) })).status]).toEqual([path, 401])
    }
    // The cookie of an older version does not count as a leaked token.
    expect(lines.filter(({ msg }) => msg === 'access refused')).toEqual([])
  })

  test('an integrator’s token is valid in session_id on the old paths only', async () => {
    expect((await secure.get('settings.php', { cookie: bare(legacy) })).status).toBe(200)
    expect((await secure.get('settings.php', { 'session-id': legacy })).status).toBe(200)
    for (const path of [LIST, EXPORT])
      expect([path, (await secure.get(path, { cookie: bare(legacy) })).status]).toEqual([path, 401])
  })

  test('a cookie of a sibling domain has no effect on the page', async () => {
    const attacker = await buildUser(db)
    const planted = [await startSession(db, attacker), await startSession(db, attacker, { kind: 'legacy' })]
    for (const token of planted) {
      const { status, body } = await secure.get(`${TRPC}/auth.session`, { cookie: bare(token) })
      expect([status, body]).toMatchObject([200, { result: { data: { json: { user: null } } } }])
      const cookie = `${bare(token)}; ${host(web)}`
      const both = await secure.get(`${TRPC}/auth.session`, { cookie })
      expect(both.body).toMatchObject({ result: { data: { json: { user: { id: user.id } } } } })
    }
  })

  test('the bound cookie wins on an old path over one of a sibling domain', async () => {
    const other = await startSession(db, await buildUser(db, { company_name: 'Komşu' }), { kind: 'legacy' })
    await db.updateTable('shops').set({ company_name: 'Bizim' }).where('id', '=', user.id).execute()
    const asked = async (...cookies: string[]) => secure.get('settings.php', { cookie: cookies.join('; ') })
    for (const planted of [legacy, other, 'kirik'])
      expect((await asked(host(web), bare(planted))).text).toContain('Bizim')
    expect((await asked(host('kirik'), bare(legacy))).text).toContain('Bizim')
    expect((await asked(host('kirik'), bare(other))).text).toContain('Komşu')
  })

  test.each([
    ['twice', (token: string) => `${host(token)}; ${host(token)}`],
    ['beside an empty one', (token: string) => `${host(token)}; __Host-session_id=`],
    ['in quotes', (token: string) => `__Host-session_id="${token}"`],
    ['in other letters', (token: string) => `__host-session_id=${token}`],
    ['with a space before the sign', (token: string) => `__Host-session_id =${token}`],
    ['of another prefix', (token: string) => `__Secure-session_id=${token}`],
  ])('the cookie does not count %s', async (_how, cookie) => {
    expect((await secure.get(LIST, { cookie: cookie(web) })).status).toBe(401)
  })

  test('a change with the cookie must come from our own pages', async () => {
    const change = (headers: Record<string, string>) =>
      secure.post(`${TRPC}/settings.update`, { company_tel: '' }, { cookie: host(web), ...headers })
    expect((await change({})).status).toBe(403)
    expect((await change({ origin: 'https://kardes.example.com' })).status).toBe(403)
    expect((await change({ 'sec-fetch-site': 'same-site' })).status).toBe(403)
    expect((await change({ origin: 'https://panel.example.com' })).status).toBe(200)
  })

  test('a logout clears the cookie, and the one of an older version where the browser has it', async () => {
    const gone = (name: string) => ({
      name,
      value: '',
      attributes: ['HttpOnly', 'Max-Age=0', 'Path=/', 'SameSite=Lax', 'Secure'],
    })
    const logout = (cookie: string) => secure.post(`${TRPC}/auth.logout`, null, { ...OWN, cookie })
    expect(cookiesOf(await logout(host(web)))).toEqual([gone('__Host-session_id')])
    expect(await sessionRow(db, web)).toBe(undefined)
    const leftover = `${host(web)}; ${bare(await startSession(db, user))}`
    expect(cookiesOf(await logout(leftover))).toEqual([gone('__Host-session_id'), gone('session_id')])
    expect(cookiesOf(await login(secure, bare(web))).map(({ name }) => name)).toEqual([
      '__Host-session_id',
      'session_id',
      '__Host-bilinen_tarayici',
    ])
  })

  test('only the bound cookie makes a browser known', async () => {
    const browser = cookiesOf(await login(secure))[1]?.value ?? ''
    const wrong = (cookie: string, address: string) =>
      secure.call(`${TRPC}/auth.login`, {
        method: 'POST',
        body: JSON.stringify({ json: { username: user.username, password: 'yanlış' } }),
        headers: { 'content-type': 'application/json', ...OWN, cookie, 'x-forwarded-for': address },
      })
    await wrong(`__Host-bilinen_tarayici=${browser}`, '')
    await wrong(`bilinen_tarayici=${browser}`, '')
    const rows = await db
      .selectFrom('login_attempts')
      .where('username_key', '=', user.username)
      .orderBy('id')
      .select('place')
      .execute()
    expect(rows.map(({ place }) => place.split(':')[0])).toEqual(['browser', 'address'])
  })

  test('a trusted proxy’s scheme decides where there is no PUBLIC_URL', async () => {
    const trustProxy = new BlockList()
    trustProxy.addAddress('10.9.9.9')
    const app = testApp(db, { trustProxy })
    const connection = { incoming: { socket: { remoteAddress: '10.9.9.9' } } }
    const status = async (proto: string, cookie: string) =>
      (await app.request(LIST, { headers: { 'x-forwarded-proto': proto, cookie } }, connection)).status
    expect(await status('https', host(web))).toBe(200)
    expect(await status('https', bare(web))).toBe(401)
    expect(await status('http', bare(web))).toBe(200)
  })
})

describe('over plain http', () => {
  test('the cookies keep their names', async () => {
    const cookies = cookiesOf(await login(plain))
    expect(cookies.map(({ name }) => name)).toEqual(['session_id', 'bilinen_tarayici'])
    expect(cookies.flatMap(({ attributes }) => attributes)).not.toContain('Secure')
    const logout = await plain.post(`${TRPC}/auth.logout`, null, { ...OWN, cookie: bare(web) })
    expect(cookiesOf(logout).map(({ name, value }) => [name, value])).toEqual([['session_id', '']])
  })

  test('both kinds of token are valid in session_id, and none in the bound cookie', async () => {
    for (const token of [web, legacy]) {
      expect((await plain.get(LIST, { cookie: bare(token) })).status).toBe(200)
      expect((await plain.get(LIST, { cookie: host(token) })).status).toBe(401)
    }
  })
})

test('the header of unattended calls has no effect for a caller without the right', async () => {
  const headers = { [UNATTENDED_HEADER]: '1' }
  expect((await plain.get(LIST, headers)).status).toBe(401)
  expect((await plain.get(LIST, { ...headers, cookie: bare(web) })).status).toBe(200)
})

test('the number of sessions of a user is limited', async () => {
  for (let count = 0; count < MAX_SESSIONS.web + 2; count += 1) expect((await login(plain)).status).toBe(200)
  const rows = await db
    .selectFrom('sessions')
    .where('user_id', '=', user.id)
    .where('kind', '=', 'web')
    .select('id')
    .execute()
  expect(rows).toHaveLength(MAX_SESSIONS.web)
})
