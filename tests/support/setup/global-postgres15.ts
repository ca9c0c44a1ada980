import { execFile } from 'node:child_process'
import { chownSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import type { TestProject } from 'vitest/node'

import { ensureRunning, stopServer } from '#server/platform/db/embedded/postmaster.ts'

import { temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { postgresUser } from '#tests/support/database/postgres-user.ts'
import { PROGRAMS } from './programs.ts'
import { makeTemplate } from './template.ts'

const ROOT = join(PROGRAMS.postgres15, '../..')
const run = promisify(execFile)

/** vitest globalSetup: starts a private cluster of Debian's PostgreSQL 15, the oldest supported server. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = temporaryFolder()
  const cluster = join(folder, 'data')
  const owner = await postgresUser()
  mkdirSync(cluster, { mode: 0o700 })
  if (owner !== undefined) chownSync(cluster, owner.uid, owner.gid)
  const args = [
    '-D',
    cluster,
    '-U',
    'oto',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ]
  await run(`${ROOT}/bin/initdb`, args, { cwd: '/', ...owner })

  const paths = {
    cluster,
    log: join(folder, 'log'),
    binaries: { root: ROOT, version: '15' },
    owner,
    notice: undefined,
  }
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
  const running = await ensureRunning(paths, { host: cluster, port: 5432 }, { settings })
  const server = { host: cluster, port: 5432, username: 'oto', database: 'postgres' }
  const remove = async () => {
    await stopServer(cluster, running.pid, 10_000)
    rmSync(folder, { recursive: true, force: true })
  }
  await makeTemplate(server, remove)
  project.provide('server', server)
  return remove
}
