import { randomBytes } from 'node:crypto'

import { afterAll, inject } from 'vitest'

import { createPool, type PoolTarget } from '#server/platform/db/pool.ts'

import { administer } from '#tests/support/database/administer.ts'

/** Returns the parts of `postgres://user:password@host:port/database`, for connections to other databases and nodes. */
export function coordinatorAt(address: string): PoolTarget {
  const { hostname: host, port, username, password, pathname } = new URL(address)
  return {
    host,
    port: Number(port === '' ? 5432 : port),
    username: decodeURIComponent(username),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
    database: pathname.slice(1),
  }
}

/** Returns the nodes of the coordinator's cluster, itself first, each as a server on which databases are created. */
export async function nodesOf(coordinator: PoolTarget): Promise<PoolTarget[]> {
  const sql = createPool({ ...coordinator, max: 1 })
  const rows = await sql<{ host: string; port: number }[]>`
    select nodename as host, nodeport as port from pg_dist_node where groupid > 0 order by nodeid`
  await sql.end()
  return [coordinator, ...rows.map((node) => ({ ...coordinator, ...node }))].map((node) => ({
    ...node,
    database: 'postgres',
  }))
}

/** Makes a database with the extension in all nodes, in which the coordinator knows its workers. */
export async function makeClusterDatabase(
  nodes: readonly PoolTarget[],
  database: string,
): Promise<PoolTarget> {
  const [coordinator, ...workers] = nodes.map((node) => ({ ...node, database }))
  if (coordinator === undefined) throw new Error('A cluster has a coordinator.')
  for (const node of nodes) {
    await administer(node, `create database ${database}`)
    await administer({ ...node, database }, 'create extension citus')
  }
  const { host, port } = coordinator
  await administer(coordinator, `select citus_set_coordinator_host('${host}', ${port})`)
  for (const worker of workers)
    await administer(coordinator, `select citus_add_node('${worker.host}', ${worker.port})`)
  return coordinator
}

/** Drops the database on all nodes. */
export async function dropClusterDatabase(nodes: readonly PoolTarget[], database = ''): Promise<void> {
  for (const node of nodes) await administer(node, `drop database if exists ${database} with (force)`)
}

/**
 * Returns functions that make databases of the cluster without distributed tables, and drops them after the file's last
 * test. `bare` ones have no extension; a `joined` one knows all workers, or only those of `nodes`.
 */
export function clusterDatabases() {
  const made: string[] = []
  afterAll(async () => {
    for (const database of made) await dropClusterDatabase(clusterOfRun(), database)
  })
  const name = () => {
    const database = `test_${randomBytes(6).toString('hex')}`
    made.push(database)
    return database
  }
  const bare = async (): Promise<PoolTarget> => {
    const database = name()
    const [coordinator] = clusterOfRun()
    if (coordinator === undefined) throw new Error('A cluster has a coordinator.')
    await administer(coordinator, `create database ${database}`)
    return { ...coordinator, database }
  }
  return {
    joined: (nodes: readonly PoolTarget[] = clusterOfRun()) => makeClusterDatabase(nodes, name()),
    bare,
  }
}

/** Returns the nodes of the run's cluster, the coordinator first. */
export function clusterOfRun(): PoolTarget[] {
  const nodes = inject('cluster')
  if (nodes === undefined) throw new Error('This vitest project has no cluster.')
  return nodes
}
