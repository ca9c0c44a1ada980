import * as z from 'zod/mini'

import { BASE_PATH } from '#shared/base.ts'

import { type DescribedPath, describedPaths, jsonSchema, type Schema } from './described-path.ts'

type Row = DescribedPath['row']
type Response = {
  description: string
  headers?: typeof replayedHeader
  content: Record<string, { schema: Schema }>
}
export type Operation = ReturnType<typeof operation>

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

const refTo = (kind: 'schemas' | 'responses', name: string): Schema => ({
  $ref: `#/components/${kind}/${name}`,
})

/** The description of the old paths, generated from the table and the schemas that serve them. */
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
    /** Who may call it; OpenAPI has no field for roles. */
    'x-access': row.access,
    security: security(row),
    parameters: body === undefined ? queryParameters(sent, example) : keyParameters,
    requestBody: body && {
      required: true,
      content: Object.fromEntries(body.map((type) => [type, content])),
    },
    responses,
  }
}

/** OpenAPI cannot describe a token in a body, so such a path also allows a call without header and cookie (`{}`). */
function security({ access, sessionIn }: Row): Record<string, []>[] {
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

/** 200 is also the status of refusals that a user reads, except on paths that return a file. */
function success(id: string, { missing, keyed, answer }: Row): Response {
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
