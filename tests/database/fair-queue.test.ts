import { beforeAll, describe, expect, test } from 'vitest'

import { queueKeyOf, SessionHints } from '#server/auth/session-hints.ts'
import { createToken } from '#server/auth/token.ts'
import { REQUEST_LIMITS } from '#server/platform/db/limits.ts'
import { runAsCaller } from '#server/platform/lib/caller.ts'
import { SESSION_COOKIE } from '#shared/options.ts'
import { requests, testApp, TRPC } from '#tests/support/panel/app.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { open, testDatabase, testDatabaseTarget } from '#tests/support/database/database.ts'
import { buildUser } from '#tests/support/rows/factories.ts'

const target = await testDatabaseTarget()
const db = await testDatabase()

test('statements of one caller delay another’s by a turn', async () => {
  // With a second connection the order would depend on the machine: one of them may wait for a core.
  const busy = open(target, { ...REQUEST_LIMITS, connections: 1, queue: 30_000, wait: 30_000 })
  const served: string[] = []
  const users = () => busy.selectFrom('users').select('id').execute()
  // The first statement of a connection takes longer than many later ones.
  await users()
  const read = async (name: string) => {
    await users()
    served.push(name)
  }
  const many = runAsCaller('busy', () => Array.from({ length: 200 }, () => read('busy')))
  await Promise.all([...many, runAsCaller('other', () => read('other')), read('nobody')])
  await busy.destroy()
  expect(served).toHaveLength(202)
  expect(served.indexOf('other')).toBeLessThan(8)
  expect(served.indexOf('nobody')).toBeLessThan(8)
})

describe('200 waiting calls of a shop', () => {
  const { get } = requests(testApp(db))
  const call = (name: string) => `${TRPC}/${name}?input=%7B%22json%22%3A%7B%7D%7D`
  let busy: string
  let other: string
  beforeAll(async () => {
    busy = await startSession(db, await buildUser(db))
    other = await startSession(db, await buildUser(db))
  })
  const cookie = (token: string) => ({ cookie: `${SESSION_COOKIE}=${token}` })

  test('delay another shop’s calls only little, also from the same address', async () => {
    for (const token of [busy, other]) expect((await get(call('kayit.list'), cookie(token))).status).toBe(200)
    const served: string[] = []
    const list = async (name: string, headers: Record<string, string>) => {
      const { status } = await get(call('kayit.list'), headers)
      served.push(`${name} ${status}`)
    }
    const many = Array.from({ length: 200 }, () => list('busy', cookie(busy)))
    await Promise.all([...many, list('other', cookie(other))])
    expect(served.filter((it) => it === 'busy 200')).toHaveLength(200)
    expect(served.indexOf('other 200')).toBeGreaterThanOrEqual(0)
    expect(served.indexOf('other 200')).toBeLessThan(20)
  })
})

describe('the caller of a request', () => {
  const token = createToken()
  const unknown = createToken()
  const hints = new SessionHints()
  const program = createToken()
  for (const [sent, kind] of [
    [token, 'web'],
    [program, 'legacy'],
  ] as const) {
    const actor = {
      shop: 7,
      user: 8,
      username: 'usta',
      auth: 1,
      rights: [],
      session: { id: 1, kind, confirmedAt: null },
    }
    hints.remember(sent, { actor, seenAt: new Date() })
  }
  const of = (headers: Record<string, string>, address = '192.0.2.1') =>
    queueKeyOf(hints, { header: (name) => headers[name], address })

  test('is the shop of a token that was sent before', () => {
    expect(of({ 'session-id': program })).toBe('shop 7')
    for (const name of [SESSION_COOKIE, `__Host-${SESSION_COOKIE}`])
      expect(of({ cookie: `a=b; ${name}=${token}` })).toBe('shop 7')
    expect(of({ 'session-id': unknown, cookie: `${SESSION_COOKIE}=${token}` })).toBe('shop 7')
  })

  test('is otherwise its network', () => {
    for (const headers of [
      {},
      { 'session-id': unknown },
      { 'session-id': token },
      { 'session-id': 'x' },
      { cookie: 'a=b' },
    ])
      expect(of(headers as Record<string, string>)).toBe('network 192.0.2.1')
    expect(of({}, '2001:db8:1:2:3::4')).toBe('network 2001:db8:1:2::/64')
  })
})
