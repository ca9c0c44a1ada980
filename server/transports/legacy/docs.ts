import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { Hono } from 'hono'

import type { AppEnv } from '#server/platform/http/app-env.ts'

import { describedPaths } from './described-path.ts'
import { docsParts } from './docs-parts.ts'
import { openApi } from './openapi.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')

function make() {
  const described = describedPaths()
  const parts: Record<string, unknown> = docsParts(described)
  const page = read('docs.html').replace(/<!-- (\w+) -->/g, (_, name: string) => String(parts[name]))
  return { description: openApi(described), page, styles: read('docs.css') }
}

/** Created at the first request, because most starts never need it. */
let made: ReturnType<typeof make> | undefined

/**
 * Serves the description of the old paths, for programs and, without scripts, for people. It contains no shop's data, so
 * it is public.
 */
export function docsRoutes(): Hono<AppEnv> {
  const docs = () => (made ??= make())
  const app = new Hono<AppEnv>()
  app.get('/openapi.json', (c) => c.json(docs().description))
  app.get('/docs', (c) => c.html(docs().page))
  app.get('/docs.css', (c) => c.body(docs().styles, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
  return app
}
