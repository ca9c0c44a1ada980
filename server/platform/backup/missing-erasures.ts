import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'

type OfShop = { shop: number; id: number; at: Date }

/** Erasures that the registers name and the restored database does not have. */
export type MissingErasures = {
  shops: { id: number; at: Date }[]
  users: { id: number; at: Date }[]
  customers: OfShop[]
  /** Records and cars that were erased with a customer whom they joined after the backup. */
  records: OfShop[]
  vehicles: OfShop[]
}

/** Temporary tables of that name hold the rows of the database from before the restore, or of a newer backup. */
export const asideName = (table: string): string => `aside_${table}`
export const aside = (table: string) => sql.table(asideName(table))

/** Returns the erasures that the restored rows lack according to the registers that were set aside. */
export async function missingErasures(db: Kysely<DB>): Promise<MissingErasures> {
  await markErased(db)
  const known = await findRegistered(db)
  const numbers = new Set(known.map(({ shop, id }) => `${shop}/${id}`))
  const joined = (await findErased(db, 'customer')).filter(({ shop, id }) => !numbers.has(`${shop}/${id}`))
  return {
    shops: await findAccounts(db, 'shop'),
    users: await findAccounts(db, 'user'),
    customers: [...known, ...joined],
    records: await findMarked(db),
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

/** Copied without texts, and of a cluster onto one node, where they can be joined with the rows set aside. */
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

async function findMarked(db: Kysely<DB>) {
  const { rows } = await sql<OfShop>`
    select shop_id as shop, id, at from ${aside('erased')} order by shop_id, id`.execute(db)
  return rows
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
