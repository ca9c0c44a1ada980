import type { Kysely } from 'kysely'

import { storeConsent } from '#server/auth/consent.ts'
import type { DB } from '#server/platform/db/schema.ts'

import { baseCtx, buildUser, type TestUser } from './factories.ts'

/** Stores a member of the shop's staff. */
export const buildMember = (
  db: Kysely<DB>,
  shop: Pick<TestUser, 'id'>,
  overrides: Parameters<typeof buildUser>[1] = {},
): Promise<TestUser> =>
  buildUser(db, { shop_id: shop.id, role: 'desk', email: '', email_key: '', ...overrides })

/** Accepts the notice for the member, as at a first login; a shared browser asks each member again. */
export const acceptNotice = (db: Kysely<DB>, { id }: Pick<TestUser, 'id'>): Promise<void> =>
  storeConsent(baseCtx(db), { userId: id, action: 'accepted' })
