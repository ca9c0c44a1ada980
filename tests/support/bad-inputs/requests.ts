import { gzipSync } from 'node:zlib'

import fc from 'fast-check'
import * as z from 'zod'
import type { $ZodType } from 'zod/v4/core'

import { exportPaths } from '#server/download/routes.ts'
import { legacyPaths } from '#server/legacy/routes.ts'
import { appRouter } from '#server/rpc/app-router.ts'
import { BASE_PATH } from '#shared/base.ts'
import { OUTPUT_FORMATS } from '#shared/options.ts'

import { badText, badValue, jsonOf, pathsOf, type Shape, spoiled } from './values.ts'

export type BadRequest = {
  method: string
  /** As it is sent, not normalised. */
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
}

type Call = Pick<BadRequest, 'method' | 'path'> & { type?: string; body?: string }

const shapeOf = (schema: unknown): Shape =>
  z.toJSONSchema(schema as $ZodType, { io: 'input', unrepresentable: 'any' }) as Shape

const TRPC = `${BASE_PATH}/api/trpc`
const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

type Procedure = { _def: { inputs: unknown[]; type: string } }
const procedures = appRouter._def.procedures as unknown as Record<string, Procedure>

/** What superjson is told of values: right, wrong and hostile. */
const META_TYPES = [
  ['Date'],
  ['undefined'],
  ['number'],
  ['bigint'],
  ['regexp'],
  ['set'],
  ['map'],
  ['Error'],
  ['URL'],
  [['class', 'User']],
  [['symbol', 'x']],
  [['typed-array', 'Int8Array']],
  [['custom', 'y']],
  ['toString'],
  [null],
  'Date',
  {},
  [['map', { a: ['Date'] }]],
]
const META_KEYS = [
  '',
  '__proto__',
  'constructor.prototype',
  'a.b.c',
  'json',
  '0',
  'info.plaka',
  '\\.',
  'x.__proto__.auth',
]

const metaOf = (input: unknown): fc.Arbitrary<unknown> => {
  const paths = pathsOf(input).map((path) => path.join('.'))
  const key = fc.oneof(fc.constantFrom(...META_KEYS), fc.constantFrom(...paths))
  const values = fc.oneof(
    fc.dictionary(key, fc.constantFrom(...META_TYPES)),
    fc.constantFrom(...META_TYPES),
    badValue,
  )
  const equal = fc.oneof(fc.dictionary(key, fc.array(key, { maxLength: 3 })), badValue)
  return fc.record({ values, referentialEqualities: equal, v: fc.integer() }, { requiredKeys: ['values'] })
}

/** An input in superjson's envelope, or in something like it. */
const enveloped = (input: unknown): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant({ json: input }) },
    { weight: 2, arbitrary: metaOf(input).map((meta) => ({ json: input, meta })) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(input, { json: { json: input } }, { meta: input }, [input], null),
    },
  )

function procedureCalls(name: string, { _def: { inputs, type } }: Procedure): fc.Arbitrary<Call> {
  const usual = type === 'mutation' ? 'POST' : 'GET'
  const input = spoiled(shapeOf(inputs[0] ?? z.object({})))
  const envelope = input.chain(enveloped)
  const batch = fc.tuple(envelope, badValue, fc.constantFrom('0', '1', '-1', '9', 'x', '__proto__'))
  const batched = batch.map(([first, second, key]) => ({ 0: first, [key]: second }))
  const method = fc.oneof(
    { weight: 8, arbitrary: fc.constant(usual) },
    fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'),
  )
  const names = fc.constantFrom(
    `${name},${name}`,
    `${name},auth.session`,
    `${name},yok.boyle`,
    `${name},`,
    Array(11).fill(name).join(),
  )
  return fc.oneof(
    {
      weight: 7,
      arbitrary: fc.tuple(method, envelope).map(([how, sent]) => rpcCall(how, name, jsonOf(sent))),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(method, names, batched)
        .map(([how, all, sent]) => rpcCall(how, all, jsonOf(sent), '&batch=1')),
    },
    { weight: 1, arbitrary: fc.tuple(method, badText).map(([how, text]) => rpcCall(how, name, text)) },
  )
}

/** Longest query that a header may hold; longer ones are cut. */
const QUERY = 12_000

function rpcCall(method: string, name: string, sent: string, more = ''): Call {
  if (method === 'POST')
    return { method, path: `${TRPC}/${name}?${more.slice(1)}`, type: JSON_TYPE, body: sent }
  return { method, path: `${TRPC}/${name}?input=${inQuery(sent)}${more}` }
}

const inQuery = (text: string): string => encodeURIComponent(text.toWellFormed()).slice(0, QUERY)

/** A flat input as query or form fields. */
const fieldsOf = (input: unknown): string =>
  Object.entries(typeof input === 'object' && input !== null ? input : {})
    .map(([name, value]) => `${inQuery(name)}=${inQuery(typeof value === 'string' ? value : jsonOf(value))}`)
    .join('&')

