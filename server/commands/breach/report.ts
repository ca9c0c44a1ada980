import type { Kysely } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'
import type { ChangeDetail } from '#shared/change/schema.ts'
import { foldUserName } from '#shared/turkish.ts'

import { byShop, type ShopTraces } from './by-shop.ts'
import {
  type Change,
  type FailedLogin,
  isErasedShop,
  readTraces,
  type Stored,
  storedIn,
  type Traces,
} from './traces.ts'

/** `user` and `shop` narrow it down: one person's user name, or a shop by its owner's id. */
export type BreachQuestion = {
  since: Date
  until: Date
  user?: string | undefined
  shop?: number | undefined
}

/** Kinds of personal data, as the Board's form asks for them. */
type Category = 'kimlik' | 'iletişim' | 'araç' | 'finans'

const ALL: readonly Category[] = ['kimlik', 'iletişim', 'araç', 'finans']

const CATEGORIES: Readonly<Record<string, readonly Category[]>> = {
  kayit: ALL,
  customer: ['kimlik', 'iletişim'],
  vehicle: ['araç'],
  expense: ['finans'],
  export: ALL,
  user: ['kimlik', 'iletişim'],
  settings: ['iletişim'],
  feedback: ['kimlik', 'iletişim'],
  request: ['kimlik', 'iletişim'],
}

export type Person = {
  username: string
  changes: number
  /** Lists and customers' data that left as files. */
  exports: number
  exported_rows: number
  /** Page sessions and tokens that began or were used, with their browsers. */
  sessions: { from: string; to: string; browser: string; kind: string; method: string }[]
  /** Networks from which the user has logged in since the beginning of the time, with the last login from each. */
  addresses: { address: string; last_login: string }[]
  /** Logins from a device that the account did not know; the address is shortened. */
  new_devices: { at: string; address: string; browser: string; method: string }[]
}

export type ConcernedShop = {
  id: number
  name: string
  categories: Category[]
  /** Different things that were changed, by kind. */
  changed: Record<string, number>
  /** Files: a list, or all that is stored of one customer, whose name is the title. */
  exports: { at: string; by: string; what: 'list' | 'customer'; title: string; rows: number | null }[]
  /** What was done to accounts: passwords, links, second factors, passkeys, staff. */
  accounts: { at: string; by: string; what: string; title: string }[]
  /** All that the shop has: the most that can have been read, because single looks are not logged. */
  stored: Stored
  by: Person[]
}

export type BreachReport = {
  since: string
  until: string
  /** Whoever has downloaded a backup has the data of every shop; one that was made lies beside the data. */
  backups: { at: string; by: string; what: 'made' | 'downloaded'; title: string }[]
  /** Failed logins that are still stored. Those with links and passkeys name nobody. */
  failed_logins: FailedLogin[]
  /** Shops and accounts that were erased for good, also after the time: what they did in it is gone too. */
  erased: { at: string; kind: 'shop' | 'user'; id: number }[]
  shops: ConcernedShop[]
}

/**
 * What the database knows of a time: the change log, sessions, known places, logins from new devices and failed ones.
 * Both ends count. `db` is not under row-level security. Throws StartupError for a user or shop that was never there:
 * a report without their traces would read as if nothing had happened.
 */
export async function breachReport(db: Kysely<DB>, question: BreachQuestion): Promise<BreachReport> {
  const { since, until } = question
  const all = await readTraces(db, question)
  await requireKnown(db, all, question)
  const traces = asked(all, question)
  const tracesOf = byShop(traces)
  const shops: ConcernedShop[] = []
  for (const id of concerned(traces, question)) shops.push(await shopReport(db, tracesOf(id), id))
  return {
    since: since.toISOString(),
    until: until.toISOString(),
    backups: traces.backups.map(({ at, actor_name, verb, title }) => ({
      at: at.toISOString(),
      by: actor_name,
      what: verb === 'read' ? 'downloaded' : 'made',
      title,
    })),
    failed_logins: traces.attempts,
    erased: traces.erased.map(({ at, kind, subject_id: id }) => ({ at: at.toISOString(), kind, id })),
    shops,
  }
}

/** Somebody who mistypes in a hurry must not read that nothing happened. */
async function requireKnown(db: Kysely<DB>, { users }: Traces, { user, shop }: BreachQuestion) {
  if (user !== undefined && !users.some(({ username_key }) => username_key === foldUserName(user)))
    throw new StartupError(`"${user}" adında bir kullanıcı yok. Kalıcı olarak silinmişse --shop ile arayın.`)
  if (shop === undefined || users.some(({ shop_id }) => shop_id === shop)) return
  if (!(await isErasedShop(db, shop)))
    throw new StartupError(`${shop} numaralı bir firma yok. Numaralar --shop yazmadan alınan raporda durur.`)
}

type Asked = Traces & { backups: Change[] }

