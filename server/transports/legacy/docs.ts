import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { Hono } from 'hono'
import { html } from 'hono/html'

import type { AppEnv } from '#server/platform/http/app-env.ts'

import { type DescribedPath, describedPaths, openApi, operationId, refusals, type Schema } from './openapi.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')

function make() {
  const described = describedPaths()
  const parts: Record<string, unknown> = docsParts(described)
  const page = read('docs.html').replace(/<!-- (\w+) -->/g, (_, name: string) => String(parts[name]))
  return { description: openApi(described), page, styles: read('docs.css') }
}

/** Created at the first request, because most starts never need it. */
let made: ReturnType<typeof make> | undefined

/** Serves the public description of the old paths, for programs and, without scripts, for people. */
export function docsRoutes(): Hono<AppEnv> {
  const docs = () => (made ??= make())
  const app = new Hono<AppEnv>()
  app.get('/openapi.json', (c) => c.json(docs().description))
  app.get('/docs', (c) => c.html(docs().page))
  app.get('/docs.css', (c) => c.body(docs().styles, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
  return app
}

type Html = ReturnType<typeof html>

const joined = (parts: Html[]): Html => html`${parts}`

/** Returns the parts that `docs.html` has places for: the links to the paths, the statuses of refusals, and the paths. */
function docsParts(described: readonly DescribedPath[]) {
  const groups = [...Map.groupBy(described, ({ row }) => row.tag)]
  return {
    contents: joined(
      groups.map(
        ([name, paths]) =>
          html`<p class="group">${name}</p>
            <ul>
              ${paths.map(({ path }) => html`<li><a href="#${operationId(path)}">${path}</a></li>`)}
            </ul>`,
      ),
    ),
    statuses: joined(
      Object.entries(refusals).map(
        ([status, words]) =>
          html`<div>
            <dt><code>${status}</code></dt>
            <dd>${words}</dd>
          </div>`,
      ),
    ),
    paths: joined(
      groups.map(
        ([name, paths]) =>
          html`<section aria-label="${name}">
            <h2>${name}</h2>
            ${paths.map(article)}
          </section>`,
      ),
    ),
  }
}

const accessNames = { public: 'oturum gerekmez', user: 'oturum gerekir', admin: 'yalnız yöneticiler' }

function article(described: DescribedPath): Html {
  const { path, row, sent, answered, refused } = described
  return html`<article id="${operationId(path)}">
    <h3><span class="method">${row.method}</span> <code>${path}</code></h3>
    <p>${row.summary}</p>
    <p class="facts">
      ${accessNames[row.access]}${row.body !== undefined && ` · ${row.body.join(' ya da ')}`}${
        row.keyed === true && ' · Idempotency-Key alır'
      }
    </p>
    <h4>Gönderilen</h4>
    ${fields(sent, true)}
    <h4>Örnek</h4>
    <pre><code>${example(described)}</code></pre>
    <h4>Cevap</h4>
    ${answered === null ? html`<p><code>${row.answer}</code></p>` : fields(answered, false)}
    <p class="facts">Öteki durumlar: ${refused.join(', ')}</p>
  </article>`
}

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
function example({ path, row }: DescribedPath): string {
  const session = row.access === 'public' ? '' : ' -H "Session-Id: $TOKEN"'
  const [type] = row.body ?? []
  const url = `$ADRES/api/${path}`
  if (type === 'multipart/form-data') return `curl${session} -F file=@logo.png "${url}"`
  if (type !== undefined)
    return `curl${session} -H 'Content-Type: ${type}' -d '${JSON.stringify(row.example)}' "${url}"`
  const { session_id: _, ...rest } = row.example
  const query = Object.entries(rest).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  // Only paths that return a file can respond with 404.
  const save = row.missing === 404 ? ' -OJ' : ''
  return `curl${session}${save} "${url}${query.length === 0 ? '' : `?${query.join('&')}`}"`
}
