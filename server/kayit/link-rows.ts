import { type Insertable, type Kysely, type SelectQueryBuilder, sql } from 'kysely'

import { COLUMNS as CUSTOMER_COLUMNS, type Customer } from '#server/customer/identify.ts'
import type { LinkPlan } from '#server/directory/identify.ts'
import { hasCarKey, hasKey, type LinkName } from '#server/directory/links.ts'
import { isAmong } from '#server/list/search.ts'
import { compiledOwn, type ShopCtx } from '#server/platform/core/own-rows.ts'
import { compiled } from '#server/platform/db/compiled.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { COLUMNS as VEHICLE_COLUMNS, type Vehicle } from '#server/vehicle/identify.ts'
import { type CustomerFacts, customerKeys } from '#shared/customer/rules.ts'
import { type VehicleFacts, vehicleKeys } from '#shared/vehicle/rules.ts'

/** The facts of a record's car and customer, and the ids in its form and its stored version. */
export type LinkFacts = {
  vehicle: { facts: VehicleFacts; ids: readonly number[] }
  customer: { facts: CustomerFacts; ids: readonly number[] }
}

/** Cars to read: of a plate, of a chassis number, and of ids. */
type CarKeys = { shop: number; plate_key?: string; vin_key?: string; ids?: number[] }

/** Customers to read: of a tax number, of a phone with the name, of ids, and the last ones of cars. */
type CustomerKeys = {
  tax_key?: string
  phone?: { phone_key: string; name_key: string }
  ids?: number[]
  cars: CarKeys
}

function carKeysOf({ actor }: ShopCtx, { vehicle }: LinkFacts): CarKeys {
  const { plate_key, vin_key } = vehicleKeys(vehicle.facts)
  return {
    shop: actor.shop,
    ...(plate_key !== '' && { plate_key }),
    ...(vin_key !== '' && { vin_key }),
    ...(vehicle.ids.length > 0 && { ids: [...vehicle.ids] }),
  }
}

/** Returns the keys by which a new car or customer would be found. */
export function identitiesOf({ vehicle, customer }: LinkFacts): string[] {
  const { plate_key, vin_key } = vehicleKeys(vehicle.facts)
  const { tax_key, phone_key, name_key } = customerKeys(customer.facts)
  const named = {
    plate: plate_key,
    vin: vin_key,
    tax: tax_key,
    phone: phone_key && `${phone_key} ${name_key}`,
  }
  return Object.entries(named).flatMap(([name, key]) => (key === '' ? [] : [`${name} ${key}`]))
}

/**
 * Reads the cars that a record may be of, and those that they were merged into. None is changed or removed by others until
 * the transaction ends; as everywhere, rows are locked in the order of their ids.
 */
export const readVehicles = (ctx: ShopCtx, facts: LinkFacts): Promise<Vehicle[]> =>
  vehiclesQuery(ctx.db, carKeysOf(ctx, facts))

const vehiclesQuery = compiled((db, keys: CarKeys) =>
  db
    .selectFrom('vehicle')
    .where('shop_id', '=', keys.shop)
    .where(isAmong('id', carIds(db, keys)))
    .select(VEHICLE_COLUMNS)
    .orderBy('id')
    .forNoKeyUpdate(),
)

const carIds = (db: Kysely<DB>, { shop, ids, ...keys }: CarKeys) =>
  withRoots(
    db
      .selectFrom('vehicle')
      .where('shop_id', '=', shop)
      .where((eb) =>
        eb.or([hasCarKey(keys)(eb), ...(ids === undefined ? [] : [eb('id', '=', eb.fn.any(eb.val(ids)))])]),
      ),
  )

/** Returns the ids of these rows, and of the rows that they were merged into. */
function withRoots<Table extends LinkName>(rows: SelectQueryBuilder<DB, Table, object>) {
  // Kysely's types take one table.
  const found = rows as unknown as SelectQueryBuilder<DB, 'vehicle', object>
  const roots = found.where('merged_into', 'is not', null).select('merged_into as id')
  return found.select('id').unionAll(roots.$narrowType<{ id: number }>())
}

/**
 * Reads the candidates for a record's customer, the customers they were merged into, and the last customer of each car,
 * with its `vehicle_id`. They are locked like the cars.
 */
export function readCustomers(
  ctx: ShopCtx,
  facts: LinkFacts,
): Promise<(Customer & { vehicle_id: number | null })[]> {
  const { ids } = facts.customer
  const { phone_key, tax_key, name_key } = customerKeys(facts.customer.facts)
  return customersQuery(ctx.db, {
    ...(tax_key !== '' && { tax_key }),
    ...(phone_key !== '' && { phone: { phone_key, name_key } }),
    ...(ids.length > 0 && { ids: [...ids] }),
    cars: carKeysOf(ctx, facts),
  })
}

const customersQuery = compiled((db, { tax_key, phone, ids, cars }: CustomerKeys) => {
  const { shop } = cars
  const found = db
    .selectFrom('customer')
    .where('shop_id', '=', shop)
    .where((eb) =>
      eb.or([
        ...(tax_key === undefined ? [] : [hasKey(eb, 'tax_key', tax_key)]),
        ...(phone === undefined
          ? []
          : [hasKey(eb, 'phone_key', phone.phone_key).and('name_key', '=', phone.name_key)]),
        ...(ids === undefined ? [] : [eb('id', '=', eb.fn.any(eb.val(ids)))]),
      ]),
    )
  return db
    .with(
      (cte) => cte('last').materialized(),
      (one) =>
        one
          .selectFrom('kayit')
          .where('shop_id', '=', shop)
          .where(isAmong('vehicle_id', carIds(db, cars)))
          // With `is not null` PostgreSQL would prefer the index of all records in a new shop.
          .where(sql<number>`coalesce(customer_id, 0)`, '<>', 0)
          .where('deleted_at', 'is', null)
          .distinctOn('vehicle_id')
          .orderBy('vehicle_id')
          // A quote names the customer of a car only before its first visit.
          .orderBy(sql`stage <> 'visit'`)
          .orderBy('day', 'desc')
          .orderBy('id', 'desc')
          .select(['vehicle_id', 'customer_id']),
    )
    .selectFrom('customer')
    .leftJoin('last', 'last.customer_id', 'customer.id')
    .where('customer.shop_id', '=', shop)
    .where(
      isAmong(
        'customer.id',
        withRoots(found).unionAll(
          db
            .selectFrom('last' as 'kayit')
            .select('customer_id as id')
            .$narrowType<{ id: number }>(),
        ),
      ),
    )
    .select(CUSTOMER_COLUMNS.map((name) => `customer.${name}` as const))
    .select('last.vehicle_id')
    .orderBy('customer.id')
    .forNoKeyUpdate('customer')
})

/** Writes the planned row or changes of a car or customer; the shop's links must be locked. */
export async function writeLink(
  ctx: ShopCtx,
  table: LinkName,
  { row, changes }: LinkPlan<object>,
): Promise<void> {
  await Promise.all([
    row && insertQuery(ctx.db, [{ shop_id: ctx.actor.shop, ...row }], { table }),
    ...changes.map((one) => updateQuery(ctx, one, { table })),
  ])
}

const insertQuery = compiled((db, rows: object[], { table }: { table: LinkName }) =>
  db.insertInto(table).values(rows as Insertable<DB['vehicle']>[]),
)

type Update = { shop: number; id: number; change: object }

const updateQuery = compiledOwn((db, { shop, id, change }: Update, { table }: { table: LinkName }) =>
  db.updateTable(table).set(change).where('shop_id', '=', shop).where('id', '=', id),
)