/** What concerns the asked person or shop. A backup concerns every shop. */
function asked(traces: Traces, { user, shop }: BreachQuestion): Asked {
  const { users, changes } = traces
  const byId = new Map(users.map((one) => [one.id, one]))
  const key = user === undefined ? undefined : foldUserName(user)
  const isPerson = (id: number | null) =>
    key === undefined || (id !== null && byId.get(id)?.username_key === key)
  const isOfShop = (id: number) => shop === undefined || id === shop || byId.get(id)?.shop_id === shop
  const isAsked = ({ user_id }: { user_id: number }) => isPerson(user_id) && isOfShop(user_id)
  const isBackup = ({ noun }: Change) => noun === 'backup'
  const done = changes.filter(
    ({ actor_id, noun, target_id }) => isPerson(actor_id) || (noun === 'user' && isPerson(target_id)),
  )
  return {
    users,
    backups: done.filter(isBackup),
    changes: done.filter((one) => !isBackup(one) && (shop === undefined || one.shop_id === shop)),
    sessions: traces.sessions.filter(isAsked),
    places: traces.places.filter(isAsked),
    newDevices: traces.newDevices.filter(isAsked),
    openLinks: traces.openLinks.filter(isAsked),
    attempts: traces.attempts.filter(({ username }) => {
      const found = users.filter((one) => one.username_key === username)
      return (
        username === '' ||
        (key === undefined && shop === undefined) ||
        found.some(({ id }) => isAsked({ user_id: id }))
      )
    }),
    erased: traces.erased.filter(({ subject_id }) => key === undefined && isOfShop(subject_id)),
  }
}

/** The ids of the shops; all that are asked for, where somebody has downloaded a backup. */
function concerned(traces: Asked, { shop }: BreachQuestion): number[] {
  const { users, changes, sessions, places, newDevices, openLinks, backups } = traces
  const shopOf = new Map(users.map(({ id, shop_id }) => [id, shop_id]))
  const present = [...sessions, ...places, ...newDevices, ...openLinks].map(({ user_id }) => user_id)
  const inBackup = backups.some(({ verb }) => verb === 'read')
    ? users.filter(({ id, shop_id }) => id === shop_id && (shop === undefined || id === shop))
    : []
  const ids = [
    ...changes.map(({ shop_id }) => shop_id),
    ...present.map((id) => shopOf.get(id) ?? id),
    ...inBackup.map(({ id }) => id),
  ]
  return [...new Set(ids)].toSorted((a, b) => a - b)
}

async function shopReport(db: Kysely<DB>, traces: ShopTraces, id: number): Promise<ConcernedShop> {
  const { accounts: users, changes: own, sessions, places, newDevices, openLinks } = traces
  const people = new Set([
    ...own.map(({ actor_id }) => actor_id),
    ...[...sessions, ...places, ...newDevices].map(({ user_id }) => user_id),
  ])
  const owner = users.get(id)
  const stored = await storedIn(db, id)
  const links = openLinks.map(({ created_at, user_id }) => ({
    at: created_at.toISOString(),
    by: '',
    what: 'open-link',
    title: users.get(user_id)?.username ?? '',
  }))
  const accounts = own.filter(({ noun }) => noun === 'user')
  return {
    id,
    name: owner?.company_name || (owner?.username ?? ''),
    categories: categoriesOf(own, stored.records + stored.customers > 0),
    changed: changedBy(own),
    exports: own.filter(isExport).map(exportOf),
    accounts: [
      ...accounts.map(({ at, actor_name, verb, title }) => ({
        at: at.toISOString(),
        by: actor_name,
        what: verb,
        title,
      })),
      ...links,
    ],
    stored,
    by: [...people].map((person) => personReport(traces, person)),
  }
}

function personReport({ accounts, changes, leftBy }: ShopTraces, person: number): Person {
  const { sessions, places, newDevices } = leftBy(person)
  const acts = changes.filter(({ actor_id }) => actor_id === person)
  const files = acts.filter(isExport)
  return {
    username: accounts.get(person)?.username || (acts[0]?.actor_name ?? ''),
    changes: acts.filter((act) => act.verb !== 'read').length,
    exports: files.length,
    exported_rows: files.reduce((sum, act) => sum + (exportOf(act).rows ?? 0), 0),
    sessions: sessions.map(({ created_at, last_seen_at, user_agent, kind, method }) => ({
      from: created_at.toISOString(),
      to: last_seen_at.toISOString(),
      browser: user_agent,
      kind,
      method,
    })),
    addresses: places.map(({ place, last_login_at }) => ({
      address: place.slice('address:'.length),
      last_login: last_login_at.toISOString(),
    })),
    new_devices: newDevices.map(({ at, address, user_agent, method }) => ({
      at: at.toISOString(),
      address,
      browser: user_agent,
      method,
    })),
  }
}

const isExport = ({ noun, verb }: Change) => verb === 'read' && (noun === 'export' || noun === 'customer')

function exportOf({ at, actor_name, noun, title, detail }: Change): ConcernedShop['exports'][number] {
  const { count } = JSON.parse(detail) as ChangeDetail
  const what = noun === 'customer' ? 'customer' : 'list'
  return { at: at.toISOString(), by: actor_name, what, title, rows: count ?? null }
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
  if (hasRecords) return [...ALL]
  const touched = changes.flatMap(({ noun, verb }) => (verb === 'read' ? ALL : (CATEGORIES[noun] ?? [])))
  return ALL.filter((category) => touched.includes(category))
}
