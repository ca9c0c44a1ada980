import { type Kysely, sql } from 'kysely'

/**
 * Replaces the two search indexes of cars and of customers by one n-gram index each, like that of records
 * (20261123T1000), and adds an index for each order of their lists that had none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const grams = { vehicle: sql`ara_ad, ara_arac, ''`, customer: sql`ara_yalin, '', ara_no` }
  const orders = { vehicle: ['name_sira', 'visits', 'total_kurus'], customer: ['visits', 'total_kurus'] }
  for (const table of ['vehicle', 'customer'] as const) {
    const letters = sql.ref(`${table}_harfler`)
    for (const replaced of [`${table}_ara`, `${table}_ikili`])
      await sql`drop index ${sql.ref(replaced)}`.execute(db)
    await sql`create index ${letters} on ${sql.table(table)} using gin (search_grams(user_id, ${grams[table]}))
      with (gin_pending_list_limit = 256)`.execute(db)
    await sql`alter index ${letters} alter column 1 set statistics 0`.execute(db)
    for (const column of orders[table])
      await sql`create index ${sql.ref(`${table}_${column}`)} on ${sql.table(table)} (user_id, ${sql.ref(column)}, id)
        where visits > 0 and merged_into is null`.execute(db)
  }
}
