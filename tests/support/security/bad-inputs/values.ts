import * as fc from '#tests/support/setup/fast-check.ts'

/** Marks text that is no JSON value, such as `NaN`; `jsonOf` puts it into the body unquoted. */
const raw = (text: string) => `@@${text}@@`

/** Returns JSON in which the texts of `raw` are unquoted. */
export const jsonOf = (value: unknown): string =>
  (JSON.stringify(value) ?? '').replaceAll(/"@@(.+?)@@"/g, (_, text: string) => text)

const TEXTS = [
  '',
  ' ',
  "'",
  '"',
  '`',
  '\\',
  '%',
  '_',
  "%_\\'",
  "' or 1=1--",
  '1; drop table kayit; --',
  '$$; select pg_sleep(5); $$',
  '{{7*7}}${7*7}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udc00y',
  '\ufffe\uffff',
  '\u202eters',
  '\u200b',
  '\r\nSet-Cookie: a=b',
  'İıŞĞ ß ǆ',
  '👩‍🔧'.repeat(60),
  `a${'\u0301'.repeat(5_000)}`,
  '١٢٣',
  '00/00/0000',
  '31.02.2026',
  '9999-99-99',
  '2026-11-31T25:61:61Z',
  '-1',
  '1e400',
  '0x10',
  '1.250.000,755',
  '9'.repeat(400),
  'NaN',
  'Infinity',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  'toString',
  'x'.repeat(201),
  'ş'.repeat(10_001),
]

const NUMBERS = [
  -1,
  -0,
  0,
  0.5,
  1.005,
  2_147_483_647,
  2_147_483_648,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 2,
  1e21,
  1e308,
  -1e308,
  5e-324,
]

const RAW = [
  'NaN',
  'Infinity',
  '-Infinity',
  '1e999',
  '-',
  '01',
  'undefined',
  '1,',
  '"\\ud800"',
  "'x'",
  '0'.repeat(500),
]

const nested = (depth: number, open: string, close: string) => raw(open.repeat(depth) + close.repeat(depth))

/** Large values, which are tried seldom because they cost time. */
const LARGE = [
  raw(`"${'x'.repeat(1_000_000)}"`),
  raw(`"${'ı%_'.repeat(200_000)}"`),
  raw(`[${'0,'.repeat(100_000)}0]`),
  raw(`{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1`).join()}}`),
  nested(30, '[', ']'),
  nested(20_000, '[', ']'),
  raw(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`),
]

const OBJECTS: unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  [1, 'iki', { uc: 3 }],
  { length: 1e9 },
  { toString: 1, valueOf: null },
  JSON.parse('{"toJSON":"x","then":"y"}'),
  { $ne: null },
  raw('{"__proto__":{"isAdmin":true,"auth":3}}'),
  raw('{"constructor":{"prototype":{"auth":3}}}'),
  raw('{"a":1,"a":2}'),
]

/** Values that no field expects, of any kind and size. */
export const badValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 40, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 15, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 8, arbitrary: fc.constantFrom(...RAW.map(raw)) },
  { weight: 15, arbitrary: fc.constantFrom(...OBJECTS) },
  { weight: 8, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  { weight: 8, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 4, arbitrary: fc.constantFrom(...LARGE) },
)

/** Bad values as text, for queries, headers and form fields. */
export const badText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 100 }) },
)

/** The part of a JSON schema that the generators read. */
export type Shape = {
  type?: string
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
}

/** Returns values that the field may accept, by its name where the schema accepts any text. */
export function likelyValue(shape: Shape, name = ''): fc.Arbitrary<unknown> {
  if (shape.const !== undefined) return fc.constant(shape.const)
  if (shape.enum !== undefined) return fc.constantFrom(...shape.enum)
  if (shape.properties !== undefined)
    return fc.record(
      Object.fromEntries(
        Object.entries(shape.properties).map(([key, child]) => [key, likelyValue(child, key)]),
      ),
    )
  if (shape.type === 'array') return fc.array(likelyValue(shape.items ?? {}, name), { maxLength: 3 })
  if (shape.type === 'boolean') return fc.boolean()
  if (shape.anyOf?.some(({ properties, type }) => properties !== undefined || type === 'array') === true)
    return fc.oneof(...shape.anyOf.map((one) => likelyValue(one, name)))
  return byName(name)
}

function byName(name: string): fc.Arbitrary<unknown> {
  if (/(^|_)id$/.test(name)) return fc.integer({ min: 0, max: 40 })
  if (/month|ay$/.test(name)) return fc.integer({ min: 1, max: 12 })
  if (/year|model_yili/.test(name)) return fc.integer({ min: 2020, max: 2027 })
  if (/tarih|date|from|until|day|gun/.test(name)) return fc.constantFrom('2026-11-20', '20.11.2026', '')
  if (/kurus|amount|adet|page|version|km/.test(name)) return fc.integer({ min: 1, max: 50 })
  if (/plaka|plate/.test(name)) return fc.constantFrom('34 ABC 123', '06 YZ 9876')
  if (name === 'key') return fc.uuid()
  return fc.constantFrom(
    'Ayşe Işık',
    'Yağ değişimi',
    'usta@ornek.test',
    'Tamamlandı',
    'Parola-1234',
    '5',
    'PDF',
  )
}

type Path = (string | number)[]

/** Returns the paths of all values in a value. */
export function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, child]) => pathsOf(child, [...path, key]))]
}

function replaced(value: unknown, [first, ...rest]: Path, by: unknown): unknown {
  if (first === undefined) return by
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>
  copy[first] = replaced(copy[first], rest, by)
  return copy
}

/** Returns right inputs with up to two bad values, which therefore reach the code behind the first checks. */
export function spoilInput(shape: Shape): fc.Arbitrary<unknown> {
  const places = fc.array(fc.tuple(fc.nat(), badValue), { minLength: 0, maxLength: 2 })
  return fc.tuple(likelyValue(shape), places).map(([value, changes]) =>
    changes.reduce((so, [at, bad]) => {
      const paths = pathsOf(so)
      return replaced(so, paths[at % paths.length] ?? [], bad)
    }, value),
  )
}
