import { type Kysely, sql } from 'kysely'

/**
 * Creates indexes for the lists by last visit and by name, for their searches, and for the last visit of one car or
 * customer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isListed = sql`visits > 0 and merged_into is null`
  await sql`create index vehicle_last on vehicle (user_id, last_day, id) where ${isListed}`.execute(db)
  await sql`create index customer_last on customer (user_id, last_day, id) where ${isListed}`.execute(db)
  await sql`create index vehicle_plate_order on vehicle (user_id, plate_sira, id) where ${isListed}`.execute(
    db,
  )
  await sql`create index customer_name_order on customer (user_id, name_sira, id) where ${isListed}`.execute(
    db,
  )
  await sql`create index vehicle_merged on vehicle (user_id, merged_into) where merged_into is not null`.execute(
    db,
  )
  await sql`create index customer_merged on customer (user_id, merged_into) where merged_into is not null`.execute(
    db,
  )
  await sql`create index vehicle_ara on vehicle using gin (user_id, ara_ad gin_trgm_ops, ara_arac gin_trgm_ops)`.execute(
    db,
  )
  await sql`create index customer_ara on customer using gin (user_id, ara_ad gin_trgm_ops, ara_no gin_trgm_ops,
    ara_yalin gin_trgm_ops)`.execute(db)
  await sql`drop index kayit_customer`.execute(db)
  await sql`create index kayit_customer on kayit (user_id, customer_id, gun)`.execute(db)
}
