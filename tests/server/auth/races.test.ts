import { expect, test } from 'vitest'

import { acceptConsent, legacyLogin, login } from '#server/auth/operations.ts'
import { hashPassword } from '#server/auth/password-hash.ts'
import { endOtherSessions } from '#server/auth/sessions.ts'
import { sessionsOf, startSession, anonymous } from '#tests/support/auth.ts'
import { testDatabase } from '#tests/support/database.ts'
import { buildUser, type TestUser } from '#tests/support/factories.ts'

const db = await testDatabase()
const password_hash = await hashPassword('bambaşka')

/** What a change of the password does, in the order that `endOtherSessions` asks for. */
const changePassword = (user: TestUser) =>
  db.transaction().execute(async (trx) => {
    await trx.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute()
    await endOtherSessions({ db: trx }, user.id, null)
  })

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** The code with which it was refused, if it was. */
const refusalOf = (outcome: PromiseSettledResult<unknown>): unknown =>
  outcome.status === 'rejected' ? (outcome.reason as { code?: unknown }).code : null

test('no session outlives a change of the password that happens while it is accepted', async () => {
  for (let round = 0; round < 20; round++) {
    const user = await buildUser(db)
    const pending = await startSession(db, user, { kind: 'pending' })
    const [changed, accepted] = await Promise.allSettled([
      after(round % 5).then(() => changePassword(user)),
      after(round % 4).then(() => acceptConsent(anonymous(db), { pending })),
    ])
    expect(refusalOf(changed)).toBeNull()
    expect([null, 'INVALID']).toContain(refusalOf(accepted))
    expect(await sessionsOf(db, user)).toEqual([])
  }
})

test('nor one that was begun with the old password', async () => {
  for (let round = 0; round < 10; round++) {
    const user = await buildUser(db)
    const [changed, begun] = await Promise.allSettled([
      after(round * 12).then(() => changePassword(user)),
      login(anonymous(db), { ...user, remember: true, consentGiven: true }),
    ])
    expect(refusalOf(changed)).toBeNull()
    expect([null, 'INVALID']).toContain(refusalOf(begun))
    expect(await sessionsOf(db, user)).toEqual([])
  }
})

test('ten logins at once are ten sessions', async () => {
  const user = await buildUser(db)
  const answers = await Promise.all(Array.from({ length: 10 }, () => legacyLogin(anonymous(db), user)))
  expect(new Set(answers.map(({ token }) => token)).size).toBe(10)
  expect(await sessionsOf(db, user)).toHaveLength(10)
})
