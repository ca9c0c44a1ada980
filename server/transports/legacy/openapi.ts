import * as z from 'zod/mini'

import { BASE_PATH } from '#shared/base.ts'

import type { LegacyPath } from './endpoint.ts'
import notes from './field-notes.json' with { type: 'json' }
import { legacyPaths } from './routes.ts'

type Response = {
  description: string
  headers?: typeof replayedHeader
  content: Record<string, { schema: Schema }>
}
export type Operation = ReturnType<typeof operation>

export type OpenApi = ReturnType<typeof openApi>

export const refusals: Readonly<Record<number, string>> = {
  400: 'Gönderilen veri okunamadı.',
  401: 'Geçerli bir oturum yok.',
  403: 'Yetki yok, ya da istek başka bir siteden geldi.',
  404: 'Böyle bir kayıt ya da dosya yok.',
  413: 'Gönderilen veri 2 MB’tan büyük (login.php ve getSession.php için 64 KB).',
  415: 'İçerik türü desteklenmiyor.',
  422: 'Bu Idempotency-Key başka bir istekte kullanılmış.',
  429: 'Çok fazla deneme; Retry-After saniye sonra yeniden denenebilir.',
  500: 'Sunucuda beklenmeyen bir hata; request_id kayıtlarda aranabilir.',
  503: 'Sistem şu anda yanıt veremiyor; Retry-After saniye sonra yeniden denenebilir.',
}

const refusal = z.strictObject({
  success: z.literal(false),
  message: z.string(),
  request_id: z.exactOptional(z.uuid()),
})

const refTo = (kind: 'schemas' | 'responses', name: string): Schema => ({
  $ref: `#/components/${kind}/${name}`,
})

/** Returns the description of the old paths, generated from the table and the schemas that serve them. */
export function openApi(described: readonly DescribedPath[] = describedPaths()) {
  const paths = described.map((one) => {
    const method = one.row.method === 'GET' ? ('get' as const) : ('post' as const)
    return [`/${one.path}`, { [method]: operation(one) }]
  })
  const answers = Object.entries(refusals).map(([status, description]) => [
    `Refusal${status}`,
    { description, content: { 'application/json': { schema: refTo('schemas', 'Refusal') } } },
  ])
  const schemas = { Refusal: jsonSchema(refusal, '', 'answered') }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Oto Servis Yönetim Paneli: Entegrasyon (API)',
      version: '1.0.0',
      description: 'Panelin ilk sürümü için yazılmış programların kullandığı yollar. Sözcükleri değişmez.',
    },
    servers: [{ url: '/api' }, { url: `${BASE_PATH}/api` }],
    tags: [...new Set(described.map(({ row }) => row.tag))].map((name) => ({ name })),
    paths: Object.fromEntries(paths) as Record<string, Partial<Record<'get' | 'post', Operation>>>,
    components: {
      schemas: Object.assign(schemas, ...described.map(schemasOf)) as Record<string, Schema>,
      responses: Object.fromEntries(answers) as Record<string, Response>,
      securitySchemes,
    },
  }
}

const securitySchemes = {
  header: { type: 'apiKey', in: 'header', name: 'Session-Id', description: 'login.php cevabındaki anahtar.' },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'session_id',
    description: 'Değişiklik yapan istekler panelin kendi sayfalarından gelmelidir.',
  },
  query: {
    type: 'apiKey',
    in: 'query',
    name: 'session_id',
    description: 'login.php cevabındaki anahtar; yalnız iki PDF bağlantısında.',
  },
}

/** The header by which a repeated call changes nothing twice (decisions: saving twice). */
const keyParameter = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: false,
  description:
    'Her yeni istek için sizin ürettiğiniz, en fazla 255 ASCII karakterlik rastgele bir anahtar (ör. UUID; ad veya telefon yazmayın). Aynı anahtarla yinelenen istek ikinci kez uygulanmaz, ilk cevabı alır. 7 gün saklanır.',
  schema: { type: 'string', minLength: 1, maxLength: 255 } as Schema,
  example: undefined,
}

const replayedHeader = {
  'Idempotent-Replayed': {
    description: 'Cevap aynı Idempotency-Key ile gelmiş ilk isteğinse true.',
    schema: { type: 'string', const: 'true' },
  },
}

export const operationId = (path: string) => path.replace('.php', '').replaceAll('/', '_')

function schemasOf({ path, row, sent, answered }: DescribedPath): Record<string, Schema> {
  const id = operationId(path)
  return {
    ...(row.body !== undefined && { [`${id}_input`]: sent }),
    ...(answered !== null && { [`${id}_answer`]: answered }),
  }
}

function operation({ path, row, sent, refused }: DescribedPath) {
  const id = operationId(path)
  const { body, keyed, tag, summary, example } = row
  const content = { schema: refTo('schemas', `${id}_input`), example }
  const refusing = refused.map((status) => [status, refTo('responses', `Refusal${status}`)])
  const responses: Record<string, Schema | Response> = {
    200: success(id, row),
    ...(Object.fromEntries(refusing) as Record<string, Schema>),
  }
  const keyParameters = keyed === true ? [keyParameter] : undefined
  return {
    operationId: id,
    tags: [tag],
    summary,
    /** The callers who may use it; OpenAPI has no field for roles. */
    'x-access': row.access,
    security: security(row),
    parameters: body === undefined ? queryParameters(sent, example) : keyParameters,
    requestBody: body && { required: true, content: Object.fromEntries(body.map((type) => [type, content])) },
    responses,
  }
}

