import type { Hono } from 'hono'
import type { Kysely } from 'kysely'

import { beginPasskeyLogin, beginPasskeyStep } from '#server/auth/passkey-login.ts'
import { createResetLink } from '#server/auth/reset-password.ts'
import { beginSetUp } from '#server/auth/second-step.ts'
import type { SessionKind } from '#server/auth/sessions.ts'
import type { DB } from '#server/platform/db/schema.ts'
import type { AppEnv } from '#server/platform/http/app-env.ts'
import { SESSION_COOKIE } from '#shared/options.ts'

import { TRPC } from '#tests/support/panel/app.ts'
import { anonymous, newAddress, startSession } from '#tests/support/rows/auth.ts'
import { ORIGIN, withPasskey } from './authenticator.ts'
import { TEST_NOW, type TestUser } from '#tests/support/rows/factories.ts'
import { appCode, withFactor } from './second-factor.ts'

/** A call: with `input` a POST of JSON, without it a GET. */
type PublicCall = { path: string; input?: object; cookie?: string }

type PublicReply = { status: number; headers: Headers; text: string; isRefused: boolean }

/** Sends the call from `address`, as our own page unless `site` names another. */
export async function sendCall(
  app: Hono<AppEnv>,
  { path, input, cookie }: PublicCall,
  { site = 'same-origin', address = newAddress() } = {},
): Promise<PublicReply> {
  const isPage = path.startsWith(TRPC)
  const headers = new Headers({ 'sec-fetch-site': site })
  if (cookie !== undefined) headers.set('cookie', cookie)
  if (input !== undefined) headers.set('content-type', 'application/json')
  const body = input === undefined ? null : JSON.stringify(isPage ? { json: input } : input)
  const connection = { incoming: { socket: { remoteAddress: address, localPort: 80 } } }
  const method = body === null ? 'GET' : 'POST'
  const response = await app.request(path, { method, headers, body }, connection)
  const text = await response.text()
  // The old path refuses with 200; the session's procedure answers without a user.
  const isRefused = response.status >= 400 || /"success":false|"user":null/.test(text)
  return { status: response.status, headers: response.headers, text, isRefused }
}

/**
 * Returns for each public operation with an effect on an account or a table a function that prepares the data, as
 * `person`, and returns a call that succeeds.
 */
export const publicCalls = (db: Kysely<DB>): Record<string, (person: TestUser) => Promise<PublicCall>> => {
  const visitor = () => anonymous(db, { passkeyOrigin: ORIGIN })
  const procedure = (name: string, input: object = {}) => ({ path: `${TRPC}/${name}`, input })
  const waiting = (person: TestUser, kind: SessionKind) => startSession(db, person, { kind })
  const linkOf = async ({ id }: TestUser) => (await createResetLink({ db, now: TEST_NOW }, id, null)).token
  return {
    'auth.acceptConsent': async (person) =>
      procedure('auth.acceptConsent', { pending: await waiting(person, 'pending'), accepted: true }),
    'auth.beginPasskey': async () => procedure('auth.beginPasskey'),
    'auth.beginPasskeyStep': async (person) => {
      await withPasskey(db, person)
      return procedure('auth.beginPasskeyStep', { pending: await waiting(person, 'code') })
    },
    'auth.cancelConsent': async (person) =>
      procedure('auth.cancelConsent', { pending: await waiting(person, 'pending') }),
    'auth.cancelStep': async (person) =>
      procedure('auth.cancelStep', { pending: await waiting(person, 'code') }),
    'auth.completeSetUp': async (person) => {
      const pending = await waiting(person, 'setup')
      const { key } = await beginSetUp(anonymous(db), { pending })
      return procedure('auth.completeSetUp', { pending, code: appCode(key) })
    },
    'auth.enterCode': async (person) => {
      const { key } = await withFactor(db, person)
      return procedure('auth.enterCode', { pending: await waiting(person, 'code'), code: appCode(key) })
    },
    'auth.enterPasskey': async (person) => {
      const device = await withPasskey(db, person)
      const pending = await waiting(person, 'code')
      const { token, options } = await beginPasskeyStep(visitor(), { pending })
      return procedure('auth.enterPasskey', { pending, token, passkey: device.sign(options) })
    },
    'auth.login': async ({ username, password }) =>
      procedure('auth.login', { username, password, remember: false }),
    'auth.logout': async (person) => ({
      ...procedure('auth.logout'),
      cookie: `${SESSION_COOKIE}=${await waiting(person, 'web')}`,
    }),
    'auth.passkey': async (person) => {
      const device = await withPasskey(db, person)
      const { token, options } = await beginPasskeyLogin(visitor())
      return procedure('auth.passkey', { token, passkey: device.sign(options), remember: false })
    },
    'auth.resetLink': async (person) => procedure('auth.resetLink', { token: await linkOf(person) }),
    'auth.resetPassword': async (person) =>
      procedure('auth.resetPassword', { token: await linkOf(person), new_password: 'Bambaşka-2026' }),
    'auth.session': async (person) => ({
      path: `${TRPC}/auth.session`,
      cookie: `${SESSION_COOKIE}=${await waiting(person, 'web')}`,
    }),
    'auth.setUp': async (person) => procedure('auth.setUp', { pending: await waiting(person, 'setup') }),
    '/api/login.php': async ({ username, password }) => ({
      path: '/api/login.php',
      input: { username, password },
    }),
  }
}

/** The tables that record what happened to an account; a refused call leaves them unchanged. */
const TRACES = [
  'users',
  'shops',
  'sessions',
  'reset_links',
  'login_attempts',
  'known_places',
  'new_login',
  'second_factors',
  'recovery_codes',
  'passkey',
  'change',
  'consents',
] as const

/** Returns the rows of all these tables but `except`. */
export async function tracesOf(
  db: Kysely<DB>,
  except: readonly string[] = [],
): Promise<Record<string, unknown[]>> {
  const traces: Record<string, unknown[]> = {}
  for (const table of TRACES)
    if (!except.includes(table)) {
      const rows = await db.selectFrom(table).selectAll().execute()
      traces[table] = rows.map((row) => JSON.stringify(row)).sort((a, b) => (a < b ? -1 : 1))
    }
  return traces
}
