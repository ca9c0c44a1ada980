import { type Kysely, sql } from 'kysely'

import { oneRow } from '#server/platform/db/one-row.ts'
import type { DB } from '#server/platform/db/schema.ts'

/** Shards of the first distributed table; the other tables follow it, so that a shop's rows are in one node. */
export const SHARDS = 32
const FIRST = 'kayit'
/** Tables in every node: all tables of shops point to `shops`, logins read both, and functions in the nodes `users`. */
const EVERYWHERE: readonly string[] = ['shops', 'users']

/** Returns a table's place, which is its shop's node if it has rows of shops (docs/scale.md). */
const placementOf = ({ name, isOfShops }: PlacedTable): Placement =>
  isOfShops ? 'shop' : EVERYWHERE.includes(name) ? 'everywhere' : 'local'

/** Returns the statements, for one transaction, that put misplaced tables in their place; none if all are. */
export async function placingStatements(db: Kysely<DB>, shards = SHARDS): Promise<string[]> {
  const tables = await tablesOf(db)
  const moved = tables.filter((table) => placementOf(table) !== table.place)
  const functions = (await functionsOf(db)).filter(({ isPlaced }) => !isPlaced)
  const names = new Set(moved.map(({ name }) => name))
  const unknown = new Set(tables.flatMap(({ name, isKnown }) => (isKnown ? [] : [name])))
  const keys = (await foreignKeysOf(db)).filter(
    ({ table, to }) => names.has(table) || names.has(to) || (EVERYWHERE.includes(to) && unknown.has(table)),
  )
  return [
    // Citus refuses the subquery of migration 20261126T0100; a cluster's statements name the shop in every part anyway.
    ...(await tablesWithSubqueries(db)).map(
      (table) =>
        `alter policy shop on ${quoted(table)} using (shop_id = nullif(current_setting('oto.shop', true), '')::bigint)`,
    ),
    // With such a key Citus would manage the table as a local one, and then refuse to distribute its identity column.
    ...keys.map(({ table, name }) => `alter table ${quoted(table)} drop constraint ${quoted(name)}`),
    // Indexes and statements call these functions in every node.
    ...functions
      .filter(({ isOfShop }) => !isOfShop)
      .map(({ name }) => `select create_distributed_function(${literal(name)})`),
    ...sortByReference(moved).flatMap((table) => [
      placing(table, shards),
      // Otherwise the copied rows stay on the coordinator as well, where no statement finds or changes them.
      `select truncate_local_data_after_distributing_table(${literal(table.name)})`,
    ]),
    ...keys.map(
      ({ table, name, definition }) =>
        `alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`,
    ),
    // These run in the node of the rows, within the transaction that has changed rows as another role.
    ...functions
      .filter(({ isOfShop }) => isOfShop)
      .map(
        ({ name }) =>
          `select create_distributed_function(${literal(name)}, '$1', colocate_with := '${FIRST}', force_delegation := true)`,
      ),
  ]
}

/** Sorts tables in every node before those that point to them, and the first distributed table before the others. */
function sortByReference(moved: readonly PlacedTable[]): PlacedTable[] {
  const rank = ({ name }: PlacedTable) => [...EVERYWHERE, FIRST, name].indexOf(name)
  return moved.toSorted((one, other) => rank(one) - rank(other))
}

function placing(table: PlacedTable, shards: number): string {
  const name = literal(table.name)
  if (placementOf(table) === 'everywhere') return `select create_reference_table(${name})`
  const among = table.name === FIRST ? `shard_count := ${shards}` : `colocate_with := '${FIRST}'`
  return `select create_distributed_table(${name}, 'shop_id', ${among})`
}

