import { BlockList } from 'node:net'

import { createTRPCUntypedClient, httpLink, TRPCClientError } from '@trpc/client'
import { type AnyTRPCProcedure, createTRPCRecursiveProxy } from '@trpc/server'
import type { Hono } from 'hono'
import type { Kysely } from 'kysely'
import superjson from 'superjson'

import { type AppDeps, createApp } from '#server/app.ts'
import type { AppEnv } from '#server/platform/http/app-env.ts'
import type { DB } from '#server/platform/db/schema.ts'
import type { PdfService } from '#server/platform/documents/pdf-service.ts'
import { type AppRouter, appRouter } from '#server/transports/rpc/app-router.ts'
import { BASE_PATH } from '#shared/base.ts'
import { BROWSER_COOKIE, CONSENT_COOKIE, SESSION_COOKIE } from '#shared/options.ts'
import { RIGHTS } from '#shared/staff/rights.ts'

import { newAddress, startSession } from '#tests/support/rows/auth.ts'
import { TEST_NOW, type TestUser } from '#tests/support/rows/factories.ts'
import { guardedFor } from '#tests/support/database/guarded.ts'
import { collectedLog } from './log.ts'
import type { Outcome } from '#tests/support/rows/refusal.ts'

export const TRPC = `${BASE_PATH}/api/trpc`

/** Returns the application on a test database, called without a network (`requests(app).get('/healthz')`). */
export function testApp(db: Kysely<DB>, overrides: Partial<AppDeps> = {}): Hono<AppEnv> {
  return createApp({
    db: guardedFor(db),
    log: collectedLog(),
    pdf: {} as PdfService,
    backups: null,
    supportEmail: 'destek@ornek.test',
    mailOrigin: 'https://panel.ornek.test',
    publicOrigin: undefined,
    trustProxy: new BlockList(),
    clientDir: null,
    isReady: () => Promise.resolve(true),
    clock: () => TEST_NOW,
    ...overrides,
  })
}

/** The status and headers of a response, its body as text and, if it is JSON, as an object. */
export type Reply = { status: number; headers: Headers; body: Record<string, unknown>; text: string }
type Sent = Record<string, string>

/**
 * Returns functions that call the application with these headers, which a call may override. A path without a slash is
 * one of the legacy paths below /api. A posted body is sent as JSON, in tRPC's envelope below tRPC's path.
 */
export function requests(app: Hono<AppEnv>, common: () => Promise<Sent> = async () => ({})) {
  const call = async (path: string, init: RequestInit = {}): Promise<Reply> => {
    const headers = new Headers({ ...(await common()), ...Object.fromEntries(new Headers(init.headers)) })
    const response = await app.request(path.startsWith('/') ? path : `/api/${path}`, { ...init, headers })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    const body = isJson && text !== '' ? (JSON.parse(text) as Record<string, unknown>) : {}
    return { status: response.status, headers: response.headers, body, text }
  }
  return {
    call,
    get: (path: string, headers: Sent = {}) => call(path, { headers }),
    post: (path: string, body: unknown, headers: Sent = {}) =>
      call(path, {
        method: 'POST',
        body: JSON.stringify(path.startsWith(TRPC) ? { json: body } : body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    form: (path: string, fields: Sent) => call(path, { method: 'POST', body: new URLSearchParams(fields) }),
  }
}

/** Returns functions that call the legacy paths like an integrator, as `user`, by the `Session-Id` header. */
export function legacyClient(app: Hono<AppEnv>, db: Kysely<DB>, user: TestUser) {
  let token: Promise<string> | undefined
  return requests(app, async () => {
    token ??= startSession(db, user, { kind: 'legacy' })
    return { 'session-id': await token }
  })
}

/** Returns the outcome of a legacy path that is called with JSON; `pick` reads the value from the body. */
export const outcomeByPost =
  ({ post }: ReturnType<typeof legacyClient>) =>
  async <T>(path: string, sent: object, pick: (body: Reply['body']) => T): Promise<Outcome<T>> => {
    const { status, body } = await post(path, sent)
    if (status !== 200) throw new Error(`${path}: ${status}`)
    return body['success'] === true ? pick(body) : String(body['message'])
  }

/** The session's facts about the owner of a shop that has entered nothing. */
export const OF_NEW_SHOP = {
  name_surname: '',
  rights: [...RIGHTS],
  company_tel: '',
  company_adress: '',
  output_format: 'PDF',
  logo_url: '',
}

/** A browser's cookies. */
type TestCookies = {
  session: { token: string; remember: boolean } | null
  browser: string | null
  consentGiven: boolean
}

export const testCookies = (consentGiven = false): TestCookies => ({
  session: null,
  browser: null,
  consentGiven,
})

/** The procedures of all routers at run time, by their full names. */
const kinds = appRouter._def.procedures as unknown as Partial<Record<string, AnyTRPCProcedure>>

type Page = { cookies?: TestCookies; app?: Hono<AppEnv>; now?: Date }

/**
 * Calls the procedures like our page: over HTTP, as `user` or anonymous, from its own address.
 * `cookies` change as the responses say. A refusal is an error with the `code` and the `field` of the response.
 */
export function pageClient(db: Kysely<DB>, user: TestUser | null, page: Page = {}) {
  const { cookies = testCookies(), now = TEST_NOW, app = testApp(db, { clock: () => now }) } = page
  const connection = { incoming: { socket: { remoteAddress: newAddress(), localPort: 80 } } }
  let entered: Promise<void> | undefined
  const enter = async () => {
    if (user !== null) cookies.session ??= { token: await startSession(db, user, { now }), remember: true }
  }
  const send = async (url: URL | string, init: object): Promise<Response> => {
    await (entered ??= enter())
    const headers = new Headers((init as RequestInit).headers)
    headers.set('cookie', cookieHeader(cookies))
    headers.set('sec-fetch-site', 'same-origin')
    const response = await app.request(String(url), { ...init, headers }, connection)
    for (const cookie of response.headers.getSetCookie()) keepCookie(cookies, cookie)
    return response
  }
  const client = createTRPCUntypedClient<AppRouter>({
    links: [
      httpLink({ url: TRPC, transformer: superjson, fetch: (url, init) => send(url as string, init ?? {}) }),
    ],
  })
  return createTRPCRecursiveProxy<ReturnType<typeof appRouter.createCaller>>(async ({ path, args }) => {
    const name = path.join('.')
    const type = kinds[name]?._def.type === 'mutation' ? 'mutation' : 'query'
    try {
      return await client[type](name, args[0])
    } catch (error) {
      if (error instanceof TRPCClientError) Object.assign(error, error.data)
      throw error
    }
  })
}

function cookieHeader({ session, browser, consentGiven }: TestCookies): string {
  const cookies = [
    session && `${SESSION_COOKIE}=${session.token}`,
    browser && `${BROWSER_COOKIE}=${browser}`,
    consentGiven && `${CONSENT_COOKIE}=1`,
  ]
  return cookies.filter(Boolean).join('; ')
}

function keepCookie(cookies: TestCookies, line: string): void {
  const [, name, value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  if (name === SESSION_COOKIE)
    cookies.session = value === '' ? null : { token: value, remember: line.includes('Max-Age') }
  if (name === BROWSER_COOKIE) cookies.browser = value
  if (name === CONSENT_COOKIE) cookies.consentGiven = value === '1'
}
