import { beforeAll, describe, expect, test } from 'vitest'
import { fromJSONSchema } from 'zod'

import type { PdfService } from '#server/platform/documents/pdf-service.ts'
import { fieldNotes, type OpenApi, type Operation, openApi } from '#server/transports/legacy/openapi.ts'
import { legacyPaths } from '#server/transports/legacy/routes.ts'
import { TOKEN_EXAMPLE } from '#server/transports/legacy/token-paths.ts'
import { legacyClient, type Reply, requests, testApp } from '#tests/support/panel/app.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, TEST_NOW, type TestUser, userCtx } from '#tests/support/rows/factories.ts'
import { spend } from '#tests/support/rows/expense.ts'
import { build } from '#tests/support/rows/kayit.ts'
import { picture } from '#tests/support/documents/logo.ts'
import { withoutTables } from '#tests/support/documents/without-tables.ts'

const db = await testDatabase()
const pdf: PdfService = {
  renderForm: () => Promise.reject(new Error('no forms')),
  render: () => Promise.resolve(new TextEncoder().encode('%PDF-1.7')),
  ...withoutTables,
  load: () => ({ inUse: 0, waiting: 0 }),
  close: () => Promise.resolve(),
}
const app = testApp(db, { pdf })
const { call, form, get, post } = requests(app)
const description = openApi()

type Called = { path: string; method: 'GET' | 'POST'; operation: Operation }
const operations = Object.entries(description.paths).flatMap(([path, { get, post }]): Called[] => [
  ...(get === undefined ? [] : [{ path: path.slice(1), method: 'GET' as const, operation: get }]),
  ...(post === undefined ? [] : [{ path: path.slice(1), method: 'POST' as const, operation: post }]),
])

/** Returns every object of the document with its path. */
function nodes(value: unknown, at = '#'): [string, Record<string, unknown>][] {
  if (typeof value !== 'object' || value === null) return []
  const below = Object.entries(value).flatMap(([key, inner]) => nodes(inner, `${at}/${key}`))
  return [[at, value as Record<string, unknown>], ...below]
}

/** Returns the target of a $ref, or `undefined`. */
const at = (ref: unknown): unknown =>
  String(ref)
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], description)

/** Returns the node with its $refs replaced by their targets. */
function inlined(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value) return inlined(at(value.$ref))
  if (Array.isArray(value)) return value.map(inlined)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inlined(inner)]))
}

/** Returns the differences between `body` and the described JSON responses of a status; none if one fits. */
function problems({ responses }: Operation, status: number, body: unknown) {
  const response = inlined(responses[status]) as { content?: Record<string, { schema: object }> } | undefined
  const schema = response?.content?.['application/json']?.schema
  if (schema === undefined) return [`no JSON answer with status ${status} is described`]
  return fromJSONSchema(schema as Parameters<typeof fromJSONSchema>[0]).safeParse(body).error?.issues ?? []
}

/** Returns the allowed explanations of a field, in any place. */
const notesOf = (name: string) =>
  ['', ...Object.keys(legacyPaths)].flatMap((path) => [
    fieldNotes(path, 'sent')[name] ?? 'a note',
    fieldNotes(path, 'answered')[name] ?? 'a note',
  ])

