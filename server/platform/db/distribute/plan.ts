import { type Kysely, sql } from 'kysely'

import { oneRow } from '#server/platform/db/one-row.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { trusting } from '#server/platform/db/trusted-searches.ts'

import {
  foreignKeysOf,
  functionsOf,
  type Place,
  type PlacedTable,
  tablesOf,
  tablesWithSubqueries,
} from './state.ts'

/** Of the first table that is distributed; the others follow it, so that a shop's rows are in one node. */
export const SHARDS = 32
const FIRST = 'kayit'
/** Every shop's table points to the first one, logins read both, and functions in the nodes the second. */
const EVERYWHERE: readonly string[] = ['shops', 'users']

/** Where a table belongs: to its shop's node if it has rows of shops (docs/scale.md). */
const placeFor = ({ name, isOfShops }: PlacedTable): Place =>
  isOfShops ? 'shop' : EVERYWHERE.includes(name) ? 'everywhere' : 'local'

/** Returns the statements, for one transaction, that put misplaced tables in their place; none if all are. */
export async function placingStatements(db: Kysely<DB>, shards = SHARDS): Promise<string[]> {
  const tables = await tablesOf(db)
  const moved = tables.filter((table) => placeFor(table) !== table.place)
  const functions = (await functionsOf(db)).filter(({ isPlaced }) => !isPlaced)
  const names = new Set(moved.map(({ name }) => name))
  const unknown = new Set(tables.flatMap(({ name, isKnown }) => (isKnown ? [] : [name])))
  const keys = (await foreignKeysOf(db)).filter(
    ({ table, to }) => names.has(table) || names.has(to) || (EVERYWHERE.includes(to) && unknown.has(table)),
  )
  return [
    // As everywhere but in the migration 20261126T0100; statements on a cluster name the shop in every part anyway.
    ...(await tablesWithSubqueries(db)).map(
      (table) =>
        `alter policy shop on ${quoted(table)} using (shop_id = nullif(current_setting('oto.shop', true), '')::bigint)`,
    ),
    // An identity cannot be distributed once Citus knows the table as a local one, which a key to a table everywhere brings about.
    ...keys.map(({ table, name }) => `alter table ${quoted(table)} drop constraint ${quoted(name)}`),
    // Indexes and statements compute with them in every node.
    ...functions
      .filter(({ isOfShop }) => !isOfShop)
      .map(({ name }) => `select create_distributed_function(${literal(name)})`),
    ...inOrder(moved).flatMap((table) => [
      placing(table, shards),
      // The rows that were copied stay on the coordinator otherwise, where nothing finds or changes them.
      `select truncate_local_data_after_distributing_table(${literal(table.name)})`,
    ]),
    ...keys.map(
      ({ table, name, definition }) =>
        `alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`,
    ),
    // Where the rows are, within the transaction that has changed some as another role.
    ...functions
      .filter(({ isOfShop }) => isOfShop)
      .map(
        ({ name }) =>
          `select create_distributed_function(${literal(name)}, '$1', colocate_with := '${FIRST}', force_delegation := true)`,
      ),
  ]
}

/** Tables everywhere before those that point to them, and the first of the shops' before those that follow it. */
function inOrder(moved: readonly PlacedTable[]): PlacedTable[] {
  const rank = ({ name }: PlacedTable) => [...EVERYWHERE, FIRST, name].indexOf(name)
  return moved.toSorted((one, other) => rank(one) - rank(other))
}

function placing(table: PlacedTable, shards: number): string {
  const name = literal(table.name)
  if (placeFor(table) === 'everywhere') return `select create_reference_table(${name})`
  const among = table.name === FIRST ? `shard_count := ${shards}` : `colocate_with := '${FIRST}'`
  return `select create_distributed_table(${name}, 'shop_id', ${among})`
}

/** Returns settings for all nodes, also for added ones: policies get the shop, and searches use indexes. */
export async function settingStatements(db: Kysely<DB>): Promise<string[]> {
  const { name } = await oneRow(sql<{ name: string }>`select quote_ident(current_database()) as name`, db)
  return [`alter database ${name} set citus.propagate_set_commands to 'local'`, ...(await trusting(db))]
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
