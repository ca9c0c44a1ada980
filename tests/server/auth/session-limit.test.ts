import { randomBytes } from 'node:crypto'

import * as fc from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'

import { createSession, MAX_SESSIONS } from '#server/auth/sessions.ts'
import { secondsLater, sessionRow, sessionsOf, startSession, whoSends } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { baseCtx, buildUser } from '#tests/support/rows/factories.ts'
import { recordingLog } from '#tests/support/panel/log.ts'

const db = await testDatabase()

describe('too many sessions of a user', () => {
  test.each(['web', 'legacy', 'pending'] as const)('of kind %s end the oldest one', async (kind) => {
    const user = await buildUser(db)
    const most = MAX_SESSIONS[kind]
    const tokens: string[] = []
    for (let count = 0; count <= most; count += 1)
      tokens.push(await startSession(db, user, { kind, now: secondsLater(count) }))
    const kept = (await sessionsOf(db, user)).map((row) => Buffer.from(row.token_hash).toString('hex'))
    expect(kept).toHaveLength(most)
    expect(await sessionRow(db, tokens[0] ?? '')).toBe(undefined)
    expect(await sessionRow(db, tokens[1] ?? '')).toBeDefined()
    expect(await sessionRow(db, tokens.at(-1) ?? '')).toBeDefined()
  })

  test('a session that stays logged in survives a script that logs in at every run', async () => {
    const user = await buildUser(db)
    const staying = await startSession(db, user, { kind: 'legacy' })
    expect(await whoSends(db, { header: staying }, secondsLater(60))).toBe(user.id)
    for (let run = 0; run < MAX_SESSIONS.legacy + 5; run += 1) {
      const now = secondsLater(120 + run * 60)
      expect(await whoSends(db, { header: await startSession(db, user, { kind: 'legacy', now }) }, now)).toBe(
        user.id,
      )
    }
    expect(await sessionsOf(db, user)).toHaveLength(MAX_SESSIONS.legacy)
    expect(await whoSends(db, { header: staying }, secondsLater(7_000))).toBe(user.id)
  })

  test('other kinds and other users are not counted, and the end is logged', async () => {
    const [user, other] = [await buildUser(db), await buildUser(db)]
    await startSession(db, other)
    const program = await startSession(db, user, { kind: 'legacy' })
    const { log, lines } = recordingLog()
    for (let count = 0; count <= MAX_SESSIONS.web; count += 1)
      await createSession(baseCtx(db, { log, now: secondsLater(count) }), {
        userId: user.id,
        kind: 'web',
        remember: true,
      })
    expect(await sessionsOf(db, user)).toHaveLength(MAX_SESSIONS.web + 1)
    expect(await sessionRow(db, program)).toBeDefined()
    expect(await sessionsOf(db, other)).toHaveLength(1)
    expect(lines).toMatchObject([
      { msg: 'security event', event: 'too many sessions', userId: user.id, kind: 'web', ended: 1 },
    ])
  })
})

test('a session that ends was used for less time, or longer ago, than every session that stays', async () => {
  const session = fc.record({
    created: fc.nat({ max: 50 }),
    used: fc.oneof(fc.constant(0), fc.nat({ max: 50 })),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(session, { minLength: 15, maxLength: 30 }), async (made) => {
      const { id: user_id } = await buildUser(db)
      const rows = made.map(({ created, used }) => ({
        token_hash: randomBytes(32),
        user_id,
        kind: 'web' as const,
        created_at: secondsLater(created * 60),
        last_seen_at: secondsLater((created + used) * 60),
        expires_at: secondsLater(100_000),
      }))
      await db.insertInto('sessions').values(rows).execute()
      const before = await sessionsOf(db, { id: user_id })
      const token = await startSession(db, { id: user_id }, { now: secondsLater(7_000) })
      const stayed = new Set((await sessionsOf(db, { id: user_id })).map(({ id }) => id))
      expect(stayed.size).toBe(Math.min(made.length + 1, MAX_SESSIONS.web))
      expect(await sessionRow(db, token)).toBeDefined()
      const rank = ({ created_at, last_seen_at }: (typeof before)[number]) =>
        (last_seen_at > created_at ? 1e15 : 0) + last_seen_at.getTime()
      const ranks = (isEnded: boolean) => before.filter(({ id }) => stayed.has(id) !== isEnded).map(rank)
      expect(Math.max(0, ...ranks(true))).toBeLessThanOrEqual(Math.min(Number.MAX_VALUE, ...ranks(false)))
    }),
    { numRuns: 10 },
  )
})
