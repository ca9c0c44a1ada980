import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { Hono } from 'hono'

import type { AppEnv } from '#server/platform/http/app-env.ts'

import { docsPage } from './docs-page.ts'
import { type OpenApi, openApi } from './openapi.ts'

let made: { description: OpenApi; page: ReturnType<typeof docsPage>; styles: string } | undefined

/** Created at the first request, because most starts never need it. */
function docs() {
  if (made !== undefined) return made
  const description = openApi()
  const styles = readFileSync(join(import.meta.dirname, 'docs.css'), 'utf8')
  made = { description, page: docsPage(description), styles }
  return made
}

/**
 * Serves the description of the old paths, for programs and for people. It contains no shop's data, so it is
 * public.
 */
export function docsRoutes(): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.get('/openapi.json', (c) => c.json(docs().description))
  app.get('/docs', (c) => c.html(docs().page))
  app.get('/docs.css', (c) => c.body(docs().styles, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
  return app
}