describe('the description', () => {
  test('the description has every path with its method and an explanation', () => {
    const served = Object.entries(legacyPaths).map(([path, { method }]) => `${method} ${path}`)
    expect(operations.map(({ path, method }) => `${method} ${path}`)).toEqual(served)
    expect(operations.filter(({ operation }) => operation.summary.length < 10)).toEqual([])
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(served.length)
  })

  test('references stay inside the description, and every schema is used', () => {
    const refs = nodes(description).flatMap(([, node]) => ('$ref' in node ? [String(node['$ref'])] : []))
    expect(refs.filter((ref) => typeof at(ref) !== 'object')).toEqual([])
    const schemas = Object.keys(description.components.schemas).map((name) => `#/components/schemas/${name}`)
    expect(schemas.filter((schema) => !refs.includes(schema))).toEqual([])
    const schemes = operations.flatMap(({ operation }) => operation.security.flatMap(Object.keys))
    expect(new Set(schemes)).toEqual(new Set(Object.keys(description.components.securitySchemes)))
  })

  test('every field is explained, and every required field exists', () => {
    const objects = nodes(description).filter(([, node]) => typeof node['properties'] === 'object')
    expect(objects.length).toBeGreaterThan(20)
    for (const [where, { properties, required = [] }] of objects) {
      const fields = Object.entries(properties as Record<string, { description?: string }>)
      const unexplained = fields.filter(
        ([name, { description: words }]) => !notesOf(name).includes(words ?? ''),
      )
      expect([where, unexplained]).toEqual([where, []])
      expect(fields.map(([name]) => name)).toEqual(expect.arrayContaining(required as string[]))
    }
  })

  test('a field is explained by its meaning in that place', () => {
    const words = (schema: string, name: string) => {
      const { properties } = description.components.schemas[schema] ?? {}
      return (properties?.[name] as { description?: string } | undefined)?.description
    }
    expect(words('login_answer', 'message')).toBe('Kişiye gösterilecek cümle')
    expect(words('addFeedback_input', 'message')).toBe('Mesajın kendisi, en az 10 karakter')
    expect(words('addFeedback_answer', 'message')).toBe('Kişiye gösterilecek cümle')
    expect(words('getSession_answer', 'user')).toBe('Anahtarın sahibi')
    expect(words('deleteKayit_input', 'kayit_id')).toBe('Kaydın numarası')
    expect(words('expenseUpsert_input', 'id')).toBe('Numara; 0 ya da yok: yeni')
  })

  test('the description is public and the same under both addresses', async () => {
    for (const base of ['/api', '/oto-servis/api']) {
      const answer = await get(`${base}/openapi.json`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json'])
      expect(answer.body).toEqual(JSON.parse(JSON.stringify(description)))
      const page = await get(`${base}/docs`)
      expect(page.text).toContain('<code>submitKayit.php</code>')
    }
    expect((await call('openapi.json', { method: 'POST' })).status).toBe(404)
  })
})

/** Stores the data of the examples: the shop's owner is user 1, and there is one row of everything else. */
async function seed(): Promise<TestUser> {
  const owner = await buildUser(db, { username: 'usta', auth: 3, password: 'Parola-1234' })
  await buildUser(db)
  const ctx = userCtx(db, owner)
  await build(ctx, { giris_tarihi: '2026-11-05' }, [{ islem_adi: 'Yağ', islem_adet: 1, fiyat_kurus: 10_005 }])
  await spend(ctx, { spread_date: '2026-12-01' })
  const words = { subject: 'Konu', message: 'Mesajın kendisi' }
  await legacyClient(app, db, owner).post('addFeedback.php', words)
  return owner
}

describe('each path, called with its example', () => {
  let owner: TestUser
  let token: string
  beforeAll(async () => {
    owner = await seed()
    token = await startSession(db, owner, { kind: 'legacy', now: TEST_NOW })
  })

  /** Sends the example as a request, with the caller's own token. */
  async function request({ path, method, operation }: Called, type?: string): Promise<Reply> {
    const headers: Record<string, string> = operation.security.length === 0 ? {} : { 'session-id': token }
    const { example } = operation.requestBody?.content[type ?? ''] ?? {}
    const sent = JSON.parse(JSON.stringify(example ?? {}).replace(TOKEN_EXAMPLE, token)) as object
    if (method === 'GET') {
      const query = new URLSearchParams()
      for (const { name, example: value } of operation.parameters ?? [])
        if (value !== undefined) query.set(name, value === TOKEN_EXAMPLE ? token : String(value))
      return get(`${path}?${query}`, headers)
    }
    if (type === 'application/json') return post(path, sent, headers)
    const body = type === 'multipart/form-data' ? new FormData() : new URLSearchParams({ ...sent })
    if (body instanceof FormData) body.set('file', new File([new Uint8Array(await picture())], 'logo.png'))
    return call(path, { method: 'POST', headers, body })
  }

  test('every described way to authenticate works', async () => {
    const schemesOf = (called: string) =>
      operations.find(({ path }) => path === called)?.operation.security.map((one) => Object.keys(one).join())
    expect(schemesOf('settings.php')).toEqual(['header', 'cookie'])
    expect((await get('settings.php', { cookie: `session_id=${token}` })).status).toBe(200)
    for (const path of ['createPdf.php', 'createPdf2.php']) {
      expect(schemesOf(path)).toEqual(['header', 'cookie', 'query'])
      expect((await get(`${path}?id=1&session_id=${token}`)).status).toBe(200)
    }
    expect(schemesOf('getSession.php')).toEqual(['header', 'cookie', ''])
    expect((await form('getSession.php', { session_id: token })).status).toBe(200)
  })

  // Examples that delete run last, because others read the same data.
  const isDelete = ({ path }: Called) => /delete/i.test(path)
  const deletionsLast = operations.toSorted((a, b) => Number(isDelete(a)) - Number(isDelete(b)))

  test.each(deletionsLast)('$path returns the described response', async (called) => {
    const { operation } = called
    const [type] = Object.keys(operation.requestBody?.content ?? {})
    const answer = await request(called, type)
    expect(answer.status).toBe(200)
    const success = operation.responses['200']
    const described = success !== undefined && 'content' in success ? Object.keys(success.content ?? {}) : []
    expect(described).toEqual([answer.headers.get('content-type')])
    expect(answer.text).not.toBe('')
    const body = described[0] === 'application/json' ? answer.body : null
    const refused = body !== null && body['success'] !== true
    expect(refused ? body : null).toBeNull()
    expect(body === null ? [] : problems(operation, 200, body)).toEqual([])
  })

  test.each(deletionsLast)('$path refuses as described', async (called) => {
    const { path, method, operation } = called
    const send = (init: RequestInit) => call(path, { method, ...init })
    const check = (answer: Reply, status: number) => {
      expect(answer.status).toBe(status)
      expect(problems(operation, status, answer.body)).toEqual([])
    }
    if (operation.security.length > 0) check(await send({}), 401)
    if (operation.responses['404'] !== undefined)
      check(await get(`${path}?id=999&user=999`, { 'session-id': token }), 404)
    if (method === 'GET') return
    const headers = { 'session-id': token, 'content-type': 'text/plain' }
    check(await send({ headers, body: 'x' }), 415)
    const huge = { 'session-id': token, 'content-length': String(3 * 1024 * 1024) }
    check(await send({ headers: huge, body: 'x' }), 413)
  })

  test('a form is described exactly for the paths that accept one', async () => {
    const posts = operations.filter(({ method }) => method === 'POST')
    for (const called of posts) {
      const isDescribed = Object.keys(called.operation.requestBody?.content ?? {}).includes(
        'application/x-www-form-urlencoded',
      )
      const headers = { 'session-id': token, 'content-type': 'application/x-www-form-urlencoded' }
      const answer = await call(called.path, { method: 'POST', headers, body: 'x=1' })
      expect([called.path, answer.status !== 415]).toEqual([called.path, isDescribed])
    }
  })

  test('the check finds a response that is not described', () => {
    const { operation } = operations.find(({ path }) => path === 'getKayitlar.php') ?? {}
    if (operation === undefined) throw new Error('getKayitlar.php is not described')
    expect(problems(operation, 200, { success: true, records: [] })).toEqual([])
    expect(problems(operation, 200, { success: true, records: [{}] })).not.toEqual([])
    expect(problems(operation, 200, { success: true, records: [], extra: 1 })).not.toEqual([])
    expect(problems(operation, 418, {})).not.toEqual([])
  })
})

test('the description names the two addresses under which the paths are served', () => {
  const { servers }: OpenApi = description
  expect(servers).toEqual([{ url: '/api' }, { url: '/oto-servis/api' }])
})
