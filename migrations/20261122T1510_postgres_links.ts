import { type Kysely, sql } from 'kysely'

/**
 * Creates indexes that find a car by the beginning of its plate or chassis number, a customer by phone or tax number,
 * and the records of both.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index vehicle_plate on vehicle (user_id, plate_key text_pattern_ops) where plate_key <> ''`.execute(
    db,
  )
  await sql`create index vehicle_vin on vehicle (user_id, vin_key text_pattern_ops) where vin_key <> ''`.execute(
    db,
  )
  await sql`create index customer_phone on customer (user_id, phone_key) where phone_key <> ''`.execute(db)
  await sql`create index customer_tax on customer (user_id, tax_key) where tax_key <> ''`.execute(db)
  await sql`create index kayit_vehicle on kayit (user_id, vehicle_id, gun)`.execute(db)
  await sql`create index kayit_customer on kayit (user_id, customer_id)`.execute(db)
  // Records of an older version that wait for their links: an empty index in the long run.
  await sql`create index kayit_unlinked on kayit (user_id, id)
    where vehicle_id is null or customer_id is null`.execute(db)
}
