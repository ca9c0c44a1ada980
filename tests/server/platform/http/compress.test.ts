import { gunzipSync } from 'node:zlib'

import { describe, expect, test } from 'vitest'

import { PROCEDURE_META } from '#server/transports/rpc/calls.ts'
import { DEFAULT_PASSWORD, buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { testApp, TRPC } from '#tests/support/panel/app.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { save } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()
const app = testApp(db)
const input = encodeURIComponent(JSON.stringify({ json: {} }))

/** Stores a shop whose list is longer than 1 KB. */
async function shop() {
  const user = await buildUser(db)
  for (let n = 0; n < 8; n++)
    await save(userCtx(db, user), { info: { musteri_adi_soyadi: `Çağrı Şükrü ${n}`, plaka: `34 ABC ${n}` } })
  const session = { 'session-id': await startSession(db, user, { kind: 'legacy' }) }
  const get = (path: string, headers: Record<string, string> = {}) =>
    app.request(path, { headers: { ...session, ...headers } })
  return { user, get }
}

const LIST = `${TRPC}/kayit.list?input=${input}`
const both = encodeURIComponent(JSON.stringify({ 0: { json: {} }, 1: { json: {} } }))
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

describe('a response of 1 KB and more', () => {
  test.each([LIST, '/api/getKayitlar.php', `${TRPC}/auth.session,kayit.list?batch=1&input=${both}`])(
    '%s is the same after gzip, and shorter',
    async (path) => {
      const { get } = await shop()
      const plain = await get(path)
      const packed = await get(path, { 'accept-encoding': 'gzip, deflate, br' })
      expect([plain.status, packed.status]).toEqual([200, 200])
      expect([plain.headers.get('content-encoding'), packed.headers.get('content-encoding')]).toEqual([
        null,
        'gzip',
      ])
      const [whole, small] = [await bytesOf(plain), await bytesOf(packed)]
      expect(gunzipSync(small)).toEqual(whole)
      expect(small.length).toBeLessThan(whole.length / 2)
      const names = (response: Response) =>
        [...response.headers.keys()].filter((name) => name !== 'content-encoding')
      expect(names(packed)).toEqual(names(plain))
      for (const { headers } of [plain, packed]) {
        expect(headers.get('vary')).toMatch(/accept-encoding/i)
        expect(headers.get('content-type')).toMatch(/^application\/json/)
        expect(headers.get('content-security-policy')).toContain("default-src 'none'")
        expect(headers.get('cache-control')).toBe('no-store')
      }
    },
  )

  test.each(['identity', 'br', 'gzip;q=0', '*;q=0', ''])('stays as it is for "%s"', async (accepted) => {
    const { get } = await shop()
    const response = await get(LIST, { 'accept-encoding': accepted })
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(await response.json()).toMatchObject({ result: { data: { json: { total: 8 } } } })
  })
})

test('a shorter response stays as it is', async () => {
  const { get } = await shop()
  const response = await get('/api/getKayit.php', { 'accept-encoding': 'gzip' })
  expect(response.headers.get('content-encoding')).toBeNull()
  expect(await response.json()).toMatchObject({ success: false })
})

test('a response that may hold a token is never compressed, alone or in a batch', async () => {
  const { user } = await shop()
  const call = (path: string, body: unknown) =>
    app.request(path, {
      method: 'POST',
      headers: {
        'accept-encoding': 'gzip',
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
      },
      body: JSON.stringify(body),
    })
  const sent = { json: { username: user.username, password: DEFAULT_PASSWORD, remember: false } }
  const replies = [
    await call(`${TRPC}/auth.login`, sent),
    await call(`${TRPC}/auth.logout,auth.login?batch=1`, { 0: {}, 1: sent }),
    await call('/api/login.php', { username: user.username, password: DEFAULT_PASSWORD }),
  ]
  expect(replies.map(({ headers }) => headers.get('content-encoding'))).toEqual([null, null, null])
  const varies = replies.map(({ headers }) => /accept-encoding/i.test(headers.get('vary') ?? ''))
  expect(varies).toEqual([false, false, false])
})

describe('a batch with a long answer', () => {
  const tokens = [...PROCEDURE_META].filter(([, { returnsToken }]) => returnsToken).map(([name]) => name)
  const LONG = 'Uzun bir açıklama. '.repeat(100)
  const saved = { json: { info: { musteri_adi_soyadi: 'Ali', plaka: '34 ABC 1', aciklama: LONG } } }
  const batch = async (other: string) => {
    const { user } = await shop()
    return app.request(`${TRPC}/kayit.save,${other}?batch=1`, {
      method: 'POST',
      headers: {
        cookie: `session_id=${await startSession(db, user)}`,
        'accept-encoding': 'gzip',
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
      },
      body: JSON.stringify({ 0: saved, 1: { json: {} } }),
    })
  }

  test('is compressed', async () => {
    expect((await batch('settings.requireConfirmed')).headers.get('content-encoding')).toBe('gzip')
  })

  test.each([...tokens, 'staff.makeResetLink/', 'staff%2EmakeResetLink//'])(
    'is not, beside %s',
    async (name) => {
      const response = await batch(name)
      expect(response.headers.get('content-encoding')).toBeNull()
      expect(await response.text()).toContain(LONG.trim())
    },
  )
})
