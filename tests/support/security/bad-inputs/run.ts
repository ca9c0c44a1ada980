import { Agent } from 'node:http'

import type { Kysely } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { build } from '#tests/support/rows/kayit.ts'

import { type BadRequest, TOO_LONG, TOO_MANY } from './dress.ts'
import { send, type Sent } from './send.ts'

/** So few that no request waits for another: a refusal then depends on the input alone. */
const AT_ONCE = 3
/** Callers are replaced after some calls, because accepted inputs change passwords, end sessions and delete users. */
const CALLS_OF_A_CALLER = 40

type Run = { origin: string; db: Kysely<DB>; requests: readonly BadRequest[] }

/** Sends each request as an anonymous caller, a shop's owner or an administrator; returns the responses. */
export async function sendAll({ origin, db, requests }: Run): Promise<Sent[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const waiting = requests.entries()
  const results: Sent[] = []
  const lane = async () => {
    let callers = await callersOf(db, origin)
    let calls = 0
    for (const [index, request] of waiting) {
      if (++calls % CALLS_OF_A_CALLER === 0) callers = await callersOf(db, origin)
      // Every target gets all callers, however many requests it has.
      const caller = callers[index % callers.length] ?? {}
      results.push(await send(origin, { ...request, headers: { ...caller, ...request.headers } }, agent))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  agent.destroy()
  return results
}

/**
 * Returns whether the panel is at fault. It refuses a head that is too large or has too many headers before it reads
 * the body, so the sender may see only the end of the connection.
 */
export const isFailed = ({ status, headers }: Sent): boolean =>
  typeof status === 'string'
    ? !(status === 'ECONNRESET' && (TOO_LONG in headers || TOO_MANY in headers))
    : status >= 500

type Headers = Record<string, string>

/** Returns the headers of an anonymous caller, and of new users by cookie and by the old header. */
async function callersOf(db: Kysely<DB>, origin: string): Promise<Headers[]> {
  const now = new Date()
  const user = await buildUser(db)
  const admin = await buildUser(db, { auth: 3 })
  await build(userCtx(db, user, { now }), {}, [{ islem_adi: 'Yağ değişimi', fiyat_kurus: 5_000 }])
  const cookie = async (of: { id: number }) => ({
    origin,
    cookie: `session_id=${await startSession(db, of, { now })}`,
  })
  const header = async (of: { id: number }) => ({
    'session-id': await startSession(db, of, { now, kind: 'legacy' }),
  })
  return [{}, await cookie(user), await header(user), await cookie(admin), await header(admin)]
}

const SHOWN = 200

/** Returns a request and its response in one line, for the message of a failure. */
export const described = ({ method, path, headers, body, status, ms, text }: Sent): string =>
  [
    `${status} ${Math.round(ms)} ms: ${method} ${path.slice(0, SHOWN)}`,
    JSON.stringify(headers).slice(0, SHOWN),
    body?.toString().slice(0, SHOWN),
    text.slice(0, SHOWN),
  ].join(' | ')
