import { type Kysely, sql } from 'kysely'

import { oneRow } from '#server/platform/db/one-row.ts'
import type { DB } from '#server/platform/db/schema.ts'

/** Where Citus keeps a table's rows. `local`: on the coordinator, which Citus may know as such. */
export type Place = 'shop' | 'everywhere' | 'local'

export type PlacedTable = {
  name: string
  /** Whether row-level security binds it: it belongs to a shop (decision 27). */
  isOfShops: boolean
  place: Place
  /** A plain table could point to rows that are everywhere only as if there were none. */
  isKnown: boolean
}

export type ForeignKey = { table: string; to: string; name: string; definition: string }

/** Whether the extension is there; a plain PostgreSQL has no catalogs to ask about more. */
export async function hasCitus(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql`select from pg_extension where extname = 'citus'`.execute(db)
  return rows.length > 0
}

/** Whether the rows of shops are on the workers. */
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
  /** Otherwise a join of a user with the logo crashes the coordinator under row-level security (docs/scale.md). */
  passesJoinsOn: boolean
}

const CLUSTER = sql<Cluster>`
  select (select count(*)::int from citus_get_active_worker_nodes()) as workers,
    (select groupid = 0 from pg_dist_local_group) as "isCoordinator",
    exists (select from pg_dist_node where groupid = 0) as "isCoordinatorKnown",
    coalesce(current_setting('citus.enable_recurring_outer_join_pushdown', true) = 'on', false) as "passesJoinsOn"`

export const clusterOf = (db: Kysely<DB>): Promise<Cluster> => oneRow(CLUSTER, db)

/** The tables of the schema, without the migrator's own. */
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

/** The tables whose policy has a subquery, which Citus refuses in a distributed table. */
export async function tablesWithSubqueries(db: Kysely<DB>): Promise<string[]> {
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

/** `isOfShop`: it changes rows of the shop that it is given as the tables' owner. `isPlaced`: Citus knows that. */
type PlacedFunction = { name: string; isOfShop: boolean; isPlaced: boolean }

/** Our functions, without those of extensions. */
export async function functionsOf(db: Kysely<DB>): Promise<PlacedFunction[]> {
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
