import { randomBytes } from 'node:crypto'

import { afterAll, inject } from 'vitest'

import { createPool, type PoolTarget } from '#server/platform/db/pool.ts'

import { administer } from '#tests/support/database/administer.ts'

/** The parts of `postgres://user:password@host:port/database`, of which other databases in other nodes are made. */
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

/** The nodes of the cluster whose coordinator it is, which comes first, each as a place where databases are made. */
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

/** Removes it from all nodes. */
export async function dropClusterDatabase(nodes: readonly PoolTarget[], database = ''): Promise<void> {
  for (const node of nodes) await administer(node, `drop database if exists ${database} with (force)`)
}

/**
 * Databases of the cluster that are not distributed yet, for the tests of a file, which drops them at its end. `bare`
 * ones have no extension; a `joined` one knows all workers, or only those of `nodes`.
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

/** The nodes of the run's cluster, the coordinator first. */
export function clusterOfRun(): PoolTarget[] {
  const nodes = inject('cluster')
  if (nodes === undefined) throw new Error('This vitest project has no cluster.')
  return nodes
}
