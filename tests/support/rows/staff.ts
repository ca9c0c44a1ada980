import type { Kysely } from 'kysely'

import { storeConsent } from '#server/auth/consent.ts'
import type { DB } from '#server/platform/db/schema.ts'

import { baseCtx, buildUser, type TestUser } from './factories.ts'

/** A member of the shop's staff. */
export const buildMember = (
  db: Kysely<DB>,
  shop: Pick<TestUser, 'id'>,
  overrides: Parameters<typeof buildUser>[1] = {},
): Promise<TestUser> =>
  buildUser(db, { shop_id: shop.id, role: 'desk', email: '', email_key: '', ...overrides })

/** The member has accepted the notice, as at a first login: it is asked for at a browser where others did, too. */
export const acceptNotice = (db: Kysely<DB>, { id }: Pick<TestUser, 'id'>): Promise<void> =>
  storeConsent(baseCtx(db), { userId: id, action: 'accepted' })
