import type { TestProject } from 'vitest/node'

import { makeCitusTemplate } from '#tests/support/citus/citus-template.ts'
import { coordinatorAt, dropClusterDatabase, nodesOf } from '#tests/support/citus/cluster-database.ts'
import { forgetStatements } from '#tests/support/citus/cluster-plans.ts'
import { OF_FILES, startPgbouncer } from '#tests/support/database/pgbouncer.ts'
import { TEMPLATE } from './template.ts'

/**
 * vitest globalSetup: uses the running cluster at CITUS_URL (`npm run citus:cluster`). The project `citus-pgbouncer`
 * gets a pgbouncer in transaction mode before its coordinator.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const coordinator = coordinatorAt(process.env['CITUS_URL'] ?? '')
  const nodes = await nodesOf(coordinator)
  const [server = {}] = nodes
  if (project.name === 'citus') await forgetStatements(server)
  await makeCitusTemplate(nodes)
  const pgbouncer = project.name === 'citus-pgbouncer' ? await startPgbouncer(server, OF_FILES) : undefined
  project.provide('server', pgbouncer?.target ?? server)
  project.provide('cluster', nodes)
  return async () => {
    await pgbouncer?.close()
    await dropClusterDatabase(nodes, TEMPLATE)
  }
}