const ODD_QUERIES = [
  'month=%ff',
  'month=%',
  'month[]=1&month[]=2',
  'id=1&id=2',
  'id=%00',
  'session_id=x',
  'a'.repeat(9_000),
  '&&&===',
  '?x',
  '%5f%5fproto%5f%5f=1',
]

const LEGACY_SHAPES: Record<string, Shape> = {
  'submitKayit.php': shapeOf(legacyPaths['submitKayit.php'].input),
}

function legacyCalls(path: string, contract: { method: string; input: unknown }): fc.Arbitrary<Call> {
  const input = spoiled(LEGACY_SHAPES[path] ?? shapeOf(contract.input))
  const prefix = fc.constantFrom('/api/', `${BASE_PATH}/api/`)
  const method = fc.oneof(
    { weight: 8, arbitrary: fc.constant(contract.method) },
    fc.constantFrom('GET', 'POST', 'PATCH', 'HEAD', 'OPTIONS'),
  )
  const odd = fc.oneof({ weight: 5, arbitrary: fc.constant('') }, fc.constantFrom(...ODD_QUERIES))
  return fc
    .tuple(prefix, method, input, odd, fc.constantFrom(JSON_TYPE, JSON_TYPE, FORM_TYPE))
    .map(([below, how, sent, more, type]) =>
      how === 'POST'
        ? {
            method: how,
            path: `${below}${path}?${more}`,
            type,
            body: type === FORM_TYPE ? fieldsOf(sent) : jsonOf(sent),
          }
        : {
            method: how,
            path: `${below}${path}?${[fieldsOf(sent), more].filter(Boolean).join('&')}`.slice(0, QUERY),
          },
    )
}

const EXPORT: Shape = {
  properties: {
    format: { enum: [...OUTPUT_FORMATS] },
    ...Object.fromEntries(
      ['id', 'q', 'month', 'year', 'from', 'to', 'sort', 'dir', 'period'].map((name) => [name, {}]),
    ),
  },
}

const downloads: fc.Arbitrary<Call>[] = [
  ...Object.keys(exportPaths).map((name) => `${BASE_PATH}/api/export/${name}`),
  `${BASE_PATH}/api/backup`,
].map((path) =>
  fc.tuple(spoiled(EXPORT), badText).map(([sent, text]) => ({
    method: 'GET',
    path: `${path}?${fieldsOf(sent)}&name=${inQuery(text)}`.slice(0, QUERY),
  })),
)

const ODD_PATHS = [
  '/',
  '//',
  '/%',
  '/%ff',
  '/%00',
  '/..%2f..%2fetc/passwd',
  '/healthz?x',
  '/readyz/',
  '/api',
  '/api/',
  '/api/yok.php',
  '/api/login.php/',
  '/api/LOGIN.PHP',
  '/api/admin/',
  '/api/admin%2fusers.php',
  `${BASE_PATH}/%2e%2e/package.json`,
  `${BASE_PATH}/assets/..%5c..%5cpackage.json`,
  `${BASE_PATH}/.env`,
  TRPC,
  `${TRPC}/`,
  `${TRPC}//`,
  `${TRPC}/,,,?batch=1`,
  `${TRPC}/__proto__`,
  `${TRPC}/kayit`,
  `${TRPC}/kayit.constructor`,
  `${TRPC}/kayit.get.get`,
  `${TRPC}/kayit%2elist`,
  `/${'a'.repeat(8_000)}`,
  `${BASE_PATH}/kayit/${'%c4%b0'.repeat(500)}`,
]
const pages: fc.Arbitrary<Call> = fc
  .tuple(fc.constantFrom('GET', 'POST', 'HEAD', 'OPTIONS', 'TRACE'), fc.constantFrom(...ODD_PATHS))
  .map(([method, path]) => ({ method, path }))

const targets: fc.Arbitrary<Call>[] = [
  ...Object.entries(procedures).map(([name, procedure]) => procedureCalls(name, procedure)),
  ...Object.entries(legacyPaths).map(([path, contract]) => legacyCalls(path, contract)),
  ...downloads,
  pages,
]
/** How many different calls there are: every procedure, old path and download, and all odd addresses as one. */
export const TARGETS = targets.length

const TYPES = [
  'text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/xml',
  FORM_TYPE,
  '',
  'a'.repeat(500),
]

