import type { TestProject } from 'vitest/node'

import { startTestServer } from '#tests/support/database/embedded-server.ts'
import { OF_FILES, startPgbouncer } from '#tests/support/database/pgbouncer.ts'
import { makeTemplate } from './template.ts'

/** vitest globalSetup: starts an embedded server for the run, and a pgbouncer in transaction mode before it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer({
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  })
  const pgbouncer = await startPgbouncer(server.target, OF_FILES)
  await makeTemplate(pgbouncer.target, server.remove)
  project.provide('server', pgbouncer.target)
  return async () => {
    await pgbouncer.close()
    await server.remove()
  }
}
