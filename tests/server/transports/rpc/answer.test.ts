import { Hono } from 'hono'
import { beforeEach, describe, expect, test } from 'vitest'

import type { AppEnv } from '#server/platform/http/app-env.ts'
import { pageCallsOf } from '#server/transports/rpc/answer.ts'
import { requests, testApp, TRPC } from '#tests/support/panel/app.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, type TestUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()
const { call } = requests(testApp(db))
let user: TestUser
let token: string

beforeEach(async () => {
  user = await buildUser(db)
  token = await startSession(db, user, { kind: 'legacy' })
  await save(userCtx(db, user), { info: { musteri_adi_soyadi: 'Ayşe Işık', plaka: '34 ABC 123' } })
})

type Sent = { path: string; method?: string; body?: string; type?: string; as?: 'nobody' }

const asQuery = (input: unknown) =>
  encodeURIComponent(typeof input === 'string' ? input : JSON.stringify(input))
const query = (names: string, input?: unknown): Sent => ({
  path: `${names}?${input === undefined ? '' : `input=${asQuery(input)}`}`,
})
const batch = (names: string, input?: unknown): Sent => {
  const sent = query(names, input)
  return { ...sent, path: `${sent.path}&batch=1` }
}
const change = (path: string, body: unknown): Sent => ({
  path: `${path}?`,
  method: 'POST',
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

function initOf({ method = 'GET', body, type, as }: Sent): RequestInit {
  const contentType = type ?? (method === 'POST' ? 'application/json' : undefined)
  return {
    method,
    ...(body !== undefined && { body }),
    headers: {
      ...(as !== 'nobody' && { 'session-id': token }),
      ...(contentType !== undefined && { 'content-type': contentType }),
    },
  }
}

/** Sends a request and describes its response, without the request's number, which differs each time. */
async function respond(sent: Sent) {
  const { status, headers, text } = await call(`${TRPC}/${sent.path}`, initOf(sent))
  headers.delete('x-request-id')
  return { status, headers: [...headers], text: text.replaceAll(/"requestId":"[^"]+"/g, '"requestId":""') }
}

const recogniser = new Hono<AppEnv>().all('*', (c) =>
  c.json(pageCallsOf(c, { endpoint: TRPC, maxBatch: 10 }) !== null),
)

/** Returns whether the request is answered without tRPC's handler. */
const isAnsweredDirectly = async (sent: Sent): Promise<boolean> => {
  const response = await recogniser.request(`${TRPC}/${sent.path}`, initOf(sent))
  return (await response.text()) === 'true'
}

/** Adds tRPC's parameter for connections without headers, which the page never sends; `null` changes nothing. */
const byTrpc = (sent: Sent): Sent => ({ ...sent, path: `${sent.path}&connectionParams=null` })

const REQUESTS: [string, Sent][] = [
  ['a query', query('kayit.list', { json: {} })],
  ['a query without an input', query('auth.session')],
  ['a batch', batch('kayit.list,stats.get', { 0: { json: {} }, 1: { json: {} } })],
  ['a batch of one', batch('kayit.list', { 0: { json: {} } })],
  ['a batch with an input too many', batch('kayit.list', { 0: { json: {} }, 1: { json: 1 } })],
  ['a batch with a missing input', batch('kayit.list,kayit.get', { 0: { json: {} } })],
  ['a batch with one refused input', batch('kayit.list,kayit.get', { 0: { json: {} }, 1: { json: 'x' } })],
  ['a batch whose input is a list', batch('kayit.list', [{ json: {} }])],
  ['an input that is no JSON', query('kayit.list', '{')],
  ['an input without its envelope', query('kayit.list', 'null')],
  [
    'an input with marks that the page does not send',
    query('kayit.list', { json: {}, meta: { values: { q: ['set'] } } }),
  ],
  ['an input that the schema refuses', query('kayit.list', { json: { page: 'x' } })],
  ['a record that does not exist', query('kayit.get', { json: { kayit_id: 999_999 } })],
  ['a query without a session', { ...query('kayit.list', { json: {} }), as: 'nobody' }],
  ['a query of an administrator', query('admin.users', { json: {} })],
  ['a refused change', change('expense.save', { json: { title: '' } })],
  ['a change without a body', change('expense.save', '')],
  ['a change whose body is no JSON', change('expense.save', '{')],
  ['a change of a row that does not exist', change('expense.delete', { json: { id: 999_999 } })],
  ['a change without a session', { ...change('expense.save', { json: {} }), as: 'nobody' }],
  ['a change with a cookie', change('auth.logout', { json: {} })],
]

describe('the page’s calls are answered as tRPC’s handler answers them', () => {
  test.each(REQUESTS)('%s', async (_, sent) => {
    expect([await isAnsweredDirectly(sent), await isAnsweredDirectly(byTrpc(sent))]).toEqual([true, false])
    const ours = await respond(sent)
    token = await startSession(db, user, { kind: 'legacy' })
    expect(ours).toEqual(await respond(byTrpc(sent)))
  })
})

const OTHERS: [string, Sent][] = [
  ['an unknown procedure', query('kayit.nothing', { json: {} })],
  ['an unknown procedure in a batch', batch('kayit.list,kayit.nothing', { 0: { json: {} } })],
  [
    'queries and changes in one batch',
    batch('kayit.list,expense.save', { 0: { json: {} }, 1: { json: {} } }),
  ],
  ['more calls than a batch may have', batch(Array.from({ length: 11 }, () => 'auth.session').join(','))],
  ['a change by GET', query('expense.save', { json: {} })],
  ['a query by POST', change('kayit.list', { json: {} })],
  ['a HEAD', { ...query('kayit.list', { json: {} }), method: 'HEAD' }],
  ['a slash at the end', query('kayit.list/', { json: {} })],
  ['an encoded comma', batch('kayit.list%2Cstats.get', { 0: { json: {} }, 1: { json: {} } })],
  ['a form in a query', { ...query('kayit.list', { json: {} }), type: 'multipart/form-data' }],
]

test.each(OTHERS)('%s is left to tRPC’s handler', async (_, sent) => {
  expect(await isAnsweredDirectly(sent)).toBe(false)
})
