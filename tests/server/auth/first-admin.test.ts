import { beforeEach, describe, expect, test } from 'vitest'

import { ensureFirstAdmin } from '#server/auth/first-admin.ts'
import { login } from '#server/auth/operations.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'

import { anonymous } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, TEST_NOW } from '#tests/support/rows/factories.ts'

const db = await testDatabase()
const admins = () => db.selectFrom('users').selectAll().where('auth', '=', 3).orderBy('id').execute()

// The search for an administrator covers the whole database, so every test starts without users.
beforeEach(async () => {
  await db.deleteFrom('users').execute()
})

describe('the first administrator', () => {
  test('the first administrator is created with a password that is shown once and easy to copy', async () => {
    const made = await ensureFirstAdmin(db, { now: TEST_NOW })
    expect(made).toEqual({
      username: 'admin',
      password: expect.stringMatching(/^[A-HJ-NP-Za-hjkmnp-z2-9]{16}$/) as string,
      generated: true,
    })
    const [row] = await admins()
    expect(row).toMatchObject({ username: 'admin', username_key: 'admin', email: '', email_key: '', auth: 3 })
    expect(row?.password_hash.startsWith('$argon2id$v=19$m=19456,t=2,p=1$')).toBe(true)
    expect(row?.created_at).toEqual(TEST_NOW)
    const input = { username: 'ADMIN', password: made?.password ?? '', remember: true, consentGiven: true }
    expect(await login(anonymous(db), input)).toMatchObject({ status: 'active', user: { auth: 3 } })
  })

  test('each installation gets another password', async () => {
    const made = new Set<string | undefined>()
    for (let count = 0; count < 5; count++) {
      made.add((await ensureFirstAdmin(db, { now: TEST_NOW }))?.password)
      await db.deleteFrom('users').execute()
    }
    expect(made.size).toBe(5)
  })

  test('the first administrator has the configured name and password', async () => {
    const made = await ensureFirstAdmin(db, { username: ' Şef İnci ', password: 'Gizli 1', now: TEST_NOW })
    expect(made).toEqual({ username: 'Şef İnci', password: 'Gizli 1', generated: false })
    expect(await admins()).toMatchObject([{ username: 'Şef İnci', username_key: 'şef inci' }])
  })

  test('no administrator is created where there is one, whatever the configuration says', async () => {
    await buildUser(db, { auth: 3 })
    expect(await ensureFirstAdmin(db, { username: 'b', password: 'abcd', now: TEST_NOW })).toBeNull()
    expect(await admins()).toHaveLength(1)
  })

  test('an administrator is created where there are only users and deleted administrators', async () => {
    await buildUser(db)
    await buildUser(db, { username: 'admin', auth: 3, deleted_at: TEST_NOW })
    expect(await ensureFirstAdmin(db, { now: TEST_NOW })).toMatchObject({ username: 'admin' })
  })

  test('several instances that start together create one administrator', async () => {
    const made = await Promise.all([1, 2, 3, 4].map(() => ensureFirstAdmin(db, { now: TEST_NOW })))
    expect(made.filter((it) => it !== null)).toHaveLength(1)
    expect(await admins()).toHaveLength(1)
  })

  test('the first administrator never takes the name of another user or an invisible name', async () => {
    await buildUser(db, { username: 'Admın' })
    const refusal = async (username?: string) => {
      const error: unknown = await ensureFirstAdmin(db, { username, now: TEST_NOW }).catch(
        (it: unknown) => it,
      )
      return error instanceof StartupError ? error.message : error
    }
    expect(await refusal()).toBe(
      'ADMIN_USERNAME: bu ad, yönetici olmayan bir kullanıcıya ait. Başka bir ad verin.',
    )
    for (const name of ['\u200B', 'yöne\ttici', '\uD800'])
      expect(await refusal(name)).toBe('ADMIN_USERNAME: görünür ve geçerli karakterlerden oluşmalı.')
    expect(await admins()).toEqual([])
  })
})
