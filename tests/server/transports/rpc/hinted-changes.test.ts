import { Kysely, type KyselyPlugin, type KyselyProps } from 'kysely'
import { beforeEach, expect, test } from 'vitest'

import { endSession } from '#server/auth/sessions.ts'
import { connectTimeout } from '#server/platform/db/connections.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { PAGE_USER_HEADER } from '#shared/base.ts'
import { messages } from '#shared/messages.ts'
import { SESSION_COOKIE } from '#shared/options.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { recordingLog } from '#tests/support/panel/log.ts'
import { requests, testApp, TRPC } from '#tests/support/panel/app.ts'
import { secondsLater, sessionRow, startSession } from '#tests/support/rows/auth.ts'
import { buildUser, type TestUser } from '#tests/support/rows/factories.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const db = await testDatabase()
let now = secondsLater(0)
let lookups = 0
const { log, lines } = recordingLog('info')
const { post } = requests(testApp(watched(db), { log, clock: () => now }))

/** Counts the lookups of sessions. */
function watched(of: Kysely<DB>): Kysely<DB> {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (node.kind === 'SelectQueryNode' && JSON.stringify(node.from ?? '').includes('"sessions"'))
        lookups += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  return of.withPlugin(plugin)
}

let user: TestUser
let own: Record<string, string>
const sent = { info: { musteri_adi_soyadi: 'Ayşe Işık', plaka: '34 ABC 123' } }
const save = (headers: Record<string, string> = {}, input: object = sent) =>
  post(`${TRPC}/kayit.save`, input, { ...own, ...headers })
const stored = async () =>
  (await db.selectFrom('kayit').select('id').where('shop_id', '=', user.id).execute()).length
const refusals = () => lines.filter(({ msg }) => msg === 'access refused').length
const cookieOf = (token: string) => ({
  cookie: `${SESSION_COOKIE}=${token}`,
  'sec-fetch-site': 'same-origin',
})

/** Makes the session's first save; the next one assumes the same actor, and checks the session in its transaction. */
beforeEach(async () => {
  now = secondsLater(0)
  user = await buildUser(db)
  own = { 'session-id': await startSession(db, user, { kind: 'legacy' }) }
  await save()
  lookups = 0
  lines.length = 0
})

const sessionId = async () => (await sessionRow(db, own['session-id'] ?? ''))?.id ?? 0

test('a save for the token’s previous actor looks for the session once', async () => {
  const { status, body } = await save()
  expect([status, lookups, await stored()]).toEqual([200, 1, 2])
  expect(JSON.stringify(body)).toContain('34 ABC 123')
})

test('nothing is stored when the session has ended', async () => {
  await endSession({ db }, await sessionId())
  expect([(await save()).status, await stored()]).toEqual([401, 1])
})

test('an invalid input is not reported to a caller without a session', async () => {
  expect((await save({}, { info: { plaka: 7 } })).status).toBe(400)
  await endSession({ db }, await sessionId())
  expect((await save({}, { info: { plaka: 7 } })).status).toBe(401)
})

test('a member who sees no prices any more saves none, and gets none', async () => {
  const member = await buildMember(db, user, { role: 'desk' })
  const headers = { 'session-id': await startSession(db, member, { kind: 'legacy' }) }
  const items = { ...sent, islemler: [{ islem_adi: 'Balata', islem_adet: 1, fiyat_kurus: 12_345 }] }
  for (let round = 0; round < 2; round++) expect((await save(headers, items)).text).toContain('12345')
  await db.updateTable('users').set({ role: 'mechanic' }).where('id', '=', member.id).execute()
  const reply = await save(headers, items)
  expect(reply.status).toBe(200)
  expect(reply.text).not.toContain('12345')
})

test('nothing is stored, and the refusal says why, when the shop was suspended', async () => {
  const suspended = { suspended_at: now, suspended_reason: 'Ödeme bekleniyor' }
  await db.updateTable('shops').set(suspended).where('id', '=', user.id).execute()
  const reply = await save()
  expect([reply.status, await stored()]).toEqual([403, 1])
  expect(reply.text).toContain('Ödeme bekleniyor')
})

test('nothing is stored when the page was loaded for another user', async () => {
  expect((await save({ [PAGE_USER_HEADER]: String(user.id + 1) })).status).toBe(401)
  expect((await save({ [PAGE_USER_HEADER]: String(user.id) })).status).toBe(200)
  expect(await stored()).toBe(2)
})

test('a save that another site made the browser send is refused and logged once', async () => {
  own = cookieOf(await startSession(db, user))
  expect((await save()).status).toBe(200)
  lines.length = 0
  const reply = await save({ 'sec-fetch-site': 'cross-site' })
  expect([reply.status, refusals(), await stored()]).toEqual([403, 1, 2])
  expect(reply.text).toContain(messages.crossSite)
})

test('a page’s token in the header is refused and logged once', async () => {
  const token = await startSession(db, user)
  await save(cookieOf(token))
  lines.length = 0
  expect([(await save({ 'session-id': token })).status, refusals(), await stored()]).toEqual([401, 1, 2])
})

test('a form that is not the page’s is authenticated first, and its body is read once', async () => {
  await endSession({ db }, await sessionId())
  const reply = await post(`${TRPC}/kayit.save?connectionParams=null`, sent, own)
  expect([reply.status, await stored()]).toEqual([401, 1])
})

test('a save that gets no connection asks for one only once', async () => {
  const executor = db.getExecutor()
  let refused = 0
  let isFull = false
  const pool = executor.withConnectionProvider({
    provideConnection: (consumer) => {
      if (!isFull) return executor.provideConnection(consumer)
      refused += 1
      return Promise.reject(connectTimeout())
    },
  })
  const full = new Kysely<DB>({
    config: {},
    driver: {},
    dialect: {},
    executor: pool,
  } as unknown as KyselyProps)
  const other = requests(testApp(full, { clock: () => now }))
  expect((await other.post(`${TRPC}/kayit.save`, sent, own)).status).toBe(200)
  isFull = true
  expect((await other.post(`${TRPC}/kayit.save`, sent, own)).status).toBe(503)
  expect(refused).toBe(1)
})

test('a save with two tokens is authenticated first', async () => {
  const other = await startSession(db, await buildUser(db))
  expect((await save({ cookie: `${SESSION_COOKIE}=${other}` })).status).toBe(401)
  expect(await stored()).toBe(1)
})

test('the use of a session is still stored each minute', async () => {
  const seen = async () => (await sessionRow(db, own['session-id'] ?? ''))?.last_seen_at
  now = secondsLater(60)
  expect((await save()).status).toBe(200)
  expect(await seen()).toEqual(secondsLater(60))
})

test('a refusal of the save itself is the response', async () => {
  const reply = await save({}, { ...sent, id: 2_000_000_000 })
  expect([reply.status, lookups]).toEqual([404, 1])
})
