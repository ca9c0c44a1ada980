import { parseArgs } from 'node:util'

import type { Kysely } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'
import type { ChangeDetail } from '#shared/change/schema.ts'
import { foldUserName } from '#shared/turkish.ts'
import { addDays, parseDay, startOfDay } from '#shared/date.ts'

import { type LogEntry, countStored, readTraces, type Traces } from './traces.ts'

/** The time of a breach, narrowed by one person's user name or by a shop (its owner's id). */
type BreachQuestion = {
  since: Date
  until: Date
  user?: string | undefined
  shop?: number | undefined
}

/** Kinds of personal data, as the Board's form asks for them. */
const ALL = ['kimlik', 'iletişim', 'araç', 'finans'] as const

const CATEGORIES: Readonly<Record<string, readonly (typeof ALL)[number][]>> = {
  kayit: ALL,
  customer: ['kimlik', 'iletişim'],
  vehicle: ['araç'],
  expense: ['finans'],
  repetition: ['finans'],
  export: ALL,
  user: ['kimlik', 'iletişim'],
  settings: ['iletişim'],
  feedback: ['kimlik', 'iletişim'],
  request: ['kimlik', 'iletişim'],
}

export type BreachReport = Awaited<ReturnType<typeof breachReport>>
export type ConcernedShop = BreachReport['shops'][number]
export type Person = ConcernedShop['by'][number]

/**
 * Reports the traces of a period, with both ends. `db` is not under row-level security. Throws StartupError for a user
 * or shop that never existed, because an empty report would mean that nothing happened.
 */
export async function breachReport(db: Kysely<DB>, question: BreachQuestion) {
  const all = await readTraces(db, question)
  await requireKnown(db, all.users, question)
  const traces = filterTraces(all, question)
  const backups = traces.changes.filter(isBackup)
  const grouped = groupTraces(traces)
  const ids = new Set([...grouped.people.keys(), ...grouped.openLinks.keys()])
  // A downloaded backup concerns every shop in the question.
  if (backups.some(({ verb }) => verb === 'read'))
    for (const { id, shop_id } of all.users) if (id === shop_id && (question.shop ?? id) === id) ids.add(id)
  const shops = []
  for (const id of [...ids].toSorted((a, b) => a - b)) shops.push(await shopReport(db, grouped, id))
  return {
    since: question.since,
    until: question.until,
    /** A downloaded backup discloses the data of every shop; one that was only made stays beside the data. */
    backups: backups.map(({ at, actor_name, verb, title }) => ({
      at,
      by: actor_name,
      what: verb === 'read' ? 'downloaded' : 'made',
      title,
    })),
    /** Failed logins that are still stored. Those with links and passkeys have no user name. */
    failed_logins: traces.attempts,
    /** Shops and accounts that were erased since the beginning of the period; their traces in it are gone, too. */
    erased: traces.erased,
    shops,
  }
}

const isBackup = ({ noun }: LogEntry) => noun === 'backup'

async function requireKnown(db: Kysely<DB>, users: Traces['users'], { user, shop }: BreachQuestion) {
  if (user !== undefined && !users.some(({ username_key }) => username_key === foldUserName(user)))
    throw new StartupError(`"${user}" adında bir kullanıcı yok. Kalıcı olarak silinmişse --shop ile arayın.`)
  if (shop === undefined || users.some(({ shop_id }) => shop_id === shop)) return
  const erased = db.selectFrom('erasure_register').where('kind', '=', 'shop').where('subject_id', '=', shop)
  if ((await erased.select('id').executeTakeFirst()) === undefined)
    throw new StartupError(`${shop} numaralı bir firma yok. Numaralar --shop yazmadan alınan raporda durur.`)
}

