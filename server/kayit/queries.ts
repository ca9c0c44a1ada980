import { type Expression, type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'

import { compiledOwn, type ShopCtx, ownRows } from '#server/platform/core/own-rows.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { keyRowOf, type KeyRow, targetQuery } from '#server/platform/core/idempotency.ts'
import { compiled } from '#server/platform/db/compiled.ts'
import type { DB } from '#server/platform/db/schema.ts'
import type { Appointment } from '#shared/appointment/rules.ts'
import { AppError } from '#shared/errors.ts'
import type { StageFacts } from '#shared/kayit/schema.ts'
import { messages } from '#shared/messages.ts'

import { type IslemLine, KAYIT_FIELDS } from './derived.ts'
import { shownItem } from './items.ts'

/** The operation whose keys create records. */
export const KEY_OPERATION = 'kayit'

type OneRecord = { shop: number; id: number }

/** Returns the record's row with the columns that the statistics count, and locks it. Throws NOT_FOUND. */
export async function lockKayit(ctx: UserCtx, id: number): Promise<LockedKayit> {
  const [row] = await lockKayitlar(ctx, [id])
  if (row === undefined) throw kayitNotFound()
  return row
}

export type LockedKayit = Awaited<ReturnType<typeof lockKayitlar>>[number]

/** Locks records in the order of their ids, so that concurrent calls never deadlock. Throws NOT_FOUND. */
export async function lockKayitlar(ctx: UserCtx, ids: readonly number[]) {
  const rows = await lockQuery(ctx, { ids: [...ids] })
  if (rows.length < ids.length) throw kayitNotFound()
  return rows
}

const lockQuery = compiledOwn((db, { shop, ids }: { shop: number; ids: number[] }) =>
  liveKayit(db, shop)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .select(['day', 'toplam_kurus', 'vehicle_id', 'customer_id'])
    .orderBy('id')
    .forNoKeyUpdate(),
)

/** Returns the id of the record that the caller created with a key, also a deleted one; `null` for an unknown key. */
export async function findCreated(ctx: UserCtx, key: string): Promise<number | null> {
  const found = await targetQuery(ctx.db, keyRowOf(ctx, { operation: KEY_OPERATION, key })).executeTakeFirst()
  return found?.target_id ?? null
}

/** Locks the record that was created with a key, if there is one. */
export async function lockCreated(ctx: UserCtx, call: { operation: string; key: string }): Promise<void> {
  await createdQuery(ctx.db, keyRowOf(ctx, call))
}

const createdQuery = compiled((db, key: KeyRow) =>
  db
    .selectFrom('kayit')
    .where('shop_id', '=', key.shop_id)
    .where('id', '=', targetQuery(db, key))
    .select('id')
    .forNoKeyUpdate(),
)

/** The columns that only records before their visit have, and visits that came by appointment. */
export const STAGE_COLUMNS = [
  'stage',
  'quote_valid_until',
  'appointment_day',
  'appointment_start',
  'appointment_minutes',
  'appointment_state',
] as const
export type StoredStage = Pick<Selectable<DB['kayit']>, (typeof STAGE_COLUMNS)[number]>

const liveKayit = (db: Kysely<DB>, shop: number) =>
  db
    .selectFrom('kayit')
    .where('shop_id', '=', shop)
    .where('deleted_at', 'is', null)
    .select(['id', ...KAYIT_FIELDS, 'shop_id as user_id', 'version', ...STAGE_COLUMNS])
    .select(['for_kayit_id', 'added_at'])

export const kayitNotFound = () => new AppError('NOT_FOUND', messages.kayitNotFound)

const documentsQuery = (db: Kysely<DB>, { shop, id }: OneRecord) =>
  db
    .selectFrom('belge')
    .where('shop_id', '=', shop)
    .where('kayit_id', '=', id)
    .orderBy('id')
    .select(['id', 'ad', 'tur', 'boyut', 'url'])

export const findBelgeler = compiledOwn(documentsQuery)

/** Returns the record with its items and documents. Throws the same NOT_FOUND for deleted and foreign records. */
export async function requireDetail(ctx: ShopCtx, id: number) {
  const [found] = await detailQuery(ctx, { id })
  if (found === undefined) throw kayitNotFound()
  const { version, updated_at, islemler, belgeler, ...row } = found
  return {
    kayit: withoutStage(row),
    islemler: islemler.map(shownItem),
    belgeler,
    version,
    updated_at: updated_at.toISOString(),
    ...stageFacts(row),
  }
}

const withoutStage = <Row extends ShownStage & { added_at: Date | null }>({
  stage: _stage,
  quote_valid_until: _validUntil,
  appointment_day: _day,
  appointment_start: _start,
  appointment_minutes: _minutes,
  appointment_state: _state,
  for_kayit_id: _for,
  added_at: _added,
  ...kayit
}: Row) => kayit

/** Returns the stage of a record that is no visit, with its last day, visit or time; nothing for a visit. */
export function stageFacts(row: ShownStage): StageFacts {
  const { stage, quote_valid_until, for_kayit_id = null } = row
  if (stage === 'visit') return {}
  if (stage === 'quote') return { stage, quote_valid_until, ...(for_kayit_id !== null && { for_kayit_id }) }
  const appointment = appointmentOf(row)
  return { stage, ...(appointment !== null && { appointment }) }
}
type ShownStage = StoredStage & Partial<Pick<Selectable<DB['kayit']>, 'for_kayit_id'>>

export type StoredAppointment = Omit<StoredStage, 'stage' | 'quote_valid_until'>

/** Returns the appointment that a record is, or by which it came. */
export function appointmentOf(row: StoredAppointment): Appointment | null {
  const { appointment_day: day, appointment_start: start, appointment_minutes: minutes } = row
  if (day === null || start === null || minutes === null) return null
  return { day, start, minutes, state: row.appointment_state ?? 'awaited' }
}

/**
 * One statement, because each costs the server 40 µs. It joins with `on true`: pg-mem returns wrong rows for an
 * aggregate in a column's subquery.
 */
const detailQuery = compiledOwn((db, one: OneRecord) => {
  const items = db
    .selectFrom('islem')
    .where('shop_id', '=', one.shop)
    .where('kayit_id', '=', one.id)
    .orderBy('position')
    .select(['id', 'islem_adi', 'islem_adet', 'fiyat_kurus', 'kind'])
  const itemList = db
    .selectFrom(items.as('item'))
    .select(({ fn }) => listOf(fn.jsonAgg('item')).as('islemler'))
  const documentList = db
    .selectFrom(documentsQuery(db, one).as('document'))
    .select(({ fn }) => listOf(fn.jsonAgg('document')).as('belgeler'))
  return liveKayit(db, one.shop)
    .where('id', '=', one.id)
    .innerJoin(itemList.as('items'), (join) => join.onTrue())
    .innerJoin(documentList.as('documents'), (join) => join.onTrue())
    .select(['updated_at', 'islemler', 'belgeler'])
})

/** `json_agg` returns NULL for no rows. */
const listOf = <O>(rows: Expression<O>) => sql<O>`coalesce(${rows}, '[]')`

/** Returns the function that gives the items of one of these records in their order. */
export async function readItems(ctx: ShopCtx, ids: readonly number[]): Promise<(id: number) => IslemLine[]> {
  const items = await ownRows(ctx, 'islem')
    .where((eb) => eb('kayit_id', '=', eb.fn.any(eb.val([...ids]))))
    .orderBy('kayit_id')
    .orderBy('position')
    .select(['kayit_id', 'islem_adi', 'islem_adet', 'fiyat_kurus'])
    .execute()
  const byRecord = Map.groupBy(items, ({ kayit_id }) => kayit_id)
  return (id) => (byRecord.get(id) ?? []).map(({ kayit_id: _record, ...item }) => item)
}

export const insertKayit = ({ db }: ShopCtx, row: Insertable<DB['kayit']>): Promise<unknown> =>
  insertQuery(db, [row])

const insertQuery = compiled((db, rows: Insertable<DB['kayit']>[]) => db.insertInto('kayit').values(rows))

export const updateKayit = compiledOwn(
  (db, { shop, id, row }: OneRecord & { row: Updateable<DB['kayit']> }) =>
    db.updateTable('kayit').set(row).where('shop_id', '=', shop).where('id', '=', id),
)

/** Returns whether the customer of a record was erased. */
export async function isErasedCustomer(
  shop: ShopCtx,
  { customer_id }: { customer_id: number | null },
): Promise<boolean> {
  const row = await ownRows(shop, 'customer')
    .where('id', '=', customer_id ?? 0)
    .select('erased_at')
    .executeTakeFirst()
  return row?.erased_at != null
}
