import * as fc from '#tests/support/setup/fast-check.ts'
import * as z from 'zod'
import type { $ZodType } from 'zod/v4/core'

import { exportPaths } from '#server/transports/download/export.ts'
import { legacyPaths } from '#server/transports/legacy/routes.ts'
import { appRouter } from '#server/transports/rpc/app-router.ts'
import { BASE_PATH } from '#shared/base.ts'
import { OUTPUT_FORMATS } from '#shared/options.ts'

import { type BadRequest, type Call, dress, FORM_TYPE, JSON_TYPE } from './dress.ts'
import { badText, badValue, jsonOf, likelyValue, pathsOf, type Shape, spoilInput } from './values.ts'

const shapeOf = (schema: unknown): Shape =>
  z.toJSONSchema(schema as $ZodType, { io: 'input', unrepresentable: 'any' }) as Shape

const TRPC = `${BASE_PATH}/api/trpc`

type Procedure = { _def: { inputs: unknown[]; type: string } }
const procedures = appRouter._def.procedures as unknown as Record<string, Procedure>

/** Type annotations of superjson's envelope: right, wrong and hostile. */
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

/** Wraps an input in superjson's envelope, or in something like it. */
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
  const input = spoilInput(shapeOf(inputs[0] ?? z.object({})))
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
        .map(([how, all, sent]) => rpcCall(how, `${all}?batch=1`, jsonOf(sent))),
    },
    { weight: 1, arbitrary: fc.tuple(method, badText).map(([how, text]) => rpcCall(how, name, text)) },
  )
}

/** The longest query that fits into a header; longer ones are cut. */
const QUERY = 12_000

/** Returns a call of tRPC; `name` may have a query. */
function rpcCall(method: string, name: string, sent: string): Call {
  const path = `${TRPC}/${name}${name.includes('?') ? '&' : '?'}`
  return method === 'POST'
    ? { method, path, type: JSON_TYPE, body: sent }
    : { method, path: `${path}input=${inQuery(sent)}` }
}

const inQuery = (text: string): string => encodeURIComponent(text.toWellFormed()).slice(0, QUERY)

/** Returns a flat input as query or form fields. */
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
  const input = spoilInput(LEGACY_SHAPES[path] ?? shapeOf(contract.input))
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
  fc.tuple(spoilInput(EXPORT), badText).map(([sent, text]) => ({
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

/** A call with its intended input. */
export type RightCall = { method: string; path: string; input: unknown; inQuery: boolean }

/** Returns one right call of each procedure and old path, the same for the same seed. */
export function rightCalls(seed: number): RightCall[] {
  const inputOf = (schema: unknown) => fc.sample(likelyValue(shapeOf(schema)), { numRuns: 1, seed })[0]
  return [
    ...Object.entries(procedures).map(([name, { _def }]) => {
      const inQuery = _def.type !== 'mutation'
      const input = { json: inputOf(_def.inputs[0] ?? z.object({})) }
      return { method: inQuery ? 'GET' : 'POST', path: `${TRPC}/${name}`, input, inQuery }
    }),
    ...Object.entries(legacyPaths).map(([path, { method, input }]) => ({
      method,
      path: `/api/${path}`,
      input: inputOf(input),
      inQuery: method === 'GET',
    })),
  ]
}

const targets: fc.Arbitrary<Call>[] = [
  ...Object.entries(procedures).map(([name, procedure]) => procedureCalls(name, procedure)),
  ...Object.entries(legacyPaths).map(([path, contract]) => legacyCalls(path, contract)),
  ...downloads,
  pages,
]
/** The number of different calls: every procedure, old path and download, and all odd addresses as one. */
export const TARGETS = targets.length

/** Returns requests, the same for the same seed: `each` for every target, which includes new procedures. */
export function badRequests({ each, seed }: { each: number; seed: number }): BadRequest[] {
  return targets.flatMap((target, index) =>
    fc.sample(target.chain(dress), { numRuns: each, seed: seed + index }),
  )
}
