import * as z from 'zod/mini'

import { BASE_PATH } from '#shared/base.ts'

import { type Description, descriptions } from './descriptions.ts'
import type { LegacyPath } from './endpoint.ts'
import { fieldNotes } from './field-notes.ts'
import { legacyPaths } from './routes.ts'

type Schema = z.core.JSONSchema.BaseSchema
type Ref = { $ref: string }
type Headers = Record<string, { description: string; schema: Schema }>
type Content = Record<string, { schema: Schema | Ref; example?: unknown }>
export type Parameter = {
  name: string
  in: 'query' | 'header'
  required: boolean
  description: string
  schema: Schema
  example?: string | number
}

export type Operation = {
  operationId: string
  tags: [string]
  summary: string
  security: Record<string, []>[]
  /** Who may call it; OpenAPI has no field for roles. */
  'x-access': LegacyPath['access']
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Ref | { description: string; headers?: Headers; content?: Content }>
}

/** An OpenAPI 3.1 document. */
export type OpenApi = ReturnType<typeof openApi>

/** The meaning of each refusal's status. */
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

const refTo = (kind: 'schemas' | 'responses', name: string): Ref => ({ $ref: `#/components/${kind}/${name}` })

/** A path of the table, with the description of its call. */
type Entry = { path: string; row: LegacyPath; words: Description }

/** The description of the old paths, generated from the table and the schemas that serve them. */
export function openApi() {
  const entries = Object.entries(legacyPaths).map(([path, row]): Entry => ({
    path,
    row,
    words: descriptions[path as keyof typeof legacyPaths],
  }))
  const paths = entries.map((entry) => {
    const method = entry.row.method === 'GET' ? ('get' as const) : ('post' as const)
    return [`/${entry.path}`, { [method]: operation(entry) }]
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
    tags: [...new Set(entries.map(({ words }) => words.tag))].map((name) => ({ name })),
    paths: Object.fromEntries(paths) as Record<string, Partial<Record<'get' | 'post', Operation>>>,
    components: {
      schemas: Object.assign(schemas, ...entries.map(schemasOf)) as Record<string, Schema>,
      responses: Object.fromEntries(answers) as Record<string, { description: string; content: Content }>,
      securitySchemes,
    },
  }
}

const securitySchemes = {
  header: {
    type: 'apiKey',
    in: 'header',
    name: 'Session-Id',
    description: 'login.php cevabındaki anahtar.',
  },
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

/** A call repeated with its key changes nothing twice (decisions: saving twice). */
const keyParameter: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Her yeni istek için sizin ürettiğiniz, en fazla 255 ASCII karakterlik rastgele bir anahtar (ör. UUID; ad veya telefon yazmayın). Aynı anahtarla yinelenen istek ikinci kez uygulanmaz, ilk cevabı alır. 7 gün saklanır.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

const replayedHeader: Headers = {
  'Idempotent-Replayed': {
    description: 'Cevap aynı Idempotency-Key ile gelmiş ilk isteğinse true.',
    schema: { type: 'string', const: 'true' },
  },
}

const operationId = (path: string) => path.replace('.php', '').replaceAll('/', '_')

function schemasOf({ path, row, words: { answer } }: Entry): Record<string, Schema> {
  const id = operationId(path)
  return {
    ...(row.body !== undefined && { [`${id}_input`]: jsonSchema(row.input, path, 'sent') }),
    ...(typeof answer !== 'string' && { [`${id}_answer`]: jsonSchema(answer, path, 'answered') }),
  }
}

function operation({ path, row, words }: Entry): Operation {
  const id = operationId(path)
  const { body, keyed } = row
  const content = body?.map((type) => [
    type,
    { schema: refTo('schemas', `${id}_input`), example: words.example },
  ])
  const refusing = refusingStatuses(row, words).map((status) => [
    status,
    refTo('responses', `Refusal${status}`),
  ])
  return {
    operationId: id,
    tags: [words.tag],
    summary: words.summary,
    'x-access': row.access,
    security: security(row, words),
    ...(content === undefined
      ? { parameters: parameters(path, row, words) }
      : {
          ...(keyed === true && { parameters: [keyParameter] }),
          requestBody: { required: true, content: Object.fromEntries(content) as Content },
        }),
    responses: { 200: success(id, row, words), ...Object.fromEntries(refusing) },
  }
}

/** OpenAPI cannot describe a token in a body, so such a path also allows a call without header and cookie (`{}`). */
function security({ access }: LegacyPath, { sessionIn }: Description): Operation['security'] {
  if (access === 'public') return []
  const others = { query: [{ query: [] as [] }], body: [{}], nowhere: [] }[sessionIn ?? 'nowhere']
  return [{ header: [] }, { cookie: [] }, ...others]
}

function parameters(path: string, { input }: LegacyPath, { example }: Description): Parameter[] {
  const { properties = {}, required = [] } = jsonSchema(input, path, 'sent')
  return Object.entries(properties).map(([name, property]) => {
    const { description = '', ...schema } = property as Schema
    return {
      name,
      in: 'query',
      required: required.includes(name),
      description,
      schema,
      ...(name in example && { example: example[name] as string | number }),
    }
  })
}

/** 200 is also the status of refusals that a user reads, except on paths that return a file. */
function success(id: string, { missing, keyed }: LegacyPath, { answer }: Description) {
  if (typeof answer === 'string')
    return {
      description: 'Dosyanın kendisi.',
      content: { [answer]: { schema: { type: 'string', format: 'binary' } as Schema } },
    }
  const done = refTo('schemas', `${id}_answer`)
  const schema = missing === 404 ? done : { anyOf: [done, refTo('schemas', 'Refusal')] }
  return {
    description: 'Tamam, ya da success: false ile kişinin okuması gereken bir cümle.',
    ...(keyed === true && { headers: replayedHeader }),
    content: { 'application/json': { schema } },
  }
}

function refusingStatuses(row: LegacyPath, { tooMany }: Description): number[] {
  const changes = row.method === 'POST' && row.changesNothing !== true
  const applies: Record<number, boolean> = {
    400: row.body !== undefined,
    401: row.access !== 'public',
    403: row.access === 'admin' || row.right !== undefined || changes,
    404: row.missing === 404,
    413: row.body !== undefined,
    415: row.body !== undefined,
    422: row.keyed === true,
    429: tooMany === true,
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

/** The generator treats a field that catches everything as required, but it may be absent. */
function allowAbsent({ zodSchema, jsonSchema }: Generated): void {
  if (!(zodSchema instanceof z.ZodMiniObject) || jsonSchema.required === undefined) return
  const mayBeAbsent = (name: string) => {
    const field = zodSchema.shape[name]
    return field !== undefined && z.safeParse(field, undefined).success
  }
  jsonSchema.required = jsonSchema.required.filter((name) => !mayBeAbsent(name))
}

/**
 * Adds the words' meanings and removes patterns that duplicate a format. Not while the schema is generated, when
 * fields of one kind are still the same object.
 */
function explain(schema: Schema, notes: Readonly<Record<string, string>>): void {
  if (schema.format !== undefined) delete schema.pattern
  for (const [name, property] of Object.entries(schema.properties ?? {}) as [string, Schema][]) {
    explain(property, notes)
    const note = notes[name]
    if (note !== undefined) property.description = note
  }
  const inner = [schema.items, ...(schema.anyOf ?? [])].filter((it) => it !== undefined)
  for (const part of inner as Schema[]) explain(part, notes)
}
