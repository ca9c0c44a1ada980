import { beforeAll, describe, expect, test } from 'vitest'

import { queueKeyOf, SessionHints } from '#server/auth/session-hints.ts'
import { BASE_PATH } from '#shared/base.ts'
import { testApp } from '#tests/support/panel/app.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, type TestUser } from '#tests/support/rows/factories.ts'

const db = await testDatabase()
const hints = new SessionHints()
const app = testApp(db, { hints })
const STRANGER = 'network 192.0.2.7'
const LIST = `${BASE_PATH}/api/trpc/settings.get`

let user: TestUser
beforeAll(async () => void (user = await buildUser(db)))

const callerWith = (headers: Record<string, string>) =>
  queueKeyOf(hints, { header: (name) => headers[name], address: '192.0.2.7' })
const list = async (headers: Record<string, string>) => (await app.request(LIST, { headers })).status
const cookieOf = (token: string) => ({ cookie: `session_id=${token}` })
const end = () => db.deleteFrom('sessions').where('user_id', '=', user.id).execute()

describe('the turn of a request', () => {
  test("is the shop's once its session was found, and its network's after the session has ended", async () => {
    const headers = cookieOf(await startSession(db, user))
    expect(callerWith(headers)).toBe(STRANGER)
    expect(await list(headers)).toBe(200)
    expect(callerWith(headers)).toBe(`shop ${user.id}`)
    await end()
    expect(callerWith(headers)).toBe(`shop ${user.id}`)
    expect(await list(headers)).toBe(401)
    expect(callerWith(headers)).toBe(STRANGER)
  })

  test('a token that has ended is forgotten on the old paths too, and beside a valid one', async () => {
    for (const path of ['/api/settings.php', LIST]) {
      const ended = cookieOf(await startSession(db, user))
      await list(ended)
      await end()
      const other = await startSession(db, await buildUser(db), { kind: 'legacy' })
      await app.request(path, { headers: { ...ended, 'session-id': other } })
      expect(callerWith(ended)).toBe(STRANGER)
    }
  })

  test("a page's token counts in its cookie only, as it is accepted there only", async () => {
    const token = await startSession(db, user)
    await list(cookieOf(token))
    expect(callerWith({ 'session-id': token })).toBe(STRANGER)
    const legacy = await startSession(db, user, { kind: 'legacy' })
    await list({ 'session-id': legacy })
    expect(callerWith({ 'session-id': legacy })).toBe(`shop ${user.id}`)
  })
})
