import { randomUUID } from 'node:crypto'

import type { Insertable, Kysely } from 'kysely'

import { hashPassword } from '#server/auth/password-hash.ts'
import { asActor } from '#server/auth/authenticate.ts'
import { storeShop } from '#server/auth/accounts.ts'
import type { Actor, BaseCtx, UserCtx } from '#server/platform/core/context.ts'
import type { DB } from '#server/platform/db/schema.ts'
import type { PdfService } from '#server/platform/documents/pdf-service.ts'
import { rightsOf, type UserRole } from '#shared/staff/rights.ts'
import { foldEmail, foldUserName } from '#shared/turkish.ts'

import { OF_SHOP } from '#migrations/20261127T0900_shops.ts'
import { guardedFor } from '#tests/support/database/guarded.ts'
import { collectedLog } from '#tests/support/panel/log.ts'

/** Noon in Istanbul on a Saturday: the time of tests, independent of the machine's clock. */
export const TEST_NOW = new Date('2026-11-21T09:00:00.000Z')

export const DEFAULT_PASSWORD = 'Parola-1234'

/** A stored user; without `shop_id` and `role` the owner of a shop. */
export type TestUser = {
  id: number
  username: string
  password: string
  auth: number
  shop_id?: number
  role?: UserRole
  sees_figures?: boolean
}

let defaultHash: Promise<string> | undefined

/** Columns of the user, and of the new shop. */
export type UserColumns = Partial<Insertable<DB['users']>> & Omit<Insertable<DB['shops']>, 'id'>

/**
 * Stores a user for one test: the owner of a new shop, or with `shop_id` a member of its staff. `password` is in clear.
 */
export async function buildUser(
  db: Kysely<DB>,
  overrides: UserColumns & { password?: string } = {},
): Promise<TestUser> {
  const { password, shop_id: shop, role = 'desk', ...columns } = overrides
  const username = columns.username ?? `usta-${randomUUID().slice(0, 13)}`
  const email = columns.email ?? `${randomUUID()}@ornek.test`
  defaultHash ??= hashPassword(DEFAULT_PASSWORD)
  const { facts, person } = apart(columns)
  const user = {
    username,
    username_key: foldUserName(username),
    email,
    email_key: foldEmail(email),
    password_hash: password === undefined ? await defaultHash : await hashPassword(password),
    ...person,
  }
  const { auth = 0, sees_figures = false } = columns
  const known = { username, password: password ?? DEFAULT_PASSWORD, auth, sees_figures }
  const store = (trx: Kysely<DB>) => storeShop(trx, { owner: user, facts })
  if (shop === undefined) {
    const { id } = await (db.isTransaction ? store(db) : db.transaction().execute(store))
    return { ...known, id, shop_id: id, role: 'owner' }
  }
  const { id } = await db
    .insertInto('users')
    .values({ ...user, shop_id: shop, role })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...known, id, shop_id: shop, role }
}

function apart(columns: UserColumns) {
  const isFact = (name: string) => (OF_SHOP as readonly string[]).includes(name)
  const all = Object.entries(columns)
  return {
    facts: Object.fromEntries(all.filter(([name]) => isFact(name))),
    person: Object.fromEntries(all.filter(([name]) => !isFact(name))),
  }
}

/** Returns the columns of an owner and the shop. */
export const ownerRow = (db: Kysely<DB>, { id }: Pick<TestUser, 'id'>) =>
  db
    .selectFrom('users')
    .innerJoin('shops', 'shops.id', 'users.id')
    .where('users.id', '=', id)
    .selectAll()
    .executeTakeFirstOrThrow()

/** Returns the context of an anonymous request. It makes no documents: pass `pdf` where they are needed. */
export function baseCtx(db: Kysely<DB>, overrides: Partial<BaseCtx> = {}): BaseCtx {
  return {
    db: guardedFor(db),
    now: TEST_NOW,
    log: collectedLog(),
    pdf: {} as PdfService,
    backups: null,
    supportEmail: 'destek@ornek.test',
    mailOrigin: 'https://panel.ornek.test',
    client: { address: '192.0.2.1', userAgent: 'vitest' },
    ...overrides,
  }
}

type Session = Pick<Actor['session'], 'id' | 'kind'> & Partial<Actor['session']>

/** Returns the context of a user who has just logged in; `sessions` has no row for it unless `session` names one. */
export function userCtx(
  db: Kysely<DB>,
  user: TestUser,
  overrides: Partial<BaseCtx> & { session?: Session } = {},
): UserCtx {
  const { session = { id: 0, kind: 'web' }, ...rest } = overrides
  const base = baseCtx(db, rest)
  return asActor(base, actorOf(user, { confirmedAt: base.now, ...session }))
}

/** Returns the actor of a user's session. */
export function actorOf(account: TestUser, session: Actor['session']): Actor {
  const { id: user, username, auth, shop_id: shop = user, role = 'owner', sees_figures = false } = account
  return { shop, user, username, auth, rights: rightsOf({ role, sees_figures }), session }
}
