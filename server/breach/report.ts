import type { Kysely } from 'kysely'

import type { DB } from '#server/db/schema.ts'
import type { ChangeDetail } from '#shared/change/schema.ts'
import { foldUserName } from '#shared/turkish.ts'

/** `user` and `shop` narrow it down: one person's user name, or a shop by its owner's id. */
export type BreachQuestion = {
  since: Date
  until: Date
  user?: string | undefined
  shop?: number | undefined
}

/** Kinds of personal data, as the Board's form asks for them. */
export type Category = 'kimlik' | 'iletişim' | 'araç' | 'finans'

const CATEGORIES: Readonly<Record<string, readonly Category[]>> = {
  kayit: ['kimlik', 'iletişim', 'araç', 'finans'],
  customer: ['kimlik', 'iletişim'],
  vehicle: ['araç'],
  expense: ['finans'],
  export: ['kimlik', 'iletişim', 'araç', 'finans'],
  backup: ['kimlik', 'iletişim', 'araç', 'finans'],
  user: ['kimlik', 'iletişim'],
  settings: ['iletişim'],
  feedback: ['kimlik', 'iletişim'],
}

export type Person = {
  username: string
  changes: number
  exports: number
  exported_rows: number
  /** Page sessions and tokens that began or were used, with their browsers. */
  sessions: { from: string; to: string; browser: string }[]
  /** Networks from which the user logged in last within the time, as far as they are stored. */
  addresses: string[]
}

export type ConcernedShop = {
  id: number
  name: string
  categories: Category[]
  /** Different things that were changed, by kind. */
  changed: Record<string, number>
  exports: { at: string; by: string; title: string; rows: number | null }[]
  /** All that the shop has: the most that can have been read, because single looks are not logged. */
  stored: { records: number; customers: number; vehicles: number; people: number }
  by: Person[]
}

export type BreachReport = {
  since: string
  until: string
  /** Whoever downloaded a backup has the data of every shop. */
  backups: { at: string; by: string; title: string }[]
  /** Failed logins that are still stored: those of the last day. */
  failed_logins: { username: string; address: string; count: number }[]
  shops: ConcernedShop[]
}

type Change = {
  user_id: number
  at: Date
  actor_id: number
  actor_name: string
  noun: string
  target_id: number | null
  verb: string
  title: string
  detail: string
}

/**
 * What the database knows of a time: the change log, sessions, known places and failed logins. Both ends count. `db` is
 * not under row-level security.
 */
