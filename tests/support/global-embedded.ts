import type { TestProject } from 'vitest/node'

import { startTestServer } from './embedded-server.ts'
import { makeTemplate } from './template.ts'

/** vitest globalSetup: one embedded server for all test files of the run. Nothing outlives it, so no fsync. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer({
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  })
  await makeTemplate(server.target, server.remove)
  project.provide('server', server.target)
  return server.remove
}
