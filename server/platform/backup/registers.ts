import { type Kysely, sql } from 'kysely'

import { oneRow } from '#server/platform/db/one-row.ts'
import type { DB } from '#server/platform/db/schema.ts'

import { rowNumbers, storedSequences, type StoredSequence, storedTables } from './catalog.ts'

/** A register, its primary key, and the columns that are equal if two entries with one number are the same. */
type Register = { table: keyof DB; key: readonly string[]; same: readonly string[] }
type StoredRegister = Register & { columns: readonly string[] }

const REGISTERS: readonly Register[] = [
  { table: 'consent_texts', key: ['version', 'sha256'], same: [] },
  { table: 'consents', key: ['id'], same: ['user_id', 'created_at'] },
  { table: 'erasure_register', key: ['id'], same: ['at', 'kind', 'subject_id'] },
  { table: 'erasure', key: ['shop_id', 'id'], same: ['at'] },
  { table: 'data_request', key: ['shop_id', 'id'], same: ['created_at'] },
  { table: 'change', key: ['shop_id', 'id'], same: ['at'] },
]

/** The tables that are set aside: the registers, their users, and the tables that show which rows were erased. */
export const ASIDE_TABLES: readonly string[] = [
  'users',
  'customer',
  'kayit',
  'vehicle',
  ...REGISTERS.map(({ table }) => table),
]

/**
 * Copies the registers to temporary tables, before the rows are replaced; `isEmpty` only creates the tables, for the
 * rows of another backup. Returns the last numbers of the sequences.
 */
export async function copyAside(db: Kysely<DB>, { isEmpty = false } = {}): Promise<StoredSequence[]> {
  for (const table of ASIDE_TABLES) {
    await sql`drop table if exists ${aside(table)}`.execute(db)
    await sql`create temp table ${aside(table)} on commit drop as table ${sql.table(table)}
      ${sql.raw(isEmpty ? 'with no data' : '')}`.execute(db)
  }
  return storedSequences(db)
}

/** A function that repeats erasures; it returns how many. */
export type EraseAgain = (db: Kysely<DB>, missing: MissingErasures) => Promise<number>

/**
 * Joins the registers that were set aside with the restored ones; an entry in both is newer in the former, because an
 * erasure may have emptied it. The registered erasures are repeated first, so that they do not change joined entries.
 * `isSame` is false for a backup of another panel, whose numbers mean other rows: nothing is erased by them.
 */
export async function joinRegisters(
  db: Kysely<DB>,
  numbers: readonly StoredSequence[],
  eraseAgain: EraseAgain,
): Promise<{ isSame: boolean; erased: number }> {
  const isSame = await isSamePanel(db)
  const erased = isSame ? await eraseAgain(db, await missingErasures(db)) : 0
  const tables = await storedTables(db)
  const registers = REGISTERS.map((register) => ({
    ...register,
    columns: tables.find(({ name }) => name === register.table)?.columns ?? [],
  }))
  await renumberUsers(db, registers)
  for (const register of registers) await join(db, register)
  await continueNumbers(db, numbers)
  return { isSame, erased }
}

/** Returns whether the backup is of this panel: no two panels create or erase a user in the same microsecond. */
async function isSamePanel(db: Kysely<DB>): Promise<boolean> {
  const users = await sql`select 1 as found from users join ${aside('users')} as was
    on was.id = users.id and was.created_at = users.created_at limit 1`.execute(db)
  if (users.rows.length > 0) return true
  const erased = await sql`select 1 as found from erasure_register as entry
    join ${aside('erasure_register')} as was on was.id = entry.id and was.at = entry.at limit 1`.execute(db)
  return erased.rows.length > 0
}

/**
 * Finds the number of each user that was set aside in the restored database. A missing user with entries in a register
 * gets a closed account and shop there, because entries belong to a user or a shop.
 */
