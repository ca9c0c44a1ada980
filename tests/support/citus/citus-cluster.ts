import { execFile } from 'node:child_process'
import { appendFileSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import type { PoolTarget } from '#server/platform/db/pool.ts'

import { postgresUser } from '#tests/support/database/postgres-user.ts'

const run = promisify(execFile)

type ClusterOptions = {
  /** A folder for the nodes' data, which `removeCluster` deletes. */
  folder: string
  /** The folder of an installation of PostgreSQL with Citus. */
  binaries: string
  workers: number
  /** The coordinator's port; the workers use the following ones. */
  port: number
  /** Whether commits survive a crash of the machine: figures need that, tests do not. */
  isDurable?: boolean
}

export type Node = { name: string; port: number; data: string }

/** The server's role in all nodes; there is no password, because they listen on the loopback address only. */
export const SUPERUSER = 'oto'

/** Settings for two-phase commits, moving shards, a daemon for each test's database, and its cached connections. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_preload_libraries: 'citus,pg_stat_statements',
  'pg_stat_statements.max': 60_000,
  'pg_stat_statements.track_utility': 'off',
  wal_level: 'logical',
  max_connections: 400,
  max_prepared_transactions: 800,
  max_worker_processes: 100,
  max_locks_per_transaction: 512,
  shared_buffers: '128MB',
  'citus.node_conninfo': 'sslmode=disable',
  'citus.enable_statistics_collection': 'off',
}
/** Commits survive a crashed server but not a crashed machine, which no test needs. */
const QUICK = { fsync: 'off', full_page_writes: 'off' }

/** Returns the nodes of a cluster, the coordinator first. */
export function nodesOf({ folder, workers, port }: ClusterOptions): Node[] {
  return Array.from({ length: workers + 1 }, (_, index) => {
    const name = index === 0 ? 'coordinator' : `worker${index}`
    return { name, port: port + index, data: join(folder, name) }
  })
}

/**
 * Makes and starts a coordinator and its workers on the loopback address. They run as `postgres` where root starts
 * them, because PostgreSQL refuses root. Throws when the folder has something in it.
 */
export async function makeCluster(options: ClusterOptions): Promise<Node[]> {
  const { folder, binaries, isDurable = false } = options
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} boş değil.`)
  const owner = await postgresUser()
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid)
  const nodes = nodesOf(options)
  for (const { data, port } of nodes) {
    const args = ['-D', data, '-U', SUPERUSER, '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']
    await run(`${binaries}/bin/initdb`, [...args, '--no-sync'], { cwd: '/', ...owner })
    const settings = { ...SETTINGS, ...(isDurable ? {} : QUICK), ...(await ofMoves(binaries)), port }
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`)
    appendFileSync(join(data, 'postgresql.conf'), `${lines.join('\n')}\n`)
  }
  await Promise.all(nodes.map((node) => startNode(binaries, node)))
  return nodes
}

/** PostgreSQL 15.20 and newer decode the log, by which shards move, only with the libraries that are named here. */
async function ofMoves(binaries: string): Promise<Record<string, string>> {
  const { stdout } = await run(`${binaries}/bin/postgres`, ['--describe-config'], {
    cwd: '/',
    ...(await postgresUser()),
  })
  return stdout.includes('output_plugin_libraries') ? { output_plugin_libraries: 'pgoutput, citus' } : {}
}

/** Starts a stopped node. */
async function startNode(binaries: string, { data }: Node): Promise<void> {
  const owner = await postgresUser()
  await run(`${binaries}/bin/pg_ctl`, ['start', '-w', '-s', '-D', data, '-l', `${data}.log`], {
    cwd: '/',
    ...owner,
  })
}

/** Stops a node; `immediate` acts like a crash, so that the next start replays the log. */
async function stopNode(
  binaries: string,
  { data }: Node,
  mode: 'fast' | 'immediate' = 'fast',
): Promise<void> {
  const owner = await postgresUser()
  await run(`${binaries}/bin/pg_ctl`, ['stop', '-w', '-s', '-m', mode, '-D', data], { cwd: '/', ...owner })
}

/** Stops the running nodes and removes the folder with their data. */
export async function removeCluster(folder: string, binaries: string): Promise<void> {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const data = join(folder, name)
    if (existsSync(join(data, 'postmaster.pid')))
      await stopNode(binaries, { name, port: 0, data }, 'immediate')
  }
  rmSync(folder, { recursive: true, force: true })
}

/** Returns the connections on which databases are created in these nodes. */
export const placesOf = (nodes: readonly Node[]): PoolTarget[] =>
  nodes.map(({ port }) => ({ host: '127.0.0.1', port, username: SUPERUSER, database: 'postgres' }))
