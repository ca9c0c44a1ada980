import { describe, expect, test } from 'vitest'

import {
  deleteUser,
  endUserSessions,
  saveUser,
  makeResetLink,
  switchOffUserFactor,
} from '#server/admin/operations.ts'
import { suspendShop } from '#server/admin/shops.ts'
import { requireSession } from '#server/auth/actor.ts'
import { confirmPassword, changePassword } from '#server/settings/password.ts'
import { beginSetUp } from '#server/auth/second-step.ts'
import { createSession, endOtherSessions } from '#server/auth/sessions.ts'
import { hashToken } from '#server/auth/token.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { reportLogins } from '#server/settings/logins.ts'
import { endReported } from '#server/settings/reported-accounts.ts'
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  activateFactor,
  beginFactor,
  renewCodes,
  switchOffFactor,
} from '#server/settings/second-factor.ts'
import {
  closeMember,
  endMemberSessions,
  makeMemberLink,
  restoreMember,
  saveMember,
} from '#server/staff/operations.ts'
import { userInput } from '#shared/admin/schema.ts'
import { staffInput } from '#shared/staff/schema.ts'
import { anonymous, sessionRow, sessionsOf, startSession } from '#tests/support/rows/auth.ts'
import { authenticator, ORIGIN, withPasskey } from '#tests/support/security/authenticator.ts'
import { testDatabase, waitersIn } from '#tests/support/database/database.ts'
import { buildUser, TEST_NOW, type TestUser, userCtx } from '#tests/support/rows/factories.ts'
import { appCode, withFactor } from '#tests/support/security/second-factor.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const db = await testDatabase()

type Case = (ctx: UserCtx, user: TestUser) => Promise<() => Promise<unknown>>
const NEW_PASSWORD = 'Ayva-Reçeli-71'

/** Switches the second factor on in this session, which stays. */
async function switchOn(ctx: UserCtx): Promise<void> {
  const { key } = await beginFactor(ctx)
  await activateFactor(ctx, { code: appCode(key) })
}

/** Each case prepares its data and returns the change. */
const OWN: Record<string, Case> = {
  beginFactor: async (ctx) => () => beginFactor(ctx),
  activateFactor: async (ctx) => {
    const { key } = await beginFactor(ctx)
    return () => activateFactor(ctx, { code: appCode(key) })
  },
  renewCodes: async (ctx) => {
    await switchOn(ctx)
    return () => renewCodes(ctx)
  },
  switchOffFactor: async (ctx) => {
    await switchOn(ctx)
    return () => switchOffFactor(ctx)
  },
  addPasskey: async (ctx) => {
    const { token, options } = await beginPasskey(ctx)
    return () => addPasskey(ctx, { token, name: 'Telefon', passkey: authenticator().create(options) })
  },
  removePasskey: async (ctx, user) => {
    await withPasskey(db, user)
    const [passkey] = (await listPasskeys(ctx)).items
    return () => removePasskey(ctx, { id: passkey?.id ?? 0 })
  },
  changePassword: async (ctx, user) => () =>
    changePassword(ctx, { current_password: user.password, new_password: NEW_PASSWORD }),
  confirmPassword:
    async (ctx, { password }) =>
    () =>
      confirmPassword(ctx, { password }),
  reportLogins: async (ctx) => () => reportLogins(ctx, { id: 1 }),
  endReported: async (ctx) => () => endReported(ctx, { since: TEST_NOW.toISOString(), ids: [] }),
}

const OF_STAFF: Record<string, Case> = {
  'saveMember (new)':
    async (ctx, { username }) =>
    () =>
      saveMember(ctx, staffInput.parse({ username: `${username}-yeni`, new_password: NEW_PASSWORD })),
  saveMember: async (ctx, user) => {
    const { id } = await buildMember(db, user)
    return () => saveMember(ctx, staffInput.parse({ id, new_password: NEW_PASSWORD }))
  },
  closeMember: async (ctx, user) => {
    const { id } = await buildMember(db, user)
    return () => closeMember(ctx, { id })
  },
  restoreMember: async (ctx, user) => {
    const { id } = await buildMember(db, user)
    await db.updateTable('users').set({ deleted_at: TEST_NOW }).where('id', '=', id).execute()
    return () => restoreMember(ctx, { id })
  },
  endMemberSessions: async (ctx, user) => {
    const { id } = await buildMember(db, user)
    await startSession(db, { id })
    return () => endMemberSessions(ctx, { id })
  },
  makeMemberLink: async (ctx, user) => {
    const { id } = await buildMember(db, user)
    return () => makeMemberLink(ctx, { id })
  },
}

const other = async () => {
  const user = await buildUser(db)
  await startSession(db, user)
  return user
}
const OF_ADMINISTRATORS: Record<string, Case> = {
  'saveUser (new)':
    async (ctx, { username }) =>
    () =>
      saveUser(
        ctx,
        userInput.parse({
          username: `${username}-yeni`,
          email: `${username}@yeni.test`,
          new_password: NEW_PASSWORD,
        }),
      ),
  saveUser: async (ctx) => {
    const { id } = await other()
    return () => saveUser(ctx, userInput.parse({ id, new_password: NEW_PASSWORD }))
  },
  deleteUser: async (ctx) => {
    const { id } = await other()
    return () => deleteUser(ctx, { id })
  },
  endUserSessions: async (ctx) => {
    const { id } = await other()
    return () => endUserSessions(ctx, { id })
  },
  makeResetLink: async (ctx) => {
    const { id } = await other()
    return () => makeResetLink(ctx, { id })
  },
  switchOffUserFactor: async (ctx) => {
    const user = await other()
    await withFactor(db, user)
    return () => switchOffUserFactor(ctx, { id: user.id })
  },
  suspendShop: async (ctx) => {
    const { id } = await other()
    return () => suspendShop(ctx, { id, reason: 'Ödeme bekleniyor' })
  },
}

