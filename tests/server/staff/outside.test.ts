import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import {
  deleteUser,
  getUser,
  listAllUsers,
  listUsers,
  saveUser,
  makeResetLink,
} from '#server/admin/operations.ts'
import { resetPassword } from '#server/auth/reset-password.ts'
import {
  closeMember,
  endMemberSessions,
  getMember,
  makeMemberLink,
  restoreMember,
  saveMember,
} from '#server/staff/operations.ts'
import { appRouter } from '#server/transports/rpc/app-router.ts'
import { userInput, userListInput } from '#shared/admin/schema.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import { staffInput } from '#shared/staff/schema.ts'
import { pageClient, testCookies } from '#tests/support/panel/app.ts'
import { anonymous, sessionsOf, startSession, whoSends } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, TEST_NOW, type TestUser, userCtx } from '#tests/support/rows/factories.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const db = await testDatabase()
const NOT_FOUND = { code: 'NOT_FOUND', message: 'Çalışan bulunamadı.' }
const NEW = { name_surname: 'Ece Yıldız', new_password: 'dört-nala', role: 'desk' } as const

let made = 0
const store = (owner: TestUser, body: z.input<typeof staffInput> = {}) => {
  made += 1
  const needs = (body.id ?? 0) === 0 ? { ...NEW, username: `buro-${made}` } : {}
  return saveMember(userCtx(db, owner), z.parse(staffInput, { ...needs, ...body }))
}

describe("another shop's owner, and an administrator", () => {
  test.each([0, AUTH_ADMIN])('does not know the member (level %i)', async (auth) => {
    const [owner, otherOwner] = [await buildUser(db), await buildUser(db, { auth })]
    const { id } = await store(owner)
    const ctx = userCtx(db, otherOwner)
    await startSession(db, { id })
    const before = JSON.stringify(await db.selectFrom('users').where('id', '=', id).selectAll().execute())
    await expect(store(otherOwner, { id, name_surname: 'x' })).rejects.toMatchObject(NOT_FOUND)
    await expect(getMember(ctx, { id })).rejects.toMatchObject(NOT_FOUND)
    await expect(closeMember(ctx, { id })).rejects.toMatchObject(NOT_FOUND)
    await expect(restoreMember(ctx, { id })).rejects.toMatchObject(NOT_FOUND)
    await expect(endMemberSessions(ctx, { id })).rejects.toMatchObject(NOT_FOUND)
    await expect(makeMemberLink(ctx, { id })).rejects.toMatchObject(NOT_FOUND)
    expect(await sessionsOf(db, { id })).toHaveLength(1)
    expect(JSON.stringify(await db.selectFrom('users').where('id', '=', id).selectAll().execute())).toBe(
      before,
    )
  })

  test('the list of administration has the owners only, and its changes do not reach staff', async () => {
    const [owner, admin] = [await buildUser(db), await buildUser(db, { auth: AUTH_ADMIN })]
    const { id, username } = await store(owner)
    const ctx = userCtx(db, admin)
    expect((await listAllUsers(ctx)).map((user) => user.id)).not.toContain(id)
    expect((await listUsers(ctx, z.parse(userListInput, { q: username }))).total).toBe(0)
    const missing = { code: 'NOT_FOUND', message: 'Kullanıcı bulunamadı.' }
    await expect(getUser(ctx, { id })).rejects.toMatchObject(missing)
    await expect(saveUser(ctx, z.parse(userInput, { id, auth: 3 }))).rejects.toMatchObject(missing)
    await expect(makeResetLink(ctx, { id })).rejects.toMatchObject(missing)
    await expect(deleteUser(ctx, { id })).rejects.toMatchObject(missing)
  })
})

describe('the end of a shop', () => {
  test('closes its staff at once, and frees their names', async () => {
    const [owner, admin] = [await buildUser(db), await buildUser(db, { auth: AUTH_ADMIN })]
    const member = await store(owner)
    const tokens = [await startSession(db, member), await startSession(db, member, { kind: 'legacy' })]
    const { token: link } = await makeMemberLink(userCtx(db, owner), { id: member.id })
    await deleteUser(userCtx(db, admin), { id: owner.id })
    expect(await whoSends(db, { cookie: tokens[0] ?? '' })).toBeNull()
    expect(await whoSends(db, { header: tokens[1] ?? '' })).toBeNull()
    const reset = resetPassword(anonymous(db), { token: link, new_password: 'Ayva-Reçeli-71' })
    await expect(reset).rejects.toMatchObject({ field: 'token' })
    const login = pageClient(db, null).auth.login({ username: member.username, password: NEW.new_password })
    await expect(login).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(store(await buildUser(db), { username: member.username })).resolves.toBeDefined()
  })

  test('a session of staff is valid only while the shop is not closed', async () => {
    const owner = await buildUser(db)
    const token = await startSession(db, await buildMember(db, owner))
    await db.updateTable('shops').set({ closed_at: TEST_NOW }).where('id', '=', owner.id).execute()
    expect(await whoSends(db, { cookie: token })).toBeNull()
  })
})

test('every change of staff asks for the password again', async () => {
  const owner = await buildUser(db)
  const { id } = await store(owner)
  const kinds = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>
  const changes = Object.keys(kinds).filter(
    (name) => name.startsWith('staff.') && kinds[name]?._def.type === 'mutation',
  )
  const token = await startSession(db, owner)
  await db.updateTable('sessions').set({ confirmed_at: null }).where('user_id', '=', owner.id).execute()
  const page = pageClient(db, owner, { cookies: { ...testCookies(), session: { token, remember: true } } })
  const before = JSON.stringify(await db.selectFrom('users').where('id', '=', id).selectAll().execute())
  for (const name of changes) {
    const call = Reflect.get(page.staff, name.slice('staff.'.length)) as (input: object) => Promise<unknown>
    await expect(call({ id })).rejects.toMatchObject({ code: 'PRECONDITION_REQUIRED' })
  }
  expect(changes).toHaveLength(5)
  expect(JSON.stringify(await db.selectFrom('users').where('id', '=', id).selectAll().execute())).toBe(before)
})
