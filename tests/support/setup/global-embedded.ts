import type { TestProject } from 'vitest/node'

import { startTestServer } from '#tests/support/database/embedded-server.ts'
import { KEEPING, keepStatements } from './statements.ts'
import { makeTemplate } from './template.ts'

/** vitest globalSetup: starts one embedded server for all test files of the run, without fsync and vacuum. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer({
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      autovacuum: 'off',
      ...KEEPING,
    },
  })
  await makeTemplate(server.target, server.remove)
  project.provide('server', server.target)
  // The servers of other projects see only the statements of a few screens.
  const forget = project.name === 'embedded' ? await keepStatements(server.target) : () => {}
  return async () => {
    forget()
    await server.remove()
  }
}
