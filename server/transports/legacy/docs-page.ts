import { html } from 'hono/html'
import type * as z from 'zod/mini'

import { BASE_PATH } from '#shared/base.ts'

import { type OpenApi, type Operation, type Parameter, refusals } from './openapi.ts'

type Schema = z.core.JSONSchema.BaseSchema
type Html = ReturnType<typeof html>
type Path = { path: string; method: string; operation: Operation }

/** The description as an HTML page, without scripts and with its own style sheet only. */
export function docsPage(description: OpenApi): Html {
  const paths = Object.entries(description.paths).flatMap(([path, methods]): Path[] =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const groups = description.tags.map(({ name }) => ({
    name,
    paths: paths.filter(({ operation }) => operation.tags[0] === name),
  }))
  return html`<!doctype html>
    <html lang="tr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${description.info.title}</title>
        <link rel="icon" href="${BASE_PATH}/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${BASE_PATH}/api/docs.css" />
      </head>
      <body>
        <header>
          <h1>${description.info.title}</h1>
          <p>${description.info.description}</p>
        </header>
        <nav aria-label="Yollar">${groups.map(contents)}</nav>
        <main>
          ${introduction()}
          ${groups.map(
            ({ name, paths }) =>
              html`<section aria-label="${name}">
                <h2>${name}</h2>
                ${paths.map((path) => article(path, description))}
              </section>`,
          )}
        </main>
      </body>
    </html>`
}

const contents = ({ name, paths }: { name: string; paths: Path[] }): Html =>
  html`<p class="group">${name}</p>
    <ul>
      ${paths.map(
        ({ path, operation }) => html`<li><a href="#${operation.operationId}">${path.slice(1)}</a></li>`,
      )}
    </ul>`

const introduction = (): Html =>
  html`<section aria-label="Nasıl çağrılır">
    <h2>Nasıl çağrılır</h2>
    <p>
      Yollar <code>/api/</code> ve <code>${BASE_PATH}/api/</code> altındadır. Program önce
      <code>login.php</code> ile bir anahtar alır ve onu <code>Session-Id</code> başlığında gönderir. PDF
      yollarında anahtar adreste <code>session_id</code> olarak da gönderilebilir.
    </p>
    <p>
      Cevaplar JSON’dur: <code>success</code> ve söylenecek bir şey varsa <code>message</code>. Bilinmeyen
      alanlar dikkate alınmaz; bir cevapta gelen her şey olduğu gibi geri gönderilebilir. Aynı açıklamanın
      makineler için olanı: <a href="${BASE_PATH}/api/openapi.json">openapi.json</a> (OpenAPI 3.1).
    </p>
    <p>
      <code>Idempotency-Key</code> alan yollarda bu başlıkta, her yeni istek için sizin ürettiğiniz rastgele
      bir anahtar (ör. UUID; ad veya telefon yazmayın) gönderilebilir. Cevabı alınamayan istek aynı anahtarla
      yinelenirse ikinci kez uygulanmaz: ilk cevap, <code>Idempotent-Replayed: true</code> başlığıyla yeniden
      verilir.
    </p>
    <p>
      Örneklerde <code>$ADRES</code> sunucunun adresi (<code>http://127.0.0.1:3000</code> gibi),
      <code>$TOKEN</code> anahtardır. Bilinmeyen yol 404, yanlış yöntem 405 alır.
    </p>
    <h3>Durum kodları</h3>
    <dl>
      <div>
        <dt><code>200</code></dt>
        <dd>Tamam; <code>success</code> false ise kişinin okuması gereken bir cümle.</dd>
      </div>
      ${Object.entries(refusals).map(
        ([status, words]) =>
          html`<div>
            <dt><code>${status}</code></dt>
            <dd>${words}</dd>
          </div>`,
      )}
    </dl>
  </section>`

const accessNames = { public: 'oturum gerekmez', user: 'oturum gerekir', admin: 'yalnız yöneticiler' }

function article(shown: Path, description: OpenApi): Html {
  const { path, method, operation } = shown
  const { operationId, parameters, requestBody, responses, summary } = operation
  const content = Object.entries(requestBody?.content ?? {})
  const input = content[0]?.[1].schema
  return html`<article id="${operationId}">
    <h3><span class="method">${method === 'get' ? 'GET' : 'POST'}</span> <code>${path.slice(1)}</code></h3>
    <p>${summary}</p>
    <p class="facts">
      ${accessNames[operation['x-access']]}${
        content.length > 0 && html` · ${content.map(([type]) => type).join(' ya da ')}`
      }${parameters?.some((it) => it.in === 'header') === true && ' · Idempotency-Key alır'}
    </p>
    <h4>Gönderilen</h4>
    ${input === undefined ? queryFields(parameters ?? []) : fields(resolve(input, description), true)}
    <h4>Örnek</h4>
    <pre><code>${example(shown)}</code></pre>
    <h4>Cevap</h4>
    ${answer(responses['200'], description)}
    <p class="facts">
      Öteki durumlar:
      ${Object.keys(responses)
        .filter((status) => status !== '200')
        .join(', ')}
    </p>
  </article>`
}

function answer(response: Operation['responses'][string] | undefined, description: OpenApi): Html {
  const content = response !== undefined && 'content' in response ? response.content : undefined
  const [type, entry] = Object.entries(content ?? {})[0] ?? []
  if (type !== 'application/json' || entry === undefined) return html`<p><code>${type}</code></p>`
  const { anyOf } = entry.schema as Schema
  return fields(resolve(anyOf?.[0] ?? entry.schema, description), false)
}

function resolve(schema: Schema | { $ref: string }, { components }: OpenApi): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (components.schemas[name] ?? {})
}

