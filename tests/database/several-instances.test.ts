import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { AUTH_ADMIN, SESSION_COOKIE } from '#shared/options.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { open, testDatabaseTarget } from '#tests/support/database/database.ts'
import { buildUser, type TestUser } from '#tests/support/rows/factories.ts'
import {
  called,
  type Instance,
  procedure,
  type Reply,
  startTwoPanels,
  type TwoPanels,
} from '#tests/support/panel/two-panels.ts'
import { loggedBy } from '#tests/support/panel/workers.ts'

const target = await testDatabaseTarget()
const db = open(target)
let panels: TwoPanels
beforeAll(async () => {
  panels = await startTwoPanels(target, 'nginx')
})
afterAll(async () => {
  await panels.close()
  await db.destroy()
})

const ascending = (replies: Reply[]) =>
  replies.map(({ status }) => Number(status)).toSorted((one, other) => one - other)
const times = (count: number, status: number) => Array<number>(count).fill(status)
const enter = (user: Pick<TestUser, 'id'>) => startSession(db, user, { now: new Date() })
const list = (instance: Instance, token: string) =>
  instance.ask(procedure('kayit.list', {}), called(token)).then(({ status }) => status)
const act = (instance: Instance, name: string, { by, input = {} }: { by: string; input?: object }) =>
  instance.ask(procedure(name), called(by, input))

type Saved = { result: { data: { json: { kayit: { id: number }; version: number } } } }

/** Returns the id and the version from the response to a save. */
function savedBy(reply: Reply | undefined): { id: number; version: number } {
  const { kayit, version } = (JSON.parse(reply?.text ?? '') as Saved).result.data.json
  return { id: kayit.id, version }
}

const login = (user: { username: string; password: string }, extra: Record<string, string> = {}) => ({
  headers: { 'sec-fetch-site': 'same-origin', cookie: 'kvkk_onay=1', ...extra },
  body: { json: { username: user.username, password: user.password, remember: false } },
})

