import { describe, expect, test } from 'vitest'

import { endUserSessions } from '#server/admin/operations.ts'
import { sessionRow, sessionsOf, startSession } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'

const db = await testDatabase()
const admin = async () => userCtx(db, await buildUser(db, { auth: 3 }))
const notFound = { code: 'NOT_FOUND', message: 'Kullanıcı bulunamadı.' } as const

describe('the sessions of a user', () => {
  test('all are ended at once, of one user only', async () => {
    const ctx = await admin()
    const [user, other] = [await buildUser(db), await buildUser(db)]
    for (const kind of ['web', 'legacy'] as const) await startSession(db, user, { kind })
    await startSession(db, other)
    expect(await endUserSessions(ctx, { id: user.id })).toEqual({ ended: 2 })
    expect(await sessionsOf(db, user)).toEqual([])
    expect(await sessionsOf(db, other)).toHaveLength(1)
    expect(await endUserSessions(ctx, { id: user.id })).toEqual({ ended: 0 })
  })

  test("administrators keep the session in which they end their own; an unknown user's are not found", async () => {
    const user = await buildUser(db, { auth: 3 })
    await startSession(db, user)
    const { id = 0 } = (await sessionRow(db, await startSession(db, user))) ?? {}
    const ctx = userCtx(db, user, { session: { id, kind: 'web' } })
    expect(await endUserSessions(ctx, { id: user.id })).toEqual({ ended: 1 })
    expect((await sessionsOf(db, user)).map(({ id }) => id)).toEqual([ctx.actor.session.id])
    await expectRefusal(endUserSessions(ctx, { id: 9_007_199_254_740_991 }), notFound)
  })
})
