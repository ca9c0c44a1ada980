import { describe, expect, test } from 'vitest'

import { resolveActor } from '#server/auth/actor.ts'
import { endOtherSessions, endSession, type SessionKind } from '#server/auth/sessions.ts'
import { createToken, hashToken, isToken, tokenInCookie } from '#server/auth/token.ts'

import {
  failingAt,
  secondsLater,
  sessionRow,
  sessionsOf,
  startSession,
  whoSends,
} from '#tests/support/rows/auth.ts'
import { OWNER_RIGHTS } from '#shared/staff/rights.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { baseCtx, buildUser, TEST_NOW } from '#tests/support/rows/factories.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'

const db = await testDatabase()
const DIFFERENT_USERS = {
  code: 'UNAUTHENTICATED',
  message: 'Oturum bulunamadı. Lütfen tekrar giriş yapın.',
} as const

describe('a token', () => {
  test('a token is 256 random bits in base64url', () => {
    const tokens = Array.from({ length: 1000 }, createToken)
    expect(new Set(tokens).size).toBe(1000)
    for (const token of tokens) {
      expect(token).toMatch(/^[\w-]{43}$/)
      expect(Buffer.from(token, 'base64url')).toHaveLength(32)
      expect(isToken(token)).toBe(true)
    }
  })

  test('a token is hashed with SHA-256', () => {
    expect(hashToken('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
  })

  test('a token is stored nowhere in the clear', async () => {
    const user = await buildUser(db)
    const tokens = await Promise.all(
      (['web', 'legacy', 'pending'] as const).map((kind) => startSession(db, user, { kind })),
    )
    const rows = await sessionsOf(db, user)
    const stored = JSON.stringify(rows, (_key, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    )
    expect(rows.map((row) => row.token_hash.length)).toEqual([32, 32, 32])
    for (const token of tokens) {
      expect(stored).not.toContain(token)
      expect(rows.some((row) => hashToken(token).equals(row.token_hash))).toBe(true)
    }
  })
})

describe('the actor of a request', () => {
  test('the actor is the user of the session', async () => {
    const user = await buildUser(db, { auth: 3 })
    const cookie = await startSession(db, user)
    const row = await sessionRow(db, cookie)
    expect(await resolveActor(baseCtx(db), { cookie })).toEqual({
      actor: {
        shop: user.id,
        user: user.id,
        username: user.username,
        auth: 3,
        rights: OWNER_RIGHTS,
        session: { id: row?.id, kind: 'web', confirmedAt: TEST_NOW },
      },
      via: 'cookie',
      seenAt: row?.last_seen_at,
      tokenHash: hashToken(cookie),
    })
  })

  const table: [kind: SessionKind, source: 'header' | 'cookie' | 'legacyToken', counts: boolean][] = [
    ['web', 'cookie', true],
    ['web', 'header', false],
    ['web', 'legacyToken', false],
    ['legacy', 'cookie', true],
    ['legacy', 'header', true],
    ['legacy', 'legacyToken', true],
    ['pending', 'cookie', false],
    ['pending', 'header', false],
    ['pending', 'legacyToken', false],
  ]
  test.each(table)('a %s token in the %s: %s', async (kind, source, counts) => {
    const user = await buildUser(db)
    const token = await startSession(db, user, { kind })
    expect(await whoSends(db, { [source]: token })).toBe(counts ? user.id : null)
  })

  test('the actor names the token by which it was identified', async () => {
    const user = await buildUser(db)
    const legacy = await startSession(db, user, { kind: 'legacy' })
    const web = await startSession(db, user)
    const via = async (sent: object) => (await resolveActor(baseCtx(db), sent)).via
    expect(await via({ header: legacy, cookie: web })).toBe('header')
    expect(await via({ legacyToken: legacy, cookie: web })).toBe('token')
    expect(await via({ header: legacy, legacyToken: legacy })).toBe('header')
    expect(await via({ header: web, cookie: web })).toBe('cookie')
    expect(await via({ header: web })).toBeNull()
    expect(await via({})).toBeNull()
  })

  const unknown = 'A'.repeat(43)
  test.each(['', 'null', 'undefined', 'x', ' ', unknown, `${unknown}=`, "' or 1=1 --"])(
    'a header %j is ignored and the cookie counts',
    async (header) => {
      const user = await buildUser(db)
      const cookie = await startSession(db, user)
      expect(await whoSends(db, { header, cookie })).toBe(user.id)
      expect(await whoSends(db, { header })).toBeNull()
    },
  )

  test('a request with valid tokens of different users is anonymous', async () => {
    const [one, other] = [await buildUser(db), await buildUser(db)]
    const header = await startSession(db, one, { kind: 'legacy' })
    const cookie = await startSession(db, other)
    await expectRefusal(whoSends(db, { header, cookie }), DIFFERENT_USERS)
    await expectRefusal(whoSends(db, { legacyToken: header, cookie }), DIFFERENT_USERS)
    expect(await whoSends(db, { header, cookie }, secondsLater(12 * 3600))).toBeNull()
  })

  test('a malformed token is not looked up', async () => {
    const closed = new Proxy(db, {
      get: () => {
        throw new Error('the database was asked')
      },
    })
    const tooLong = createToken() + createToken()
    for (const token of ['', 'null', 'x'.repeat(42), tooLong, `${'x'.repeat(42)}é`, `${'x'.repeat(42)}\n`])
      expect(await whoSends(closed, { header: token, cookie: token, legacyToken: token })).toBeNull()
  })

  test('a deleted user is anonymous', async () => {
    const user = await buildUser(db)
    const cookie = await startSession(db, user)
    await db.updateTable('users').set({ deleted_at: TEST_NOW }).where('id', '=', user.id).execute()
    expect(await whoSends(db, { cookie })).toBeNull()
  })
})

describe('the life of a session', () => {
  const HOUR = 3600
  const DAY = 24 * HOUR
  test.each([
    ['web', true, 30 * DAY],
    ['web', false, 12 * HOUR],
    ['legacy', false, 12 * HOUR],
    ['pending', true, 600],
    ['pending', false, 600],
  ] as const)('a %s session with remember %s lasts %i seconds', async (kind, remember, seconds) => {
    const token = await startSession(db, await buildUser(db), { kind, remember })
    expect((await sessionRow(db, token))?.expires_at).toEqual(secondsLater(seconds))
  })

  test('a session lasts to its last millisecond and is not prolonged by use', async () => {
    const user = await buildUser(db)
    const cookie = await startSession(db, user)
    for (const hours of [1, 6, 11]) await whoSends(db, { cookie }, secondsLater(hours * HOUR))
    expect(await whoSends(db, { cookie }, secondsLater(12 * HOUR - 0.001))).toBe(user.id)
    expect(await whoSends(db, { cookie }, secondsLater(12 * HOUR))).toBeNull()
  })

  test('the last use of a session is stored once a minute', async () => {
    const cookie = await startSession(db, await buildUser(db))
    const seenAfter = async (seconds: number) => {
      await whoSends(db, { cookie }, secondsLater(seconds))
      return (await sessionRow(db, cookie))?.last_seen_at
    }
    expect(await seenAfter(59.999)).toEqual(TEST_NOW)
    expect(await seenAfter(60)).toEqual(secondsLater(60))
    expect(await seenAfter(119)).toEqual(secondsLater(60))
    expect(await seenAfter(500)).toEqual(secondsLater(500))
  })

  test('a failure to store the last use does not fail the request', async () => {
    const user = await buildUser(db)
    const cookie = await startSession(db, user)
    const readOnly = failingAt(db, 'UpdateQueryNode')
    expect(await whoSends(readOnly, { cookie }, secondsLater(60))).toBe(user.id)
  })

  test('ending a session twice is harmless and ends no other session', async () => {
    const user = await buildUser(db)
    const [cookie, other] = [await startSession(db, user), await startSession(db, user)]
    const id = (await sessionRow(db, cookie))?.id ?? 0
    await endSession({ db }, id)
    await endSession({ db }, id)
    expect(await whoSends(db, { cookie })).toBeNull()
    expect(await whoSends(db, { cookie: other })).toBe(user.id)
  })

  test('ending the other sessions of a user ends every kind, and none of other users', async () => {
    const [user, neighbour] = [await buildUser(db), await buildUser(db)]
    const kept = await startSession(db, user)
    await startSession(db, user)
    await startSession(db, user, { kind: 'legacy' })
    await startSession(db, user, { kind: 'pending' })
    const theirs = await startSession(db, neighbour)
    const id = (await sessionRow(db, kept))?.id ?? 0
    await endOtherSessions({ db }, user.id, id)
    expect((await sessionsOf(db, user)).map((row) => row.id)).toEqual([id])
    expect(await whoSends(db, { cookie: theirs })).toBe(neighbour.id)
    await endOtherSessions({ db }, user.id, null)
    expect(await sessionsOf(db, user)).toEqual([])
  })

  test('a session survives new sessions of the same user', async () => {
    const user = await buildUser(db)
    const first = await startSession(db, user, { kind: 'legacy' })
    for (let count = 0; count < 12; count++) await startSession(db, user, { kind: 'legacy' })
    expect(await whoSends(db, { header: first })).toBe(user.id)
  })
})

describe('the session cookie', () => {
  const token = 'A'.repeat(43)
  const other = 'B'.repeat(43)
  test.each([
    [`session_id=${token}`, token],
    [`a=b; session_id=${token}; c=d`, token],
    [`a=b;session_id=${token}`, token],
    [` \tsession_id=${token} `, token],
    [`session_ids=${other}; xsession_id=${other}; Session_Id=${other}; session_id=${token}`, token],
    [undefined, undefined],
    ['', undefined],
    ['session_id', undefined],
    ['session_id=', undefined],
    ['session_id=null', undefined],
    [`session_id="${token}"`, undefined],
    [`session_id=${token}x`, undefined],
    [`session_id=${token}%00`, undefined],
    [`session_id=${token}=`, undefined],
    [`session_id =${token}`, undefined],
    [`\u00A0session_id=${token}`, undefined],
    [`session_id=${token}; session_id=${other}`, undefined],
    [`session_id=${token}; session_id=${token}`, undefined],
    [`session_id=${token}; session_id=`, undefined],
    [`session_id=; session_id=${token}`, undefined],
  ])('the session cookie of %j', (header, expected) => {
    expect(tokenInCookie('session_id', header)).toBe(expected)
  })

  test('blanks inside a cookie are read once, not once from each of them', () => {
    const blanks = ' \t'.repeat(1_000_000)
    expect(tokenInCookie('session_id', `a=${blanks}b; ${blanks}session_id=${token}${blanks}`)).toBe(token)
  })
})
