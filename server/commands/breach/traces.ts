import type { Kysely } from 'kysely'

import { MAX_USE_DELAY_MS } from '#server/auth/sessions.ts'
import { readAttemptKey } from '#server/auth/throttle.ts'
import { countRows } from '#server/platform/db/row-counts.ts'
import type { DB } from '#server/platform/db/schema.ts'

type Time = { since: Date; until: Date }

export type Traces = Awaited<ReturnType<typeof readTraces>>
export type LogEntry = Traces['changes'][number]

/** Reads all traces of a period that the database still has. `db` is not under row-level security. */
export async function readTraces(db: Kysely<DB>, { since, until }: Time) {
  const users = await db
    .selectFrom('users')
    .innerJoin('shops', 'shops.id', 'users.shop_id')
    .select(['users.id', 'shop_id', 'username', 'username_key', 'company_name'])
    .execute()
  const changes = await db
    .selectFrom('change')
    .where((eb) => eb.between('at', since, until))
    .orderBy('at')
    .orderBy('id')
    .select(['shop_id', 'at', 'actor_id', 'actor_name', 'noun', 'target_id', 'verb', 'title', 'detail'])
    .execute()
  const sessions = await db
    .selectFrom('sessions')
    .where('created_at', '<=', until)
    // A use is stored once a minute.
    .where('last_seen_at', '>=', new Date(since.getTime() - MAX_USE_DELAY_MS))
    .orderBy('id')
    .select([
      'user_id',
      'created_at as from',
      'last_seen_at as to',
      'user_agent as browser',
      'kind',
      'method',
    ])
    .execute()
  // Only the last login is stored; one after the period replaces one within it.
  const places = await db
    .selectFrom('known_places')
    .where('last_login_at', '>=', since)
    .where('place', 'like', 'address:%')
    .orderBy('place')
    .select(['user_id', 'place', 'last_login_at as last_login'])
    .execute()
  const addresses = places.map(({ user_id, place, last_login }) => ({
    user_id,
    address: place.slice('address:'.length),
    last_login,
  }))
  const newDevices = await db
    .selectFrom('new_login')
    .where((eb) => eb.between('at', since, until))
    .orderBy('at')
    .orderBy('id')
    .select(['user_id', 'at', 'address', 'user_agent as browser', 'method'])
    .execute()
  const openLinks = await db
    .selectFrom('reset_links')
    .where((eb) => eb.between('created_at', since, until))
    .orderBy('created_at')
    .select(['user_id', 'created_at as at'])
    .execute()
  const attempts = await readFailedLogins(db, { since, until })
  // The register is all that is left of shops and accounts that were erased since.
  const erased = await db
    .selectFrom('erasure_register')
    .where('at', '>=', since)
    .orderBy('at')
    .select(['at', 'kind', 'subject_id as id'])
    .execute()
  return { users, changes, sessions, addresses, newDevices, openLinks, attempts, erased }
}

async function readFailedLogins(db: Kysely<DB>, { since, until }: Time) {
  const rows = await db
    .selectFrom('login_attempts')
    .where((eb) => eb.between('created_at', since, until))
    .groupBy(['username_key', 'address'])
    .orderBy('username_key')
    .orderBy('address')
    .select(['username_key', 'address', ({ fn }) => fn.countAll<number>().as('count')])
    .execute()
  return rows.map(({ username_key, ...rest }) => ({ ...readAttemptKey(username_key), ...rest }))
}

export async function countStored(db: Kysely<DB>, shop: number) {
  const count = (table: 'kayit' | 'customer' | 'vehicle' | 'users') =>
    countRows(db.selectFrom(table).where('shop_id', '=', shop))
  return {
    records: await count('kayit'),
    customers: await count('customer'),
    vehicles: await count('vehicle'),
    people: await count('users'),
  }
}
