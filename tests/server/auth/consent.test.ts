import { createHash } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { CONSENT_TEXT_SHA256 } from '#server/auth/consent.ts'
import { acceptConsent, cancelConsent, login } from '#server/auth/operations.ts'
import { endOtherSessions } from '#server/auth/sessions.ts'
import type { BaseCtx } from '#server/platform/core/context.ts'
import { CONSENT_TEXT_VERSION, NOTICE_SECTIONS, NOTICE_TITLE, noticeText } from '#shared/auth/notice.ts'

import {
  secondsLater,
  sessionRow,
  sessionsOf,
  startSession,
  anonymous,
  whoSends,
} from '#tests/support/rows/auth.ts'
import { pageClient, testCookies } from '#tests/support/panel/app.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, TEST_NOW, type TestUser } from '#tests/support/rows/factories.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'

const db = await testDatabase()
const EXPIRED = { code: 'INVALID', message: 'Onay süresi doldu. Lütfen tekrar giriş yapın.' } as const

async function pendingOf(user: TestUser, remember = true): Promise<string> {
  const result = await login(anonymous(db), { ...user, remember, consentGiven: false })
  if (result.status !== 'consent') throw new Error('an active session without consent')
  return result.pending
}

const accept = (pending: string, overrides: Partial<BaseCtx> = {}) =>
  acceptConsent(anonymous(db, overrides), { pending })
const cancel = (pending: string, overrides: Partial<BaseCtx> = {}) =>
  cancelConsent(anonymous(db, overrides), { pending })

const answersOf = (user: TestUser) =>
  db
    .selectFrom('consents')
    .select(['text_version', 'text_sha256', 'action', 'created_at'])
    .where('user_id', '=', user.id)
    .orderBy('id')
    .execute()

describe('login without the consent cookie', () => {
  test('a login without the consent cookie creates a pending token that opens nothing', async () => {
    const user = await buildUser(db)
    const pending = await pendingOf(user)
    expect((await sessionRow(db, pending))?.kind).toBe('pending')
    for (const source of ['header', 'cookie', 'legacyToken'])
      expect(await whoSends(db, { [source]: pending })).toBeNull()
    expect(await answersOf(user)).toEqual([])
  })

  test('a pending token is accepted once, for a new session of the requested length', async () => {
    for (const remember of [true, false]) {
      const user = await buildUser(db)
      const pending = await pendingOf(user, remember)
      const result = await accept(pending, { now: secondsLater(30) })
      expect(result).toMatchObject({ status: 'active', remember, user: { id: user.id } })
      expect(result.token).not.toBe(pending)
      expect(await whoSends(db, { cookie: result.token })).toBe(user.id)
      expect(await sessionRow(db, result.token)).toMatchObject({
        kind: 'web',
        expires_at: secondsLater(30 + (remember ? 30 * 86_400 : 12 * 3600)),
      })
      await expectRefusal(accept(pending), EXPIRED)
      expect(await sessionsOf(db, user)).toHaveLength(1)
    }
  })

  test('a pending token accepted twice at once creates one session and stores one answer', async () => {
    const user = await buildUser(db)
    const pending = await pendingOf(user)
    const outcomes = await Promise.allSettled([accept(pending), accept(pending), accept(pending)])
    expect(outcomes.map(({ status }) => status).sort((a, b) => (a < b ? -1 : 1))).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
    ])
    expect(await sessionsOf(db, user)).toHaveLength(1)
    expect(await answersOf(user)).toHaveLength(1)
  })

  test('the accepted text, the user and the time are stored', async () => {
    const user = await buildUser(db)
    await accept(await pendingOf(user), { now: secondsLater(90) })
    expect(await answersOf(user)).toEqual([
      {
        text_version: CONSENT_TEXT_VERSION,
        text_sha256: createHash('sha256').update(noticeText()).digest('hex'),
        action: 'accepted',
        created_at: secondsLater(90),
      },
    ])
  })

  test('a pending token is valid for ten minutes', async () => {
    const user = await buildUser(db)
    expect(await accept(await pendingOf(user), { now: secondsLater(599.999) })).toMatchObject({
      status: 'active',
    })
    await expectRefusal(accept(await pendingOf(user), { now: secondsLater(600) }), EXPIRED)
  })

  test('a cancelled token is revoked on the server, and the cancellation is stored', async () => {
    const user = await buildUser(db)
    const pending = await pendingOf(user)
    await cancel(pending)
    await cancel(pending)
    await expectRefusal(accept(pending), EXPIRED)
    expect(await sessionsOf(db, user)).toEqual([])
    expect((await answersOf(user)).map(({ action }) => action)).toEqual(['cancelled'])
  })

  test('a token that is cancelled after its expiry stores no answer', async () => {
    const user = await buildUser(db)
    await cancel(await pendingOf(user), { now: secondsLater(600) })
    expect(await answersOf(user)).toEqual([])
  })

  test('a pending token ends when the user is deleted or the password changes', async () => {
    const [deleted, changed] = [await buildUser(db), await buildUser(db)]
    const [one, two] = [await pendingOf(deleted), await pendingOf(changed)]
    await db.updateTable('users').set({ deleted_at: TEST_NOW }).where('id', '=', deleted.id).execute()
    await endOtherSessions({ db }, changed.id, null)
    await expectRefusal(accept(one), EXPIRED)
    await expectRefusal(accept(two), EXPIRED)
    expect(await answersOf(deleted)).toEqual([])
  })

  test('only a pending token is accepted: no other kind and no malformed one', async () => {
    const user = await buildUser(db)
    const web = await startSession(db, user)
    for (const token of [web, 'x', 'null', "' or 1=1 --", 'A'.repeat(43)]) {
      await expectRefusal(accept(token), EXPIRED)
      await cancel(token)
    }
    expect(await whoSends(db, { cookie: web })).toBe(user.id)
  })
})

