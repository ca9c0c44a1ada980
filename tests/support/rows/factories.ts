import { randomUUID } from 'node:crypto'

import type { Insertable, Kysely } from 'kysely'

import { hashPassword } from '#server/auth/password-hash.ts'
import { actorIds } from '#server/auth/sessions.ts'
import { asActor } from '#server/auth/authenticate.ts'
import type { Actor, BaseCtx, UserCtx } from '#server/platform/core/context.ts'
import type { DB, UsersTable } from '#server/platform/db/schema.ts'
import type { PdfService } from '#server/platform/documents/pdf-service.ts'
import { rightsOf, type StaffRole } from '#shared/staff/rights.ts'
import { foldEmail, foldUserName } from '#shared/turkish.ts'

import { guardedFor } from '#tests/support/database/guarded.ts'
import { collectedLog } from '#tests/support/panel/log.ts'

/** Noon in Istanbul on a Saturday: the time of tests, independent of the machine's clock. */
export const TEST_NOW = new Date('2026-11-21T09:00:00.000Z')

export const DEFAULT_PASSWORD = 'Parola-1234'

/** The last three: of staff. */
export type TestUser = {
  id: number
  username: string
  password: string
  auth: number
  shop_id?: number | null
  role?: StaffRole | null
  sees_figures?: boolean
}

let defaultHash: Promise<string> | undefined

/** A user for one test. `overrides` are columns, or the password in the clear. */
export async function buildUser(
  db: Kysely<DB>,
  overrides: Partial<Insertable<UsersTable>> & { password?: string } = {},
): Promise<TestUser> {
  const { password, ...columns } = overrides
  const username = columns.username ?? `usta-${randomUUID().slice(0, 13)}`
  const email = columns.email ?? `${randomUUID()}@ornek.test`
  defaultHash ??= hashPassword(DEFAULT_PASSWORD)
  const stored = await db
    .insertInto('users')
    .values({
      username,
      username_key: foldUserName(username),
      email,
      email_key: foldEmail(email),
      password_hash: password === undefined ? await defaultHash : await hashPassword(password),
      ...columns,
    })
    // Not the columns of staff: some tests begin with a database that is older than they are.
    .returning(['id', 'auth'])
    .executeTakeFirstOrThrow()
  const { shop_id = null, role = null, sees_figures = false } = columns
  return { ...stored, username, password: password ?? DEFAULT_PASSWORD, shop_id, role, sees_figures }
}

/** The context of an anonymous request. It makes no documents: pass `pdf` where they are needed. */
export function baseCtx(db: Kysely<DB>, overrides: Partial<BaseCtx> = {}): BaseCtx {
  return {
    db: guardedFor(db),
    now: TEST_NOW,
    log: collectedLog(),
    pdf: {} as PdfService,
    backups: null,
    supportEmail: 'destek@ornek.test',
    client: { address: '192.0.2.1', userAgent: 'vitest' },
    ...overrides,
  }
}

type Session = Pick<Actor['session'], 'id' | 'kind'> & Partial<Actor['session']>

/** The context of a user who has just logged in, without a row in `sessions` unless `session` names one. */
export function userCtx(
  db: Kysely<DB>,
  user: TestUser,
  overrides: Partial<BaseCtx> & { session?: Session } = {},
): UserCtx {
  const { session = { id: 0, kind: 'web' }, ...rest } = overrides
  const base = baseCtx(db, rest)
  return asActor(base, actorOf(user, { confirmedAt: base.now, ...session }))
}

/** A user in a session. */
export function actorOf(user: TestUser, session: Actor['session']): Actor {
  const { id, username, auth } = user
  const { shop_id = null, role = null, sees_figures = false } = user
  const rights = rightsOf({ role, sees_figures })
  return { ...actorIds({ id, shop_id }), username, auth, rights, session }
}