async function renumberUsers(db: Kysely<DB>, registers: readonly StoredRegister[]): Promise<void> {
  const was = aside('users')
  await sql`alter table ${was} add column new_id bigint`.execute(db)
  await sql`update ${was} as was set new_id = users.id from users
    where users.id = was.id and users.created_at = was.created_at`.execute(db)
  // These are joins, because a cluster would look for the temporary table of a subquery in its nodes.
  await sql`alter table ${was} add column is_taken boolean not null default false`.execute(db)
  await sql`update ${was} as was set is_taken = true from users where users.id = was.id`.execute(db)
  for (const { table, columns } of registers)
    for (const owner of columns.filter((name) => name === 'user_id' || name === 'shop_id'))
      await sql`update ${was} as was set new_id = case when is_taken then -1 else was.id end
        where new_id is null and exists (select from ${aside(table)} as entry where entry.${sql.ref(owner)} = was.id)
        `.execute(db)
  const largest = sql<{ last: number }>`select greatest(
    (select max(id) from users), (select max(id) from ${was}), 0) as last`
  const { last } = await oneRow(largest, db)
  await sql`update ${was} as was set new_id = ${last} + numbered.at from (
    select id, row_number() over (order by id) as at from ${was} where new_id = -1) as numbered
    where numbered.id = was.id`.execute(db)
  // Marked before the insertions, in which a cluster would look for the temporary table in its nodes.
  await sql`alter table ${was} add column is_missing boolean`.execute(db)
  await sql`update ${was} as was set is_missing = new_id is not null`.execute(db)
  await sql`update ${was} as was set is_missing = false from users where users.id = was.new_id`.execute(db)
  await sql`insert into shops (id, closed_at)
    select new_id, coalesce(deleted_at, now()) from ${was} where is_missing`.execute(db)
  await sql`insert into users
      (id, shop_id, role, username, username_key, password_hash, name_surname, created_at, deleted_at)
    select new_id, new_id, 'owner', username, username_key, '', name_surname, created_at, coalesce(deleted_at, now())
    from ${was} where is_missing`.execute(db)
}

/** Columns that hold the number of a user. */
const OF_USERS = new Set(['user_id', 'shop_id', 'actor_id', 'by_user'])

async function join(db: Kysely<DB>, { table, key, same, columns }: StoredRegister): Promise<void> {
  const [into, from] = [sql.table(table), aside(table)]
  for (const column of columns.filter((name) => OF_USERS.has(name)))
    await sql`update ${from} as entry set ${sql.ref(column)} = was.new_id from ${aside('users')} as was
      where was.new_id is not null and was.id = entry.${sql.ref(column)}`.execute(db)
  if (table === 'change')
    await sql`update ${from} as entry set target_id = was.new_id from ${aside('users')} as was
      where entry.noun = 'user' and was.new_id is not null and was.id = entry.target_id`.execute(db)
  const equal = (names: readonly string[]) =>
    sql.join(
      names.map((name) => sql`entry.${sql.ref(name)} = stored.${sql.ref(name)}`),
      sql` and `,
    )
  await sql`delete from ${into} as stored using ${from} as entry where ${equal([...key, ...same])}`.execute(
    db,
  )
  const insert = async (names: readonly string[], where: ReturnType<typeof sql>) =>
    sql`insert into ${into} (${sql.join(names.map((name) => sql.ref(name)))})
      select ${sql.join(names.map((name) => sql`entry.${sql.ref(name)}`))} from ${from} as entry ${where}`.execute(
      db,
    )
  await sql`alter table ${from} add column is_taken boolean not null default false`.execute(db)
  await sql`update ${from} as entry set is_taken = true from ${into} as stored where ${equal(key)}`.execute(
    db,
  )
  await insert(columns, sql`where not is_taken`)
  if (!columns.includes('id')) return
  // The number belongs to another entry, so these entries get new numbers after all others.
  await continueNumbers(db, [])
  const others = columns.filter((name) => name !== 'id')
  await insert(others, sql`where is_taken order by entry.id`)
}

/** Continues each sequence after `before` and the largest number in use, so that no number is given twice. */
export async function continueNumbers(db: Kysely<DB>, before: readonly StoredSequence[]): Promise<void> {
  const last = new Map(before.map(({ name, last }) => [name, last ?? 0]))
  const now = new Map((await storedSequences(db)).map(({ name, last }) => [name, last ?? 0]))
  for (const { name, largest } of await rowNumbers(db)) {
    const next = Math.max(last.get(name) ?? 0, largest ?? 0)
    if (next > (now.get(name) ?? 0))
      await sql`select setval(${sql.lit(`"${name}"`)}::regclass, ${next})`.execute(db)
  }
}

type OfShop = { shop: number; id: number; at: Date }

export type MissingErasures = Awaited<ReturnType<typeof missingErasures>>

/** Returns the name of the temporary table with the rows from before the restore, or of a newer backup. */
export const asideName = (table: string): string => `aside_${table}`
const aside = (table: string) => sql.table(asideName(table))