describe('the page’s consent step', () => {
  test('the session cookie is set only after the box was ticked', async () => {
    const user = await buildUser(db)
    const cookies = testCookies()
    const caller = pageClient(db, null, { cookies })
    const answer = await caller.auth.login({ ...user, remember: false })
    expect(cookies.session).toBeNull()
    if (answer.status !== 'consent') throw new Error('no consent step')
    expect(Object.keys(answer).sort((a, b) => (a < b ? -1 : 1))).toEqual(['pending', 'status'])

    const unticked = { pending: answer.pending, accepted: false } as unknown as {
      pending: string
      accepted: true
    }
    await expect(caller.auth.acceptConsent(unticked)).rejects.toThrow(
      'Devam etmek için aydınlatma metnini onaylamalısınız.',
    )
    expect(cookies).toMatchObject({ session: null, consentGiven: false })

    const accepted = await caller.auth.acceptConsent({ pending: answer.pending, accepted: true })
    expect(accepted).toMatchObject({ status: 'active', user: { id: user.id } })
    expect(JSON.stringify(accepted)).not.toContain(cookies.session?.token)
    expect(cookies).toMatchObject({ session: { remember: false }, consentGiven: true })
    await expect(
      caller.auth.acceptConsent({ pending: answer.pending, accepted: true }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST', message: EXPIRED.message })
  })

  test('accepting or cancelling ends the session that the cookie named until then', async () => {
    for (const accepts of [true, false]) {
      const user = await buildUser(db)
      const old = await startSession(db, user)
      const cookies = testCookies()
      cookies.session = { token: old, remember: true }
      const caller = pageClient(db, null, { cookies })
      const answer = await caller.auth.login({ ...user, remember: true })
      if (answer.status !== 'consent') throw new Error('no consent step')
      expect(await whoSends(db, { cookie: old })).toBe(user.id)
      const { pending } = answer
      if (accepts) await caller.auth.acceptConsent({ pending, accepted: true })
      else await caller.auth.cancelConsent({ pending })
      expect(await sessionRow(db, old)).toBeUndefined()
      expect(await sessionsOf(db, user)).toHaveLength(accepts ? 1 : 0)
      expect(cookies.consentGiven).toBe(accepts)
      expect(cookies.session === null).toBe(!accepts)
    }
  })

  test('cancelling after accepting (the page is left at that moment) ends no session', async () => {
    const user = await buildUser(db)
    const cookies = testCookies()
    const caller = pageClient(db, null, { cookies })
    const answer = await caller.auth.login({ ...user, remember: true })
    if (answer.status !== 'consent') throw new Error('no consent step')
    const { pending } = answer
    await caller.auth.acceptConsent({ pending, accepted: true })
    const token = cookies.session?.token ?? ''
    await caller.auth.cancelConsent({ pending })
    expect(cookies.session?.token).toBe(token)
    expect(await whoSends(db, { cookie: token })).toBe(user.id)
    expect((await answersOf(user)).map(({ action }) => action)).toEqual(['accepted'])
  })
})

describe('the notice', () => {
  test('each wording of the notice has its own version', () => {
    // A changed text needs a new CONSENT_TEXT_VERSION; update both here.
    expect([CONSENT_TEXT_VERSION, CONSENT_TEXT_SHA256]).toEqual([
      '2026-11-24.2',
      '3fbd63169df656e0854ce5fe718be6cd6df7be0ed2ca672f4e4a796a22c11832',
    ])
  })

  test('the notice states what article 10 requires and asks for no explicit consent', () => {
    expect(NOTICE_TITLE).toContain('Aydınlatma Metni')
    expect(NOTICE_TITLE).toContain('6698')
    expect(NOTICE_SECTIONS.map(({ heading }) => heading)).toEqual([
      'Veri sorumlusu',
      'İşlenen kişisel veriler',
      'İşleme amaçları',
      'Hukuki sebepler',
      'Toplama yöntemi',
      'Kimlere ve hangi amaçla aktarıldığı',
      'Saklama süreleri',
      'Haklarınız',
      'Başvuru',
    ])
    const rights = NOTICE_SECTIONS.find(({ heading }) => heading === 'Haklarınız')
    expect(rights?.items).toHaveLength(9)
    expect(noticeText()).toContain('okudum, anladım')
    expect(noticeText()).not.toMatch(/açık rıza(m|mı) |rıza gösteriyorum|onay veriyorum|kabul ediyorum/)
  })
})
