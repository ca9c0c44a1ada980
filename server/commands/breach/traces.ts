import type { Kysely } from 'kysely'

import { STORED_LATE_MS } from '#server/auth/idle.ts'
import { type Tried, triedBy } from '#server/auth/throttle.ts'
import type { DB } from '#server/platform/db/schema.ts'

/** A row of the change log, as far as the report needs it. */
export type Change = {
  shop_id: number
  at: Date
  actor_id: number
  actor_name: string
  noun: string
  target_id: number | null
  verb: string
  title: string
  detail: string
}

/** Both ends count. */
type Time = { since: Date; until: Date }

export type Traces = Awaited<ReturnType<typeof readTraces>>

/** Everything that the database still knows of a time. `db` is not under row-level security. */
export async function readTraces(db: Kysely<DB>, time: Time) {
  const users = await db
    .selectFrom('users')
    .innerJoin('shops', 'shops.id', 'users.shop_id')
    .select(['users.id', 'shop_id', 'username', 'username_key', 'company_name'])
    .execute()
  const changes: Change[] = await db
    .selectFrom('change')
    .where('at', '>=', time.since)
    .where('at', '<=', time.until)
    .orderBy('at')
    .orderBy('id')
    .select(['shop_id', 'at', 'actor_id', 'actor_name', 'noun', 'target_id', 'verb', 'title', 'detail'])
    .execute()
  const attempts = await failedLogins(db, time)
  return { users, changes, attempts, ...(await logins(db, time)), erased: await erasures(db, time) }
}

async function logins(db: Kysely<DB>, { since, until }: Time) {
  const sessions = await db
    .selectFrom('sessions')
    .where('created_at', '<=', until)
    // A use is stored once a minute.
    .where('last_seen_at', '>=', new Date(since.getTime() - STORED_LATE_MS))
    .orderBy('id')
    .select(['user_id', 'created_at', 'last_seen_at', 'user_agent', 'kind', 'method'])
    .execute()
  // The last login may be later than the time: one within it is then not stored any more.
  const places = await db
    .selectFrom('known_places')
    .where('last_login_at', '>=', since)
    .where('place', 'like', 'address:%')
    .orderBy('place')
    .select(['user_id', 'place', 'last_login_at'])
    .execute()
  const newDevices = await db
    .selectFrom('new_login')
    .where('at', '>=', since)
    .where('at', '<=', until)
    .orderBy('at')
    .orderBy('id')
    .select(['user_id', 'at', 'address', 'user_agent', 'method'])
    .execute()
  const openLinks = await db
    .selectFrom('reset_links')
    .where('created_at', '>=', since)
    .where('created_at', '<=', until)
    .orderBy('created_at')
    .select(['user_id', 'created_at'])
    .execute()
  return { sessions, places, newDevices, openLinks }
}

export type FailedLogin = Tried & { address: string; count: number }

async function failedLogins(db: Kysely<DB>, { since, until }: Time): Promise<FailedLogin[]> {
  const rows = await db
    .selectFrom('login_attempts')
    .where('created_at', '>=', since)
    .where('created_at', '<=', until)
    .groupBy(['username_key', 'address'])
    .orderBy('username_key')
    .orderBy('address')
    .select(['username_key', 'address', ({ fn }) => fn.countAll<number>().as('count')])
    .execute()
  return rows.map(({ username_key, ...rest }) => ({ ...triedBy(username_key), ...rest }))
}

/** Whole shops and accounts that were erased then or later: of these nothing else is left. */
const erasures = (db: Kysely<DB>, { since }: Pick<Time, 'since'>) =>
  db
    .selectFrom('erasure_register')
    .where('at', '>=', since)
    .orderBy('at')
    .select(['at', 'kind', 'subject_id'])
    .execute()

export async function isErasedShop(db: Kysely<DB>, shop: number): Promise<boolean> {
  const found = await db
    .selectFrom('erasure_register')
    .where('kind', '=', 'shop')
    .where('subject_id', '=', shop)
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}

export type Stored = { records: number; customers: number; vehicles: number; people: number }

/** How much a shop stores now. */
export async function storedIn(db: Kysely<DB>, shop: number): Promise<Stored> {
  const count = async (table: 'kayit' | 'customer' | 'vehicle') => {
    const { rows } = await db
      .selectFrom(table)
      .where('shop_id', '=', shop)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    return rows
  }
  const { people } = await db
    .selectFrom('users')
    .where('shop_id', '=', shop)
    .select(({ fn }) => fn.countAll<number>().as('people'))
    .executeTakeFirstOrThrow()
  const [records, customers, vehicles] = [
    await count('kayit'),
    await count('customer'),
    await count('vehicle'),
  ]
  return { records, customers, vehicles, people }
}
