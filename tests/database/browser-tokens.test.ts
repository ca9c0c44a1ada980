import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { login } from '#server/auth/operations.ts'
import { findKnownPlace } from '#server/auth/known-places.ts'
import { createToken, hashToken } from '#server/auth/token.ts'
import { hashPassword } from '#server/auth/password-hash.ts'
import { lockMigrations, migrateToLatest, migrateWithin } from '#server/platform/db/migrate.ts'
import { foldUserName } from '#shared/turkish.ts'
import { anonymous, newAddress } from '#tests/support/rows/auth.ts'
import { open, testDatabases } from '#tests/support/database/database.ts'
import { DEFAULT_PASSWORD, TEST_NOW } from '#tests/support/rows/factories.ts'

const databases = testDatabases()

test('a browser that was known before its token had a column stays known, and keeps its place', async () => {
  const db = open(await databases.empty())
  try {
    await db.transaction().execute(async (trx) => {
      await lockMigrations(trx)
      await migrateWithin(trx, '20261124T1830_passkeys')
    })
    const user = { username: 'usta', password: DEFAULT_PASSWORD }
    const { rows } = await sql<{ id: number }>`insert into users (username, username_key, password_hash)
      values ('usta', 'usta', ${await hashPassword(DEFAULT_PASSWORD)}) returning id`.execute(db)
    const browser = createToken()
    const address = newAddress()
    const place = `browser:${hashToken(browser).toString('hex')}`
    for (const stored of [place, `address:${address}`])
      await sql`insert into known_places (user_id, place, last_login_at)
        values (${rows[0]?.id}, ${stored}, ${TEST_NOW})`.execute(db)
    await migrateToLatest(db)
    const at = (client: { address: string; browser?: string }) =>
      anonymous(db, { client: { userAgent: 'vitest', ...client } })
    const key = foldUserName(user.username)
    const elsewhere = (token: string) => at({ address: newAddress(), browser: token })
    expect(await findKnownPlace(elsewhere(browser), key)).toEqual({ isUser: true, place })
    expect(await findKnownPlace(at({ address }), key)).toEqual({ isUser: true, place: `address:${address}` })
    const entered = await login(elsewhere(browser), { ...user, remember: true, consentGiven: true })
    const next = entered.status === 'active' ? entered.browser : ''
    expect(await findKnownPlace(elsewhere(next), key)).toEqual({ isUser: true, place })
    expect(await findKnownPlace(elsewhere(browser), key)).toEqual({ isUser: true, place: '' })
  } finally {
    await db.destroy()
  }
})