/** Returns the traces that concern the asked person or shop. A backup concerns every shop. */
function filterTraces(traces: Traces, { user, shop }: BreachQuestion): Traces {
  const { users } = traces
  const byId = new Map(users.map((one) => [one.id, one]))
  const key = user === undefined ? undefined : foldUserName(user)
  const isPerson = (id: number | null) =>
    key === undefined || (id !== null && byId.get(id)?.username_key === key)
  const isOfShop = (id: number) => shop === undefined || id === shop || byId.get(id)?.shop_id === shop
  const isAsked = ({ user_id }: { user_id: number }) => isPerson(user_id) && isOfShop(user_id)
  return {
    users,
    changes: traces.changes.filter(
      (one) =>
        (isPerson(one.actor_id) || (one.noun === 'user' && isPerson(one.target_id))) &&
        (isBackup(one) || shop === undefined || one.shop_id === shop),
    ),
    sessions: traces.sessions.filter(isAsked),
    addresses: traces.addresses.filter(isAsked),
    newDevices: traces.newDevices.filter(isAsked),
    openLinks: traces.openLinks.filter(isAsked),
    attempts: traces.attempts.filter(
      ({ username }) =>
        username === '' ||
        (key === undefined && shop === undefined) ||
        users.some(({ id, username_key }) => username_key === username && isAsked({ user_id: id })),
    ),
    erased: traces.erased.filter(({ id }) => key === undefined && isOfShop(id)),
  }
}

type Grouped = ReturnType<typeof groupTraces>

/** Groups the traces by shop and by user, because a panel may have a thousand shops. */
function groupTraces({ users, changes: all, sessions, addresses, newDevices, openLinks }: Traces) {
  const accounts = new Map(users.map((one) => [one.id, one]))
  const shopOf = (user: number) => accounts.get(user)?.shop_id ?? user
  const changes = all.filter((one) => !isBackup(one))
  const actions = [
    ...changes.map(({ shop_id, actor_id }) => ({ shop: shop_id, user: actor_id })),
    ...[...sessions, ...addresses, ...newDevices].map(({ user_id }) => ({
      shop: shopOf(user_id),
      user: user_id,
    })),
  ]
  return {
    accounts,
    /** Users who acted or logged in, by shop. */
    people: Map.groupBy(actions, ({ shop }) => shop),
    changes: Map.groupBy(changes, ({ shop_id }) => shop_id),
    openLinks: Map.groupBy(openLinks, ({ user_id }) => shopOf(user_id)),
    sessions: Map.groupBy(sessions, ({ user_id }) => user_id),
    addresses: Map.groupBy(addresses, ({ user_id }) => user_id),
    newDevices: Map.groupBy(newDevices, ({ user_id }) => user_id),
  }
}

async function shopReport(db: Kysely<DB>, grouped: Grouped, id: number) {
  const { accounts } = grouped
  const changes = grouped.changes.get(id) ?? []
  const links = grouped.openLinks.get(id) ?? []
  const people = new Set(grouped.people.get(id)?.map(({ user }) => user))
  const owner = accounts.get(id)
  const stored = await countStored(db, id)
  return {
    id,
    name: owner?.company_name || (owner?.username ?? ''),
    categories: categoriesOf(changes, stored.records + stored.customers > 0),
    changed: countChanged(changes),
    /** Exported files: a list, or all data of one customer, whose name is the title. */
    exports: changes.filter(isExport).map((one) => ({
      at: one.at,
      by: one.actor_name,
      what: one.noun === 'customer' ? 'customer' : 'list',
      title: one.title,
      rows: rowsOf(one),
    })),
    /** Changes of accounts: passwords, links, second factors, passkeys, staff. */
    accounts: [
      ...changes
        .filter(({ noun }) => noun === 'user')
        .map(({ at, actor_name, verb, title }) => ({ at, by: actor_name, what: verb, title })),
      ...links.map(({ at, user_id }) => ({
        at,
        by: '',
        what: 'open-link',
        title: accounts.get(user_id)?.username ?? '',
      })),
    ],
    /** The shop's stored rows, which may all have been read, because reading single records is not logged. */
    stored,
    by: [...people].map((person) => personReport(grouped, changes, person)),
  }
}

