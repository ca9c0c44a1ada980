import type { TestProject } from 'vitest/node'

import { makeCitusTemplate } from './citus-template.ts'
import { coordinatorAt, dropClusterDatabase, nodesOf } from './cluster-database.ts'
import { forgetStatements } from './cluster-plans.ts'
import { TEMPLATE } from './template.ts'

/** vitest globalSetup: the cluster at CITUS_URL, which is there already (`npm run citus:cluster`). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const coordinator = coordinatorAt(process.env['CITUS_URL'] ?? '')
  const nodes = await nodesOf(coordinator)
  if (nodes[0] !== undefined && project.name === 'citus') await forgetStatements(nodes[0])
  await makeCitusTemplate(nodes)
  project.provide('server', nodes[0])
  project.provide('cluster', nodes)
  return () => dropClusterDatabase(nodes, TEMPLATE)
}