export async function breachReport(db: Kysely<DB>, question: BreachQuestion): Promise<BreachReport> {
  const { since, until, user, shop } = question
  const users = await db
    .selectFrom('users')
    .select(['id', 'shop_id', 'username', 'username_key', 'company_name'])
    .execute()
  const isAsked = (id: number) => {
    const found = users.find((one) => one.id === id)
    const ofShop = shop === undefined || id === shop || found?.shop_id === shop
    return ofShop && (user === undefined || found?.username_key === foldUserName(user))
  }
  const changes: Change[] = await db
    .selectFrom('change')
    .where('at', '>=', since)
    .where('at', '<=', until)
    .orderBy('at')
    .select(['user_id', 'at', 'actor_id', 'actor_name', 'noun', 'target_id', 'verb', 'title', 'detail'])
    .execute()
  const sessions = await db
    .selectFrom('sessions')
    .where('created_at', '<=', until)
    .where('last_seen_at', '>=', since)
    .orderBy('id')
    .select(['user_id', 'created_at', 'last_seen_at', 'user_agent'])
    .execute()
  const places = await db
    .selectFrom('known_places')
    .where('last_login_at', '>=', since)
    .where('last_login_at', '<=', until)
    .where('place', 'like', 'address:%')
    .orderBy('place')
    .select(['user_id', 'place'])
    .execute()
  const failed = await db
    .selectFrom('login_attempts')
    .where('created_at', '>=', since)
    .where('created_at', '<=', until)
    .groupBy(['username_key', 'address'])
    .select(['username_key as username', 'address', ({ fn }) => fn.countAll<number>().as('count')])
    .execute()

  const done = changes.filter(
    ({ user_id, actor_id }) =>
      (user === undefined || isAsked(actor_id)) && (shop === undefined || user_id === shop),
  )
  const present = [...sessions, ...places].map(({ user_id }) => user_id).filter(isAsked)
  const shopOf = (id: number) => users.find((one) => one.id === id)?.shop_id ?? id
  const shops = new Set([...done.map(({ user_id }) => user_id), ...present.map(shopOf)])
  const concerned: ConcernedShop[] = []
  for (const id of [...shops].toSorted((a, b) => a - b)) {
    const own = done.filter(({ user_id }) => user_id === id)
    const people = new Set([
      ...own.map(({ actor_id }) => actor_id),
      ...present.filter((user_id) => shopOf(user_id) === id),
    ])
    const owner = users.find((one) => one.id === id)
    const stored = await storedIn(db, id)
    const categories = categoriesOf(own, stored.records + stored.customers > 0)
    concerned.push({
      id,
      name: owner?.company_name || (owner?.username ?? ''),
      categories,
      changed: changedBy(own),
      exports: own.filter(isExport).map(exportOf),
      stored,
      by: [...people].map((person) => {
        const acts = own.filter(({ actor_id }) => actor_id === person)
        return {
          username: users.find((one) => one.id === person)?.username ?? acts[0]?.actor_name ?? '',
          changes: acts.filter((act) => act.verb !== 'read').length,
          exports: acts.filter(isExport).length,
          exported_rows: acts.filter(isExport).reduce((sum, act) => sum + (exportOf(act).rows ?? 0), 0),
          sessions: sessions
            .filter(({ user_id }) => user_id === person)
            .map(({ created_at, last_seen_at, user_agent }) => ({
              from: created_at.toISOString(),
              to: last_seen_at.toISOString(),
              browser: user_agent,
            })),
          addresses: places
            .filter(({ user_id }) => user_id === person)
            .map(({ place }) => place.slice('address:'.length)),
        }
      }),
    })
  }
  return {
    since: since.toISOString(),
    until: until.toISOString(),
    backups: done
      .filter(({ noun, verb }) => noun === 'backup' && verb === 'read')
      .map(({ at, actor_name, title }) => ({ at: at.toISOString(), by: actor_name, title })),
    failed_logins: failed.filter(
      ({ username }) =>
        (user === undefined || username === foldUserName(user)) &&
        (shop === undefined || users.some((one) => one.username_key === username && isAsked(one.id))),
    ),
    shops: concerned,
  }
}

const isExport = ({ noun, verb }: Change) => noun === 'export' && verb === 'read'

function exportOf({ at, actor_name, title, detail }: Change) {
  const { count } = JSON.parse(detail) as ChangeDetail
  return { at: at.toISOString(), by: actor_name, title, rows: count ?? null }
}

/** Each thing once, however often it was changed. */
function changedBy(changes: readonly Change[]): Record<string, number> {
  const things = new Map<string, Set<string>>()
  for (const { noun, verb, target_id, title } of changes) {
    if (verb === 'read') continue
    const known = things.get(noun) ?? new Set()
    things.set(noun, known.add(String(target_id ?? title)))
  }
  return Object.fromEntries([...things].map(([noun, known]) => [noun, known.size]))
}

/** Whoever was in may have looked at everything that the shop has. */
function categoriesOf(changes: readonly Change[], hasRecords: boolean): Category[] {
  const touched = changes.flatMap(({ noun }) => CATEGORIES[noun] ?? [])
  const all: Category[] = ['kimlik', 'iletişim', 'araç', 'finans']
  return hasRecords ? all : all.filter((category) => touched.includes(category))
}

async function storedIn(db: Kysely<DB>, shop: number): Promise<ConcernedShop['stored']> {
  const count = async (table: 'kayit' | 'customer' | 'vehicle') => {
    const { rows } = await db
      .selectFrom(table)
      .where('user_id', '=', shop)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    return rows
  }
  const { people } = await db
    .selectFrom('users')
    .where((eb) => eb.or([eb('id', '=', shop), eb('shop_id', '=', shop)]))
    .select(({ fn }) => fn.countAll<number>().as('people'))
    .executeTakeFirstOrThrow()
  const [records, customers, vehicles] = [
    await count('kayit'),
    await count('customer'),
    await count('vehicle'),
  ]
  return { records, customers, vehicles, people }
}
