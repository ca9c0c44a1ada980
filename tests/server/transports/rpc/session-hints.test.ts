import { beforeEach, describe, expect, test } from 'vitest'

import { endSession } from '#server/auth/sessions.ts'
import { PAGE_USER_HEADER } from '#shared/base.ts'
import { AUTH_ADMIN, SESSION_COOKIE } from '#shared/options.ts'
import { requests, testApp, TRPC } from '#tests/support/panel/app.ts'
import { secondsLater, sessionRow, startSession } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, type TestUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { recordingLog } from '#tests/support/panel/log.ts'

const db = await testDatabase()
let now = secondsLater(0)
const { log, lines } = recordingLog('warn')
const { get } = requests(testApp(db, { log, clock: () => now }))

let user: TestUser
let token: string
const LIST = `${TRPC}/kayit.list?input=%7B%22json%22%3A%7B%7D%7D`
const BATCH = `${TRPC}/kayit.list,stats.get?batch=1&input=${encodeURIComponent('{"0":{"json":{}},"1":{"json":{}}}')}`
const USERS = `${TRPC}/admin.users?input=%7B%22json%22%3A%7B%7D%7D`
/** A search, which runs several statements one after the other. */
const SEARCH = `${TRPC}/kayit.list?input=${encodeURIComponent('{"json":{"q":"ay"}}')}`
const list = (headers: Record<string, string> = {}) => get(LIST, { 'session-id': token, ...headers })
const search = () => get(SEARCH, { 'session-id': token })

const storeUse = (last_seen_at: Date) =>
  db.updateTable('sessions').set({ last_seen_at }).where('user_id', '=', user.id).execute()

type Listed = { result: { data: { json: { items: { musteri_adi_soyadi: string }[] } } } }
const namesIn = ({ body }: Awaited<ReturnType<typeof get>>) =>
  (body as Listed).result.data.json.items.map((item) => item.musteri_adi_soyadi)

/** Makes the session's first call; the next one is prepared for the same actor while the session is looked up. */
beforeEach(async () => {
  now = secondsLater(0)
  lines.length = 0
  user = await buildUser(db)
  token = await startSession(db, user, { kind: 'legacy' })
  await save(userCtx(db, user), { info: { musteri_adi_soyadi: 'Ayşe Işık', plaka: '34 ABC 123' } })
  await list()
})

describe('a call prepared for the token’s previous actor', () => {
  test('responds like any other', async () => {
    expect(namesIn(await list())).toEqual(['Ayşe Işık'])
    const { status, body } = await get(BATCH, { 'session-id': token })
    expect([status, (body as unknown as unknown[]).length]).toEqual([200, 2])
  })

  test('is thrown away when the session has ended', async () => {
    await endSession({ db }, (await sessionRow(db, token))?.id ?? 0)
    const reply = await list()
    expect(reply.status).toBe(401)
    expect(reply.text).not.toContain('Ayşe')
  })

  test('is thrown away when the session has expired', async () => {
    await db.updateTable('sessions').set({ expires_at: now }).where('user_id', '=', user.id).execute()
    expect((await list()).status).toBe(401)
  })

  test('is thrown away when the user was deleted', async () => {
    await db.updateTable('users').set({ deleted_at: now }).where('id', '=', user.id).execute()
    expect((await list()).status).toBe(401)
  })

  test('is thrown away when the user is no administrator any more', async () => {
    const admin = await buildUser(db, { auth: AUTH_ADMIN })
    const session = { 'session-id': await startSession(db, admin, { kind: 'legacy' }) }
    expect((await get(USERS, session)).status).toBe(200)
    expect((await get(USERS, session)).status).toBe(200)
    await db.updateTable('users').set({ auth: 1 }).where('id', '=', admin.id).execute()
    const reply = await get(USERS, session)
    expect(reply.status).toBe(403)
    expect(reply.text).not.toContain(user.username)
  })

  test('is thrown away when the page was loaded for another user', async () => {
    expect((await list({ [PAGE_USER_HEADER]: String(user.id + 1) })).status).toBe(401)
    expect((await list({ [PAGE_USER_HEADER]: String(user.id) })).status).toBe(200)
  })

  test('is thrown away also beside a call that needs no session', async () => {
    const batch = (headers: Record<string, string>) =>
      get(`${TRPC}/auth.session,kayit.list?batch=1&input=${encodeURIComponent('{"1":{"json":{}}}')}`, {
        'session-id': token,
        ...headers,
      })
    expect((await batch({ [PAGE_USER_HEADER]: String(user.id) })).text).toContain('"items":[')
    expect((await batch({ [PAGE_USER_HEADER]: String(user.id + 1) })).text).not.toContain('"items":[')
  })

  test('is not prepared when header and cookie are both sent', async () => {
    const other = await startSession(db, await buildUser(db))
    const reply = await list({ cookie: `${SESSION_COOKIE}=${other}` })
    expect(reply.status).toBe(401)
  })

  test('the session’s use is still stored each minute', async () => {
    const seen = async () => (await sessionRow(db, token))?.last_seen_at
    now = secondsLater(59)
    await list()
    expect(await seen()).toEqual(secondsLater(0))
    now = secondsLater(60)
    expect((await list()).status).toBe(200)
    expect(await seen()).toEqual(secondsLater(60))
    now = secondsLater(61)
    await list()
    expect(await seen()).toEqual(secondsLater(60))
  })

  test('responds although the use that was stored is older than the one remembered', async () => {
    // Two calls were due at once: one stored its use, the other's use is remembered.
    await storeUse(secondsLater(-0.02))
    now = secondsLater(59.99)
    expect(namesIn(await search())).toEqual(['Ayşe Işık'])
    now = secondsLater(60)
    expect(namesIn(await search())).toEqual(['Ayşe Işık'])
    expect((await sessionRow(db, token))?.last_seen_at).toEqual(secondsLater(60))
    expect(lines).toEqual([])
  })

  test('is thrown away when the session has not been used for too long', async () => {
    token = await startSession(db, user)
    const own = { cookie: `${SESSION_COOKIE}=${token}`, 'sec-fetch-site': 'same-origin' }
    expect((await get(LIST, own)).status).toBe(200)
    await db.updateTable('shops').set({ idle_minutes: 15 }).where('id', '=', user.id).execute()
    await storeUse(secondsLater(-20 * 60))
    expect((await get(LIST, own)).status).toBe(401)
    expect(await sessionRow(db, token)).toBeUndefined()
    expect(lines).toEqual([])
  })

  test.each([{ 'trpc-accept': 'application/jsonl' }, { accept: 'text/html, application/jsonl' }])(
    'a response line by line, which begins before its calls have ended, is refused: %o',
    async (headers) => {
      const reply = await get(BATCH, { 'session-id': token, ...headers })
      expect([reply.status, reply.text]).toEqual([406, expect.stringContaining('bu biçimde')])
      expect(lines).toEqual([])
    },
  )
})