/** Returns the erasures that the restored rows lack according to the registers that were set aside. */
async function missingErasures(db: Kysely<DB>) {
  await markErased(db)
  const marked = await sql<OfShop>`
    select shop_id as shop, id, at from ${aside('erased')} order by shop_id, id`.execute(db)
  const known = await findRegistered(db)
  const numbers = new Set(known.map(({ shop, id }) => `${shop}/${id}`))
  const joined = (await findErased(db, 'customer')).filter(({ shop, id }) => !numbers.has(`${shop}/${id}`))
  return {
    shops: await findAccounts(db, 'shop'),
    users: await findAccounts(db, 'user'),
    customers: [...known, ...joined],
    // Records and cars that were erased with a customer whom they joined after the backup.
    records: marked.rows,
    vehicles: await findErased(db, 'vehicle'),
  }
}

async function findAccounts(db: Kysely<DB>, kind: 'shop' | 'user') {
  const { rows } = await sql<{ id: number; at: Date }>`
    select users.id, max(entry.at) as at from users join ${aside('erasure_register')} as entry
      on entry.subject_id = users.id and entry.kind = ${kind} and entry.at >= users.created_at
    where users.erased_at is null group by users.id order by users.id`.execute(db)
  return rows
}

/** Returns customers that were erased under the number that they have in the backup. */
async function findRegistered(db: Kysely<DB>) {
  const { rows } = await sql<OfShop>`
    select stored.shop_id as shop, stored.id, max(erased.at) as at from customer as stored join (
      select shop_id, customer_id as id, at from ${aside('erasure')}
      union all
      select shop_id, id, erased_at from ${aside('customer')} where erased_at is not null
    ) as erased on erased.shop_id = stored.shop_id and erased.id = stored.id and erased.at >= stored.created_at
    where stored.erased_at is null
    group by stored.shop_id, stored.id order by stored.shop_id, stored.id`.execute(db)
  return rows
}

/** The columns that are copied: no texts, and on a cluster to one node, to join them with the rows set aside. */
const LINKS = {
  kayit: sql`shop_id, id, created_at, customer_id, vehicle_id`,
  customer: sql`shop_id, id, created_at, erased_at, coalesce(merged_into, id) as root`,
  vehicle: sql`shop_id, id, created_at, erased_at, coalesce(merged_into, id) as root`,
}
const linksOf = (table: keyof typeof LINKS) => aside(`stored_${table}`)

/** Marks the records of the backup whose last customer was erased, even if the backup names another customer. */
async function markErased(db: Kysely<DB>): Promise<void> {
  for (const table of ['kayit', 'customer', 'vehicle'] as const) {
    await sql`drop table if exists ${linksOf(table)}`.execute(db)
    await sql`create temp table ${linksOf(table)} on commit drop as
      select ${LINKS[table]} from ${sql.table(table)}`.execute(db)
  }
  await sql`drop table if exists ${aside('erased')}`.execute(db)
  await sql`create temp table ${aside('erased')} on commit drop as
    select was.shop_id, was.id, customer.erased_at as at from ${linksOf('kayit')} as stored
      join ${aside('kayit')} as was on was.shop_id = stored.shop_id and was.id = stored.id
        and was.created_at = stored.created_at
      join ${aside('customer')} as customer
        on customer.shop_id = was.shop_id and customer.id = was.customer_id
    where customer.erased_at is not null`.execute(db)
}

/**
 * Returns the customers or cars of the backup, each with its merged ones, that have only marked records and no living
 * row since: the panel removes a row that has no record left.
 */
async function findErased(db: Kysely<DB>, table: 'customer' | 'vehicle') {
  const { rows } = await sql<OfShop>`
    select member.shop_id as shop, member.id, family.at from ${linksOf(table)} as member join (
      select one.shop_id, one.root, max(erased.at) as at from ${linksOf(table)} as one
        left join ${aside(table)} as living on living.shop_id = one.shop_id and living.id = one.id
          and living.created_at = one.created_at and living.erased_at is null
        left join ${linksOf('kayit')} as kayit
          on kayit.shop_id = one.shop_id and kayit.${sql.ref(`${table}_id`)} = one.id
        left join ${aside('erased')} as erased
          on erased.shop_id = kayit.shop_id and erased.id = kayit.id
      group by one.shop_id, one.root
      having count(living.id) = 0 and count(erased.id) > 0 and count(erased.id) = count(kayit.id)
    ) as family on family.shop_id = member.shop_id and family.root = member.root
    where member.erased_at is null order by member.shop_id, member.id`.execute(db)
  return rows
}
