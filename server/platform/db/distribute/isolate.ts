import { type Kysely, sql } from 'kysely'

import { oneRow } from '#server/platform/db/one-row.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'

import { isDistributed } from './state.ts'

type NodeAddress = { host: string; port: number }

/** 'sunucu:5432'; `undefined` for anything else. */
export function parseNode(text: string): NodeAddress | undefined {
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(text) ?? []
  return host === undefined ? undefined : { host, port: Number(port) }
}

/** Moves a shop to shards of its own in that node while the panel serves. Throws StartupError without shop or node. */
export async function isolateShop(db: Kysely<DB>, shop: number, node: NodeAddress): Promise<void> {
  if (!(await isDistributed(db)))
    throw new StartupError('DATABASE_URL: veritabanı dağıtılmamış; önce npm run distribute çalıştırın.')
  await requireShop(db, shop)
  await requireNode(db, node)
  const found = sql<{ shard: number; isAlone: boolean }>`
    select shardid as shard, shardminvalue = shardmaxvalue as "isAlone" from pg_dist_shard
    where shardid = get_shard_id_for_distribution_column('kayit', ${shop}::bigint)`
  // In a shard of one value no other shop's rows can be.
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

async function requireShop(db: Kysely<DB>, shop: number): Promise<void> {
  const found = await db.selectFrom('shops').where('id', '=', shop).select('id').executeTakeFirst()
  if (found === undefined) throw new StartupError(`--isolate: ${shop} numaralı bir servis yok.`)
}

async function requireNode(db: Kysely<DB>, { host, port }: NodeAddress): Promise<void> {
  const { rows } = await sql`select from pg_dist_node
    where nodename = ${host} and nodeport = ${port} and isactive and shouldhaveshards`.execute(db)
  if (rows.length === 0)
    throw new StartupError(`--node: kümede ${host}:${port} adresinde veri tutan bir düğüm yok.`)
}
