import { describe, expect, test } from 'vitest'

import { legacyLogin } from '#server/auth/operations.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { changePassword } from '#server/settings/password.ts'
import { passwordChangeProblem } from '#shared/settings/rules.ts'
import { passwordChangeInput } from '#shared/settings/schema.ts'
import {
  failingAt,
  secondsLater,
  sessionRow,
  sessionsOf,
  startSession,
  anonymous,
} from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { type TestUser, buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'

const db = await testDatabase()
const NEW = 'Yeni-Parola-9'

/** Returns a user with an address of their own, and the session of the context. */
async function atBrowser(user?: TestUser): Promise<{ user: TestUser; ctx: UserCtx; token: string }> {
  const owner = user ?? (await buildUser(db))
  const token = await startSession(db, owner)
  const session = { id: (await sessionRow(db, token))?.id ?? 0, kind: 'web' as const }
  const { client } = anonymous(db)
  return { user: owner, token, ctx: userCtx(db, owner, { session, client }) }
}

const wrong = { code: 'INVALID', message: 'Mevcut parola hatalı.', field: 'current_password' } as const

describe('a change of the password', () => {
  test('only the new password logs in, and every other session of the user ends', async () => {
    const { user, ctx, token } = await atBrowser()
    for (const kind of ['web', 'legacy', 'pending'] as const) await startSession(db, user, { kind })
    const { user: other } = await atBrowser()
    await changePassword(ctx, { current_password: user.password, new_password: NEW })
    const left = await sessionsOf(db, user)
    expect(left.map(({ id }) => id)).toEqual([(await sessionRow(db, token))?.id])
    expect(await sessionsOf(db, other)).toHaveLength(1)
    await expectRefusal(legacyLogin(anonymous(db), user), {
      code: 'INVALID',
      message: 'Kullanıcı adı veya parola hatalı.',
    })
    await legacyLogin(anonymous(db), { ...user, password: NEW })
  })

  test('the new password is stored as argon2id and nowhere in the clear', async () => {
    const { user, ctx } = await atBrowser()
    await changePassword(ctx, { current_password: user.password, new_password: NEW })
    const row = await db.selectFrom('users').where('id', '=', user.id).selectAll().executeTakeFirst()
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(JSON.stringify(row)).not.toContain(NEW)
  })

  test('only one of two concurrent changes is applied', async () => {
    const { user, ctx } = await atBrowser()
    const change = (new_password: string) =>
      changePassword(ctx, { current_password: user.password, new_password })
    const outcomes = await Promise.allSettled([change('Birinci-1'), change('İkinci-22')])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

test('a common password, or one of names, is refused without counting as an attempt', async () => {
  const { user, ctx } = await atBrowser()
  const change = (new_password: string) =>
    changePassword(ctx, { current_password: user.password, new_password })
  for (let count = 0; count < 12; count++)
    await expect(change('Password1')).rejects.toMatchObject({ code: 'INVALID', field: 'new_password' })
  await db.updateTable('shops').set({ company_name: 'Boğaz Motor' }).where('id', '=', user.id).execute()
  await expect(change('Bogaz-Motor1')).rejects.toThrow('adına çok benziyor')
  await change(NEW)
})

describe('a wrong current password', () => {
  test('a wrong current password changes nothing', async () => {
    const { user, ctx } = await atBrowser()
    await startSession(db, user)
    const tried = changePassword(ctx, { current_password: 'parola-1234', new_password: NEW })
    await expectRefusal(tried, wrong)
    expect(await sessionsOf(db, user)).toHaveLength(2)
    await legacyLogin(anonymous(db), user)
  })

  test('a wrong current password counts as a failed login: after ten even the right one has to wait', async () => {
    const { user, ctx } = await atBrowser()
    for (let count = 0; count < 10; count++)
      await expectRefusal(changePassword(ctx, { current_password: `x${count}`, new_password: NEW }), wrong)
    const right = { current_password: user.password, new_password: NEW }
    const blocked = { code: 'TOO_MANY', retryAfter: 15 * 60 }
    await expect(changePassword(ctx, right)).rejects.toMatchObject(blocked)
    await expect(legacyLogin({ ...ctx, actor: null }, user)).rejects.toMatchObject(blocked)
    await expect(changePassword({ ...ctx, now: secondsLater(15 * 60) }, right)).resolves.toBeUndefined()
  })

  test('the right current password resets the failures', async () => {
    const { user, ctx } = await atBrowser()
    for (let count = 0; count < 9; count++)
      await expectRefusal(changePassword(ctx, { current_password: 'x', new_password: NEW }), wrong)
    await changePassword(ctx, { current_password: user.password, new_password: NEW })
    const again = { current_password: NEW, new_password: user.password }
    for (let count = 0; count < 5; count++)
      await expectRefusal(changePassword(ctx, { current_password: 'x', new_password: NEW }), wrong)
    await expect(changePassword(ctx, again)).resolves.toBeUndefined()
  })
})

test('a change that the database aborts leaves password and sessions unchanged', async () => {
  const { user, ctx } = await atBrowser()
  await startSession(db, user)
  const broken = { ...ctx, db: failingAt(db, 'DeleteQueryNode', 'sessions') }
  const cut = changePassword(broken, { current_password: user.password, new_password: NEW })
  await expect(cut).rejects.toThrow('no DeleteQueryNode')
  expect(await sessionsOf(db, user)).toHaveLength(2)
  await legacyLogin(anonymous(db), user)
})

test.each([
  [{}, 'Mevcut ve yeni parola zorunlu.'],
  [{ current_password: 'x' }, 'Mevcut ve yeni parola zorunlu.'],
  [{ current_password: '', new_password: NEW }, 'Mevcut ve yeni parola zorunlu.'],
  [{ current_password: 'x', new_password: 5 }, 'Mevcut ve yeni parola zorunlu.'],
  [{ current_password: 'x', new_password: 'abcdefgh' }, 'Parola çok zayıf. Daha güçlü bir parola belirle.'],
  [{ current_password: 'x', new_password: 'aA1' }, 'Parola en az 4 karakter olmalı.'],
  [{ current_password: 'x', new_password: 'aA1-bcd' }, 'Yeni parola en az 8 karakter olmalı.'],
  [{ current_password: 'x', new_password: 'aA' }, 'Parola çok zayıf. Daha güçlü bir parola belirle.'],
  [
    { current_password: 'x', new_password: `aA1${'x'.repeat(198)}` },
    'Parola en fazla 200 karakter olabilir.',
  ],
])('%j is refused before the current password is checked', (sent, message) => {
  expect(passwordChangeInput.safeParse(sent).error?.issues[0]?.message).toBe(message)
})

test('a different repetition of the new password is refused', () => {
  const change = { current_password: 'x', new_password: NEW }
  const differs = { field: 'repeat', message: 'Yeni parola doğrulaması uyuşmuyor.' }
  expect(passwordChangeProblem({ ...change, repeat: 'yeni-parola-9' })).toEqual(differs)
  expect(passwordChangeProblem({ ...change, repeat: '' })).toEqual(differs)
  expect(passwordChangeProblem({ ...change, repeat: NEW })).toBeNull()
  expect(passwordChangeProblem({ current_password: 'x', new_password: 'aaa1', repeat: 'b' })).toMatchObject({
    field: 'new_password',
  })
})
