import type { Shop } from '#server/platform/core/batches.ts'
import type { CustomerFacts } from '#shared/customer/rules.ts'

import { oneOf, type Subject } from './subject.ts'

/** What a record says of its customer and its car. */
export type Said = {
  id: number
  customer_id: number | null
  vehicle_id: number | null
  person: CustomerFacts
  car: { plate: string; vin: string; engine_no: string }
}

/** The records with these ids, also those in the trash. */
export async function saidByRecords({ db, actor }: Shop, ids: readonly number[]): Promise<Said[]> {
  const rows = await db
    .selectFrom('kayit')
    .where('shop_id', '=', actor.shop)
    .where(oneOf('id', ids))
    .orderBy('gun')
    .orderBy('id')
    .select(['id', 'customer_id', 'vehicle_id', 'musteri_adi_soyadi', 'musteri_tel', 'tc_vergino'])
    .select(['plaka', 'sasi_no', 'motor_no'])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    customer_id: row.customer_id,
    vehicle_id: row.vehicle_id,
    person: { name: row.musteri_adi_soyadi, phone: row.musteri_tel, tax_no: row.tc_vergino },
    car: { plate: row.plaka, vin: row.sasi_no, engine_no: row.motor_no },
  }))
}

/** What the subject's own rows say: of each customer of the family, and of each car that nobody else came with. */
export async function saidByRows({ db, actor }: Shop, { customers, vehicles }: Subject) {
  const family = await db
    .selectFrom('customer')
    .where('shop_id', '=', actor.shop)
    .where(oneOf('id', customers))
    .select(['name', 'phone', 'tax_no'])
    .execute()
  const alone = await db
    .selectFrom('vehicle')
    .where('shop_id', '=', actor.shop)
    .where(oneOf('id', vehicles))
    .select(['id', 'plate', 'vin', 'engine_no'])
    .execute()
  return { family, alone }
}
