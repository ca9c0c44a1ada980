import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { deleteUser, saveUser } from '#server/admin/operations.ts'
import { createChallenge } from '#server/auth/passkeys.ts'
import { resetPassword, createResetLink } from '#server/auth/reset-password.ts'
import { makeRecoveryCodes } from '#server/auth/second-factor.ts'
import { createSession } from '#server/auth/sessions.ts'
import { storeKnownAddress, storeKnownBrowser } from '#server/auth/known-places.ts'
import { hashToken } from '#server/auth/token.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { reportLogins } from '#server/settings/logins.ts'
import { changePassword } from '#server/settings/password.ts'
import { closeMember, saveMember } from '#server/staff/operations.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import { newAddress, secondsLater, sessionRow } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { baseCtx, buildUser, TEST_NOW, type TestUser, userCtx } from '#tests/support/rows/factories.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const db = await testDatabase()
const NEW_PASSWORD = 'Bambaşka-Parola-77'
/** The time since when someone else used the account; everything that the user has is older. */
const SINCE = secondsLater(-3_600)
const BEFORE = secondsLater(-7_200)

/** Every table without a shop whose rows give a person access, with the access that it gives. */
const GRANTS = {
  sessions: 'a session of any kind',
  passkey_challenge: 'a passkey for a session',
  known_places: 'guesses of its own',
  reset_links: 'a new password',
  passkey: 'a login',
  recovery_codes: 'a second factor',
} as const
type Granting = keyof typeof GRANTS

const GRANTS_NOTHING: Readonly<Record<string, string>> = {
  users: 'the password is replaced, or the account closed, by each operation itself',
  shops: 'the suspension only takes access away, and the operations that lift it are administrators’',
  second_factors: 'alone it lets nobody in: it is asked for beside the password',
  login_attempts: 'counts failures',
  new_login: 'is shown only',
  access_change: 'is shown only',
  consents: 'is shown only',
  consent_texts: 'has the same text for all',
  erasure_register: 'is shown only',
  kysely_migration: 'belongs to the schema',
  kysely_migration_lock: 'belongs to the schema',
}

