import { BlockList } from 'node:net'

import type { Hono } from 'hono'
import type { Kysely } from 'kysely'

import { type AppDeps, createApp } from '#server/app.ts'
import { createLogger } from '#server/lib/logger.ts'
import type { AppEnv } from '#server/http/app-env.ts'
import type { DB } from '#server/db/schema.ts'
import type { PdfService } from '#server/documents/pdf-service.ts'

import { startSession } from './auth.ts'
import { TEST_NOW, type TestUser } from './factories.ts'

/** The application on a test database, called without a network (`app.request('/api/…')`). */
export function testApp(db: Kysely<DB>, overrides: Partial<AppDeps> = {}): Hono<AppEnv> {
  return createApp({
    db,
    log: createLogger('silent'),
    pdf: {} as PdfService,
    supportEmail: 'destek@ornek.test',
    publicOrigin: undefined,
    trustProxy: new BlockList(),
    clientDir: null,
    isReady: () => Promise.resolve(true),
    clock: () => TEST_NOW,
    ...overrides,
  })
}

export type LegacyAnswer = { status: number; headers: Headers; body: Record<string, unknown> }

/** How an integrator calls the old paths: as `user` by the `Session-Id` header, or as a anonymous. */
export function legacyClient(app: Hono<AppEnv>, db: Kysely<DB>, user: TestUser | null) {
  let token: Promise<string> | undefined
  const call = async (path: string, init: RequestInit): Promise<LegacyAnswer> => {
    token ??= user === null ? undefined : startSession(db, user, { kind: 'legacy' })
    const headers = new Headers(init.headers)
    if (token !== undefined && !headers.has('session-id')) headers.set('session-id', await token)
    const answer = await app.request(`/api/${path}`, { ...init, headers })
    return { status: answer.status, headers: answer.headers, body: await bodyOf(answer) }
  }
  return {
    call,
    get: (path: string) => call(path, {}),
    post: (path: string, body: unknown) =>
      call(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
  }
}

async function bodyOf(answer: Response): Promise<Record<string, unknown>> {
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false
  return isJson ? ((await answer.json()) as Record<string, unknown>) : {}
}