const BOUNDARY = 'sinir'
const part = (name: string, content: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n${content}\r\n`

/** Bodies that are no text of the usual kind, with their type and encoding. */
const ODD_BODIES: (Record<'type', string> & { encoding?: string; bytes: Buffer })[] = [
  { type: JSON_TYPE, bytes: Buffer.from([0xff, 0xfe, 0x22, 0x80, 0x22]) },
  { type: JSON_TYPE, bytes: Buffer.from('{"json":{"q":"\xc3\x28"}}', 'latin1') },
  { type: JSON_TYPE, bytes: Buffer.from('\ufeff{"json":{}}') },
  { type: JSON_TYPE, bytes: Buffer.from('{"json":{"info":{"plaka":"x"}}', 'utf16le') },
  { type: JSON_TYPE, bytes: Buffer.alloc(0) },
  { type: JSON_TYPE, bytes: Buffer.alloc(100_000, ' ') },
  { type: JSON_TYPE, bytes: Buffer.alloc(3_000_000, 'x') },
  { type: JSON_TYPE, encoding: 'gzip', bytes: gzipSync(Buffer.alloc(20_000_000)) },
  { type: JSON_TYPE, encoding: 'gzip', bytes: Buffer.from('{}') },
  { type: JSON_TYPE, encoding: 'br, gzip', bytes: Buffer.from('{}') },
  {
    type: FORM_TYPE,
    bytes: Buffer.from(Array.from({ length: 100_000 }, (_, index) => `k${index}=1`).join('&')),
  },
  { type: FORM_TYPE, bytes: Buffer.from('a=%ff&b=%&c=%zz&__proto__=1') },
  { type: FORM_TYPE, bytes: Buffer.alloc(500_000, '&') },
  { type: `multipart/form-data; boundary=${BOUNDARY}`, bytes: Buffer.from(part('file', 'x').repeat(3_000)) },
  {
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    bytes: Buffer.from(`${part('file', '<svg onload=x>')}--${BOUNDARY}--\r\n`),
  },
  {
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    bytes: Buffer.from(part('file', '\u0000'.repeat(900_000))),
  },
  { type: `multipart/form-data; boundary=${'b'.repeat(300)}`, bytes: Buffer.from('--x\r\n') },
  { type: 'multipart/form-data', bytes: Buffer.from('--\r\n\r\n') },
]

const ODD_HEADERS: Record<string, string>[] = [
  { 'session-id': 'null' },
  { 'session-id': "' or 1=1--" },
  { 'session-id': 'A'.repeat(43) },
  { cookie: `session_id=${'A'.repeat(43)}; session_id=${'B'.repeat(43)}` },
  { cookie: `${'x=y; '.repeat(2_000)}session_id=` },
  { cookie: 'session_id="; =; ;;; \u00ff' },
  { 'idempotency-key': ' ' },
  { 'idempotency-key': 'x'.repeat(300) },
  { 'idempotency-key': 'tekrar' },
  { origin: 'null' },
  { origin: 'http://[::1', 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'çapraz'.replace('ç', 'c').repeat(50) },
  { 'x-forwarded-for': `${'1.2.3.4,'.repeat(200)}x`, 'x-forwarded-proto': 'javascript' },
  { 'accept-encoding': 'gzip;q=x, *;q=-1, br' },
  { 'accept-language': '*'.repeat(1_000) },
  { range: 'bytes=0-0,-1,5-2' },
  { 'if-none-match': '"'.repeat(500), 'if-modified-since': 'dün'.replace('ü', 'u') },
  { 'trpc-accept': 'application/jsonl' },
  { accept: 'text/event-stream' },
  { expect: '200-maybe' },
  { 'user-agent': '\u00ff'.repeat(900) },
  { host: 'a b' },
  { host: '[::1' },
  { host: 'örnek'.replace('ö', 'o') + ':99999' },
  { connection: 'upgrade', upgrade: 'websocket' },
  { 'x-cok-uzun': 'x'.repeat(20_000) },
  Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`x-${index}`, '1'])),
]

const dress = ({ method, path, type, body }: Call): fc.Arbitrary<BadRequest> => {
  const headers = fc.oneof({ weight: 6, arbitrary: fc.constant({}) }, fc.constantFrom(...ODD_HEADERS))
  const typed = fc.oneof({ weight: 10, arbitrary: fc.constant(type) }, fc.constantFrom(...TYPES))
  const odd = fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, fc.constantFrom(...ODD_BODIES))
  return fc.tuple(headers, typed, odd).map(([sent, as, instead]) => {
    if (body === undefined) return { method, path, headers: sent, body: undefined }
    if (instead === undefined)
      return {
        method,
        path,
        headers: { ...sent, ...(as === undefined ? {} : { 'content-type': as }) },
        body: Buffer.from(body),
      }
    const encoding = instead.encoding === undefined ? {} : { 'content-encoding': instead.encoding }
    return {
      method,
      path,
      headers: { ...sent, 'content-type': instead.type, ...encoding },
      body: instead.bytes,
    }
  })
}

/** The same requests for the same seed: `each` for every target, so that a new procedure cannot be forgotten. */
export function badRequests({ each, seed }: { each: number; seed: number }): BadRequest[] {
  return targets.flatMap((target, index) =>
    fc.sample(target.chain(dress), { numRuns: each, seed: seed + index }),
  )
}