test('every table outside the shops is listed as granting access or not', async () => {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()
      and tablename not in (select tablename from pg_policies where schemaname = current_schema())
    order by tablename`.execute(db)
  const known = [...Object.keys(GRANTS), ...Object.keys(GRANTS_NOTHING)].sort()
  expect(rows.map(({ name }) => name)).toEqual(known)
})

type Held = Record<Granting, number>

/** Gives a user one access of each kind at that moment, and a link that the user makes for another person. */
async function grant(user: TestUser, now: Date, other: TestUser): Promise<{ link: string }> {
  const ctx = baseCtx(db, { now, client: { address: newAddress(), userAgent: 'vitest' } })
  const token = await createSession(ctx, { userId: user.id, kind: 'web', remember: true })
  const session = await sessionRow(db, token)
  await createChallenge(ctx, session?.id ?? 0)
  await storeKnownAddress(ctx, user.id)
  await storeKnownBrowser(ctx, user.id)
  await createResetLink(ctx, other.id, user.id)
  const { token: link } = await createResetLink(ctx, user.id, null)
  await db
    .insertInto('passkey')
    .values({
      user_id: user.id,
      credential_id: hashToken(token),
      public_key: hashToken(token),
      name: 'Telefon',
      created_at: now,
      last_used_at: null,
    })
    .execute()
  await db
    .insertInto('second_factors')
    .values({ user_id: user.id, secret: hashToken(token), created_at: BEFORE, activated_at: BEFORE })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await makeRecoveryCodes(ctx, user.id)
  return { link }
}

/** Counts the user's accesses in each table, without the session `own`; links for others count. */
async function held({ id }: TestUser, own = 0): Promise<Held> {
  const { rows } = await sql<Held>`select
    (select count(*)::int from sessions where user_id = ${id} and id <> ${own}) as sessions,
    (select count(*)::int from passkey_challenge join sessions on sessions.id = session_id
      where user_id = ${id} and session_id <> ${own}) as passkey_challenge,
    (select count(*)::int from known_places where user_id = ${id}) as known_places,
    (select count(*)::int from reset_links where ${id} in (user_id, made_by)) as reset_links,
    (select count(*)::int from passkey where user_id = ${id}) as passkey,
    (select count(*)::int from recovery_codes where user_id = ${id}) as recovery_codes`.execute(db)
  return rows[0] as Held
}

const FULL: Held = {
  sessions: 1,
  passkey_challenge: 1,
  known_places: 2,
  reset_links: 2,
  passkey: 1,
  recovery_codes: 10,
}
const NONE: Held = {
  sessions: 0,
  passkey_challenge: 0,
  known_places: 0,
  reset_links: 0,
  passkey: 0,
  recovery_codes: 0,
}

/** Stores a user with every access; returns the user and the context of another of the user's sessions. */
async function victim(overrides: Parameters<typeof buildUser>[1] = {}) {
  const user = await buildUser(db, overrides)
  const { link } = await grant(user, TEST_NOW, await buildMember(db, user))
  expect(await held(user)).toEqual(FULL)
  return { user, link }
}

async function sessionOf(user: TestUser): Promise<UserCtx> {
  const token = await createSession(baseCtx(db), { userId: user.id, kind: 'web', remember: false })
  const session = await sessionRow(db, token)
  return userCtx(db, user, { session: { id: session?.id ?? 0, kind: 'web' } })
}

describe('every access ends, but what remains', () => {
  test('closing an account leaves only the recovery codes of its factor', async () => {
    const owner = await buildUser(db)
    const member = await buildMember(db, owner)
    await grant(member, TEST_NOW, owner)
    await closeMember(userCtx(db, owner), { id: member.id })
    expect(await held(member)).toEqual({ ...NONE, recovery_codes: 10 })

    const { user } = await victim()
    const admin = await buildUser(db, { auth: AUTH_ADMIN })
    await deleteUser(userCtx(db, admin), { id: user.id })
    expect(await held(user)).toEqual(NONE)
  })

  test('a change of one’s own password leaves passkeys and recovery codes', async () => {
    const { user } = await victim()
    const ctx = await sessionOf(user)
    await changePassword(ctx, { current_password: user.password, new_password: NEW_PASSWORD })
    const left = await held(user, ctx.actor.session.id)
    expect(left).toEqual({ ...NONE, passkey: 1, recovery_codes: 10 })
  })

  test('a new password by a link, by an administrator or by the owner leaves the same', async () => {
    const remains = { ...NONE, passkey: 1, recovery_codes: 10 }
    const linked = await victim()
    await resetPassword(baseCtx(db), { token: linked.link, new_password: NEW_PASSWORD })
    expect(await held(linked.user)).toEqual(remains)

    const { user } = await victim()
    const admin = userCtx(db, await buildUser(db, { auth: AUTH_ADMIN }))
    await saveUser(admin, { id: user.id, new_password: NEW_PASSWORD })
    expect(await held(user)).toEqual(remains)

    const owner = await buildUser(db)
    const member = await buildMember(db, owner)
    await grant(member, TEST_NOW, owner)
    await saveMember(userCtx(db, owner), { id: member.id, new_password: NEW_PASSWORD })
    expect(await held(member)).toEqual(remains)
  })

  test('a reported login leaves passkeys and codes made before it, and the reporting session', async () => {
    const user = await buildUser(db)
    const other = await buildMember(db, user)
    await grant(user, BEFORE, other)
    const report = async () => {
      const ctx = await sessionOf(user)
      const id = await noteLogin(user, SINCE)
      return reportLogins(ctx, { id })
    }
    const first = await report()
    expect(first.ended).toEqual({ sessions: 1, links: 2, passkeys: 0, recovery_codes: 0 })
    expect(await held(user)).toEqual({ ...NONE, sessions: 1, passkey: 1, recovery_codes: 10 })

    await grant(user, secondsLater(-60), other)
    const second = await report()
    expect(second.ended).toEqual({ sessions: 2, links: 2, passkeys: 1, recovery_codes: 10 })
    expect(await held(user)).toEqual({ ...NONE, sessions: 1, passkey: 1 })
  })
})

/** Stores a login from a new device that the user has not confirmed or reported. */
async function noteLogin({ id }: TestUser, at: Date): Promise<number> {
  const row = await db
    .insertInto('new_login')
    .values({ user_id: id, at, address: '', user_agent: '', method: 'password', dismissed_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

describe('the last passkey of an administrator who must have one', () => {
  test('stays if all were added since the login, until there is another factor', async () => {
    const user = await buildUser(db, { auth: AUTH_ADMIN })
    await grant(user, secondsLater(-60), await buildMember(db, user))
    await db.deleteFrom('second_factors').where('user_id', '=', user.id).execute()
    const ctx = { ...(await sessionOf(user)), adminFactorRequired: true }
    const report = await reportLogins(ctx, { id: await noteLogin(user, SINCE) })
    expect(report).toMatchObject({ is_passkey_kept: true, ended: { passkeys: 0 } })
    expect((await held(user)).passkey).toBe(1)
    const elsewhere = { ...(await sessionOf(user)), adminFactorRequired: false }
    expect(await reportLogins(elsewhere, { id: await noteLogin(user, SINCE) })).toMatchObject({
      is_passkey_kept: false,
      ended: { passkeys: 1 },
    })
  })
})