/** Returns the settings of all nodes, also added ones, by which policies get the shop and searches use indexes. */
export async function settingStatements(db: Kysely<DB>): Promise<string[]> {
  const { name } = await oneRow(sql<{ name: string }>`select quote_ident(current_database()) as name`, db)
  return [`alter database ${name} set citus.propagate_set_commands to 'local'`, ...(await trusting(db))]
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Makes Citus change shards one by one: it refuses parallel changes of tables with keys to reference tables. */
export async function changeNodesInSequence(trx: Kysely<DB>): Promise<void> {
  await sql`set local citus.multi_shard_modify_mode to 'sequential'`.execute(trx)
}

/** Puts every table in its place, in the transaction of `trx`. Returns the statements that it ran. */
export async function placeTables(trx: Kysely<DB>, shards = SHARDS): Promise<string[]> {
  const statements = await placingStatements(trx, shards)
  for (const statement of statements) await sql.raw(statement).execute(trx)
  return statements
}

/**
 * Runs a migration in a distributed database and puts its tables in their place before the next migration fills them.
 * The setting keeps Citus from managing a new table with a key to a reference table before it is distributed.
 */
export async function changeSchema(trx: Kysely<DB>, change: () => Promise<void>): Promise<void> {
  await changeNodesInSequence(trx)
  await sql`set local citus.enable_local_reference_table_foreign_keys to off`.execute(trx)
  await change()
  await sql`set local citus.enable_local_reference_table_foreign_keys to on`.execute(trx)
  await placeTables(trx)
}

/** The place of a table's rows: the shop's node, every node, or `local`, the coordinator. */
type Placement = 'shop' | 'everywhere' | 'local'

type PlacedTable = {
  name: string
  /** Whether row-level security applies to it, because its rows belong to shops (decision 27). */
  isOfShops: boolean
  place: Placement
  /** Whether Citus manages it; the foreign key of a plain table would find no rows in a reference table. */
  isKnown: boolean
}

type ForeignKey = { table: string; to: string; name: string; definition: string }

/** Returns whether the extension is installed; a plain PostgreSQL lacks the catalogs of the other questions. */
export async function hasCitus(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql`select from pg_extension where extname = 'citus'`.execute(db)
  return rows.length > 0
}

/** Returns whether the rows of shops are distributed. */
export async function isDistributed(db: Kysely<DB>): Promise<boolean> {
  if (!(await hasCitus(db))) return false
  const { rows } = await sql`select from pg_dist_partition
    where logicalrelid = to_regclass('kayit') and partmethod = 'h'`.execute(db)
  return rows.length > 0
}

type Cluster = {
  workers: number
  isCoordinator: boolean
  isCoordinatorKnown: boolean
  /** If false, a join of a user with the logo crashes the coordinator under row-level security (docs/scale.md). */
  passesJoinsOn: boolean
}

export const CLUSTER = sql<Cluster>`
  select (select count(*)::int from citus_get_active_worker_nodes()) as workers,
    (select groupid = 0 from pg_dist_local_group) as "isCoordinator",
    exists (select from pg_dist_node where groupid = 0) as "isCoordinatorKnown",
    coalesce(current_setting('citus.enable_recurring_outer_join_pushdown', true) = 'on', false) as "passesJoinsOn"`

/** Returns the tables of the schema, without the migrator's own. */
export async function tablesOf(db: Kysely<DB>): Promise<PlacedTable[]> {
  const { rows } = await sql<PlacedTable>`
    select relname as name, relrowsecurity as "isOfShops",
      case when partmethod = 'h' then 'shop'
        when partmethod = 'n' and repmodel = 't' then 'everywhere' else 'local' end as place,
      partmethod is not null as "isKnown"
    from pg_class left join pg_dist_partition on logicalrelid = pg_class.oid
    where relkind = 'r' and relnamespace = current_schema()::regnamespace
      and relname not in ('kysely_migration', 'kysely_migration_lock')
    order by relname`.execute(db)
  return rows
}

/** Returns the tables whose policy has a subquery, which Citus refuses in a distributed table. */
async function tablesWithSubqueries(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_policy join pg_class on pg_class.oid = polrelid
    where polname = 'shop' and relnamespace = current_schema()::regnamespace
      and pg_get_expr(polqual, polrelid) ilike '%select%'
    order by relname`.execute(db)
  return rows.map(({ name }) => name)
}

export async function foreignKeysOf(db: Kysely<DB>): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select t.relname as "table", r.relname as "to", conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_class r on r.oid = k.confrelid
    where k.contype = 'f' and t.relnamespace = current_schema()::regnamespace
    order by t.relname, conname`.execute(db)
  return rows
}

/** `isOfShop`: it changes rows of the given shop as the tables' owner. `isPlaced`: Citus has it in its catalog. */
type PlacedFunction = { name: string; isOfShop: boolean; isPlaced: boolean }

/** Returns our functions, without those of extensions. */
async function functionsOf(db: Kysely<DB>): Promise<PlacedFunction[]> {
  const { rows } = await sql<PlacedFunction>`
    select oid::regprocedure::text as name, prosecdef as "isOfShop", exists (select from pg_dist_object
      where pg_dist_object.classid = 'pg_proc'::regclass and objid = pg_proc.oid
        and (not prosecdef or distribution_argument_index = 0)) as "isPlaced"
    from pg_proc
    where pronamespace = current_schema()::regnamespace and not exists (
      select from pg_depend where pg_depend.classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
    order by 1`.execute(db)
  return rows
}

/** The functions by which searches read their indexes; they reveal only whether a row matches. */
const SEARCHES = [
  'pg_catalog.textlike(text, text)',
  'pg_catalog.arraycontains(anyarray, anyarray)',
  'search_grams(bigint, text, text, text)',
] as const

/** Marks searches leakproof, as indexes need under row security. Returns the statements if only a superuser may. */
export async function trustSearches(trx: Kysely<DB>): Promise<string | null> {
  const { rows } = await sql<{ name: string; isAllowed: boolean }>`
    select name, (select rolsuper from pg_roles where rolname = current_user) as "isAllowed"
    from unnest(${[...SEARCHES]}::text[]) as name join pg_proc on pg_proc.oid = to_regprocedure(name)
    where not proleakproof`.execute(trx)
  const statements = await trusting(
    trx,
    rows.map(({ name }) => name),
  )
  if (rows.some(({ isAllowed }) => !isAllowed)) return `${statements.join('; ')};`
  for (const statement of statements) await sql.raw(statement).execute(trx)
  return null
}

/** Returns the statements that mark these functions as leakproof in every node, also if they are already. */
async function trusting(db: Kysely<DB>, names: readonly string[] = SEARCHES): Promise<string[]> {
  const isCluster = await hasCitus(db)
  return names.map((name) => {
    const statement = `alter function ${name} leakproof`
    // Citus passes on changes of our functions, but not of PostgreSQL's.
    return isCluster && name.startsWith('pg_catalog.')
      ? `select * from run_command_on_all_nodes('${statement}')`
      : statement
  })
}