/** Returns the ways to log in. OpenAPI cannot describe a token in a body, so such a path also allows none (`{}`). */
function security({ access, sessionIn }: LegacyPath): Record<string, []>[] {
  if (access === 'public') return []
  const others = { query: [{ query: [] as [] }], body: [{}], nowhere: [] }[sessionIn ?? 'nowhere']
  return [{ header: [] }, { cookie: [] }, ...others]
}

const queryParameters = ({ properties = {}, required = [] }: Schema, example: Record<string, unknown>) =>
  Object.entries(properties).map(([name, property]) => {
    const { description = '', ...schema } = property as Schema
    const isRequired = required.includes(name)
    const value = example[name] as string | number | undefined
    return { name, in: 'query' as const, required: isRequired, description, schema, example: value }
  })

/** Returns the response 200, also the status of refusals that a user reads, except on paths that return a file. */
function success(id: string, { missing, keyed, answer }: LegacyPath): Response {
  if (typeof answer === 'string')
    return {
      description: 'Dosyanın kendisi.',
      content: { [answer]: { schema: { type: 'string', format: 'binary' } } },
    }
  const done = refTo('schemas', `${id}_answer`)
  const schema = missing === 404 ? done : { anyOf: [done, refTo('schemas', 'Refusal')] }
  return {
    description: 'Tamam, ya da success: false ile kişinin okuması gereken bir cümle.',
    ...(keyed === true && { headers: replayedHeader }),
    content: { 'application/json': { schema } },
  }
}

export type Schema = z.core.JSONSchema.BaseSchema

/** A path of the table with its schemas and refusals. */
export type DescribedPath = {
  path: string
  row: LegacyPath
  /** The schema of the query or the body, and of a JSON response. */
  sent: Schema
  answered: Schema | null
  refused: number[]
}

export const describedPaths = (): DescribedPath[] =>
  Object.entries(legacyPaths).map(([path, row]: [string, LegacyPath]) => ({
    path,
    row,
    sent: jsonSchema(row.input, path, 'sent'),
    answered: typeof row.answer === 'string' ? null : jsonSchema(row.answer, path, 'answered'),
    refused: refusedStatuses(row),
  }))

function refusedStatuses(row: LegacyPath): number[] {
  const changes = row.method === 'POST' && row.changesNothing !== true
  const applies: Record<number, boolean> = {
    400: row.body !== undefined,
    401: row.access !== 'public',
    403: row.access === 'admin' || row.right !== undefined || changes,
    404: row.missing === 404,
    413: row.body !== undefined,
    415: row.body !== undefined,
    422: row.keyed === true,
    429: row.tooMany === true,
    500: true,
    503: true,
  }
  return Object.keys(applies)
    .map(Number)
    .filter((status) => applies[status])
}

function jsonSchema(schema: z.ZodMiniType, path: string, direction: 'sent' | 'answered'): Schema {
  const io = direction === 'sent' ? 'input' : 'output'
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, override: allowAbsent })
  explain(rest, fieldNotes(path, direction))
  return rest
}

type Generated = { zodSchema: z.core.$ZodTypes; jsonSchema: Schema }

/** Removes fields that catch everything from `required`: the generator does not know that they may be absent. */
function allowAbsent({ zodSchema, jsonSchema }: Generated): void {
  if (!(zodSchema instanceof z.ZodMiniObject) || jsonSchema.required === undefined) return
  const mayBeAbsent = (name: string) => {
    const field = zodSchema.shape[name]
    return field !== undefined && z.safeParse(field, undefined).success
  }
  jsonSchema.required = jsonSchema.required.filter((name) => !mayBeAbsent(name))
}

type Notes = Readonly<Record<string, string>>

/** Returns the meanings of the words in a path's input or response. */
export function fieldNotes(path: string, direction: 'sent' | 'answered'): Notes {
  const { words, sent, sentTo, answeredBy } = notes
  const own: Record<string, Notes> = direction === 'sent' ? sentTo : answeredBy
  return { ...words, ...(direction === 'sent' && sent), ...own[path] }
}

/**
 * Adds the words' meanings and removes patterns that duplicate a format. It runs after the generation of the schema,
 * in which fields of one kind are still the same object.
 */
function explain(schema: Schema, notes: Notes): void {
  if (schema.format !== undefined) delete schema.pattern
  for (const [name, property] of Object.entries(schema.properties ?? {}) as [string, Schema][]) {
    explain(property, notes)
    const note = notes[name]
    if (note !== undefined) property.description = note
  }
  const inner = [schema.items, ...(schema.anyOf ?? [])].filter((it) => it !== undefined)
  for (const part of inner as Schema[]) explain(part, notes)
}
