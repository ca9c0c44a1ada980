import { Hono } from 'hono'

import { type AppEnv, HttpRefusal } from '#server/core/http.ts'
import { messages } from '#shared/messages.ts'

import { refuse } from './endpoint.ts'

/** The old `/api/*.php` paths, one row each. No rule, no sentence and no SQL lives here. */
export function legacyRoutes(): Hono<AppEnv> {
  const app = new Hono<AppEnv>()

  app.all('*', (c) => refuse(c, new HttpRefusal(404, messages.notFoundPath)))
  return app
}
