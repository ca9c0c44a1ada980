import type { Kysely } from 'kysely'

import type { DB } from '#server/db/schema.ts'

import { buildUser, type TestUser } from './factories.ts'

/** A member of the shop's staff. */
export const buildMember = (
  db: Kysely<DB>,
  shop: Pick<TestUser, 'id'>,
  overrides: Parameters<typeof buildUser>[1] = {},
): Promise<TestUser> =>
  buildUser(db, { shop_id: shop.id, role: 'desk', email: '', email_key: '', ...overrides })
