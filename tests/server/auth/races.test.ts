import { expect, test } from 'vitest'

import { acceptConsent, legacyLogin, login } from '#server/auth/operations.ts'
import { hashPassword } from '#server/auth/password-hash.ts'
import { endOtherSessions } from '#server/auth/sessions.ts'
import { sessionsOf, startSession, anonymous } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, type TestUser } from '#tests/support/rows/factories.ts'

const db = await testDatabase()
const password_hash = await hashPassword('bambaşka')

/** Changes the password, with the locks in the order that `endOtherSessions` requires. */
const changePassword = (user: TestUser) =>
  db.transaction().execute(async (trx) => {
    await trx.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute()
    await endOtherSessions({ db: trx }, user.id, null)
  })

type Work = (on: typeof db) => Promise<unknown>

/**
 * Runs `work`, and `meanwhile` after the statement of this number has returned (0: from the start). Returns both
 * outcomes, or `null` if there is no such statement.
 */
async function interleaved(statement: number, work: Work, meanwhile: () => Promise<unknown>) {
  let answered = 0
  let other = statement === 0 ? Promise.allSettled([meanwhile()]) : null
  const watched = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      answered += 1
      if (answered === statement) other = Promise.allSettled([meanwhile()])
      return result
    },
  })
  const [done] = await Promise.allSettled([work(watched)])
  return other === null ? null : { done, other: (await other)[0] }
}

/** Returns the code of the refusal, if there was one. */
const refusalOf = (outcome: PromiseSettledResult<unknown>): unknown =>
  outcome.status === 'rejected' ? (outcome.reason as { code?: unknown }).code : null

test('no session accepted during a change of the password outlives it', async () => {
  let rounds = 0
  for (;;) {
    const user = await buildUser(db)
    const pending = await startSession(db, user, { kind: 'pending' })
    const accept = (on: typeof db) => acceptConsent(anonymous(on), { pending })
    const outcomes = await interleaved(rounds, accept, () => changePassword(user))
    if (outcomes === null) break
    rounds += 1
    expect(refusalOf(outcomes.other)).toBeNull()
    expect([null, 'INVALID']).toContain(refusalOf(outcomes.done))
    expect(await sessionsOf(db, user)).toEqual([])
  }
  expect(rounds).toBeGreaterThan(4)
})

test('no login begun with the old password outlives a change of the password', async () => {
  let rounds = 0
  for (;;) {
    const user = await buildUser(db)
    const enter = (on: typeof db) => login(anonymous(on), { ...user, remember: true, consentGiven: true })
    const outcomes = await interleaved(rounds, enter, () => changePassword(user))
    if (outcomes === null) break
    rounds += 1
    expect(refusalOf(outcomes.other)).toBeNull()
    expect([null, 'INVALID']).toContain(refusalOf(outcomes.done))
    expect(await sessionsOf(db, user)).toEqual([])
  }
  expect(rounds).toBeGreaterThan(4)
})

test('ten logins at once create ten sessions', async () => {
  const user = await buildUser(db)
  const answers = await Promise.all(Array.from({ length: 10 }, () => legacyLogin(anonymous(db), user)))
  expect(new Set(answers.map(({ token }) => token)).size).toBe(10)
  expect(await sessionsOf(db, user)).toHaveLength(10)
})