/** Reports one user. `changes` are those of one shop; an administrator's sessions and addresses belong to no shop. */
function personReport(grouped: Grouped, changes: readonly LogEntry[], person: number) {
  const { accounts, sessions, addresses, newDevices } = grouped
  const acts = changes.filter(({ actor_id }) => actor_id === person)
  const files = acts.filter(isExport)
  return {
    username: accounts.get(person)?.username || (acts[0]?.actor_name ?? ''),
    changes: acts.filter(({ verb }) => verb !== 'read').length,
    /** Lists and customers' data that left as files. */
    exports: files.length,
    exported_rows: files.reduce((sum, file) => sum + (rowsOf(file) ?? 0), 0),
    /** Page sessions and tokens that began or were used, with their browsers. */
    sessions: withoutUser(sessions.get(person)),
    /** Networks from which the user has logged in since the beginning of the period, with the last login from each. */
    addresses: withoutUser(addresses.get(person)),
    /** Logins from a device that the account did not know; the address is shortened. */
    new_devices: withoutUser(newDevices.get(person)),
  }
}

const withoutUser = <T extends { user_id: number }>(rows: readonly T[] = []) =>
  rows.map(({ user_id: _userId, ...rest }) => rest)

const isExport = ({ noun, verb }: LogEntry) => verb === 'read' && (noun === 'export' || noun === 'customer')

const rowsOf = ({ detail }: LogEntry): number | null => (JSON.parse(detail) as ChangeDetail).count ?? null

/** Counts each thing once, however often it was changed. */
function countChanged(changes: readonly LogEntry[]): Record<string, number> {
  const written = Map.groupBy(
    changes.filter(({ verb }) => verb !== 'read'),
    ({ noun }) => noun,
  )
  const things = [...written].map(
    ([noun, some]) =>
      [noun, new Set(some.map(({ target_id, title }) => String(target_id ?? title))).size] as const,
  )
  return Object.fromEntries(things)
}

/** Returns the affected categories. With stored records all are, because an intruder may have read everything. */
function categoriesOf(changes: readonly LogEntry[], hasRecords: boolean) {
  if (hasRecords) return [...ALL]
  const touched = changes.flatMap(({ noun, verb }) => (verb === 'read' ? ALL : (CATEGORIES[noun] ?? [])))
  return ALL.filter((category) => touched.includes(category))
}

const USAGE =
  'Kullanım: npm run breach-report -- --since TARİH [--until TARİH] [--user KULLANICI | --shop NO] [--json]'

const OPTIONS = {
  since: { type: 'string' },
  until: { type: 'string' },
  user: { type: 'string' },
  shop: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const

/** Reads the options; a day counts whole, in Istanbul. Throws StartupError with the usage or the wrong date. */
export function readOptions(args: readonly string[], now: Date): BreachQuestion & { isJson: boolean } {
  const { since: from, until: to, user, shop, json: isJson } = parse(args)
  if (from === undefined || (user !== undefined && shop !== undefined)) throw new StartupError(USAGE)
  if (shop !== undefined && !/^[1-9]\d{0,14}$/.test(shop)) throw new StartupError(USAGE)
  const since = instantOf(from, 'begin')
  const until = to === undefined ? now : instantOf(to, 'end')
  if (since > until) throw new StartupError('--since, --until tarihinden sonra olamaz.')
  return { since, until, isJson, user, shop: shop === undefined ? undefined : Number(shop) }
}

function parse(args: readonly string[]) {
  try {
    const { values, tokens } = parseArgs({ args: [...args], options: OPTIONS, tokens: true })
    // The parser silently takes the last of a repeated option, so repeated options are refused.
    const names = tokens.map((token) => (token.kind === 'option' ? token.name : ''))
    if (new Set(names).size === names.length) return values
  } catch {
    // The usage below replaces the parser's English message.
  }
  throw new StartupError(USAGE)
}

function instantOf(text: string, edge: 'begin' | 'end'): Date {
  const parsed = parseDay(text)
  if (parsed.ok && parsed.day !== null)
    return edge === 'begin'
      ? startOfDay(parsed.day)
      : new Date(startOfDay(addDays(parsed.day, 1)).getTime() - 1)
  const instant = new Date(text)
  if (!/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/.test(text) || Number.isNaN(instant.getTime()))
    throw new StartupError(`"${text}" bir tarih değil. Örnek: 24.11.2026 ya da 2026-11-24T14:30+03:00`)
  return instant
}