describe('two instances behind nginx', () => {
  test('ten of twenty simultaneous wrong logins are checked, whichever instance they come to', async () => {
    const { username } = await buildUser(db)
    const wrong = login({ username, password: 'yanlış-parola' })
    const replies = Array.from({ length: 20 }, (_, index) => {
      // A header of the caller does not change the address that counts.
      const headers = { ...wrong.headers, 'x-forwarded-for': `9.9.9.${index}` }
      return panels.ask(procedure('auth.login'), { ...wrong, headers, from: '127.0.0.5' })
    })
    expect(ascending(await Promise.all(replies))).toEqual([...times(10, 400), ...times(10, 429)])
    expect(await addressesOf(username)).toEqual(['127.0.0.5'])
    for (const { panel } of [panels.one, panels.other]) expect(loggedBy(panel()).size).toBeGreaterThan(0)
  })

  test('fifty failures from many addresses lock the name at unknown places on both instances', async () => {
    const user = await buildUser(db)
    const wrong = login({ ...user, password: 'yanlış-parola' })
    for (let failure = 0; failure < 50; failure++) {
      const headers = { ...wrong.headers, 'x-forwarded-for': `198.51.100.${failure % 10}` }
      const instance = failure % 2 === 0 ? panels.one : panels.other
      expect((await instance.ask(procedure('auth.login'), { ...wrong, headers })).status).toBe(400)
    }
    const right = login(user, { 'x-forwarded-for': '203.0.113.9' })
    for (const instance of [panels.one, panels.other])
      expect((await instance.ask(procedure('auth.login'), right)).status).toBe(429)
  })

  test('a session that a login on one instance made is valid on the other', async () => {
    const user = await buildUser(db)
    const { status, headers } = await panels.one.ask(procedure('auth.login'), login(user))
    expect(status).toBe(200)
    const cookie = headers['set-cookie']?.find((one) => one.includes(SESSION_COOKIE)) ?? ''
    const token = /session_id=([^;]+)/.exec(cookie)?.[1] ?? ''
    expect(cookie).toMatch(/^__Host-.*; Secure/)
    expect(await list(panels.other, token)).toBe(200)
    expect((await panels.ask(procedure('kayit.list', {}), called(token))).status).toBe(200)
  })

  test('the end of a session on one instance ends it on the other at once, also a remembered one', async () => {
    const [user, admin] = [await buildUser(db), await buildUser(db, { auth: AUTH_ADMIN })]
    const { one, other } = panels
    const tokens = [await enter(user), await enter(user), await enter(user)]
    const [first = '', second = ''] = tokens
    const served = () => Promise.all(tokens.map((token) => list(other, token)))
    expect(await served()).toEqual([200, 200, 200])
    expect((await act(one, 'auth.logout', { by: first })).status).toBe(200)
    expect(await served()).toEqual([401, 200, 200])
    const input = { current_password: user.password, new_password: 'yeni-parola-1' }
    expect((await act(one, 'settings.changePassword', { by: second, input })).status).toBe(200)
    expect(await served()).toEqual([401, 200, 401])
    const by = await enter(admin)
    expect((await act(one, 'admin.deleteUser', { by, input: { id: user.id } })).status).toBe(200)
    expect(await served()).toEqual([401, 401, 401])
  })

  test('a suspended shop is suspended on both at once, and so are its staff', async () => {
    const [owner, admin] = [await buildUser(db), await buildUser(db, { auth: AUTH_ADMIN })]
    const member = await buildUser(db, { shop_id: owner.id, role: 'desk' })
    const tokens = [await enter(owner), await enter(member)]
    const served = () => Promise.all(tokens.map((token) => list(panels.other, token)))
    expect(await served()).toEqual([200, 200])
    const input = { id: owner.id, reason: 'Ödeme bekleniyor' }
    expect((await act(panels.one, 'admin.suspendShop', { by: await enter(admin), input })).status).toBe(200)
    expect(await served()).toEqual([403, 403])
  })

  test('a save that is repeated with its key on the other instance is stored once, also at the same moment', async () => {
    const user = await buildUser(db)
    const by = await enter(user)
    const { one, other } = panels
    const makeInput = (name: string) => ({
      info: { musteri_adi_soyadi: name, plaka: '34 TEK 1' },
      islemler: [{ islem_adi: 'Yağ', islem_adet: 1, fiyat_kurus: 100_00 }],
      key: randomUUID(),
    })
    const input = makeInput('arka arkaya')
    const first = await act(one, 'kayit.save', { by, input })
    const second = await act(other, 'kayit.save', { by, input })
    expect(savedBy(second)).toEqual(savedBy(first))
    const atOnce = makeInput('aynı anda')
    const [here, there] = await Promise.all(
      [one, other].map((instance) => act(instance, 'kayit.save', { by, input: atOnce })),
    )
    expect(savedBy(here)).toEqual(savedBy(there))
    const stored = await db
      .selectFrom('kayit')
      .where('shop_id', '=', user.id)
      .select('musteri_adi_soyadi')
      .orderBy('id')
      .execute()
    expect(stored.map((row) => row.musteri_adi_soyadi)).toEqual(['arka arkaya', 'aynı anda'])
  })

  test('one of two people who edit one record on two instances saves, and the other gets the conflict', async () => {
    const user = await buildUser(db)
    const [here, there] = [await enter(user), await enter(user)]
    const info = { musteri_adi_soyadi: 'İlk', plaka: '34 IKI 2' }
    const made = savedBy(await act(panels.one, 'kayit.save', { by: here, input: { info, islemler: [] } }))
    for (let round = 0, { version } = made; round < 5; round++) {
      const edit = (instance: Instance, by: string, aciklama: string) =>
        act(instance, 'kayit.save', { by, input: { id: made.id, version, info: { aciklama } } })
      const replies = await Promise.all([
        edit(panels.one, here, `bir ${round}`),
        edit(panels.other, there, `iki ${round}`),
      ])
      expect(ascending(replies)).toEqual([200, 409])
      const saved = replies.find(({ status }) => status === 200)
      version = savedBy(saved).version
      const row = await db
        .selectFrom('kayit')
        .where('shop_id', '=', user.id)
        .where('id', '=', made.id)
        .select(['aciklama', 'version'])
        .executeTakeFirstOrThrow()
      expect(row).toEqual({ aciklama: `${saved === replies[0] ? 'bir' : 'iki'} ${round}`, version })
    }
  })

  test("neither the log of nginx nor that of a panel's requests has a query", async () => {
    const by = await enter(await buildUser(db))
    await panels.ask(procedure('kayit.list', { q: 'gizlisoyad' }), called(by))
    const logged = panels.proxy.logs()
    expect(logged).toContain('kayit.list')
    const all = [logged, panels.one.panel().output.err, panels.other.panel().output.err].join('')
    expect(all).not.toContain('gizlisoyad')
  })
})

/** Returns the addresses for which failures of a name count. */
async function addressesOf(username: string): Promise<string[]> {
  const found = await db
    .selectFrom('login_attempts')
    .where('username_key', '=', username)
    .select('address')
    .distinct()
    .execute()
  return found.map(({ address }) => address)
}
