import { sql } from 'kysely'

import type { UserCtx } from '#server/platform/core/context.ts'
import { ownRows } from '#server/platform/core/own-rows.ts'
import { KAYIT_FIELDS } from '#server/kayit/derived.ts'
import { readItems } from '#server/kayit/queries.ts'

import { hidden, shownPerson } from './identity-match.ts'
import { oneOf } from './subject.ts'
import type { View } from './view.ts'

/** What is stored of the customer besides records and changes; `lines`: how many `linesOf` the records give. */
export async function readTables(ctx: UserCtx, { subject, cars }: View) {
  const { customers: ids, records, deleted } = subject
  // The one that stands for all, and those that were merged into it.
  const customers = await ownRows(ctx, 'customer')
    .where(oneOf('id', ids))
    .orderBy('id')
    .select(['id', 'merged_into', 'name', 'phone', 'tax_no'])
    .select(['visits', 'total_kurus', 'last_day', 'created_at'])
    .execute()
  const vehicles = await ownRows(ctx, 'vehicle')
    .where(oneOf('id', [...cars.keys()]))
    .orderBy('id')
    .select(['id', 'plate', 'vin', 'make', 'model', 'model_year', 'engine_no'])
    .execute()
  const requests = await ownRows(ctx, 'data_request')
    .where(oneOf('customer_id', ids))
    .orderBy('id')
    .select(['id', 'received_on', 'kind', 'note', 'answered_on'])
    .execute()
  const { lines } = await ownRows(ctx, 'kayit')
    .where(oneOf('id', [...records, ...deleted]))
    .select(
      sql<number>`coalesce(sum(case when islem_sayisi = 0 then 1 else islem_sayisi end), 0)`.as('lines'),
    )
    .executeTakeFirstOrThrow()
  // A car that somebody else has too is as their own last record with it says.
  return { customers, vehicles: vehicles.map((row) => ({ ...row, ...cars.get(row.id) })), requests, lines }
}
export type Tables = Awaited<ReturnType<typeof readTables>>

/** Records that are read at once. */
const BATCH = 200

/** Their records with items and documents, also those in the trash, the oldest first, some at a time. */
export async function* recordBatches(ctx: UserCtx, view: View) {
  const { records, deleted } = view.subject
  const ids = [...records, ...deleted].sort((a, b) => a - b)
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = await recordsAt(ctx, ids.slice(from, from + BATCH))
    yield batch.map((record) => ({ ...record, ...shownOf(record, view) }))
  }
}

/** What a record says of its customer and car, without what names somebody else: one may have been moved here. */
function shownOf(record: Awaited<ReturnType<typeof recordsAt>>[number], { identities, cars }: View) {
  const { musteri_adi_soyadi, musteri_tel, tc_vergino, vehicle_id } = record
  const said = { name: musteri_adi_soyadi, phone: musteri_tel, tax_no: tc_vergino }
  const { name, phone, tax_no } = shownPerson(said, identities)
  const isTheirCar = vehicle_id === null || cars.has(vehicle_id)
  const car = (text: string) => (isTheirCar ? text : hidden(text))
  return {
    musteri_adi_soyadi: name,
    musteri_tel: phone,
    tc_vergino: tax_no,
    plaka: car(record.plaka),
    sasi_no: car(record.sasi_no),
    motor_no: car(record.motor_no),
  }
}

export type ExportedRecord = Awaited<ReturnType<typeof recordsAt>>[number]

async function recordsAt(ctx: UserCtx, ids: readonly number[]) {
  const records = await ownRows(ctx, 'kayit')
    .where(oneOf('id', ids))
    .orderBy('id')
    .select(['id', ...KAYIT_FIELDS, 'day as gun', 'toplam_kurus', 'vehicle_id', 'customer_id'])
    .select(['created_at', 'updated_at', 'deleted_at'])
    .execute()
  const itemsOf = await readItems(ctx, ids)
  const documents = await ownRows(ctx, 'belge')
    .where(oneOf('kayit_id', ids))
    .orderBy('id')
    .select(['kayit_id', 'ad', 'tur', 'boyut', 'url', 'created_at'])
    .execute()
  const documentsOf = Map.groupBy(documents, ({ kayit_id }) => kayit_id)
  return records.map((record) => ({
    ...record,
    items: itemsOf(record.id),
    documents: (documentsOf.get(record.id) ?? []).map(({ kayit_id: _record, ...document }) => document),
  }))
}