/** Returns all rows that the changes can store. */
async function stored(on: typeof db): Promise<unknown> {
  const rows = [
    await on.selectFrom('users').selectAll().orderBy('id').execute(),
    await on.selectFrom('shops').selectAll().orderBy('id').execute(),
    await on.selectFrom('sessions').selectAll().orderBy('id').execute(),
    await on.selectFrom('second_factors').selectAll().orderBy('user_id').execute(),
    await on.selectFrom('recovery_codes').selectAll().orderBy('user_id').orderBy('code_hash').execute(),
    await on.selectFrom('passkey').selectAll().orderBy('id').execute(),
    await on.selectFrom('reset_links').selectAll().orderBy('user_id').execute(),
    await on.selectFrom('known_places').selectAll().orderBy('user_id').orderBy('place').execute(),
    await on.selectFrom('change').selectAll().orderBy('id').execute(),
  ]
  return JSON.stringify(rows)
}

/** Returns the context of a stored session, as a request has it. */
async function inSession(user: TestUser): Promise<UserCtx> {
  const token = await startSession(db, user)
  const session = { id: (await sessionRow(db, token))?.id ?? 0, kind: 'web' as const }
  const { client } = anonymous(db)
  const ctx = userCtx(db, user, { session, client, passkeyOrigin: ORIGIN })
  return { ...ctx, recheckSession: (trx) => requireSession({ ...ctx, db: trx }, hashToken(token)) }
}

const ENDS: Record<string, (trx: typeof db, id: number) => Promise<unknown>> = {
  'the session ends': (trx, id) => endOtherSessions({ db: trx }, id, null),
  'the account is closed': async (trx, id) => {
    await trx.updateTable('users').set({ deleted_at: TEST_NOW }).where('id', '=', id).execute()
    await endOtherSessions({ db: trx }, id, null)
  },
}

type Work = { change: () => Promise<unknown>; end: (trx: typeof db, id: number) => Promise<unknown> }

/**
 * Makes `change` wait for the lock on the user's row, under which `end` runs; returns the rows after `end` as `left`.
 */
const whileLocked = ({ id }: TestUser, { change, end }: Work) =>
  db.transaction().execute(async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute()
    const begun = Promise.allSettled([change()])
    await expect.poll(() => waitersIn(db)).toBe(1)
    await end(trx, id)
    // The promise is wrapped, because the transaction would otherwise wait for the change, which waits for it.
    return { left: await stored(trx), changing: { begun } }
  })

describe.each([
  ['of the own account', 0, OWN],
  ['of staff', 0, OF_STAFF],
  ['of an administrator', 3, OF_ADMINISTRATORS],
] as const)('a change %s that waits for the lock on the row of its user', (_whose, auth, cases) => {
  const rows = Object.entries(cases).flatMap(([name, prepare]) =>
    Object.entries(ENDS).map(([when, end]) => [name, when, { prepare, end }] as const),
  )
  test.each(rows)('%s stores nothing once %s', async (_name, _when, { prepare, end }) => {
    const user = await buildUser(db, { auth })
    const ctx = await inSession(user)
    const change = await prepare(ctx, user)
    const { left, changing } = await whileLocked(user, { change, end })
    const [outcome] = await changing.begun
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'UNAUTHENTICATED' } })
    expect(await stored(db)).toBe(left)
  })
})

test('a key for the set-up of a login that has ended is not made', async () => {
  const user = await buildUser(db, { auth: 3 })
  const pending = await startSession(db, user, { kind: 'setup' })
  const change = () => beginSetUp(anonymous(db), { pending })
  const end: Work['end'] = (trx, id) => endOtherSessions({ db: trx }, id, null)
  const { left, changing } = await whileLocked(user, { change, end })
  const [outcome] = await changing.begun
  expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'INVALID', field: 'pending' } })
  expect(await stored(db)).toBe(left)
})

test.each<[string, (user: TestUser, own: UserCtx) => Promise<() => Promise<unknown>>]>([
  ['"Ben değildim"', async (_user, own) => () => reportLogins(own, { id: 1 })],
  [
    'an administrator',
    async ({ id }) => {
      const admin = await inSession(await buildUser(db, { auth: 3 }))
      return () => endUserSessions(admin, { id })
    },
  ],
])('a login that is about to be stored is ended with all other sessions by %s', async (_who, prepare) => {
  const user = await buildUser(db)
  const own = await inSession(user)
  const change = await prepare(user, own)
  let entered = 0
  const login: Work['end'] = async (trx, userId) => {
    await createSession({ ...own, db: trx }, { userId, kind: 'web', remember: true })
    entered = (await sessionsOf(trx, user)).length
  }
  const { changing } = await whileLocked(user, { change, end: login })
  const [outcome] = await changing.begun
  expect({ entered, outcome: outcome?.status }).toEqual({ entered: 2, outcome: 'fulfilled' })
  const left = (await sessionsOf(db, user)).filter(({ id }) => id !== own.actor.session.id)
  expect(left).toEqual([])
})
