import { describe, expect, test } from 'vitest'

import { acceptConsent } from '#server/auth/operations.ts'
import { login } from '#server/auth/operations.ts'
import { completeSetUp, beginSetUp } from '#server/auth/second-step.ts'
import { activateFactor, beginFactor } from '#server/settings/second-factor.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import { anonymous, sessionRow, startSession, whoSends } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, type TestUser, userCtx } from '#tests/support/rows/factories.ts'
import { appCode } from '#tests/support/security/second-factor.ts'

const db = await testDatabase()

/** Opens everything that the password alone can open: a session of the page, one of login.php, and a waiting login. */
async function openedByPassword(user: TestUser) {
  const waiting = await login(anonymous(db), { ...user, remember: true, consentGiven: false })
  if (waiting.status !== 'consent') throw new Error('no notice')
  return {
    cookie: await startSession(db, user, { remember: true }),
    header: await startSession(db, user, { kind: 'legacy' }),
    pending: waiting.pending,
  }
}

/** Checks that none of these sessions works, however often it is tried. */
async function expectEnded({ cookie, header, pending }: Awaited<ReturnType<typeof openedByPassword>>) {
  expect(await whoSends(db, { cookie })).toBeNull()
  expect(await whoSends(db, { header })).toBeNull()
  await expect(acceptConsent(anonymous(db), { pending })).rejects.toMatchObject({ code: 'INVALID' })
}

describe('once the second factor is on, nothing that the password alone opened is left', () => {
  test('if the user switches it on in the settings, and the own session stays', async () => {
    const user = await buildUser(db)
    const before = await openedByPassword(user)
    const own = await startSession(db, user, { remember: true })
    const ctx = userCtx(db, user, { session: { id: (await sessionRow(db, own))?.id ?? 0, kind: 'web' } })
    const { key } = await beginFactor(ctx)
    expect(await whoSends(db, { cookie: before.cookie })).not.toBeNull()
    await activateFactor(ctx, { code: appCode(key) })
    await expectEnded(before)
    expect(await whoSends(db, { cookie: own })).not.toBeNull()
  })

  test('if an administrator sets it up at the login', async () => {
    const user = await buildUser(db, { auth: AUTH_ADMIN })
    const before = await openedByPassword(user)
    const strict = () => anonymous(db, { adminFactorRequired: true })
    const step = await login(strict(), { ...user, remember: true, consentGiven: true })
    if (step.status !== 'setup') throw new Error('no set-up')
    const { key } = await beginSetUp(strict(), step)
    const set = { pending: step.pending, code: appCode(key), consentGiven: true }
    const { next } = await completeSetUp(strict(), set)
    await expectEnded(before)
    if (next.status !== 'active') throw new Error('not active')
    expect(await whoSends(db, { cookie: next.token })).not.toBeNull()
  })
})
