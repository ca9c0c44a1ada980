import type { Kysely } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

import { exportPaths } from '#server/transports/download/export.ts'
import { legacyPaths } from '#server/transports/legacy/routes.ts'
import type { DB } from '#server/platform/db/schema.ts'
import type { PdfService } from '#server/platform/documents/pdf-service.ts'
import { appRouter } from '#server/transports/rpc/app-router.ts'
import { BASE_PATH } from '#shared/base.ts'
import { FORM_KINDS } from '#shared/intake/schema.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import { pageClient, requests, testApp, testCookies } from '#tests/support/panel/app.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { type TestUser } from '#tests/support/rows/factories.ts'
import { buildMember } from '#tests/support/rows/staff.ts'
import {
  type Caller,
  CALLERS,
  FILES,
  type Ids,
  OLD_PATHS,
  PROCEDURES,
} from '#tests/support/security/rights-tables.ts'
import { buildShop } from '#tests/support/rows/shop-rows.ts'

const db = await testDatabase()
const bytes = new Uint8Array([1])
const draw = () => Promise.resolve(bytes)
const pdf = { render: draw, renderForm: draw } as unknown as PdfService
const app = testApp(db, { pdf })

type Seat = { user: TestUser; ids: Ids }
const seats = {} as Record<Caller, Seat>

async function shopWithMember(db: Kysely<DB>, auth = 0): Promise<Seat> {
  const { user, ids } = await buildShop(db, { auth, word: 'Kanarya' })
  return { user, ids: { ...ids, member: (await buildMember(db, user)).id } }
}

/** Makes new shops for each table, because some calls delete. */
async function takeSeats(): Promise<void> {
  const [owner, ofDesk, ofFigures, ofMechanic, theirs] = [
    await shopWithMember(db),
    await shopWithMember(db),
    await shopWithMember(db),
    await shopWithMember(db),
    await shopWithMember(db),
  ]
  const [admin, other] = [await shopWithMember(db, AUTH_ADMIN), await shopWithMember(db)]
  Object.assign(seats, {
    owner,
    desk: { ids: ofDesk.ids, user: await buildMember(db, ofDesk.user) },
    figures: { ids: ofFigures.ids, user: await buildMember(db, ofFigures.user, { sees_figures: true }) },
    mechanic: { ids: ofMechanic.ids, user: await buildMember(db, ofMechanic.user, { role: 'mechanic' }) },
    admin: { user: admin.user, ids: theirs.ids },
    other: { user: other.user, ids: theirs.ids },
    nobody: owner,
    pending: owner,
    ended: owner,
  } satisfies Record<Caller, Seat>)
}

/** Returns the token of a caller, or `undefined`. */
async function tokenOf(caller: Caller, kind: 'web' | 'legacy'): Promise<string | undefined> {
  const { user } = seats[caller]
  if (caller === 'nobody') return undefined
  const token = await startSession(db, user, { kind: caller === 'pending' ? 'pending' : kind })
  if (caller === 'ended') await db.deleteFrom('sessions').where('user_id', '=', user.id).execute()
  return token
}

const CODES: Record<string, string> = {
  FORBIDDEN: 'F',
  NOT_FOUND: 'N',
  UNAUTHORIZED: 'U',
  BAD_REQUEST: 'I',
  CONFLICT: 'C',
  PRECONDITION_REQUIRED: 'P',
}

/** Returns the outcomes of a call for all callers, one after the other, as in the tables. */
async function outcomes(call: (caller: Caller) => Promise<string>): Promise<string> {
  let told = ''
  for (const caller of CALLERS) {
    if (caller === 'admin' || caller === 'nobody') told += ' '
    told += await call(caller)
  }
  return told
}

describe('every procedure', () => {
  beforeAll(takeSeats)

  test('has a row', () => {
    expect(Object.keys(PROCEDURES).sort()).toEqual(Object.keys(appRouter._def.procedures).sort())
  })

  test.each(Object.entries(PROCEDURES))('%s', async (path, [expected, input]) => {
    const call = async (caller: Caller) => {
      const { user, ids } = seats[caller]
      const token = await tokenOf(caller, 'web')
      const session = token === undefined ? null : { token, remember: true }
      const page = pageClient(db, caller === 'nobody' ? null : user, {
        app,
        cookies: { ...testCookies(), session },
      })
      const procedure = path
        .split('.')
        .reduce<unknown>((node, name) => Reflect.get(node as object, name), page)
      try {
        await (procedure as (sent: unknown) => Promise<unknown>)(input(ids))
        return 'O'
      } catch (error) {
        const code = String(Reflect.get(Object(error), 'code'))
        return CODES[code] ?? code
      }
    }
    expect(await outcomes(call)).toBe(expected)
  })
})

/** Returns the letter of a response over HTTP. */
function letterOf({ status, body }: { status: number; body: Record<string, unknown> }): string {
  if (status === 200) return body['success'] === false ? 'N' : 'O'
  return { 401: 'U', 403: 'F', 404: 'N' }[status] ?? String(status)
}

describe('every old path', () => {
  beforeAll(takeSeats)

  test('has a row', () => {
    expect(Object.keys(OLD_PATHS).sort()).toEqual(Object.keys(legacyPaths).sort())
  })

  test.each(Object.entries(OLD_PATHS))('%s', async (path, [expected, sent]) => {
    const call = async (caller: Caller) => {
      const token = await tokenOf(caller, 'legacy')
      const headers: Record<string, string> = token === undefined ? {} : { 'session-id': token }
      const { get, post, call: send } = requests(app)
      const row = sent(seats[caller].ids)
      if ('get' in row) return letterOf(await get(`${path}${row.get}`, headers))
      if ('post' in row) return letterOf(await post(path, row.post, headers))
      const form = new FormData()
      form.set('file', new Blob([row.file as Uint8Array<ArrayBuffer>]), 'logo.png')
      return letterOf(await send(path, { method: 'POST', body: form, headers }))
    }
    expect(await outcomes(call)).toBe(expected)
  })
})

describe('without the right', () => {
  beforeAll(takeSeats)

  const refused = Object.keys(OLD_PATHS).filter(
    (path) => OLD_PATHS[path]?.[0][CALLERS.indexOf('desk')] === 'F',
  )

  test.each(refused)('%s refuses before it reads the body', async (path) => {
    const token = await tokenOf('desk', 'legacy')
    const { method } = legacyPaths[path as keyof typeof legacyPaths]
    const headers = { 'session-id': token ?? '', 'content-type': 'application/json' }
    const unreadable = method === 'GET' ? null : '{'
    const { status } = await requests(app).call(`${path}?month=13`, { method, headers, body: unreadable })
    expect(status).toBe(403)
  })
})

describe('every file', () => {
  beforeAll(takeSeats)

  test('has a row', () => {
    const names = Object.keys(exportPaths).map((name) => `export/${name}`)
    expect(Object.keys(FILES).sort()).toEqual(
      [...names, ...FORM_KINDS.map((kind) => `form/${kind}`), 'backup'].sort(),
    )
  })

  test.each(Object.entries(FILES))('%s', async (path, [expected, query]) => {
    const call = async (caller: Caller) => {
      const token = await tokenOf(caller, 'web')
      const headers: Record<string, string> = token === undefined ? {} : { cookie: `session_id=${token}` }
      return letterOf(
        await requests(app).get(`${BASE_PATH}/api/${path}?${query(seats[caller].ids)}`, headers),
      )
    }
    expect(await outcomes(call)).toBe(expected)
  })
})