const queryFields = (parameters: Parameter[]): Html =>
  fields(
    {
      properties: Object.fromEntries(
        parameters.map(({ name, schema, description }) => [name, { ...schema, description }]),
      ),
      required: parameters.filter(({ required }) => required).map(({ name }) => name),
    },
    true,
  )

/** An object's fields, including nested ones; which are required is shown only for input. */
function fields({ properties = {}, required = [] }: Schema, isSent: boolean): Html {
  const rows = Object.entries(properties) as [string, Schema][]
  if (rows.length === 0) return html`<p>Hiçbir şey.</p>`
  return html`<dl>
    ${rows.map(([name, schema]) => {
      const inner = schema.type === 'array' ? (schema.items as Schema) : schema
      const isRequired = isSent && required.includes(name)
      return html`<div>
        <dt><code>${name}</code> <span>${typeOf(schema)}${isRequired && ', gerekli'}</span></dt>
        <dd>${schema.description ?? ''}${inner.properties !== undefined && fields(inner, isSent)}</dd>
      </div>`
    })}
  </dl>`
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'metin',
  number: 'sayı',
  integer: 'tam sayı',
  boolean: 'true ya da false',
  null: 'null',
  array: 'liste',
  object: 'nesne',
}

/** 'metin ya da sayı', 'PDF | XLSX | CSV', 'gün'. */
function typeOf({ type, anyOf, const: only, enum: values, format }: Schema): string {
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' ya da ')
  if (only !== undefined) return only === '' ? 'boş metin' : JSON.stringify(only)
  if (values !== undefined) return values.join(' | ')
  if (format === 'date') return 'gün'
  if (format === 'binary') return 'dosya'
  // Old callers send null for an empty value; the page does not mention it.
  const kinds = [type].flat().filter((name, _, { length }) => length < 3 || name !== 'null')
  return kinds.map((name) => typeNames[String(name)] ?? String(name)).join(' ya da ')
}

/** A shell command that calls the path; the reader sets $ADRES and $TOKEN. */
function example({ path, operation }: Path): string {
  const url = `$ADRES/api${path}`
  const session = operation.security.length === 0 ? '' : ' -H "Session-Id: $TOKEN"'
  const types = Object.entries(operation.requestBody?.content ?? {})
  const [type, body] = types[0] ?? []
  if (type === 'multipart/form-data') return `curl${session} -F file=@logo.png "${url}"`
  if (type !== undefined)
    return `curl${session} -H 'Content-Type: ${type}' -d '${JSON.stringify(body?.example)}' "${url}"`
  const given = (operation.parameters ?? []).filter(
    ({ example, name }) => example !== undefined && name !== 'session_id',
  )
  const query = given.map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`).join('&')
  // Only paths that return a file can respond with 404.
  const save = operation.responses['404'] === undefined ? '' : ' -OJ'
  return `curl${session}${save} "${url}${query === '' ? '' : `?${query}`}"`
}
