import { type Kysely, sql } from 'kysely'

import { codeOf } from '#server/platform/db/errors.ts'
import { liftTimeLimits } from '#server/platform/db/limits.ts'
import { lockMigrations, pendingMigrations } from '#server/platform/db/migrate.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'
import { oneRow } from '#server/platform/db/one-row.ts'

import {
  changeNodesInSequence,
  placeTables,
  placingStatements,
  settingStatements,
  CLUSTER,
  hasCitus,
  isDistributed,
} from './plan.ts'

/** Returns the statements that `distribute` would run now. Throws as `distribute` does. */
export async function distributionOf(db: Kysely<DB>, shards?: number): Promise<string[]> {
  await checkCluster(db)
  return [...(await placingStatements(db, shards)), ...(await settingStatements(db))]
}

/**
 * Distributes a migrated database, all or nothing, or completes one after new tables or nodes. Returns the statements,
 * and those among them that only a superuser may run. Throws StartupError.
 */
export async function distribute(db: Kysely<DB>, shards?: number) {
  await checkCluster(db)
  const placed = await db.transaction().execute(async (trx) => {
    await liftTimeLimits(trx)
    await lockMigrations(trx)
    await changeNodesInSequence(trx)
    return placeTables(trx, shards)
  })
  const settings = await settingStatements(db)
  const refused: string[] = []
  for (const statement of settings) if (!(await isCarriedOut(db, statement))) refused.push(statement)
  return { statements: [...placed, ...settings], refused }
}

/** Returns whether every node ran the statement; a refusal by one node does not fail the statement itself. */
async function isCarriedOut(db: Kysely<DB>, statement: string): Promise<boolean> {
  try {
    const { rows } = await sql.raw<{ success?: boolean }>(statement).execute(db)
    return rows.every(({ success }) => success !== false)
  } catch (error) {
    if (codeOf(error) === '42501') return false
    throw error
  }
}

/** Throws a StartupError with the missing preparation, if the database cannot be distributed yet. */
async function checkCluster(db: Kysely<DB>): Promise<void> {
  if (!(await hasCitus(db)))
    throw missing(
      'veritabanında citus eklentisi yok; bir süper kullanıcı her düğümde "create extension citus" çalıştırmalı',
    )
  const { workers, isCoordinator, isCoordinatorKnown, passesJoinsOn } = await oneRow(CLUSTER, db)
  if (!isCoordinator) throw missing('adres bir çalışan düğümü gösteriyor; koordinatörün adresi verilmeli')
  if (!passesJoinsOn)
    throw missing(
      'Citus 13.2 veya daha yenisi gerekli, citus.enable_recurring_outer_join_pushdown = on ayarıyla (varsayılan); yoksa her giriş koordinatörü çökertir',
    )
  if (!isCoordinatorKnown)
    throw missing("koordinatörün kendi adresi bilinmiyor: select citus_set_coordinator_host('SUNUCU', 5432)")
  if (workers === 0) throw missing("kümede çalışan düğüm yok: select citus_add_node('SUNUCU', 5432)")
  if ((await pendingMigrations(db)).length > 0)
    throw missing('şema güncel değil; önce paneli bu sürümle bir kez başlatın (npm start)')
}

const missing = (what: string) => new StartupError(`DATABASE_URL: ${what}.`)

type NodeAddress = { host: string; port: number }

/** Returns the address in 'sunucu:5432'; `undefined` for any other text. */
export function parseNode(text: string): NodeAddress | undefined {
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(text) ?? []
  return host === undefined ? undefined : { host, port: Number(port) }
}

/** Moves a shop to shards of its own in that node while the panel serves. Throws StartupError without shop or node. */
export async function isolateShop(db: Kysely<DB>, shop: number, node: NodeAddress): Promise<void> {
  if (!(await isDistributed(db)))
    throw new StartupError('DATABASE_URL: veritabanı dağıtılmamış; önce npm run distribute çalıştırın.')
  const known = await db.selectFrom('shops').where('id', '=', shop).select('id').executeTakeFirst()
  if (known === undefined) throw new StartupError(`--isolate: ${shop} numaralı bir servis yok.`)
  const { host, port } = node
  const nodes = await sql`select from pg_dist_node
    where nodename = ${host} and nodeport = ${port} and isactive and shouldhaveshards`.execute(db)
  if (nodes.rows.length === 0)
    throw new StartupError(`--node: kümede ${host}:${port} adresinde veri tutan bir düğüm yok.`)
  const found = sql<{ shard: number; isAlone: boolean }>`
    select shardid as shard, shardminvalue = shardmaxvalue as "isAlone" from pg_dist_shard
    where shardid = get_shard_id_for_distribution_column('kayit', ${shop}::bigint)`
  // A shard of one value holds no other shop's rows.
  const isolation = sql<{ shard: number }>`
    select isolate_tenant_to_new_shard('kayit', ${shop}::bigint, 'CASCADE', shard_transfer_mode := 'block_writes')
      as shard`
  const present = await oneRow(found, db)
  const { shard } = present.isAlone ? present : await oneRow(isolation, db)
  const placement = sql<NodeAddress>`
    select nodename as host, nodeport as port from citus_shards where shardid = ${shard}`
  const from = await oneRow(placement, db)
  if (from.host === node.host && from.port === node.port) return
  await sql`select citus_move_shard_placement(${shard}, ${from.host}, ${from.port}::int, ${node.host}, ${node.port}::int,
    shard_transfer_mode := 'force_logical')`.execute(db)
}
