import type * as FetchAdapter from '@trpc/server/adapters/fetch'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { requests, testApp, TRPC } from '#tests/support/panel/app.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, type TestUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'

vi.mock('@trpc/server/adapters/fetch', async (original) => {
  const adapter = await original<typeof FetchAdapter>()
  return { ...adapter, fetchRequestHandler: vi.fn<typeof fetchRequestHandler>(adapter.fetchRequestHandler) }
})
const handledByTrpc = vi.mocked(fetchRequestHandler)

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

/** Sends a request and describes its response; numbers of requests differ from one to the next. */
async function respond({ path, method = 'GET', body, type, as }: Sent) {
  const contentType = type ?? (method === 'POST' ? 'application/json' : undefined)
  const { status, headers, text } = await call(`${TRPC}/${path}`, {
    method,
    ...(body !== undefined && { body }),
    headers: {
      ...(as !== 'nobody' && { 'session-id': token }),
      ...(contentType !== undefined && { 'content-type': contentType }),
    },
  })
  headers.delete('x-request-id')
  return { status, headers: [...headers], text: text.replaceAll(/"requestId":"[^"]+"/g, '"requestId":""') }
}

/** tRPC's parameter for connections without headers, which the page never sends; `null` changes nothing. */
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
    handledByTrpc.mockClear()
    const ours = await respond(sent)
    expect(handledByTrpc).not.toHaveBeenCalled()
    token = await startSession(db, user, { kind: 'legacy' })
    const theirs = await respond(byTrpc(sent))
    expect(handledByTrpc).toHaveBeenCalledOnce()
    expect(ours).toEqual(theirs)
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
  handledByTrpc.mockClear()
  await respond(sent)
  expect(handledByTrpc).toHaveBeenCalledOnce()
})
