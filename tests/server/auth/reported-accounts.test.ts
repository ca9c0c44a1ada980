import { describe, expect, test } from 'vitest'

import { deleteUser, saveUser, makeResetLink, switchOffUserFactor } from '#server/admin/operations.ts'
import { login } from '#server/auth/operations.ts'
import { resetPassword } from '#server/auth/reset-password.ts'
import { changePassword } from '#server/settings/password.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { reportLogins } from '#server/settings/logins.ts'
import { endReported } from '#server/settings/reported-accounts.ts'
import { makeMemberLink, saveMember } from '#server/staff/operations.ts'
import { AUTH_ADMIN, AUTH_USER } from '#shared/options.ts'
import { anonymous, secondsLater, sessionRow, startSession } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, type TestUser, userCtx } from '#tests/support/rows/factories.ts'
import { withFactor } from '#tests/support/security/second-factor.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const db = await testDatabase()
const PASSWORD = 'Bambaşka-Parola-77'

/** Opens the intruder's session, then the victim's, and returns a function that reports the intruder's login. */
async function intruded(user: TestUser) {
  const { id } = await db
    .insertInto('new_login')
    .values({
      user_id: user.id,
      at: secondsLater(-60),
      address: '',
      user_agent: '',
      method: 'password',
      dismissed_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const now = secondsLater(60)
  const session = await sessionRow(db, await startSession(db, user, { now }))
  const victim = userCtx(db, user, { now, session: { id: session?.id ?? 0, kind: 'web' } })
  return { intruder: userCtx(db, user), victim, report: () => reportLogins(victim, { id }) }
}

const newAdmin = (ctx: UserCtx, username: string) =>
  saveUser(ctx, {
    id: 0,
    username,
    email: `${username}@ornek.test`,
    auth: AUTH_ADMIN,
    new_password: PASSWORD,
  })

const newMember = (ctx: UserCtx, username: string) =>
  saveMember(ctx, {
    id: 0,
    username,
    name_surname: 'Yeni Usta',
    role: 'desk',
    sees_figures: false,
    new_password: PASSWORD,
  })

/** Returns whether the password is right; the notice may still follow. */
const canEnter = async (username: string, password: string): Promise<boolean> => {
  const entering = login(anonymous(db), { username, password, remember: false, consentGiven: true })
  return entering.then(
    () => true,
    () => false,
  )
}

describe('an intruder with an administrator’s password', () => {
  test('keeps neither the link, nor the second administrator, nor an account changed meanwhile', async () => {
    const admin = await buildUser(db, { auth: AUTH_ADMIN })
    const [taken, linked, other] = [await buildUser(db), await buildUser(db), await buildUser(db)]
    const { intruder, victim, report } = await intruded(admin)
    const own = await makeResetLink(intruder, { id: admin.id })
    const unused = await makeResetLink(intruder, { id: other.id })
    const used = await makeResetLink(intruder, { id: linked.id })
    await resetPassword(anonymous(db), { token: used.token, new_password: PASSWORD })
    await saveUser(intruder, { id: taken.id, new_password: PASSWORD })
    const second = await newAdmin(intruder, `ikinci-${admin.id}`)

    const { accounts, since, ended } = await report()
    expect(ended.links).toBe(2)
    expect(accounts).toEqual([
      { id: taken.id, username: taken.username, name_surname: '', is_new: false, is_admin: false },
      { id: linked.id, username: linked.username, name_surname: '', is_new: false, is_admin: false },
      { id: second.id, username: second.username, name_surname: '', is_new: true, is_admin: true },
    ])
    for (const { token } of [own, unused])
      await expect(resetPassword(anonymous(db), { token, new_password: PASSWORD })).rejects.toThrow(
        /geçersiz/,
      )
    expect(await canEnter(second.username, PASSWORD)).toBe(true)

    const ids = accounts.map(({ id }) => id)
    expect(await endReported(victim, { since: since ?? '', ids: [...ids, other.id] })).toEqual({
      closed: 1,
      ended: 2,
    })
    for (const { username } of [taken, linked, second]) expect(await canEnter(username, PASSWORD)).toBe(false)
    expect(await canEnter(other.username, other.password)).toBe(true)
    const again = await makeResetLink(victim, { id: taken.id })
    await resetPassword(anonymous(db), { token: again.token, new_password: `${PASSWORD}-2` })
    expect(await canEnter(taken.username, `${PASSWORD}-2`)).toBe(true)
  })
})

describe('an intruder who goes on through other accounts', () => {
  test('keeps none of them: neither by a second administrator, nor by the owner of a shop, nor by a closed one', async () => {
    const admin = await buildUser(db, { auth: AUTH_ADMIN })
    const [taken, shop] = [await buildUser(db), await buildUser(db)]
    const staff = await buildMember(db, shop)
    const { intruder, victim, report } = await intruded(admin)
    const as = (id: number, seconds: number) =>
      userCtx(db, { ...admin, id, username: '' }, { now: secondsLater(seconds) })
    const early = await newMember(userCtx(db, shop, { now: secondsLater(-5) }), `once-${shop.id}`)
    const second = await newAdmin(intruder, `ikinci-${admin.id}`)
    const third = await newAdmin(as(second.id, 10), `ucuncu-${admin.id}`)
    await deleteUser(as(third.id, 15), { id: second.id })
    await saveUser(as(third.id, 20), { id: taken.id, new_password: PASSWORD })
    await saveUser(intruder, { id: shop.id, new_password: PASSWORD })
    const owner = userCtx(db, shop, { now: secondsLater(10) })
    const member = await newMember(owner, `kopru-${shop.id}`)
    await saveMember(owner, { id: staff.id, new_password: PASSWORD })

    const { accounts, since } = await report()
    const ids = accounts.map(({ id }) => id)
    const expected = [taken, shop, staff, third, member].map(({ id }) => id)
    expect(ids).toEqual(expected.toSorted((one, other) => one - other))
    expect(await endReported(victim, { since: since ?? '', ids })).toEqual({ closed: 2, ended: 3 })
    for (const { username } of [second, third, taken, shop, staff, member])
      expect(await canEnter(username, PASSWORD)).toBe(false)
    expect(await canEnter(early.username, PASSWORD)).toBe(true)
    expect(await endReported(victim, { since: since ?? '', ids })).toEqual({ closed: 0, ended: 0 })
  })

  test('keeps no account that a colleague has changed since, and a new name alone reports none', async () => {
    const [admin, colleague] = [
      await buildUser(db, { auth: AUTH_ADMIN }),
      await buildUser(db, { auth: AUTH_ADMIN }),
    ]
    const [taken, renamed] = [await buildUser(db), await buildUser(db)]
    const { intruder, victim, report } = await intruded(admin)
    await saveUser(intruder, { id: taken.id, new_password: PASSWORD })
    await saveUser(intruder, { id: renamed.id, new_password: '', username: `yeni-ad-${renamed.id}` })
    const later = userCtx(db, colleague, { now: secondsLater(20) })
    await saveUser(later, { id: taken.id, new_password: `${PASSWORD}-2` })
    const { accounts, since } = await report()
    expect(accounts.map(({ id }) => id)).toEqual([taken.id])
    await endReported(victim, { since: since ?? '', ids: [taken.id] })
    expect(await canEnter(taken.username, `${PASSWORD}-2`)).toBe(false)
  })

  test('leaves no raised rights, and is shown by a second factor that was switched off', async () => {
    const admin = await buildUser(db, { auth: AUTH_ADMIN })
    const [colleague, demoted] = [
      await buildUser(db, { auth: AUTH_ADMIN }),
      await buildUser(db, { auth: AUTH_ADMIN }),
    ]
    const raised = await buildUser(db)
    await withFactor(db, colleague)
    const { intruder, victim, report } = await intruded(admin)
    await switchOffUserFactor(intruder, { id: colleague.id })
    await saveUser(intruder, { id: raised.id, new_password: '', auth: AUTH_ADMIN })
    await saveUser(intruder, { id: demoted.id, new_password: '', auth: AUTH_USER })
    const { accounts, since } = await report()
    const ids = [colleague, demoted, raised].map(({ id }) => id)
    expect(accounts.map(({ id }) => id)).toEqual(ids)
    expect(await endReported(victim, { since: since ?? '', ids })).toEqual({ closed: 0, ended: 3 })
    const roles = db.selectFrom('users').where('id', 'in', ids).orderBy('id').select(['auth', 'version'])
    expect(await roles.execute()).toEqual([
      { auth: AUTH_ADMIN, version: 1 },
      { auth: AUTH_USER, version: 2 },
      { auth: AUTH_USER, version: 3 },
    ])
  })
})

describe('an intruder with an owner’s password', () => {
  test('leaves no member with more rights than before', async () => {
    const owner = await buildUser(db)
    const [mechanic, desk] = [
      await buildMember(db, owner, { role: 'mechanic' }),
      await buildMember(db, owner),
    ]
    const { intruder, victim, report } = await intruded(owner)
    await saveMember(intruder, { id: mechanic.id, new_password: '', role: 'desk', sees_figures: true })
    await saveMember(intruder, { id: desk.id, new_password: '', sees_figures: true })
    const { since } = await report()
    const ids = [mechanic.id, desk.id]
    await endReported(victim, { since: since ?? '', ids })
    const rights = db
      .selectFrom('users')
      .where('id', 'in', ids)
      .orderBy('id')
      .select(['role', 'sees_figures'])
    expect(await rights.execute()).toEqual([
      { role: 'mechanic', sees_figures: false },
      { role: 'desk', sees_figures: false },
    ])
  })

  test('keeps neither a new member nor a member’s link after the report', async () => {
    const owner = await buildUser(db)
    const member = await buildMember(db, owner)
    const { intruder, victim, report } = await intruded(owner)
    const { token } = await makeMemberLink(intruder, { id: member.id })
    const made = await newMember(intruder, `yeni-${owner.id}`)
    const { accounts, since } = await report()
    expect(accounts).toEqual([
      { id: made.id, username: made.username, name_surname: 'Yeni Usta', is_new: true, is_admin: false },
    ])
    await expect(resetPassword(anonymous(db), { token, new_password: PASSWORD })).rejects.toThrow(/geçersiz/)
    await endReported(victim, { since: since ?? '', ids: [made.id] })
    expect(await canEnter(made.username, PASSWORD)).toBe(false)
    expect(await canEnter(member.username, member.password)).toBe(true)
  })

  test('keeps no member’s link after the owner’s change of the password', async () => {
    const owner = await buildUser(db)
    const member = await buildMember(db, owner)
    const { intruder, victim } = await intruded(owner)
    const { token } = await makeMemberLink(intruder, { id: member.id })
    await changePassword(victim, { current_password: owner.password, new_password: PASSWORD })
    await expect(resetPassword(anonymous(db), { token, new_password: PASSWORD })).rejects.toThrow(/geçersiz/)
  })

  test('cannot be answered with accounts of others, nor without the password', async () => {
    const [owner, otherOwner] = [await buildUser(db), await buildUser(db)]
    const theirs = await buildMember(db, otherOwner, { created_by: otherOwner.id })
    const { victim, report } = await intruded(owner)
    const { since, accounts } = await report()
    expect(accounts).toEqual([])
    const all = { since: '1970-01-01T00:00:00.000Z', ids: [theirs.id, otherOwner.id, owner.id] }
    expect(await endReported(victim, all)).toEqual({ closed: 0, ended: 0 })
    expect(await canEnter(theirs.username, theirs.password)).toBe(true)
    const session = { ...victim.actor.session, confirmedAt: null }
    const unasked = { ...victim, actor: { ...victim.actor, session } }
    await expect(endReported(unasked, { since: since ?? '', ids: [] })).rejects.toMatchObject({
      code: 'UNCONFIRMED',
    })
    await expect(reportLogins(unasked, { id: 1 })).rejects.toMatchObject({ code: 'UNCONFIRMED' })
  })
})
